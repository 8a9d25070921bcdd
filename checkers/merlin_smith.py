"""merlin smith: determinant and invariant factors of the matrix of a graph, by additions of rows and columns."""

import math
import re

from common import Lines, number, require
from merlin_clicks import Graph

MOST_CELLS = 64
MOST_ADDITIONS = 65536
MOST_DIGITS = 2000
MOST_BITS = 8000
WHOLE = re.compile(r"-?[1-9][0-9]*", re.ASCII)


def reduced(lines, matrix):
    """Makes the additions."""
    order, additions = len(matrix), 0
    while lines.more():
        words = lines.take().split(" ")
        additions += 1
        plain = len(words) == 4 and len(words[3].lstrip("-")) <= MOST_DIGITS and WHOLE.fullmatch(words[3])
        if not plain or words[0] not in ("row", "column") or additions > MOST_ADDITIONS:
            raise lines.broken(f"a line is row I J C or column I J C, and there are at most {MOST_ADDITIONS}")
        to, of, times = number(words[1], order, 1) - 1, number(words[2], order, 1) - 1, int(words[3])
        if to == of:
            raise lines.broken("a row or a column is not added to itself")
        if words[0] == "row":
            matrix[to] = [a + times * b for a, b in zip(matrix[to], matrix[of])]
            changed = matrix[to]
        else:
            for row in matrix:
                row[to] += times * row[of]
            changed = [row[to] for row in matrix]
        if any(value.bit_length() > MOST_BITS for value in changed):
            raise lines.broken("the numbers become too large")


def sign(permutation):
    """1 or -1: every cycle of even length turns it."""
    left, result = set(permutation), 1
    while left:
        at = start = min(left)
        length = 0
        while length == 0 or at != start:
            left.discard(at)
            at, length = permutation[at], length + 1
        result = result if length % 2 else -result
    return result


def check(lines):
    lines = Lines(lines)
    graph = Graph(lines, MOST_CELLS)
    order = graph.cells
    matrix = [[0] * order for _ in range(order)]
    for cell, others in enumerate(graph.successors):
        for other, adds in others:
            matrix[other][cell] = adds
    reduced(lines, matrix)
    places = [(i, j) for i, row in enumerate(matrix) for j, value in enumerate(row) if value]
    lone = len({i for i, _ in places}) == len(places) == len({j for _, j in places})
    require(lone, "two numbers are left in a row or a column")
    factors = sorted(abs(matrix[i][j]) for i, j in places)
    require(all(b % a == 0 for a, b in zip(factors, factors[1:])), "the factors do not divide one another")
    determinant = 0
    if len(places) == order:
        determinant = sign(dict(places)) * math.prod(matrix[i][j] for i, j in places)
    told = ",".join(map(str, factors + [0] * (order - len(factors))))
    return f"{graph.graph_title()} over the integers: determinant {determinant}, invariant factors {told}"
