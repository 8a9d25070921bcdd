"""magic squares: all magic squares of order 4 with the numbers 0 to 15."""

import functools

from common import Lines

SUM = 30
LINES = [[4 * i + j for j in range(4)] for i in range(4)] + [[4 * j + i for j in range(4)] for i in range(4)]
LINES += [[0, 5, 10, 15], [3, 6, 9, 12]]
ORDER = [0, 1, 2, 3, 4, 8, 12, 6, 9, 5, 7, 13, 10, 11, 14, 15]
ENDS = [[line for line in LINES if cell in line and all(other in ORDER[:at + 1] for other in line)]
        for at, cell in enumerate(ORDER)]


def squares(square, at):
    """Every square in its first form that fills up this one, cells in that order."""
    if at == len(ORDER):
        yield tuple(square)
        return
    cell, numbers = ORDER[at], range(16)
    if ENDS[at]:
        # The last cell of a line is what its sum leaves.
        numbers = [SUM - sum(square[other] for other in ENDS[at][0] if other != cell)]
    for number in numbers:
        if not 0 <= number < 16 or number in square:
            continue
        square[cell] = number
        if all(sum(square[other] for other in line) == SUM for line in ENDS[at]) and first_form(square):
            yield from squares(square, at + 1)
        square[cell] = None


def first_form(square):
    """The first corner is the least, and the number right of it less than the one below it."""
    if any(square[corner] is not None and square[corner] < square[0] for corner in (3, 12, 15)):
        return False
    return square[1] is None or square[4] is None or square[1] < square[4]


def vanishes(square):
    """Whether each row and each column has xor 0."""
    return all(square[a] ^ square[b] ^ square[c] ^ square[d] == 0 for a, b, c, d in LINES[:8])


@functools.cache
def every_square():
    """All squares by their lines; the list does not depend on the evidence."""
    return {"/".join(" ".join(map(str, s[i:i + 4])) for i in (0, 4, 8, 12)): s for s in squares([None] * 16, 0)}


def check(lines):
    lines, missing = Lines(lines), dict(every_square())
    count = zero = 0
    while lines.more():
        square = missing.pop(lines.take(), None)
        if square is None:
            raise lines.broken("not a magic square in its first form, or one that stands twice")
        count, zero = count + 1, zero + vanishes(square)
    if missing:
        raise lines.broken(f"{len(missing)} squares are missing")
    return (f"magic squares of order 4 with the numbers 0 to 15, up to turning and reflecting: {count}; "
            f"in {zero} of them every row and every column xors to 0")
