"""queens form: a basis of planes and a kernel of the quadratic form of attacking pairs."""

import re

from common import Lines, require
from queens_rules import standard_start

HEX = re.compile(r"[0-9a-f]+", re.ASCII)


class Form:
    """Attacks among the squares that are there, numbered among themselves."""

    def __init__(self, game):
        place = {s: index for index, s in enumerate(game.present)}
        self.size = len(place)
        self.rows = [sum(1 << place[t] for t in game.present if game.attacks[s] >> t & 1) for s in game.present]

    def read(self, text):
        """A vector: four squares to a digit, the first its lowest bit."""
        require(len(text) == -(-self.size // 4) and HEX.fullmatch(text), "a vector has a digit 0-9a-f for four squares")
        vector = int(text[::-1], 16)
        require(vector >> self.size == 0, "the last digit names squares beyond the board")
        return vector

    def attacked(self, vector):
        """The squares that a vector attacks an odd number of times."""
        total = 0
        for s, row in enumerate(self.rows):
            if vector >> s & 1:
                total ^= row
        return total

    def pairs(self, vector):
        """The number of attacking pairs within a vector."""
        return sum(bin(row & vector).count("1") for s, row in enumerate(self.rows) if vector >> s & 1) // 2


def odd(vector):
    return bin(vector).count("1") % 2 == 1


def check(lines):
    lines = Lines(lines)
    game = standard_start(lines)
    form, planes, kernel, reduced = Form(game), [], [], {}
    while lines.starts("plane"):
        words = lines.after("plane").split(" ")
        if len(words) != 2 or 2 * len(planes) >= form.size:
            raise lines.broken("a plane is two vectors, and there are no more than squares")
        u, v = form.read(words[0]), form.read(words[1])
        au, av = form.attacked(u), form.attacked(v)
        if not odd(au & v):
            raise lines.broken("B(U,V) is 0")
        if any(odd(a & other) for a in (au, av) for plane in planes for other in plane):
            raise lines.broken("the plane meets an earlier one")
        planes.append((u, v))
    while lines.starts("kernel"):
        w = form.read(lines.after("kernel"))
        if form.attacked(w):
            raise lines.broken("the vector is not in the kernel")
        kernel.append(w)
        while w and w.bit_length() in reduced:
            w ^= reduced[w.bit_length()]
        if not w:
            raise lines.broken("the vector is a sum of others in the kernel")
        reduced[w.bit_length()] = w
    lines.end()
    size, p = form.size, len(planes)
    require(2 * p + len(kernel) == size, "the vectors are no basis")
    even = 1 << size - 1
    if not any(form.pairs(w) % 2 for w in kernel):
        arf = sum(form.pairs(u) * form.pairs(v) % 2 for u, v in planes) % 2
        even += (-1) ** arf << size - 1 - p
    return (f"the attacks on {game.ground_title()} have nullity {len(kernel)}; of 2^{size} sets, {even} hold an even "
            "number of attacking pairs")
