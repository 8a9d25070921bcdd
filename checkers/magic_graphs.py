"""magic graphs: a list of regular xor-magic graphs, no two isomorphic."""

from common import Budget, Lines, NotChecked, require
from magic_labelled import read_line

MOST_VERTICES = 64
MOST_LINES = 1 << 16
MOST_TRIALS = 1 << 26


def distances(near, start):
    """The distance of each vertex from one."""
    found, rim = {start: 0}, [start]
    while rim:
        rim = [b for a in rim for b in near[a] if found.setdefault(b, found[a] + 1) == found[a] + 1]
        rim = list(dict.fromkeys(rim))
    return [found[vertex] for vertex in range(len(near))]


def colours(near):
    """For each vertex how many vertices are at each distance, and how many arcs run within it."""
    found, order = [], range(len(near))
    for vertex in range(len(near)):
        far = distances(near, vertex)
        shells = tuple(far.count(d) for d in range(max(far) + 1))
        within = tuple(sum(far[a] == far[b] == d for a in order for b in near[a]) for d in range(len(shells)))
        found.append((shells, within))
    return found


def isomorphic(one, other, budget):
    """Whether some map carries a graph into another: neighbours after neighbours."""
    (near, colour), (goal, goal_colour) = one, other
    order, before = walk(near)
    images, used, choices = {}, set(), [None] * len(order)
    depth = 0
    while depth >= 0:
        vertex = order[depth]
        if choices[depth] is None:
            pool = range(len(goal)) if before[depth] is None else goal[images[before[depth]]]
            choices[depth] = iter(pool)
        else:
            used.discard(images.pop(vertex, None))
        for image in choices[depth]:
            budget.spend()
            if image in used or goal_colour[image] != colour[vertex]:
                continue
            if all((other in near[vertex]) == (images[other] in goal[image]) for other in images):
                break
        else:
            choices[depth] = None
            depth -= 1
            continue
        images[vertex] = image
        used.add(image)
        depth += 1
        if depth == len(order):
            return True
    return False


def walk(near):
    """The vertices, each after a neighbour, and that neighbour."""
    order, before = [0], [None]
    for vertex in order:
        for other in near[vertex]:
            if other not in order:
                order.append(other)
                before.append(vertex)
    return order, before


def read_list(lines, around="closed"):
    """Degree and number of vertices of the graphs that are left, these by their colours, and how many there are."""
    require(len(lines.lines) - lines.at <= MOST_LINES, f"there are at most {MOST_LINES} graphs")
    shape, alike, count, budget = None, {}, 0, Budget(MOST_TRIALS, "trials", NotChecked)
    while lines.more():
        _, near, labels = read_line(lines.take(), MOST_VERTICES, around=around)
        degrees = {len(others) for others in near}
        if len(degrees) != 1 or len(near) & len(near) - 1 or max(labels) >= len(near):
            raise lines.broken("not a regular xor-magic graph")
        mine = (degrees.pop(), len(near))
        shape = shape or mine
        if mine != shape:
            raise lines.broken("another degree or another number of vertices")
        sets = [set(others) for others in near]
        graph = (sets, colours(near))
        group = alike.setdefault(tuple(sorted(graph[1])), [])
        if any(isomorphic(graph, other, budget) for other in group):
            raise lines.broken("isomorphic to an earlier graph")
        group.append(graph)
        count += 1
    return shape, alike, count


def check(lines):
    lines = Lines(lines)
    require(lines.more(), "there is no graph")
    shape, _, count = read_list(lines)
    return f"connected {shape[0]}-regular xor-magic graphs on {shape[1]} vertices: at least {count} up to isomorphism"
