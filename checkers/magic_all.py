"""magic all: a list of regular xor-magic graphs, no two isomorphic, and there are no others."""

import itertools
import re

from common import Budget, Lines, NotChecked, Refused, require
from magic_graphs import MOST_TRIALS, colours, isomorphic, read_list
from magic_labelled import connected

HEAD = re.compile(r"vertices (8|16) degree ([1-7])", re.ASCII)


def graphs(order, degree):
    """Every graph whose vertices are their own labels, as lists of neighbours."""
    sets = [[] for _ in range(order)]
    for chosen in itertools.combinations(range(order), degree):
        total = 0
        for label in chosen:
            total ^= label
        if total not in chosen:
            sets[total].append(frozenset(chosen))
    budget = Budget(1 << 26, "sets")

    def choose(rows):
        rest = [(sum(vertex in row for row in rows.values()), -vertex) for vertex in range(order) if vertex not in rows]
        if not rest:
            yield [sorted(rows[vertex]) for vertex in range(order)]
            return
        inside, vertex = max(rest)
        if rows and not inside:
            return  # disconnected
        vertex = -vertex
        told = {other for other, row in rows.items() if vertex in row}
        for chosen in sets[vertex]:
            budget.spend()
            if {other for other in chosen if other in rows} == told:
                yield from choose({**rows, vertex: chosen})

    return choose({})


def check(lines):
    lines = Lines(lines)
    head = HEAD.fullmatch(lines.take())
    require(head and (head[1] == "8" or head[2] in "123"), "line 3: vertices V degree D")
    order, degree = int(head[1]), int(head[2])
    shape, alike, count = read_list(lines)
    require(shape in (None, (degree, order)), "the graphs are of another shape")
    trials = Budget(MOST_TRIALS, "trials", NotChecked)
    for near in graphs(order, degree):
        if connected(near):
            graph = ([set(others) for others in near], colours(near))
            group = alike.get(tuple(sorted(graph[1])), [])
            if not any(isomorphic(graph, other, trials) for other in group):
                raise Refused(f"a graph is missing: {near}")
    return f"connected {degree}-regular xor-magic graphs on {order} vertices: {count} up to isomorphism"
