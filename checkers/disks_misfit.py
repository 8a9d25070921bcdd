"""disks misfit: disks that plainly do not fit into a circle or a square."""

from common import Lines, require
from disks_packing import MOST_DISKS, cavity, disks, positive


def too_much(shape, size, diameters):
    """One disk too large, two too large side by side, or too much area."""
    first, second = (sorted(diameters, reverse=True) + [0])[:2]
    area = sum(d * d for d in diameters)
    if first > size:
        return True
    if shape == "circle":
        return len(diameters) > 1 and first + second > size or area > size * size
    side_by_side = len(diameters) > 1 and 2 * (2 * size - first - second) ** 2 < (first + second) ** 2
    return side_by_side or 314159 * area > 400000 * size * size


def check(lines):
    lines = Lines(lines)
    shape, size, where = cavity(lines.take())
    texts = []
    while lines.more():
        texts.append(lines.after("disk"))
    require(1 <= len(texts) <= MOST_DISKS, f"there are 1 to {MOST_DISKS} disks")
    require(too_much(shape, size, [positive(text) for text in texts]), "nothing shows that they do not fit")
    return f"{disks(texts)} {'does' if len(texts) == 1 else 'do'} not fit without overlap into {where}"
