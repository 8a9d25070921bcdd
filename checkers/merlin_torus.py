"""merlin torus: pairs of lines that come back after a turn."""

import re

from common import Lines, number, require
from merlin_clicks import Quiet

MOST_WIDTH = 200
TORUS = re.compile(r"torus:([0-9]+)x([0-9]+) (self|no-self)", re.ASCII)


def check(lines):
    lines = Lines(lines)
    graph = lines.after("graph")
    found = TORUS.fullmatch(graph)
    require(found, "line 3: torus:RxC self or no-self")
    width, height = sorted(number(found[place], 1 << 27, 3) for place in (1, 2))
    require(width <= MOST_WIDTH and width * width * 2 * height <= 1 << 27, "the torus is too large")
    full, itself = (1 << width) - 1, found[3] == "self"

    def read(text):
        require(len(text) == 4 * width - 1 and set(text[1::2]) == {","}, "a list has two numbers 0 or 1 for each cell")
        require(set(text[::2]) <= {"0", "1"}, "the numbers are 0 or 1")
        return [int(letter) for letter in text[::2]]

    def change(numbers):
        a, b = (sum(bit << place for place, bit in enumerate(line)) for line in (numbers[:width], numbers[width:]))
        one, other = a, b
        for _ in range(height):
            beside = (b << 1 | b >> width - 1) ^ (b >> 1 | b << width - 1)
            a, b = b, (a ^ beside ^ (b if itself else 0)) & full
        one, other = one ^ a, other ^ b
        return [line >> place & 1 for line in (one, other) for place in range(width)]

    quiet = Quiet(lines, 2 * width, 2, change, read)
    lines.end()
    return f"{graph} with 2 colours: exactly 2^{len(quiet.lists)} ways to click change nothing"
