"""disks packing: disks with exact diameters and centres lie in a circle or a square."""

import re
from fractions import Fraction

from common import Lines, require

MOST_DISKS = 500
DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,100})?", re.ASCII)


def decimal(text):
    """A decimal number, exactly."""
    require(DECIMAL.fullmatch(text), f"{text[:60]!r} is not a decimal number")
    value = Fraction(text)
    require(value or text[0] != "-", "zero has no sign")
    return value


def positive(text):
    value = decimal(text)
    require(value > 0, "a diameter or side is greater than 0")
    return value


def name(text):
    """A decimal without zeros at its end."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def cavity(line):
    """Shape, size, and how it is named."""
    shape, _, size = line.partition(" ")
    require(shape in ("circle", "square"), "line 3: circle D or square D")
    words = "a circle of diameter" if shape == "circle" else "a square of side"
    return shape, positive(size), f"{words} {name(size)}"


def disks(texts):
    """How disks of these diameters are named."""
    names = [name(text) for text in texts]
    if len(names) == 1:
        return f"1 disk of diameter {names[0]}"
    if len(set(names)) == 1:
        return f"{len(names)} disks of diameter {names[0]}"
    return f"{len(names)} disks of diameters {', '.join(names)}"


def check(lines):
    lines = Lines(lines)
    shape, size, where = cavity(lines.take())
    laid, texts = [], []
    while lines.more():
        words = lines.take().split(" ")
        if len(words) != 3 or len(laid) == MOST_DISKS:
            raise lines.broken(f"a disk is d x y, and there are at most {MOST_DISKS}")
        d, x, y = positive(words[0]), decimal(words[1]), decimal(words[2])
        inside = 4 * (x * x + y * y) <= (size - d) ** 2 if shape == "circle" else 2 * max(abs(x), abs(y)) <= size - d
        if d > size or not inside:
            raise lines.broken("the disk does not lie inside")
        if any(4 * ((x - u) ** 2 + (y - v) ** 2) < (d + e) ** 2 for e, u, v in laid):
            raise lines.broken("the disk overlaps another")
        laid.append((d, x, y))
        texts.append(words[0])
    require(laid, "there is no disk")
    return f"{disks(texts)} {'lies' if len(laid) == 1 else 'lie'} without overlap in {where}"
