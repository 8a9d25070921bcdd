"""merlin smith: determinant and invariant factors of a matrix, by additions of rows and columns."""

import re

from common import Budget, Lines, number, require
from merlin_clicks import Board

MOST_CELLS = 64
MOST_ADDITIONS = 1 << 16
MOST_DIGITS = 2000
TIMES = re.compile(r"-?[1-9][0-9]*", re.ASCII)


def add(lines, matrix):
    """Makes the addition of the next line."""
    words, n = lines.take().split(" "), len(matrix)
    if len(words) != 4 or words[0] not in ("row", "column"):
        raise lines.broken("a line is `row I J C` or `column I J C`")
    to, of = number(words[1], n, 1) - 1, number(words[2], n, 1) - 1
    if to == of or not TIMES.fullmatch(words[3]) or len(words[3].lstrip("-")) > MOST_DIGITS:
        raise lines.broken("I and J are different, and C is a whole number other than 0")
    times = int(words[3])
    if words[0] == "row":
        matrix[to] = [a + times * b for a, b in zip(matrix[to], matrix[of])]
    else:
        for row in matrix:
            row[to] += times * row[of]
    if any(abs(entry).bit_length() > 4 * MOST_DIGITS for row in matrix for entry in row):
        raise lines.broken("a number is too large")


def check(lines):
    lines = Lines(lines)
    board = Board(lines, MOST_CELLS, coloured=False)
    n = board.cells
    matrix = [[0] * n for _ in range(n)]
    for cell, others in enumerate(board.successors):
        for other, adds in others:
            matrix[other][cell] = adds
    budget = Budget(MOST_ADDITIONS, "additions")
    while lines.more():
        budget.spend()
        add(lines, matrix)
    left = [(i, j, entry) for i, row in enumerate(matrix) for j, entry in enumerate(row) if entry]
    rows, columns = {i for i, _, _ in left}, {j for _, j, _ in left}
    require(len(rows) == len(columns) == len(left), "a row or a column is left with two numbers")
    factors = sorted(abs(entry) for _, _, entry in left)
    require(all(b % a == 0 for a, b in zip(factors, factors[1:])), "a factor does not divide the next")
    determinant = 0
    if len(left) == n:
        determinant = (-1) ** sum(a[1] > b[1] for k, b in enumerate(left) for a in left[:k])
        for _, _, entry in left:
            determinant *= entry
    told = ",".join(map(str, factors + [0] * (n - len(factors))))
    return f"{board.graph_name()} over the integers: determinant {determinant}, invariant factors {told}"
