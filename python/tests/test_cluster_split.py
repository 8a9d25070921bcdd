"""Searches that share what they prove: planner and parts in a loop here, and on a real Ray whose workers and driver die."""

import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
import types

import pytest

import parlor
from parlor import _split, cluster
from parlor._parlor import Part, Plan
from parlor._split_store import Store

COMMAND = pathlib.Path(sys.executable).with_name("parlor")


def solved_here(sentence, parts, budget, seed=1):
    """The plan of a sentence after workers in a loop have run its errands; every ninth is lost with its worker."""
    plan, crew, chance = Plan(sentence), [Part(sentence) for _ in range(parts)], random.Random(seed)
    while not plan.decided():
        errands = [plan.errand() for _ in crew]
        assert any(errands) or plan.decided(), "nobody waits for nothing"
        for at, errand in enumerate(errands):
            if errand is None:
                continue
            guesses, positions = crew[at].attempt(*errand, budget)
            facts, _ = crew[at].facts()
            assert positions >= 0
            if chance.randrange(9) == 0:
                crew[at] = Part(sentence)
                plan.lost(*errand)
                continue
            plan.learn(*errand, guesses, facts)
            for other in crew:
                other.learn(facts)
    return plan


SENTENCES = [f"sprouts solve {spots}" for spots in (0, 1, 2, 5, 7, 8)]
SENTENCES += ["queens solve 8 --rule noon", "sums value cram(3,7)", "value cram(3,5)", "sums value boxing(3,6)", "sums value boxing(2,10)"]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_parts_answer_like_the_whole(sentence):
    whole = parlor.ask(sentence, certify=True)
    for parts, budget in [(1, 1000), (3, 20)]:
        native = solved_here(sentence, parts, budget).answer(None)
        assert (native.line, native.standing[0]) == (whole.line, "proved")
        assert parlor.verify(native.certificate).line == parlor.verify(whole.certificate).line


def test_what_cannot_be_shared_is_refused_in_one_line():
    for sentence in ["queens lock 5", "queens solve 5", "sums value kayles(7)", "sums value cram(2,2)+cram(3,3)", "sprouts solve 5 --play misere",
                     "sprouts solve 5 --method depth", "sprouts solve 5 --keep a", "sums value cram(3,3) --keep a", "sprouts solve x"]:
        for make in (Part, Plan):
            with pytest.raises(parlor.Error) as error:
                make(sentence)
            assert "\n" not in str(error.value).split("\n  ")[0]
    with pytest.raises(parlor.Error) as error:
        cluster.run("merlin nullity 5")
    assert "\n" not in str(error.value) and all(can in str(error.value) for can in cluster.searches() + cluster.pieces())
    plan = Plan("sprouts solve 8")
    position, nimber = plan.errand()
    with pytest.raises(parlor.Error, match="damaged"):
        plan.learn(position, nimber, b"", b"what nobody wrote")
    with pytest.raises(parlor.Error, match="no land"):
        Part("sprouts solve 8").attempt(b"abc", 0, 10)


def test_a_damaged_store_is_refused_and_the_one_before_is_gone_on_from(tmp_path):
    path = tmp_path / "run.facts"
    plan = solved_here("sprouts solve 7", 1, 50)
    facts, count = plan.facts()
    store = Store(path)
    assert store.open(plan.resume) == 0 and list(tmp_path.iterdir()) == []
    store.keep(facts)
    store.keep(facts)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["run.facts", "run.facts.before"]
    for damaged in (facts[:-1], facts[: len(facts) // 2], facts[:200] + b"?" + facts[201:], b""):
        path.write_bytes(damaged)
        with pytest.raises(parlor.Error, match="run.facts: damaged.*run.facts.before"):
            Store(path).open(Plan("sprouts solve 7").resume)
        assert path.read_bytes() == damaged
    path.unlink()
    again = Plan("sprouts solve 7")
    assert Store(path).open(again.resume) == count and again.decided()
    with pytest.raises(parlor.Error, match="nowhere"):
        Store(tmp_path / "nowhere" / "run").open(again.resume)


def test_the_command_says_what_would_do():
    for words, told in [
        (["run", "queens", "solve", "5"], "take --rule noon"),
        (["run", "merlin", "nullity", "5"], "queens solve N --rule noon"),
        (["run", "3", "merlin", "nullity", "5"], "queens lock N"),
        (["cut", "3", "queens", "lock", "9"], "parlor cluster run 3"),
        (["run", "sprouts", "solve", "9", "--workers", "x"], "--workers"),
        (["run", "sprouts", "solve", "9", "--workers", "0"], "workers: 0"),
        (["run", "4", "conics", "odds", "--tosses", "100", "--workers", "0"], "workers: 0"),
        (["run", "sprouts", "solve", "9", "--keep"], "--keep: a value is missing"),
        (["run", "sprouts", "solve", "9", "--certificate", "/nowhere/a"], "/nowhere/a"),
        (["run"], "cluster: write"),
    ]:
        run = subprocess.run([COMMAND, "cluster", *words], capture_output=True, text=True, timeout=60)
        assert run.returncode == 2 and run.stderr.startswith("error: ") and told in run.stderr, run.stderr
        assert run.stderr.count("\n") == 1 and not run.stdout


def test_the_help_names_what_is_carried():
    told = subprocess.run([COMMAND, "cluster", "--help"], capture_output=True, text=True, timeout=60)
    assert told.returncode == 0 and not told.stderr
    for can in cluster.searches() + cluster.pieces():
        assert f"\n        {can}\n" in told.stdout
    assert {"sprouts solve N", "queens solve N --rule noon"} <= set(cluster.searches())


def test_without_ray_one_line_says_how_to_get_it(tmp_path):
    (tmp_path / "ray.py").write_text("raise ImportError('none')\n")
    env = dict(os.environ, PYTHONPATH=str(tmp_path))
    run = subprocess.run([COMMAND, "cluster", "run", "sprouts", "solve", "5"], capture_output=True, text=True, env=env, timeout=60)
    assert run.returncode == 2 and run.stderr == 'error: ray: it is not installed; pip install "parlor-lab[cluster]"\n'


class Pretended:
    """A Ray whose actors work here, one errand after the other, when somebody waits for them."""

    class exceptions:
        RayTaskError, RayError = ZeroDivisionError, ZeroDivisionError

    def __init__(self):
        self.kept, self.waiting, self.heard = {}, {}, []

    def put(self, what):
        self.kept[len(self.kept)] = what
        return len(self.kept) - 1

    def remote(self, **_):
        return lambda kind: types.SimpleNamespace(remote=lambda *words: self.actor(kind(*words)))

    def actor(self, made):
        def run(*words):
            self.kept[len(self.kept)] = None
            self.waiting[len(self.kept) - 1] = (made, words)
            self.heard.append(len(words[2]))
            return len(self.kept) - 1

        return types.SimpleNamespace(run=types.SimpleNamespace(remote=run))

    def get(self, what):
        return [self.kept[one] for one in what] if isinstance(what, list) else self.kept[what]

    def wait(self, work, num_returns, timeout):
        # What was not waited for has not come home.
        for one in work[:3] if timeout else []:
            made, words = self.waiting.pop(one)
            self.kept[one] = made.run(*words)
        return [one for one in work if one not in self.waiting][:num_returns], []

    def kill(self, _):
        pass


@pytest.mark.parametrize("workers", [3, 30])
def test_many_workers_hear_of_few_batches(monkeypatch, workers):
    ray = Pretended()
    monkeypatch.setitem(sys.modules, "ray", ray)
    driver = _split.Driver(ray, "sprouts solve 8", errand=0.03)
    report = driver.run(workers)
    assert (report.line, report.checked) == (parlor.ask("sprouts solve 8").line, "8 spots: nimber 0")
    # With few workers a batch is sent at once, else it lies open for its time; none is empty.
    assert driver.open == (0.0 if workers == 3 else workers * 0.005 / 20)
    batches = len(driver.news) - 1
    assert batches and (workers == 3 or batches <= driver.figures["seconds"] / driver.open + 1)
    assert all(facts for kept in ray.kept.values() if isinstance(kept, list) for facts in kept)
    assert max(ray.heard) <= batches


# On Ray.


def children(pid):
    """What descends from a process, as pairs of number and name."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True).stdout.splitlines()[1:]
    rows = [line.split(None, 2) for line in listed]
    below, found = {pid}, []
    for _ in range(8):
        for row in rows:
            if int(row[1]) in below and int(row[0]) not in below:
                below.add(int(row[0]))
                found.append((int(row[0]), row[2] if len(row) > 2 else ""))
    return found


def at_work(pid):
    """The actors below a process that run an errand just now."""
    return [number for number, name in children(pid) if name.startswith("ray::Worker.run")]


class Hunter(threading.Thread):
    """Kills actors below a process at random times, so many in all."""

    def __init__(self, pid, kills, pause, seed=3):
        super().__init__(daemon=True)
        self.pid, self.kills, self.pause, self.chance, self.killed, self.over = pid, kills, pause, random.Random(seed), [], False

    def run(self):
        while len(self.killed) < self.kills and not self.over:
            time.sleep(self.chance.uniform(*self.pause))
            found = at_work(self.pid)
            if found:
                victim = self.chance.choice(found)
                try:
                    os.kill(victim, signal.SIGKILL)
                    self.killed.append(victim)
                except ProcessLookupError:
                    pass


def begun(folder, spots, workers):
    words = ["cluster", "run", f"sprouts solve {spots}", "--workers", str(workers)]
    words += ["--keep", str(folder / "run.facts"), "--certificate", str(folder / "proof.txt"), "--json"]
    errors = open(folder / "told.txt", "a", encoding="utf-8")
    # Ray lets everything else go first, which on a busy machine takes minutes.
    env = {"RAY_worker_niceness": "0", **os.environ}
    return subprocess.Popen([COMMAND, *words], stdout=subprocess.PIPE, stderr=errors, text=True, env=env)


def answered(driver, folder, spots, nimber, seconds):
    """The driver ends in time with the right answer, and its certificate stands."""
    text, _ = driver.communicate(timeout=seconds)
    assert driver.returncode == 0, (folder / "told.txt").read_text()
    answer = json.loads(text)
    assert (answer["facts"]["nimber"], answer["standing"]["kind"]) == (nimber, "proved")
    assert parlor.verify(folder / "proof.txt").line == f"{spots} spots: nimber {nimber}"
    assert "the certificate was checked here" in (folder / "told.txt").read_text()
    return answer


def journal(folder):
    return [json.loads(line) for line in (folder / "run.facts.log").read_text().splitlines()]


def signalled(numbers, sign):
    for number in numbers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, sign)


def told(folder, name):
    """A figure of the run as its journal had it last, nothing before it has a line."""
    lines = journal(folder) if (folder / "run.facts.log").exists() else []
    return lines[-1][name] if lines else None


def killed_at_work(driver, folder, seconds):
    """Kills an actor in the middle of an errand; nothing if the run was over before.

    All actors are held while the victim is chosen and until the journal tells of a loss: who is held and still bears
    the name of its errand has not answered, and nobody else ends the run before the driver has heard of the death.
    """
    end = time.time() + seconds
    while driver.poll() is None and time.time() < end:
        actors = [number for number, name in children(driver.pid) if name.startswith("ray::Worker")]
        signalled(actors, signal.SIGSTOP)
        try:
            victims = at_work(driver.pid)
            if victims and told(folder, "state") != "solved":
                os.kill(victims[0], signal.SIGKILL)
                while driver.poll() is None and time.time() < end and not told(folder, "lost"):
                    time.sleep(0.1)
                return victims[0]
        finally:
            signalled(actors, signal.SIGCONT)
        time.sleep(0.05)
    return None


def test_a_worker_is_killed_and_the_answer_stands(tmp_path):
    pytest.importorskip("ray", reason="ray is not installed")
    driver = begun(tmp_path, 14, 2)
    try:
        # Both ends are for what hangs: on a machine with twenty other things to do all of it takes a minute.
        victim = killed_at_work(driver, tmp_path, 240)
        answered(driver, tmp_path, 14, 0, 240)
    finally:
        driver.kill()
    last = journal(tmp_path)[-1]
    assert victim is not None, "the run was over before an actor was seen at work"
    assert (last["lost"], last["state"]) == (1, "solved")
    # What was proved is kept: another run has nothing left to do, and no worker is started for it.
    plan = Plan("sprouts solve 14")
    assert Store(tmp_path / "run.facts").open(plan.resume) == last["facts"] and plan.decided()


@pytest.mark.skipif("PARLOR_SLOW" not in os.environ, reason="minutes: PARLOR_SLOW=yes")
def test_ten_workers_die_two_drivers_die_and_a_store_is_damaged(tmp_path):
    pytest.importorskip("ray", reason="ray is not installed")
    spots = int(os.environ.get("PARLOR_SPOTS", "17"))
    nimber = int(spots % 6 > 2)
    store, killed, held = tmp_path / "run.facts", [], 0
    for round in range(3):
        driver = begun(tmp_path, spots, 3)
        hunter = Hunter(driver.pid, (3, 3, 4)[round], (0.2, 1.0), seed=round)
        hunter.start()
        try:
            if round == 2:
                answered(driver, tmp_path, spots, nimber, 900)
                break
            # The driver dies some seconds after its workers did.
            end = time.time() + 300
            while time.time() < end and hunter.is_alive() and driver.poll() is None:
                time.sleep(0.2)
            time.sleep(4)
            assert driver.poll() is None, "it was too quick for this test"
        finally:
            hunter.over = True
            driver.kill()
            driver.wait()
        killed += hunter.killed
        plan = Plan(f"sprouts solve {spots}")
        kept = plan.resume(str(store), store.read_bytes())
        assert kept > held, "what was proved is not lost"
        held = kept
        if round == 0:
            whole = store.read_bytes()
            store.write_bytes(whole[: len(whole) // 3] + b"!" + whole[len(whole) // 3 + 1 :])
            refused = begun(tmp_path, spots, 3)
            assert refused.wait(60) == 2 and "run.facts: damaged" in (tmp_path / "told.txt").read_text()
            store.unlink()
            before = (tmp_path / "run.facts.before").read_bytes()
            held = Plan(f"sprouts solve {spots}").resume("before", before)
            assert 0 < held <= kept
    killed += hunter.killed
    assert len(killed) == 10
