"""merlin nullity: the common divisor of two polynomials over GF(2), bit i of a number for x^i."""

import re

from common import Lines, number, require

MOST_SIDE = 100_000
GRID = re.compile(r"grid:([0-9]+)x([0-9]+) (self|no-self)", re.ASCII)
HEX = re.compile(r"0|[1-9a-f][0-9a-f]*", re.ASCII)


def fibonacci(index, shifted):
    """F_index of x, or of x + 1, by doubling: F_2k = x F_k^2, F_(2k+1) = F_k^2 + F_(k+1)^2 over GF(2)."""
    low, high = 0, 1  # F_0, F_1
    for bit in format(index, "b"):
        one, other = square(low), square(high)
        even, odd = times_x(one, shifted), one ^ other
        low, high = (odd, times_x(odd, shifted) ^ even) if bit == "1" else (even, odd)
    return low


def times_x(a, shifted):
    return a << 1 ^ (a if shifted else 0)


def square(a):
    """Over GF(2) the bits move apart."""
    return int(format(a, "b"), 4)


def product(a, b):
    """A product without carrying; the sparser factor decides how long it takes."""
    if bin(a).count("1") < bin(b).count("1"):
        a, b = b, a
    result, shift = 0, 0
    for bit in reversed(format(b, "b")):
        if bit == "1":
            result ^= a << shift
        shift += 1
    return result


def remainder(a, b):
    length = b.bit_length()
    while a.bit_length() >= length:
        a ^= b << (a.bit_length() - length)
    return a


def check(lines):
    lines = Lines(lines)
    graph = lines.after("graph")
    found = GRID.fullmatch(graph)
    require(found, "line 3: grid:RxC self or no-self")
    rows, columns = number(found[1], MOST_SIDE, 1), number(found[2], MOST_SIDE, 1)
    values = []
    for word in ("common", "first", "second"):
        text = lines.after(word)
        if len(text) > MOST_SIDE // 4 + 1 or not HEX.fullmatch(text):
            raise lines.broken("not a polynomial in hexadecimal digits")
        values.append(int(text, 16))
        if values[-1].bit_length() > max(rows, columns) + 1:
            raise lines.broken("the degree is above the larger side")
    lines.end()
    common, first, second = values
    one, other = fibonacci(rows + 1, False), fibonacci(columns + 1, found[3] == "self")
    require(common, "the common divisor is not 0")
    require(remainder(one, common) == 0 and remainder(other, common) == 0, "common does not divide both")
    require(product(first, one) ^ product(second, other) == common, "common is not the sum of the multiples")
    return f"{graph} with 2 colours: exactly 2^{common.bit_length() - 1} ways to click change nothing"
