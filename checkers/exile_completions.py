"""exile completions: the cells at which the lines of a board first hold all numbers up to 0, 1, ..."""

import re

from common import Lines, fnv, number, require

HEAD = re.compile(r"board (spiral|quadrant) cells ([0-9]+) lines ([0-9]+) to ([0-9]+)", re.ASCII)
FAMILIES = ("row", "column", "diagonal", "antidiagonal")


def spiral():
    """The cells in their order."""
    x = y = shell = 0
    yield x, y
    while True:
        shell += 1
        x, y = shell - 1, shell
        for down, right in ((-1, 0), (0, -1), (1, 0), (0, 1)):
            while True:
                yield x, y
                if abs(x + down) > shell or abs(y + right) > shell:
                    break
                x, y = x + down, y + right
            # A corner belongs to the edge that ends there.
            x, y = (x, y - 1) if (down, right) == (-1, 0) else (x + 1, y) if right == -1 else (x, y + 1)


def quadrant():
    """The cells in their order."""
    total = 0
    while True:
        for y in range(total + 1):
            yield total - y, y
        total += 1


def completions(cells, count, bound, to):
    """For each family and index the numbers of the cells at which the line became complete to 0, 1, ..."""
    met, complete = {}, {}
    for place, (x, y) in zip(range(count), cells):
        lines = ((0, x), (1, y), (2, x - y), (3, x + y))
        taken = 0
        for line in lines:
            taken |= met.get(line, 0)
        free = ~taken & taken + 1
        for line in lines:
            now = met[line] = met.get(line, 0) | free
            if abs(line[1]) <= bound:
                found = complete.setdefault(line, [])
                while len(found) <= to and now >> len(found) & 1:
                    found.append(place)
    return complete


def check(lines):
    text, lines = "".join(f"{line}\n" for line in lines), Lines(lines)
    head = HEAD.fullmatch(lines.take())
    require(head, "line 3: board B cells N lines L to V")
    count, bound, to = number(head[2], 1 << 20, 1), number(head[3], 1000), number(head[4], 2000)
    board = head[1]
    complete = completions(spiral() if board == "spiral" else quadrant(), count, bound, to)
    every = whole = 0
    for family, name in enumerate(FAMILIES[:4 if board == "spiral" else 3]):
        for index in range(0 if board == "quadrant" and family < 2 else -bound, bound + 1):
            found = complete.get((family, index), [])
            if lines.take() != " ".join(map(str, (name, index, *found))):
                raise lines.broken(f"{name} {index} has other completions")
            every += 1
            whole += len(found) > to
    lines.end()
    return (f"the first {count} cells of the {board}: {whole} of the {every} lines up to {bound} hold all numbers to {to}; "
            f"checksum {fnv(text.encode()):016x} of all completions")
