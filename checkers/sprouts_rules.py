"""Sprouts: texts of positions, curves, lands.

A land is a tuple of regions, a region a tuple of boundaries, a boundary a tuple of vertices in cyclic order: 0, 1 or 2
for a vertex with so many curve ends that is seen from there alone, a larger number for a name."""

import re
from collections import Counter

from common import Budget, Refused, require

MOST_VERTICES = 400
MOST_CHARACTERS = 8192
MOST_CURVES = 32_768
NAME = 3
VERTEX = re.compile(r"[0-3]|[A-Z][a-z]{0,8}", re.ASCII)
MANY = re.compile(r"0\*([0-9]+)", re.ASCII)


def read(text):
    """Regions of boundaries of vertices, and the curve ends of each vertex."""
    require(len(text) <= MOST_CHARACTERS, f"a position has at most {MOST_CHARACTERS} characters")
    require(text.startswith("{") and text.endswith("}"), "a position is regions in brackets")
    regions = [read_region(part) for part in text[1:-1].split("}{")]
    places = [vertex for region in regions for boundary in region for vertex in boundary]
    require(len(places) <= MOST_VERTICES, f"a position has at most {MOST_VERTICES} vertices")
    stands, digits = Counter(places), any(vertex.isdigit() for vertex in places)
    ends, numbered = {}, []
    for region in regions:
        in_region = [name for boundary in region for name in set(boundary) if not name.isdigit()]
        require(len(in_region) == len(set(in_region)), "a name stands in two boundaries of a region")
        numbered.append([])
        for boundary in region:
            require(len(boundary) == 1 or "0" not in boundary, "0 stands alone in its boundary")
            vertices = []
            for vertex in boundary:
                if vertex.isdigit():
                    vertices.append(("digit", len(ends)))
                    ends[vertices[-1]] = int(vertex)
                    continue
                count = stands[vertex]
                require(count <= 3 and (count > 1 or not digits), f"{vertex} does not stand twice or three times")
                ends[vertex] = count if count > 1 else int(len(boundary) > 1)
                vertices.append(vertex)
            numbered[-1].append(vertices)
    return numbered, ends


def read_region(text):
    """The boundaries of a region, each a list of digits and names."""
    boundaries = []
    for part in text.split(".") if text else []:
        many = MANY.fullmatch(part)
        if many:
            spots = many[1].lstrip("0") or "0"
            require(len(spots) <= 3 and int(spots) <= MOST_VERTICES, f"a position has at most {MOST_VERTICES} vertices")
            boundaries += [["0"]] * int(spots)
            continue
        vertices = VERTEX.findall(part)
        require(vertices and "".join(vertices) == part, f"{part[:60]!r} is not a boundary")
        boundaries.append(vertices)
    return boundaries


def simplify(regions, ends):
    """The lands of a position."""
    kept = []
    for region in regions:
        boundaries = []
        for boundary in region:
            alive = [vertex for vertex in boundary if ends[vertex] < 3]
            # Twice in a row, cyclically: the place before the first is the last.
            row = [vertex for place, vertex in enumerate(alive) if len(alive) == 1 or vertex != alive[place - 1]]
            row = row or alive[:1]
            if row:
                boundaries.append(row)
        vertices = {vertex for boundary in boundaries for vertex in boundary}
        lives = sum(3 - ends[vertex] for vertex in vertices)
        if lives in (2, 3):
            boundaries = [list(vertices)]
        if lives >= 2:
            kept.append(boundaries)
    stands = Counter(vertex for region in kept for boundary in region for vertex in boundary)
    return [renamed(land, ends, stands) for land in parted(kept, stands)]


def parted(regions, stands):
    """Regions that hang together by names."""
    groups = []
    for region in regions:
        names = {vertex for boundary in region for vertex in boundary if stands[vertex] > 1}
        group = [region]
        rest = []
        for other_names, other in groups:
            if other_names & names:
                names, group = names | other_names, other + group
            else:
                rest.append((other_names, other))
        groups = rest + [(names, group)]
    return [group for _, group in groups]


def renamed(land, ends, stands):
    """A land with numbers for names."""
    names = {}

    def number(vertex):
        if stands[vertex] == 1:
            return ends[vertex]
        return names.setdefault(vertex, NAME + len(names))

    return tuple(tuple(tuple(map(number, boundary)) for boundary in region) for region in land)


def land_lives(land):
    """A name has one life wherever it stands."""
    places = [vertex for region in land for boundary in region for vertex in boundary]
    return sum(3 - vertex for vertex in places if vertex < NAME) + len({vertex for vertex in places if vertex >= NAME})


def opened(land):
    """A land as regions with a vertex of its own for each digit, and the ends of the vertices."""
    ends, regions = {}, []
    for region in land:
        regions.append([])
        for boundary in region:
            row = []
            for vertex in boundary:
                own = vertex if vertex >= NAME else ("digit", len(ends))
                ends[own] = 2 if vertex >= NAME else vertex
                row.append(own)
            regions[-1].append(row)
    return regions, ends


def after_curves(land):
    """The lands after each curve; of boundaries that look alike the first ones stand for all."""
    regions, ends = opened(land)
    budget = Budget(MOST_CURVES, "curves")
    for index, region in enumerate(regions):
        others = regions[:index] + regions[index + 1:]
        looks = [look(boundary) for boundary in land[index]]
        for one in range(len(region)):
            if looks[one] is not None and looks[one] in looks[:one]:
                continue
            for parts, after in within(region, looks, one, ends):
                budget.spend()
                yield simplify(others + parts, after)
            for parts, after in between(region, looks, one, ends):
                budget.spend()
                yield simplify(others + parts, after)


def look(boundary):
    """Equal for boundaries that may stand for each other; None for one with names."""
    if any(vertex >= NAME for vertex in boundary):
        return None
    return min(boundary[place:] + boundary[:place] for place in range(len(boundary)))


def bent(ends, *joined):
    """The ends after a curve, with its new spot."""
    after = dict(ends)
    for vertex in joined:
        after[vertex] += 1
    after["spot"] = 2
    return after


def within(region, looks, one, ends):
    """Curves from a boundary to itself: the parts of the region and the ends after."""
    row = region[one]
    for i, first in enumerate(row):
        for j in range(i, len(row)):
            other = row[j]
            if ends[first] > (1 if first == other else 2) or ends[other] > 2:
                continue
            after = bent(ends, first, other)
            if i == j:
                around = row[i:] + row[:i]
                parts = ([first, "spot"], around + ([first] if ends[first] else []) + ["spot"])
            else:
                parts = (row[i:j + 1] + ["spot"], row[j:] + row[:i + 1] + ["spot"])
            for left, right in shares(region, looks, {one}):
                yield [[parts[0]] + left, [parts[1]] + right], after


def between(region, looks, one, ends):
    """Curves from a boundary to a later one; of later ones that look alike, to the first."""
    for other in range(one + 1, len(region)):
        if looks[other] is not None and looks[other] in looks[one + 1:other]:
            continue
        for i, first in enumerate(region[one]):
            for j, second in enumerate(region[other]):
                if ends[first] > 2 or ends[second] > 2 or first == second:
                    continue
                row = region[one][i:] + region[one][:i] + ([first] if ends[first] else []) + ["spot"]
                row += region[other][j:] + region[other][:j] + ([second] if ends[second] else []) + ["spot"]
                rest = [boundary for place, boundary in enumerate(region) if place not in (one, other)]
                yield [[row] + rest], bent(ends, first, second)


def shares(region, looks, used):
    """All ways to share the boundaries not used out among two parts."""
    alike = {}
    for place, boundary in enumerate(region):
        if place not in used:
            alike.setdefault(place if looks[place] is None else looks[place], []).append(boundary)
    ways = [([], [])]
    for group in alike.values():
        ways = [(a + group[:cut], b + group[cut:]) for a, b in ways for cut in range(len(group) + 1)]
        if len(ways) > MOST_CURVES:
            raise Refused(f"more than {MOST_CURVES} curves are too many for this checker")
    return ways
