"""Independent work on many machines: a sentence is cut into sentences, each is asked somewhere, the answers are joined.

>>> from parlor import cluster
>>> cluster.cut("conics odds --tosses 1000000 --seed 7", 2)
['conics odds --tosses 500000 --seed 7000000', 'conics odds --tosses 500000 --seed 7000001']

`join(map(parlor.ask, cut(sentence, parts)))` is the answer on this machine; `run(sentence, parts)` is the same answer, to
the last count, from the workers of Ray. Any other runner of sentences will do: `parlor cluster cut` prints them.
"""

import json
import os
import sys
import zlib

from ._parlor import Error
from ._registry import TOPICS
from .scripts import SCRIPTS

# The counts of a question that tosses; together they are its tosses.
COUNTS = {"conics odds": ("ellipses", "hyperbolas", "parabolas")}
# Seeds of parts of one seed lie side by side, those of different seeds far from each other.
MOST_PARTS = 1_000_000


def _words(sentence):
    import shlex

    words = shlex.split(sentence)
    words = words[1:] if words[:1] == ["parlor"] else words
    title = " ".join(words[:2])
    if title not in COUNTS:
        raise Error(f"{title!r}: cannot be cut into independent parts; write one of {', '.join(COUNTS)}")
    return title, words[2:]


def _parameter(title, name):
    topic, question = title.split()
    questions = next(known["questions"] for known in TOPICS if known["name"] == topic)
    params = next(known["params"] for known in questions if known["name"] == question)
    return next(param for param in params if param["name"] == name)


def _taken(title, words, name):
    """The value of a parameter, or its default, and the words without it."""
    value, rest = _parameter(title, name)["default"], []
    words = iter(words)
    for word in words:
        if word == f"--{name}":
            value = next(words, "")
        elif word.startswith(f"--{name}="):
            value = word.split("=", 1)[1]
        else:
            rest.append(word)
    if not value.isdecimal():
        raise Error(f"--{name}: {value!r} is no whole number; write digits")
    return int(value), rest


def cut(sentence, parts):
    """The sentence as so many sentences whose answers can be joined, the same on every machine."""
    title, words = _words(sentence)
    tosses, words = _taken(title, words, "tosses")
    seed, words = _taken(title, words, "seed")
    if "--method" in words or any(word.startswith("--method=") for word in words):
        raise Error("--method: only plain tosses are cut; leave it out")
    if not 1 <= parts <= min(tosses, MOST_PARTS):
        raise Error(f"parts: {parts} will not do; write a number from 1 to {min(tosses, MOST_PARTS)}")
    shares = [tosses // parts + (at < tosses % parts) for at in range(parts)]
    rest = "".join(f" {word}" for word in words)
    return [f"{title}{rest} --tosses {share} --seed {seed * MOST_PARTS + at}" for at, share in enumerate(shares)]


def _counted(title, facts, sentence):
    """The counts of a part, held against its tosses."""
    counts = {name: facts.get(name) for name in ("tosses", *COUNTS[title])}
    if not all(isinstance(count, int) and count >= 0 for count in counts.values()):
        raise Error(f"{sentence}: the answer lacks its counts; ask it again")
    if counts["tosses"] != sum(counts[name] for name in COUNTS[title]) or counts["tosses"] != _taken(title, _words(sentence)[1], "tosses")[0]:
        raise Error(f"{sentence}: the counts do not make up its tosses; ask it again")
    return counts


def join(sentence, parts, answers):
    """The counts of the whole from the facts of its parts, given by their sentences. Missing, foreign and wrong parts are refused."""
    title, _ = _words(sentence)
    wanted = cut(sentence, parts)
    missing = [part for part in wanted if part not in answers]
    foreign = set(answers) - set(wanted)
    if missing or foreign:
        raise Error(f"{(missing or sorted(foreign))[0]}: {'no answer' if missing else 'no part'} of {sentence!r}")
    counted = [_counted(title, answers[part], part) for part in wanted]
    total = {name: sum(counts[name] for counts in counted) for name in counted[0]}
    if total["tosses"] != _taken(title, _words(sentence)[1], "tosses")[0]:
        raise Error(f"{sentence}: its parts have {total['tosses']} tosses together")
    return total


def run_here(sentence, parts):
    """The counts of the whole, computed in this process."""
    from . import ask

    return join(sentence, parts, {part: ask(part).facts for part in cut(sentence, parts)})


class _Store:
    """Answers of parts that a killed run had: a line each, with its checksum."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if path is None or not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        # A run that was killed while it wrote leaves half a last line behind; that part is asked again.
        for number, line in enumerate(lines[:-1], 1):
            check, _, text = line.partition(" ")
            if check != f"{zlib.crc32(text.encode()):08x}":
                raise Error(f"{path}: line {number} is damaged; delete the file to begin anew")
            part, counts = json.loads(text)
            self.known[part] = counts
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines[:-1]))

    def keep(self, part, counts):
        self.known[part] = counts
        if self.path is not None:
            text = json.dumps([part, counts])
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(f"{zlib.crc32(text.encode()):08x} {text}\n")


def _answered(part):
    """What a worker does: the whole numbers among the facts."""
    from . import ask

    return {name: fact for name, fact in ask(part).facts.items() if isinstance(fact, int)}


def run(sentence, parts=64, address=None, keep=None, told=None):
    """The counts of the whole from the workers of Ray: one here (`address=None`), or the cluster at an address.

    Parts of a worker that dies are asked again. With `keep` a file holds what is done, so that a killed run goes on.
    `told(done, of)` is called after every part.
    """
    wanted = cut(sentence, parts)
    try:
        import ray
    except ImportError:
        raise Error('ray: it is not installed; pip install "parlor-lab[cluster]"') from None
    store = _Store(keep)
    begun = not ray.is_initialized()
    if begun:
        ray.init(address=address, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        work = ray.remote(max_retries=-1, num_cpus=1)(_answered)
        waiting = {work.remote(part): part for part in wanted if part not in store.known}
        while waiting:
            for done in ray.wait(list(waiting))[0]:
                store.keep(waiting.pop(done), ray.get(done))
                if told is not None:
                    told(len(wanted) - len(waiting), len(wanted))
    finally:
        if begun:
            ray.shutdown()
    return join(sentence, parts, {part: store.known[part] for part in wanted if part in store.known})


USAGE = (
    "parlor cluster cut PARTS SENTENCE | parlor cluster run PARTS SENTENCE [--address A] [--keep FILE]"
    " | parlor cluster script slurm|local"
)


def main(words):
    """The command `parlor cluster`; returns its exit code."""
    options = {"--address": None, "--keep": None}
    try:
        if len(words) == 2 and words[0] == "script" and words[1] in SCRIPTS:
            print(SCRIPTS[words[1]], end="")
            return 0
        if len(words) < 3 or words[0] not in ("cut", "run") or not words[1].isdecimal():
            raise Error(f"cluster: write {USAGE}")
        for name in options:
            if name in words[2:-1]:
                at = words.index(name, 2)
                options[name] = words[at + 1]
                words = words[:at] + words[at + 2 :]
        sentence, parts = " ".join(words[2:]), int(words[1])
        if words[0] == "cut":
            print("\n".join(cut(sentence, parts)))
        else:
            print(json.dumps(run(sentence, parts, options["--address"], options["--keep"])))
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0
