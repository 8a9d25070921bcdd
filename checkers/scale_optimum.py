"""scale optimum: a strategy, and no better one: every weighing is tried."""

import math

from common import Budget, Lines, require
from scale_cores import WEIGHINGS, blocks_of, contains, read_cores
from scale_strategy import NAMES, Strategy, answer, found_within, read_pans, weighings


class Refutation:
    """Walks through the weighings of nodes, with the lines "try" for a guide."""

    def __init__(self, scale, lines):
        self.scale, self.answers, self.lines = scale, len(NAMES[scale]), lines
        self.budget, self.cores = Budget(1 << 24, "pairs L:R"), []

    def start(self, words, piles, kinds, real, rounds):
        """Refutes that the fakes of a start, given in words and as a node, are found in so many weighings."""
        require(rounds >= 0, "there is nothing to refute")
        line = self.lines.take()
        if line != f"refute {words} weighings {rounds}":
            raise self.lines.broken(f"refute {words} weighings {rounds} belongs here")
        if self.lines.starts("hard"):
            require(self.scale == "5" and all(len(kind) == 2 for kind in kinds), "cores are for two fakes on five answers")
        self.cores = read_cores(self.lines)
        self.node(piles, kinds, real, rounds)

    def node(self, sizes, kinds, real, rounds):
        if sum(sets(kind, sizes) for kind in kinds) > self.answers ** rounds:
            return
        if rounds == WEIGHINGS and self.holds_core(sizes, kinds):
            return
        if rounds == 0:
            raise self.lines.broken("a node that is not refuted")
        self.weigh(sizes, kinds, real, rounds, [], 0, {})

    def weigh(self, sizes, kinds, real, rounds, pans, tilt, told):
        """All weighings that begin with these pans; told counts the sets of each answer among the kinds laid."""
        group = len(pans)
        if group == len(sizes):
            return self.trial(sizes, kinds, real, rounds, pans)
        rest, even = real + sum(sizes[group + 1:]), all(left == right for left, right in pans)
        for left in range(sizes[group] + 1):
            least, most = max(0, tilt + left - rest), min(sizes[group] - left, tilt + left + rest)
            for right in range(least, min(most, left) + 1 if even else most + 1):
                self.budget.spend()
                laid, counts = pans + [(left, right)], dict(told)
                for kind in kinds:
                    if kind[-1] == group:
                        for _, difference, number in ways(kind, sizes, laid):
                            name = answer(self.scale, difference)
                            counts[name] = counts.get(name, 0) + number
                # What more kinds add only makes an answer more hopeless.
                if all(number <= self.answers ** (rounds - 1) for number in counts.values()):
                    self.weigh(sizes, kinds, real, rounds, laid, tilt + left - right, counts)

    def trial(self, sizes, kinds, real, rounds, pans):
        """The line "try" of a weighing none of whose answers is hopeless, and the node that it names."""
        if self.cores:
            return self.node(*self.answered_by_core(sizes, kinds, real, rounds - 1, pans), rounds - 1)
        words = self.lines.after("try").split(" ")
        if read_pans(words[:-1], sizes, self.lines) != pans:
            raise self.lines.broken("another weighing comes first")
        if words[-1] not in NAMES[self.scale]:
            raise self.lines.broken("there is no such answer")
        self.node(*self.after(sizes, kinds, real, pans, words[-1]), rounds - 1)

    def after(self, sizes, kinds, real, pans, chosen):
        """The node that an answer leaves."""
        reached = []
        for kind in kinds:
            reached += [parts for parts, d, _ in ways(kind, sizes, pans) if answer(self.scale, d) == chosen]
        used = sorted({part for parts in reached for part in parts})
        places = {part: place for place, part in enumerate(used)}
        room = [(pans[g][0], sizes[g] - sum(pans[g]), pans[g][1])[side] for g, side in used]
        return room, [tuple(places[part] for part in parts) for parts in reached], real + sum(sizes) - sum(room)

    def holds_core(self, sizes, kinds):
        blocks = blocks_of(sizes, kinds) if self.cores else None
        return blocks is not None and any(contains(blocks, core) for core in self.cores)

    def answered_by_core(self, sizes, kinds, real, rounds, pans):
        """The first node that holds a core, or with more weighings left than these are for that of the most sets."""
        nodes = [self.after(sizes, kinds, real, pans, name) for name in NAMES[self.scale]]
        if rounds > WEIGHINGS:
            return max(nodes, key=lambda node: sum(sets(kind, node[0]) for kind in node[1]))
        for node in nodes:
            if rounds == WEIGHINGS and self.holds_core(node[0], node[1]):
                return node
        raise self.lines.broken("no answer to a weighing contains a core")


def sets(kind, sizes):
    """How many sets of coins a kind stands for."""
    return math.prod(math.comb(sizes[group], kind.count(group)) for group in set(kind))


def ways(kind, sizes, pans):
    """How the fakes of a kind can lie: parts (group, 0 left, 1 aside, 2 right), the difference, how many sets."""
    found = [((), 0, 1)]
    for group in sorted(set(kind)):
        fakes, (left, right) = kind.count(group), pans[group]
        aside, more = sizes[group] - left - right, []
        for x in range(fakes + 1):
            for y in range(fakes - x + 1):
                z = fakes - x - y
                number = math.comb(left, x) * math.comb(right, y) * math.comb(aside, z)
                parts = ((group, 0),) * x + ((group, 1),) * z + ((group, 2),) * y
                more += [(p + parts, d + x - y, n * number) for p, d, n in found if number]
        found = more
    return found


def check(lines):
    lines = Lines(lines)
    strategy = Strategy(lines)
    most = weighings(strategy)
    walk = Refutation(strategy.scale, lines)
    walk.start(strategy.words, strategy.piles, strategy.kinds, strategy.real, most - 1)
    lines.end()
    return f"{found_within(strategy, most)}, and not always within {most - 1}"
