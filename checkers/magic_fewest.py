"""magic fewest: distinct labels of some bits, and none of fewer."""

from common import Budget, Lines, require
from magic_labelled import MOST_VERTICES, graph_words, read_line

MOST_DIMENSIONS = 20


def nullspace_rows(near):
    """The nullity of the adjacency matrix with ones on the diagonal, and the row of each vertex in a basis."""
    order = len(near)
    rows = [1 << v | sum(1 << w for w in others) for v, others in enumerate(near)]
    pivots, rank = {}, 0
    for column in range(order):
        found = next((r for r in range(rank, order) if rows[r] >> column & 1), None)
        if found is None:
            continue
        rows[rank], rows[found] = rows[found], rows[rank]
        for r in range(order):
            if r != rank and rows[r] >> column & 1:
                rows[r] ^= rows[rank]
        pivots[column], rank = rank, rank + 1
    free = [v for v in range(order) if v not in pivots]
    require(len(free) <= MOST_DIMENSIONS, f"the nullity is {len(free)}, the limit is {MOST_DIMENSIONS}")

    def row(v):
        return sum((rows[pivots[v]] >> f & 1 if v in pivots else f == v) << i for i, f in enumerate(free))

    return len(free), [row(v) for v in range(order)]


def missing(dimension, wanted, sums, basis, budget):
    """Whether a subspace of the wanted dimension that extends this one contains none of the sums."""
    if 0 in sums:
        return False
    if len(basis) == wanted:
        return True
    leads = sum(1 << z.bit_length() - 1 for z in basis)
    for z in range(1 << basis[-1].bit_length() if basis else 1, 1 << dimension):
        budget.spend()
        if z & leads or z in sums:
            continue
        if missing(dimension, wanted, sums | {x ^ z for x in sums}, basis + [z], budget):
            return True
    return False


def check(lines):
    lines = Lines(lines)
    text, near, labels = read_line(lines.take(), MOST_VERTICES, joined=False)
    lines.end()
    bits = max(labels).bit_length()
    if bits and 1 << bits - 1 >= len(near):
        dimension, rows = nullspace_rows(near)
        require(dimension >= bits, "there are no fewer bits than the nullity to refute")
        sums = {a ^ b for i, a in enumerate(rows) for b in rows[:i]}
        budget = Budget(1 << 24, "vectors")
        require(not missing(dimension, dimension - bits + 1, sums, [], budget), "fewer bits do")
    graph = graph_words(text, near)
    return f"{graph}: the fewest bits of distinct labels, each the xor of its neighbours' labels, are {bits}"
