"""Work that is cut into sentences, and joined: here, and on a real Ray with a worker that is killed."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import zlib

import pytest

import parlor
from parlor import cluster
from parlor._parlor import joined
from parlor._parlor import words as parted

COMMAND = pathlib.Path(sys.executable).with_name("parlor")
SENTENCE = "conics odds --region disk --tosses 200001 --seed 5"


def test_parts_make_up_the_whole():
    parts = cluster.cut(SENTENCE, 4)
    assert len(set(parts)) == 4 and parts == cluster.cut("parlor " + SENTENCE, 4)
    counts = cluster.run_here(SENTENCE, 4)
    assert counts["tosses"] == 200001 == counts["ellipses"] + counts["hyperbolas"] + counts["parabolas"]
    assert abs(counts["ellipses"] / counts["tosses"] - parlor.ask(SENTENCE)["ellipse"]) < 0.01


def test_words_with_spaces_stay_whole():
    sentence = 'conics odds --region "0,0 4,0 0,3" --tosses 2000 --seed 5'
    parts = cluster.cut(sentence, 2)
    assert parts[1] == 'conics odds --region "0,0 4,0 0,3" --tosses 1000 --seed 5000001'
    assert cluster.run_here(sentence, 2)["tosses"] == 2000
    words = ["cluster", "cut", "2", "conics", "odds", "--region", "0,0 4,0 0,3", "--tosses", "2000", "--seed", "5"]
    assert subprocess.run([COMMAND, *words], capture_output=True, text=True).stdout.splitlines() == parts


def test_sentences_are_read_as_the_program_reads_them():
    for words in (["a", "b c"], ["", 'say "x"', "back\\slash"], ["cram(5,8)", "it's"], ["\u00e9,+@"]):
        assert parted(joined(words)) == words
    for text, words in {' a  "b c"d ': ["a", "b cd"], 'a\\ b "\\""': ["a b", '"'], "it's": ["it's"]}.items():
        assert parted(text) == words
    with pytest.raises(parlor.Error, match="a quote is not closed"):
        cluster.cut('conics odds --region "0,0', 2)


def test_wrong_parts_are_refused():
    answers = {part: dict(parlor.ask(part).facts) for part in cluster.cut(SENTENCE, 3)}
    first, second, _ = answers
    changes = [
        {**answers, first: {**answers[first], "ellipses": answers[first]["ellipses"] + 1}},
        {**answers, first: answers[first] | {"tosses": 5, "ellipses": 5, "hyperbolas": 0, "parabolas": 0}},
        {part: facts for part, facts in answers.items() if part != second},
        {**answers, "conics odds --tosses 10 --seed 1": answers[first]},
        {**answers, first: {}},
    ]
    for changed in changes:
        with pytest.raises(parlor.Error):
            cluster.join(SENTENCE, 3, changed)
    for sentence, parts in [("queens lock 5", 2), (SENTENCE, 0), ("conics odds --tosses 5", 6), ("conics odds --tosses x", 1), (SENTENCE + " --method exact", 2)]:
        with pytest.raises(parlor.Error):
            cluster.cut(sentence, parts)


def test_a_damaged_store_is_refused_by_name(tmp_path):
    path = tmp_path / "run.txt"
    store = cluster._Store(path)
    store.keep("a", {"tosses": 1})
    store.keep("b", {"tosses": 2})
    whole = path.read_text()
    path.write_text(whole + "half a li")
    assert cluster._Store(path).known == {"a": {"tosses": 1}, "b": {"tosses": 2}} and path.read_text() == whole
    path.write_text(whole.replace('"tosses": 1', '"tosses": 7'))
    with pytest.raises(parlor.Error, match="run.txt: line 2 is damaged"):
        cluster._Store(path)
    # A right sum over something else than a part and its counts.
    for text in ["7", "[1]", '["a"', "[[], 1]"]:
        path.write_text(f"{whole}{zlib.crc32(text.encode()):08x} {text}\n")
        with pytest.raises(parlor.Error, match="run.txt: line 4 is damaged"):
            cluster._Store(path)


def test_a_store_says_its_form_and_reads_no_other(tmp_path):
    path = tmp_path / "run.txt"
    cluster._Store(path).keep("a", {"tosses": 1})
    whole = path.read_text()
    assert whole.splitlines()[0] == "parlor parts 1"
    # From before there were headings: it goes on with one.
    path.write_text(whole.split("\n", 1)[1])
    assert cluster._Store(path).known == {"a": {"tosses": 1}} and path.read_text() == whole
    for heading in ["parlor parts 2", "parlor parts", "parlor parts 1 "]:
        path.write_text(whole.replace("parlor parts 1", heading))
        with pytest.raises(parlor.Error, match=f"run.txt: '{heading}' is not its form; this program reads parlor parts 1"):
            cluster._Store(path)
        assert path.read_text().startswith(heading + "\n")
    assert [file.name for file in tmp_path.iterdir()] == ["run.txt"]


def test_a_file_of_something_else_is_left_as_it_is(tmp_path):
    path = tmp_path / "notes.txt"
    for text in ["a line of mine", "a line of mine\n", "\n", "parlor part"]:
        path.write_text(text)
        with pytest.raises(parlor.Error, match="notes.txt: line 1 is damaged"):
            cluster._Store(path)
        assert path.read_text() == text


def test_a_store_that_cannot_be_kept_is_refused_before_the_work(tmp_path):
    for path in [tmp_path, tmp_path / "none" / "run.txt", ""]:
        with pytest.raises(parlor.Error, match="name a file that can be read and written"):
            cluster._Store(path)
    assert not list(tmp_path.iterdir())


def test_the_command_cuts_and_says_what_is_missing():
    told = subprocess.run([COMMAND, "cluster", "cut", "3", SENTENCE], capture_output=True, text=True)
    assert told.stdout.splitlines() == cluster.cut(SENTENCE, 3)
    told = subprocess.run([COMMAND, "cluster", "mend"], capture_output=True, text=True)
    assert told.returncode == 2 and told.stderr.startswith("error: cluster: write")


def at_work():
    """The workers that descend from this process and compute a part."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True).stdout.splitlines()[1:]
    rows = [line.split(None, 2) for line in listed]
    parents = {int(pid): int(parent) for pid, parent, *_ in rows}

    def ours(pid):
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return [int(pid) for pid, _, *args in rows if args and "ray::_answered" in args[0] and ours(int(pid))]


def test_a_killed_worker_costs_nothing_but_time(tmp_path):
    ray = pytest.importorskip("ray", reason="ray is not installed")
    sentence = "conics odds --tosses 24000000 --seed 9"
    killed = []

    def kill():
        """The first worker of this run that is found at work."""
        end = time.time() + 60
        while time.time() < end and not killed:
            for worker in at_work()[:1]:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
            time.sleep(0.05)

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        hunter = threading.Thread(target=kill)
        hunter.start()
        counts = cluster.run(sentence, 6, keep=tmp_path / "run.txt")
        hunter.join()
        assert killed and counts == cluster.run_here(sentence, 6)
        # Another run has nothing left to ask.
        assert cluster.run(sentence, 6, keep=tmp_path / "run.txt") == counts
    finally:
        ray.shutdown()
