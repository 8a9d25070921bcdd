"""sums heaps: the nimbers of the heaps 0 to N of a take-and-break game, by its code."""

from common import Budget, Lines, NotChecked, fnv, number, require
from sums_games import octal_breaks, read_code

MOST_VALUES = 20_001
A_LINE = 20
MOST_MOVES = 100_000_000


def check(lines):
    lines = Lines(lines)
    code, values = lines.after("code"), []
    read_code(code)
    while lines.more():
        words = lines.after("nimbers").split(" ")
        if len(words) > A_LINE or len(values) % A_LINE:
            raise lines.broken(f"{A_LINE} values stand in every line but the last")
        values += [number(word, 1 << 32) for word in words]
        require(len(values) <= MOST_VALUES, f"there are at most {MOST_VALUES} values")
    require(values, "there is no value")
    breaks, budget = octal_breaks(code), Budget(MOST_MOVES, "moves", NotChecked)
    for heap, value in enumerate(values):
        reached = set()
        for left in breaks(heap):
            budget.spend()
            total = 0
            for part in left:
                total ^= values[part]
            reached.add(total)
        least = next(v for v in range(len(reached) + 1) if v not in reached)
        require(value == least, f"the nimber of the heap {heap} is {least}")
    digest = fnv(" ".join(map(str, values)).encode())
    return f"{code}: the nimbers of the heaps 0 to {len(values) - 1}, digest {digest:016x}"
