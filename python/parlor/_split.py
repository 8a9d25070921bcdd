"""A search on many machines: the driver keeps the tree, workers solve its leaves and share what they prove.

The driver (`_parlor.Plan`) keeps a proof-number tree of couples, a position and a nimber that is asked of it. Its leaves
are errands. A worker (`_parlor.Part`) is an actor with tables of its own: it works on a couple within a budget and says
what it proved; a couple that outlasts its budget is opened by the driver, with the worker's guesses at what is below.
What one worker proved the others learn with their next errand. A worker that dies is started again, knows nothing, gets
all facts, and its errand is given anew. What the driver has proved it keeps in the file of `--keep`, so that a driver
that was killed goes on. The answer is then given here, by the question itself, from the facts; its certificate is
written here and checked here, always.
"""

import os
import time
from collections import Counter

from ._parlor import Error, Part, Plan, verify
from ._report import Report
from ._split_store import Journal, Store

# An errand is to take so many seconds of a worker's time, far more than the message that brings it. The first ones are
# short, so that there is soon something to do for everyone.
ERRAND, FIRST, LEAST, MOST = 0.3, 256, 64, 1 << 20
# Of many workers each is to leave the driver so many seconds for every other one: it needs about half of that for an
# errand and its outcome, and gives one after the other.
TURN = 0.005
# Of more workers than so many, what they prove is gathered for so many times less than an errand takes, so that with an
# errand one hears of about so many batches: that costs the driver 0.7 ms, as none does, where a thousand batches, one of
# each of a thousand workers, cost it 15 ms and the worker 14 (processor time, one run on a busy machine).
BATCHES = 20
# Keeping is done every so many seconds, or less often where it would take more than one part in so many of the time.
PAUSE, KEEPING = 2.0, 20
# The driver looks up from its waiting so often.
PATIENCE = 0.5
# An errand whose workers die so often is given up.
DEATHS = 25


class Worker:
    """The actor. Batches of facts are counted: one that was started again has heard of none, and says so."""

    def __init__(self, sentence):
        self.part, self.heard = Part(sentence), 0

    def run(self, errand, budget, batches, since, until):
        """Learns the batches and works on the errand. Returns guesses, facts and figures; nothing if it misses batches."""
        import ray

        if since not in (0, self.heard):
            return None
        began = time.process_time()
        for batch in ray.get(batches):
            for facts in batch:
                self.part.learn(facts)
        self.heard = until
        learnt, clock = time.process_time(), time.monotonic()
        guesses, positions = self.part.attempt(*errand, budget)
        worked, clock = time.process_time(), time.monotonic() - clock
        facts, proved = self.part.facts()
        shared = learnt - began + time.process_time() - worked
        figures = {"positions": positions, "proved": proved, "worked": worked - learnt, "shared": shared}
        return guesses, facts, {**figures, "clock": clock, "memory": _memory()}


def _memory():
    """The bytes of memory of this process."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class Seat:
    """A worker as the driver knows it."""

    def __init__(self, number, actor):
        self.number, self.actor = number, actor
        self.heard, self.budget, self.since = 0, FIRST, time.monotonic()
        # It has answered since it was started; it died and has not answered since.
        self.alive, self.dead = False, False


class Driver:
    """One run."""

    def __init__(self, ray, sentence, keep=None, told=None, errand=ERRAND):
        self.ray, self.told, self.errand = ray, told, errand
        self.plan, self.store, self.journal = Plan(sentence), Store(keep), Journal(keep, sentence)
        self.sentence, self.seats, self.under_way = sentence, [], {}
        # Every batch of facts: who proved it and where it lies, until all have heard of it. The first stands for all that
        # was known before, so that who has heard of something has a number that is not 0.
        self.news, self.deaths = [(None, None)], Counter()
        # What was proved since the last batch, by whom, and since when; a batch lies open for so many seconds.
        self.gathered, self.gathering, self.open = [], 0.0, 0.0
        # All facts as they were sent last, until more were proved.
        self.whole = None
        self.begun = self.kept = time.monotonic()
        self.pause, self.held = PAUSE, 0
        names = ["seconds", "positions", "facts", "errands", "lost", "bytes", "workers", "memory"]
        # Processor seconds of the workers' search and sharing and of the driver; clock seconds of errands and between.
        names += ["worked", "shared", "driven", "clock", "between", "kept"]
        self.figures = dict.fromkeys(names, 0)
        self.resumed = self.store.open(self.plan.resume)
        self.figures["facts"] = self.resumed

    def run(self, workers):
        """The report of the sentence."""
        driven = time.process_time()
        actor = self.ray.remote(max_restarts=-1, max_task_retries=0, num_cpus=1)(Worker)
        self.seats = [Seat(number, actor.remote(self.sentence)) for number in range(workers)]
        self.errand = max(self.errand, TURN * workers)
        self.open = self.errand / BATCHES if workers > BATCHES else 0.0
        state = "stopped"
        try:
            self.search()
            state = "solved"
        finally:
            for seat in self.seats:
                self.ray.kill(seat.actor)
            self.figures["driven"] = time.process_time() - driven
            self.keep(state)
        return self.answer()

    def search(self):
        idle = list(self.seats)
        while not self.plan.decided():
            # Where there is nothing for one there is nothing for the others, until something comes home.
            while idle and self.give(idle[-1]):
                idle.pop()
            if self.plan.decided():
                break
            if not self.under_way:
                raise Error(f"{self.sentence}: there is nothing to do and no answer; ask it without the cluster")
            # To wait takes the longer the more is under way: all that has come home is taken at once.
            work = list(self.under_way)
            done, _ = self.ray.wait(work, num_returns=len(work), timeout=0)
            if not done:
                done, _ = self.ray.wait(work, num_returns=1, timeout=PATIENCE)
            idle += [self.take(work) for work in done]
            self.look()

    def give(self, seat):
        """Gives a worker its next errand; false where there is none just now."""
        errand = self.plan.errand()
        if errand is None:
            return False
        self.publish()
        since, until = seat.heard, len(self.news)
        batches = [ref for who, ref in self.news[since:] if since and who != seat.number]
        if since == 0 and self.figures["facts"]:
            # It knows nothing, and hears of all facts at once.
            if self.whole is None:
                facts, _ = self.plan.facts()
                self.whole = self.ray.put([facts])
                self.figures["bytes"] += len(facts)
            batches = [self.whole]
        now = time.monotonic()
        self.figures["between"] += now - seat.since
        seat.heard, seat.since = until, now
        self.under_way[seat.actor.run.remote(errand, seat.budget, batches, since, until)] = (seat, errand)
        return True

    def publish(self):
        """Makes a batch of what was gathered, if that is old enough."""
        if self.gathered and time.monotonic() - self.gathering >= self.open:
            whose = {number for number, _ in self.gathered}
            # Who alone proved what is in it need not hear of it.
            who = whose.pop() if len(whose) == 1 else None
            self.news.append((who, self.ray.put([facts for _, facts in self.gathered])))
            self.gathered = []

    def take(self, work):
        """What came of an errand."""
        seat, errand = self.under_way.pop(work)
        try:
            outcome = self.ray.get(work)
        except self.ray.exceptions.RayTaskError as error:
            raise Error(f"a worker: {error.cause}") from None
        except self.ray.exceptions.RayError as error:
            # One that is being started again may answer so several times.
            self.figures["lost"] += not seat.dead
            outcome, seat.alive, seat.dead = None, False, True
            self.deaths[errand] += 1
            if self.deaths[errand] >= DEATHS:
                raise Error(f"a worker: it died {DEATHS} times at one errand; look at its memory ({type(error).__name__})") from None
        now = time.monotonic()
        if outcome is None:
            # It died, or was started again since it heard last.
            seat.heard, seat.since = 0, now
            self.plan.lost(*errand)
            return seat
        guesses, facts, figures = outcome
        self.plan.learn(*errand, guesses, facts)
        if figures["proved"]:
            self.gathering = self.gathering if self.gathered else now
            self.gathered.append((seat.number, facts))
            self.whole = None
        self.count(seat, figures, len(facts) + len(guesses), now)
        if guesses:
            # Only an errand that spent its budget tells how long that takes; one that was soon decided would raise the
            # budget until a hard one keeps its worker for minutes and the others wait for it.
            change = min(max(self.errand / max(figures["worked"], 1e-3), 0.25), 4.0)
            seat.budget = int(min(max(seat.budget * change, LEAST), MOST))
        return seat

    def count(self, seat, figures, size, now):
        ours = self.figures
        ours["errands"] += 1
        ours["bytes"] += size
        ours["facts"] += figures["proved"]
        for name in ("positions", "worked", "shared", "clock"):
            ours[name] += figures[name]
        ours["between"] += now - seat.since - figures["clock"]
        ours["memory"] = max(ours["memory"], figures["memory"])
        seat.alive, seat.dead, seat.since = True, False, now

    def look(self):
        now = time.monotonic()
        # What everyone has heard of needs to lie nowhere; who knows nothing gets all facts at once.
        heard = min(seat.heard for seat in self.seats)
        for at in range(self.held, heard):
            self.news[at] = (self.news[at][0], None)
        self.held = max(self.held, heard)
        self.figures["seconds"] = now - self.begun
        self.figures["workers"] = sum(seat.alive for seat in self.seats)
        if self.told is not None:
            self.told(self.figures)
        if now - self.kept >= self.pause:
            self.keep("at work")

    def keep(self, state):
        began = time.monotonic()
        self.figures["seconds"] = began - self.begun
        facts, self.figures["facts"] = self.plan.facts()
        self.store.keep(facts)
        self.kept = time.monotonic()
        self.figures["kept"] += self.kept - began
        self.pause = max(PAUSE, KEEPING * (self.kept - began))
        self.journal.tell(self.figures, state)

    def answer(self):
        began = time.process_time()
        report = Report(self.plan.answer(None))
        written = time.process_time()
        if report.certificate is None:
            raise Error(f"{self.sentence}: it writes no certificate, so that nothing here checks what was proved; ask it without the cluster")
        checked = Report(verify(report.certificate, None))
        self.figures["writing"], self.figures["checking"] = written - began, time.process_time() - written
        report.cluster, report.checked = dict(self.figures), checked.line
        return report


def solve(ray, sentence, workers=2, keep=None, told=None):
    """The report of the sentence, worked out by so many actors of a Ray that was initialised; its figures are `report.cluster`."""
    return Driver(ray, sentence, keep, told).run(workers)
