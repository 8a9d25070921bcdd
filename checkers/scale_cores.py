"""Cores: blocks in which three weighings never find the two fakes, and nodes that hold one."""

from common import Budget, require

WEIGHINGS, MOST_COINS, MOST_BLOCKS, MOST_CORES = 3, 99, 20, 10_000
OUTCOMES = [5 ** rounds for rounds in range(WEIGHINGS + 1)]


def pile(coins):
    """Piles are (0, coins, 0), so that they come before rectangles (1, short side, long side)."""
    return [(0, coins, 0)] if coins >= 2 else []


def rectangle(one, two):
    return [(1, min(one, two), max(one, two))] if one and two else []


def pairs(blocks):
    return sum(p * (p - 1) // 2 if kind == 0 else p * q for kind, p, q in blocks)


def read_block(word):
    """A block as it is written: N or AxB, without another spelling."""
    sides = word.split("x")
    if len(sides) > 2 or not all(s.isascii() and s.isdigit() and len(s) <= 2 and s[0] != "0" for s in sides):
        return []
    numbers = [int(side) for side in sides]
    if len(numbers) == 1:
        return pile(numbers[0])
    return rectangle(*numbers) if numbers[0] <= numbers[1] else []


def read_cores(lines):
    """The lines "hard", each of them seen to be a core."""
    cores = []
    while lines.starts("hard"):
        read = [read_block(word) for word in lines.after("hard").split(" ")]
        core = [block for blocks in read for block in blocks]
        if not all(read) or core != sorted(core) or len(core) > MOST_BLOCKS or len(cores) == MOST_CORES:
            raise lines.broken("\"hard BLOCK...\" with the blocks in order is to come here")
        cores.append(core)
    trier = Trier()
    for core in cores:
        require(not trier.found(tuple(core), WEIGHINGS), f"three weighings find the fakes in {core}")
    return cores


def ways(block):
    """What the differences -2, -1, 0, 1, 2 leave of a block, for every way to lay it on the scale."""
    def thirds(coins):
        return [(l, coins - l - r, r) for l in range(coins + 1) for r in range(coins + 1 - l)]
    kind, p, q = block
    found = set()
    for here in thirds(p):
        for there in thirds(q) if kind else [here]:
            left = {difference: [] for difference in (-2, -1, 0, 1, 2)}
            for i in range(3):
                for j in range(3) if kind else range(i, 3):
                    # Places are 0 left, 1 aside, 2 right; two fakes at i and j weigh (1 - i) + (1 - j) more there.
                    blocks = pile(here[i]) if not kind and i == j else rectangle(here[i], there[j])
                    left[2 - i - j] += blocks
            found.add(tuple(tuple(sorted(left[d])) for d in (-2, -1, 0, 1, 2)))
    return sorted(found)


class Trier:
    """Decides by trying every weighing, with as many real coins as one may want."""

    def __init__(self):
        self.known, self.listed, self.budget = {}, {}, Budget(1 << 27, "ways to lay a block")

    def found(self, blocks, rounds):
        """Whether so many weighings find the fakes."""
        count = pairs(blocks)
        if count <= 1 or count > OUTCOMES[rounds]:
            return count <= 1
        if (blocks, rounds) not in self.known:
            order = sorted(blocks, key=lambda block: pairs([block]), reverse=True)
            self.known[blocks, rounds] = self.laid(order, 0, ((),) * 5, rounds)
        return self.known[blocks, rounds]

    def laid(self, order, at, left, rounds):
        """Whether the blocks from that one on can be laid so that what each answer leaves is found."""
        if at == len(order):
            return True
        if order[at] not in self.listed:
            self.listed[order[at]] = ways(order[at])
        for way in self.listed[order[at]]:
            self.budget.spend()
            # The first block and its mirror image are equally good.
            if at == 0 and way[::-1] < way:
                continue
            if any(pairs(one) + pairs(two) > OUTCOMES[rounds - 1] for one, two in zip(left, way)):
                continue
            more = tuple(tuple(sorted(one + two)) for one, two in zip(left, way))
            # What already is too hard does not become easier by what is laid further.
            grown = [blocks for blocks, two in zip(more, way) if two]
            if all(self.found(blocks, rounds - 1) for blocks in grown) and self.laid(order, at + 1, more, rounds):
                return True
        return False


def blocks_of(sizes, kinds):
    """The blocks that a node's kinds are; None if two of them share a group."""
    groups = [group for kind in kinds for group in set(kind)]
    if len(groups) != len(set(groups)):
        return None
    blocks = []
    for one, two in kinds:
        blocks += pile(sizes[one]) if one == two else rectangle(sizes[one], sizes[two])
    return blocks


def holds(block, other):
    (kind, p, q), (which, a, b) = block, other
    if kind == 0:
        return a <= p if which == 0 else a + b <= p
    return a == 2 if which == 0 else a <= p and b <= q


def contains(blocks, core):
    """Whether the blocks of a core go into different blocks."""
    if not core:
        return True
    return any(holds(block, core[0]) and contains(blocks[:at] + blocks[at + 1:], core[1:])
               for at, block in enumerate(blocks))
