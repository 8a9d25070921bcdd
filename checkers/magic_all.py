"""magic all: a list of regular xor-magic graphs, no two isomorphic, and there are no others."""

import itertools
import re

from common import Budget, Lines, NotChecked, Refused, require
from magic_graphs import MOST_TRIALS, colours, isomorphic, read_list
from magic_labelled import connected

HEAD = re.compile(r"vertices (4|8|16) degree ([1-7])", re.ASCII)
MOST_DEGREE = {4: 3, 8: 7, 16: 5}


def sets_of(order, degree):
    """For each label the sets of so many others with that xor, as numbers with a bit for each member."""
    sets = [[] for _ in range(order)]
    for chosen in itertools.combinations(range(order), degree):
        total = 0
        for label in chosen:
            total ^= label
        if total not in chosen:
            sets[total].append(sum(1 << label for label in chosen))
    return sets


def linear_maps(order):
    """All maps of the labels to themselves that are one to one and carry xors to xors."""
    maps = [[0]]
    while len(maps[0]) < order:
        # The next unit goes where no label before it has gone; what it is added to goes with it.
        maps = [old + [image ^ unit for image in old] for old in maps for unit in range(order) if unit not in old]
    return maps


def carried(chosen, image):
    """The set to which a map carries a set."""
    return sum(1 << image[label] for label in range(len(image)) if chosen >> label & 1)


def one_of_each(sets, maps):
    """Of sets that the maps carry into each other only the first."""
    known = set()
    for chosen in sets:
        if chosen not in known:
            known.update(carried(chosen, image) for image in maps)
            yield chosen


def agreeing(left, vertex, chosen):
    """The sets left to the other vertices once a vertex has its set."""
    return {
        other: [mine for mine in sets if mine >> vertex & 1 == chosen >> other & 1]
        for other, sets in left.items()
        if other != vertex
    }


def graphs(order, degree):
    """A graph of each class under linear maps, and perhaps more, whose vertices are their own labels."""
    maps, budget = linear_maps(order), Budget(1 << 22, "sets")

    def choose(rows, left):
        if not left:
            yield [[other for other in range(order) if rows[vertex] >> other & 1] for vertex in range(order)]
            return
        reached = 0
        for row in rows.values():
            reached |= row
        open_ones = [vertex for vertex in left if reached >> vertex & 1]
        if not open_ones:
            return  # disconnected
        vertex = min(open_ones, key=lambda one: len(left[one]))
        for chosen in left[vertex]:
            budget.spend()
            yield from choose({**rows, vertex: chosen}, agreeing(left, vertex, chosen))

    everything = dict(enumerate(sets_of(order, degree)))
    for first in one_of_each(everything[0], maps):
        vertex = (first & -first).bit_length() - 1
        keeping = [image for image in maps if image[vertex] == vertex and carried(first, image) == first]
        left = agreeing(everything, 0, first)
        for second in one_of_each(left[vertex], keeping):
            yield from choose({0: first, vertex: second}, agreeing(left, vertex, second))


def check(lines):
    lines = Lines(lines)
    head = HEAD.fullmatch(lines.take())
    require(head, "line 3: vertices V degree D")
    order, degree = int(head[1]), int(head[2])
    require(degree <= MOST_DEGREE[order], "line 3: vertices V degree D")
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
