"""sums heaps: the nimbers of the heaps 0 to N of a take-and-break game, by its code."""

from common import Budget, Lines, NotChecked, fnv, require
from sums_games import by_definition, read_code, read_values

MOST_VALUES = 20_001
MOST_MOVES = 100_000_000


def check(lines):
    lines = Lines(lines)
    code = lines.after("code")
    read_code(code)
    values = read_values(lines, MOST_VALUES, 1 << 32)
    require(values, "there is no value")
    by_definition(code, values, Budget(MOST_MOVES, "moves", NotChecked))
    digest = fnv(" ".join(map(str, values)).encode())
    return f"{code}: the nimbers of the heaps 0 to {len(values) - 1}, digest {digest:016x}"
