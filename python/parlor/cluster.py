"""Work on many machines.

A search that shares what it proves: `run("sprouts solve 17", workers=2)` is the report that `ask` would give, with its
certificate, worked out by the workers of Ray. So are Noon's queens (`queens solve 14 --rule noon`), Cram, Boxing and every
board of the language of sums that is searched: which questions are is for the rooms to say (`searches()`), and nothing here
knows a game.

Work that falls into numbered pieces (`pieces()`): ranges of them are worked on anywhere; `run("queens lock 16", 32)` joins
them if each piece is there once and what they counted adds up.

Tosses: a sentence is cut into sentences, each is asked somewhere, the answers are joined.

>>> from parlor import cluster
>>> cluster.cut("conics odds --tosses 1000000 --seed 7", 2)
['conics odds --tosses 500000 --seed 7000000', 'conics odds --tosses 500000 --seed 7000001']

`join(map(parlor.ask, cut(sentence, parts)))` is the answer on this machine; `run(sentence, parts)` is the same answer, to
the last count, from the workers of Ray. Any other runner of sentences will do: `parlor cluster cut` prints them.
"""

import contextlib
import json
import os
import signal
import sys
import time
import zlib

from ._parlor import Cut, Error, Plan, carried, carries, joined, verify
from ._parlor import words as parted
from ._registry import TOPICS
from ._report import Report
from .scripts import SCRIPTS

# The counts of a question that tosses; together they are its tosses.
COUNTS = {"conics odds": ("ellipses", "hyperbolas", "parabolas")}
# Seeds of parts of one seed lie side by side, those of different seeds far from each other.
MOST_PARTS = 1_000_000
MOST_WORKERS = 100_000
# The bytes that a Ray started here sets aside for what its workers share.
STORE = 100_000_000


def searches():
    """The sentences whose searches share what they prove."""
    return carries()[0]


def pieces():
    """The sentences whose work falls into independent pieces, tosses among them."""
    return [*(f"{title} --tosses N --seed S" for title in COUNTS), *carries()[1]]


def _split(sentence):
    """The title of a sentence and its other words."""
    words = parted(sentence)
    words = words[1:] if words[:1] == ["parlor"] else words
    return " ".join(words[:2]), words[2:]


def _words(sentence):
    title, words = _split(sentence)
    if title not in COUNTS:
        raise Error(f"{title!r}: cannot be cut into parts; write one of {', '.join(pieces())}, or a search that shares what it proves: {', '.join(searches())}")
    return title, words


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
    if _kind(sentence) == "pieces":
        raise Error(f"{sentence}: its pieces are no sentences; write parlor cluster run {parts} SENTENCE")
    title, words = _words(sentence)
    tosses, words = _taken(title, words, "tosses")
    seed, words = _taken(title, words, "seed")
    if "--method" in words or any(word.startswith("--method=") for word in words):
        raise Error("--method: only plain tosses are cut; leave it out")
    if not 1 <= parts <= min(tosses, MOST_PARTS):
        raise Error(f"parts: {parts} will not do; write a number from 1 to {min(tosses, MOST_PARTS)}")
    shares = [tosses // parts + (at < tosses % parts) for at in range(parts)]
    rest = f" {joined(words)}" if words else ""
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


def _kind(sentence):
    """How a sentence is carried: `tosses`, `shared` or `pieces`; nothing else is."""
    return "tosses" if _split(sentence)[0] in COUNTS else carried(sentence)


def _ranges(sentence, parts):
    """So many ranges of the pieces of a sentence, or fewer where there are not so many."""
    count = Cut(sentence).pieces()
    if not 1 <= parts <= MOST_PARTS:
        raise Error(f"parts: {parts} will not do; write a number from 1 to {MOST_PARTS}")
    parts = max(1, min(parts, count))
    return [(count * at // parts, count * (at + 1) // parts) for at in range(parts)]


def _worked(sentence, first, last):
    """What a worker does: a range of pieces."""
    return Cut(sentence).run(first, last)


def join_pieces(sentence, ranges):
    """The report of the whole from what `Cut(sentence).run(first, last)` gave. Missing, doubled and wrong ranges are refused."""
    # A file gives lists where a worker gave tuples.
    report = Report(Cut(sentence).answer([tuple(some) for some in ranges], None))
    report.checked = None if report.certificate is None else Report(verify(report.certificate, None)).line
    return report


def run_here(sentence, parts):
    """The same as `run` for independent work, computed in this process."""
    from . import ask

    if _kind(sentence) == "pieces":
        return join_pieces(sentence, [_worked(sentence, *ends) for ends in _ranges(sentence, parts)])
    return join(sentence, parts, {part: ask(part).facts for part in cut(sentence, parts)})


# The first line of the file of a run, and the form of it that is written here.
HEADING, FORM = "parlor parts", 1


class _Store:
    """Answers of parts that a killed run had: below a heading with the form's number a line each, with its checksum."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if path is None:
            return
        with self._trouble():
            lines = self._lines() if os.path.exists(path) else []
            for number, line in lines:
                self.known.update([self._read(number, line)])
            # Written as a whole beside its place: who is killed here loses nothing, and what cannot be kept is refused
            # before the work. (Half a last line goes, and a file from before there were headings gets one.)
            draft = f"{os.fspath(path)}.{os.getpid()}.draft"
            try:
                with open(draft, "w", encoding="utf-8") as file:
                    file.write("".join(f"{line}\n" for line in [f"{HEADING} {FORM}", *(line for _, line in lines)]))
                os.replace(draft, path)
            finally:
                if os.path.exists(draft):
                    os.remove(draft)

    @contextlib.contextmanager
    def _trouble(self):
        try:
            yield
        except OSError as error:
            raise Error(f"keep {self.path}: {error.strerror}; name a file that can be read and written") from None

    def _lines(self):
        """The lines with their numbers, without the heading."""
        with open(self.path, "rb") as file:
            # A run that was killed while it wrote leaves half a last line behind; that part is asked again.
            *lines, rest = file.read().decode("utf-8", "replace").split("\n")
        if rest and not lines:
            # Not even a heading: no run of ours left this behind, and what it is must not be written over.
            raise Error(f"keep {self.path}: line 1 is damaged; delete the file to begin anew")
        lines = list(enumerate(lines, 1))
        if not lines or not lines[0][1].startswith(HEADING):
            return lines
        if lines[0][1] != f"{HEADING} {FORM}":
            raise Error(f"keep {self.path}: {lines[0][1][:80]!r} is not its form; this program reads {HEADING} {FORM}")
        return lines[1:]

    def _read(self, number, line):
        check, _, text = line.partition(" ")
        try:
            part, counts = json.loads(text)
            if check == f"{zlib.crc32(text.encode()):08x}" and isinstance(part, str):
                return part, counts
        except (TypeError, ValueError):
            pass
        raise Error(f"{self.path}: line {number} is damaged; delete the file to begin anew")

    def keep(self, part, counts):
        self.known[part] = counts
        if self.path is not None:
            text = json.dumps([part, counts])
            with self._trouble(), open(self.path, "a", encoding="utf-8") as file:
                file.write(f"{zlib.crc32(text.encode()):08x} {text}\n")


def _answered(part):
    """What a worker does: the whole numbers among the facts."""
    from . import ask

    return {name: fact for name, fact in ask(part).facts.items() if isinstance(fact, int)}


def _ray():
    try:
        import ray
    except ImportError:
        raise Error('ray: it is not installed; pip install "parlor-lab[cluster]"') from None
    return ray


@contextlib.contextmanager
def _running(address, workers):
    """Ray as it runs, or as it is begun for this run: at an address, or here with so many workers (else one a core)."""
    ray = _ray()
    begun = not ray.is_initialized()
    if begun:
        here = {"include_dashboard": False, "object_store_memory": STORE, "_node_ip_address": "127.0.0.1", "num_cpus": workers}
        try:
            ray.init(address=address, log_to_driver=False, configure_logging=False, **(here if address is None else {}))
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise Error(f"ray at {address or 'this machine'}: {str(error).splitlines()[0]}") from None
    try:
        yield ray
    finally:
        if begun:
            ray.shutdown()


def run(sentence, parts=None, address=None, keep=None, told=None, workers=None):
    """Asks the workers of Ray: so many here (`address=None`), or of the cluster at an address (`"auto"`, `"ray://..."`).

    A search that shares what it proves is worked on by so many `workers`, two unless said otherwise; its report is that of `ask`, with a certificate
    that was checked here, and `report.cluster` has the figures of the run. `told(figures)` is called twice a second.

    Independent work is cut into `parts`, 64 unless said otherwise: of tosses the counts of the whole are returned, of pieces
    the report. `told(done, of)` is called after every part.

    What a worker does that dies is done again. With `keep` a file holds what is done, so that a killed run goes on.
    """
    kind = _kind(sentence)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise Error(f"workers: {workers} will not do; write a number from 1 to {MOST_WORKERS}")
    if kind == "shared":
        if parts is not None:
            raise Error(f"parts: {_split(sentence)[0]} shares what it proves and is not cut; say how many workers")
        from ._split import solve

        # What will not do is said before a Ray is started for it.
        Plan(sentence)
        workers = 2 if workers is None else workers
        with _running(address, workers) as ray:
            return solve(ray, sentence, workers, keep, told)
    parts = 64 if parts is None else parts
    if kind == "pieces":
        wanted = {f"{sentence} [{first}, {last})": (sentence, first, last) for first, last in _ranges(sentence, parts)}
        found = _done_there(_worked, wanted, address, keep, told, workers)
        return join_pieces(sentence, found.values())
    wanted = {part: (part,) for part in cut(sentence, parts)}
    return join(sentence, parts, _done_there(_answered, wanted, address, keep, told, workers))


def _done_there(work, wanted, address, keep, told, workers):
    """What the tasks give that are wanted, by their names; what the file holds is not asked again."""
    _ray()
    store = _Store(keep)
    with _running(address, workers) as ray:
        task = ray.remote(max_retries=-1, num_cpus=1)(work)
        waiting = {task.remote(*words): name for name, words in wanted.items() if name not in store.known}
        while waiting:
            for done in ray.wait(list(waiting))[0]:
                try:
                    store.keep(waiting.pop(done), ray.get(done))
                except ray.exceptions.RayTaskError as error:
                    raise Error(f"a worker: {error.cause}") from None
                if told is not None:
                    told(len(wanted) - len(waiting), len(wanted))
    return {name: store.known[name] for name in wanted}


HELP = """Work on many machines, through Ray (pip install "parlor-lab[cluster]").

  parlor cluster run SENTENCE [--workers N] [--address A] [--keep FILE] [--certificate FILE] [--json]
      a search whose workers share what they prove; the certificate is checked here, always
{searches}
  parlor cluster run PARTS SENTENCE [--workers N] [--address A] [--keep FILE]
      independent work in so many parts, joined if each part is there once and the counts add up
{pieces}
  parlor cluster cut PARTS SENTENCE
      the sentences of tosses, for any runner of commands
  parlor cluster script slurm|local
      a script that starts Ray on the nodes of a job, or here

--address: none (a Ray is started here), auto, or ray://HOST:PORT. --keep: what is done is kept in that file, so that a killed
run goes on from it, with any number of workers; `parlor serve --runs FOLDER` shows how far searches are.
"""


def _help():
    listed = [f"        {can}" for can in searches()], [f"        {can}" for can in pieces()]
    return HELP.format(searches="\n".join(listed[0]), pieces="\n".join(listed[1]))


USAGE = (
    "parlor cluster run SENTENCE [--workers N] [--address A] [--keep FILE] [--certificate FILE] [--json]"
    " | parlor cluster run PARTS SENTENCE [--workers N] [--address A] [--keep FILE] | parlor cluster cut PARTS SENTENCE"
    " | parlor cluster script slurm|local"
)


def _taken_out(words, names):
    """The values of the options of the run, and the other words."""
    options, rest = dict.fromkeys(names), []
    words = iter(words)
    for word in words:
        name, given, value = word.partition("=")
        if name not in options:
            rest.append(word)
        elif name in SWITCHES:
            options[name] = True
        else:
            options[name] = value if given else next(words, None)
            if not options[name]:
                raise Error(f"{name}: a value is missing; write {USAGE}")
    return options, rest


SWITCHES = ("--json",)


def _sentence(words):
    """One sentence of words that the shell has parted already, or of one that it has not."""
    return words[0] if len(words) == 1 else joined(words)


class _Teller:
    """How a search goes, on standard error: a line that changes on a terminal, a line every ten seconds elsewhere."""

    def __init__(self):
        self.terminal, self.next = sys.stderr.isatty(), 0.0

    def __call__(self, figures):
        rate = figures["positions"] / max(figures["seconds"], 0.001)
        line = f"{figures['positions']:,} positions, {rate:,.0f} a second, {figures['facts']:,} facts,"
        self.tell(figures["seconds"], f"{line} {figures['workers']} workers alive, {figures['lost']} lost")

    def tell(self, seconds, line):
        """Says it where it is time to."""
        if seconds < self.next:
            return
        self.next = seconds + (0.5 if self.terminal else 10)
        line = f"{seconds:.0f} s: {line}"
        print(f"\r\x1b[K{line}" if self.terminal else line, end="" if self.terminal else "\n", file=sys.stderr, flush=True)

    def end(self):
        if self.terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class _PartsTeller(_Teller):
    """The same for parts; those that a file held are no work of this run."""

    def __init__(self):
        super().__init__()
        self.begun, self.first = time.monotonic(), None

    def __call__(self, done, of):
        seconds = time.monotonic() - self.begun
        self.first = done - 1 if self.first is None else self.first
        self.tell(seconds, f"{done:,} of {of:,} parts, {(done - self.first) / max(seconds, 0.001):,.1f} a second")


def _workers(word):
    """The number of workers that is asked for, if any is."""
    if word is not None and not word.isdecimal():
        raise Error(f"--workers: {word!r} is no whole number; write digits")
    return None if word is None else int(word)


def _search(words):
    """`parlor cluster run SENTENCE`: prints the report and writes its certificate."""
    options, words = _taken_out(words, ("--workers", "--address", "--keep", "--certificate", *SWITCHES))
    workers = _workers(options["--workers"])
    teller, path = _Teller(), options["--certificate"]
    # Told to end, as by a job that must make room, it keeps what it has.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    draft = None if path is None else _draft(path)
    try:
        # Standard output carries the answer only, and Ray tells there of workers that died.
        with contextlib.redirect_stdout(sys.stderr):
            report = run(_sentence(words), None, options["--address"], options["--keep"], teller, workers)
        if draft is not None:
            with open(draft, "w", encoding="utf-8") as file:
                file.write(report.certificate)
            os.replace(draft, path)
    finally:
        teller.end()
        if draft is not None and os.path.exists(draft):
            os.remove(draft)
    print(json.dumps(report.json()) if options["--json"] else str(report).rstrip("\n"))
    print(f"the certificate was checked here: {report.checked}", file=sys.stderr)


def _independent(what, parts, words):
    """`parlor cluster cut PARTS SENTENCE` and `parlor cluster run PARTS SENTENCE`: prints the sentences, or the answer."""
    options, rest = _taken_out(words, ("--workers", "--address", "--keep"))
    sentence = _sentence(rest)
    if what == "cut":
        print("\n".join(cut(sentence, parts)))
        return
    teller = _PartsTeller()
    try:
        with contextlib.redirect_stdout(sys.stderr):
            found = run(sentence, parts, options["--address"], options["--keep"], teller, _workers(options["--workers"]))
    finally:
        teller.end()
    print(json.dumps(found) if isinstance(found, dict) else str(found).rstrip("\n"))


def _draft(path):
    """A file beside that path, so that an unwritable place costs no hour of search."""
    draft = f"{path}.{os.getpid()}.draft"
    try:
        with open(draft, "w", encoding="utf-8"):
            return draft
    except OSError as error:
        raise Error(f"{path}: {error.strerror}; name a file that can be written") from None


def main(words):
    """The command `parlor cluster`; returns its exit code."""
    try:
        if words in (["--help"], ["-h"], ["help"]):
            print(_help(), end="")
        elif len(words) == 2 and words[0] == "script" and words[1] in SCRIPTS:
            print(SCRIPTS[words[1]], end="")
        elif len(words) > 1 and words[0] == "run" and not words[1].isdecimal():
            _search(words[1:])
        elif len(words) > 2 and words[0] in ("cut", "run") and words[1].isdecimal():
            _independent(words[0], int(words[1]), words[2:])
        else:
            raise Error(f"cluster: write {USAGE}")
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return {"too large": 3, "failed": 1, "stopped": 130}.get(getattr(error, "trouble", None), 2)
    except KeyboardInterrupt:
        return 130
    return 0
