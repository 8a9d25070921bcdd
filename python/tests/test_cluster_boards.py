"""Boards, pieces and tosses: cut and joined here, and carried by a real Ray that gives the answers of this process."""

import os

import pytest

import parlor
from parlor import cluster
from parlor._parlor import Cut

LOCK = "queens lock 12"


def test_pieces_cover_the_whole_once_or_are_refused():
    cut = Cut(LOCK)
    ends = cluster._ranges(LOCK, 5)
    assert ends[0][0] == 0 and ends[-1][1] == cut.pieces() and all(one[1] == two[0] for one, two in zip(ends, ends[1:]))
    ranges = [cut.run(*some) for some in ends]
    whole = parlor.ask(LOCK, certify=True)
    joined = cluster.join_pieces(LOCK, reversed(ranges))
    assert (joined.line, joined.facts, joined.certificate) == (whole.line, whole.facts, whole.certificate)
    assert joined.checked == parlor.verify(whole.certificate).line
    first, last, count, found = ranges[2]
    for changed, why in [
        (ranges[:2] + ranges[3:], f"the pieces {first} to {last}: they are missing"),
        (ranges + [ranges[2]], "twice"),
        (ranges[:2] + [(first, last, count + 1, found)] + ranges[3:], "together"),
        (ranges[:2] + [(first, last + 1, count, found)] + ranges[3:], "twice"),
        (ranges[:2] + [(first + 1, last, count, found)] + ranges[3:], "missing"),
        ([], "missing"),
    ]:
        with pytest.raises(parlor.Error, match=why):
            cluster.join_pieces(LOCK, changed)
    for sentence in ("queens lock 3", "queens lock 5 --piece rook", "queens count 3"):
        with pytest.raises(parlor.Error, match="queens lock N"):
            Cut(sentence).pieces()
    with pytest.raises(parlor.Error, match="no such pieces"):
        cut.run(0, cut.pieces() + 1)


@pytest.fixture(scope="module")
def ray():
    """A Ray with two workers that all tests here use."""
    ray = pytest.importorskip("ray", reason="ray is not installed")
    os.environ.setdefault("RAY_worker_niceness", "0")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False, object_store_memory=cluster.STORE)
    yield ray
    ray.shutdown()


def same(sentence, workers=2):
    """The run of a sentence gives the answer of this process, and its certificate was checked."""
    whole, run = parlor.ask(sentence, certify=True), cluster.run(sentence, workers=workers)
    for name in ("nimber", "outcome", "winning_moves"):
        assert run.facts[name] == whole.facts[name], sentence
    assert (run.line, run.standing) == (whole.line, whole.standing)
    assert run.checked == parlor.verify(whole.certificate).line == parlor.verify(run.certificate).line
    assert run.cluster["errands"] > 0
    return run


@pytest.mark.parametrize("sentence", ["queens solve 10 --rule noon", "sums value cram(5,5)", "sums value boxing(4,7)"])
def test_boards_on_ray_have_the_answer_and_the_certificate_of_this_process(ray, sentence):
    same(sentence)


@pytest.mark.skipif("PARLOR_SLOW" not in os.environ, reason="minutes: PARLOR_SLOW=yes")
@pytest.mark.parametrize("sentence", ["queens solve 12 --rule noon", "sums value cram(3,9)", "sums value boxing(5,6)", "sums value boxing(3,10)"])
def test_larger_boards_on_ray(ray, sentence):
    same(sentence)


def test_a_lock_in_pieces_on_ray_is_that_of_this_process(ray, tmp_path):
    whole, keep = parlor.ask(LOCK, certify=True), tmp_path / "lock.txt"
    for _ in range(2):
        # The second run finds every range in its file.
        run = cluster.run(LOCK, 6, keep=keep)
        assert (run.line, run.facts, run.certificate) == (whole.line, whole.facts, whole.certificate)
        form, *ranges = keep.read_text().splitlines()
        assert run.checked and form == "parlor parts 1" and len(ranges) == 6


def test_tosses_on_ray_are_the_merged_ranges_of_this_process_to_the_last_count(ray):
    tosses = int(os.environ.get("PARLOR_TOSSES", "100000000"))
    sentence = f"conics odds --region disk --tosses {tosses} --seed 11"
    there, here = cluster.run(sentence, 8), cluster.run_here(sentence, 8)
    assert there == here and there["tosses"] == tosses == there["ellipses"] + there["hyperbolas"] + there["parabolas"]
    # Another seed has other counts, so that this is no accident.
    some = sentence.replace(f"--tosses {tosses}", "--tosses 1000000")
    assert cluster.run_here(some, 8) != cluster.run_here(some.replace("--seed 11", "--seed 12"), 8)
