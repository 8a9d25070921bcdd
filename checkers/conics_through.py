"""conics through: the curve of an order through points, in fractions."""

import math
import re
from fractions import Fraction

from common import Lines, Refused, number, require

HIGHEST = 10
LONGEST_NUMBER = 200_000
LONGEST_COORDINATE = 400
FARTHEST = 10 ** 100
PRIME = (1 << 61) - 1
WHOLE = re.compile(r"-?[1-9][0-9]*", re.ASCII)
FRACTION = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?", re.ASCII)


def terms(order):
    """The exponents of x and y, highest degree first, of each degree more x first."""
    return [(x, degree - x) for degree in range(order, -1, -1) for x in range(degree, -1, -1)]


def coordinate(text):
    """A reduced fraction, a whole number without denominator."""
    found = FRACTION.fullmatch(text) if len(text) <= LONGEST_COORDINATE else None
    require(found, f"{text[:60]!r} is not a reduced fraction")
    value = Fraction(int(found[1]), int(found[2] or 1))
    require(str(value) == text, f"{text[:60]!r} is not a reduced fraction")
    require(abs(value) <= FARTHEST, "a coordinate is beyond 10^100")
    return value


def read(lines):
    """Order, points and forms."""
    order = number(lines.after("order"), HIGHEST, 1)
    points = []
    for _ in range(order * (order + 3) // 2):
        words = lines.after("point").split(",")
        if len(words) != 2:
            raise lines.broken("a point is written X,Y")
        points.append((coordinate(words[0]), coordinate(words[1])))
    forms, places = [], {term: place for place, term in enumerate(terms(order))}
    while lines.more():
        line = lines.take()
        if line == "form":
            forms.append({})
            continue
        words = line.split(" ")
        if not forms or len(words) != 3 or len(words[2]) > LONGEST_NUMBER or not WHOLE.fullmatch(words[2]):
            raise lines.broken("neither \"form\" nor a coefficient I J C")
        place = places.get((number(words[0], order), number(words[1], order)))
        if place is None or any(place <= before for before in forms[-1]):
            raise lines.broken("no such term, or out of order")
        forms[-1][place] = int(words[2])
    require(1 <= len(forms) <= 2, "there are one or two forms")
    return order, points, [[form.get(place, 0) for place in range(len(places))] for form in forms]


def vanishes(order, form, point):
    """Whether a form is zero at a point."""
    x, y = point
    return sum(c * x ** i * y ** j for (i, j), c in zip(terms(order), form) if c) == 0


def independent(order, points):
    """Whether the equations of the points are independent modulo the prime, hence over the fractions."""
    rows = []
    for x, y in points:
        if x.denominator % PRIME == 0 or y.denominator % PRIME == 0:
            return False
        x = x.numerator * pow(x.denominator, PRIME - 2, PRIME) % PRIME
        y = y.numerator * pow(y.denominator, PRIME - 2, PRIME) % PRIME
        row = [pow(x, i, PRIME) * pow(y, j, PRIME) % PRIME for i, j in terms(order)]
        for lead, other in rows:
            row = [(a - row[lead] * b) % PRIME for a, b in zip(row, other)] if row[lead] else row
        lead = next((place for place, a in enumerate(row) if a), None)
        if lead is None:
            return False
        inverse = pow(row[lead], PRIME - 2, PRIME)
        rows.append((lead, [a * inverse % PRIME for a in row]))
    return True


def equation(order, form):
    """2x^2 - xy + 3 = 0"""
    text = ""
    for (i, j), c in zip(terms(order), form):
        if c == 0:
            continue
        name = "".join(letter if e == 1 else f"{letter}^{e}" for letter, e in (("x", i), ("y", j)) if e)
        sign = (" - " if c < 0 else " + ") if text else ("-" if c < 0 else "")
        text += sign + ("" if abs(c) == 1 and name else str(abs(c))) + name
    return f"{text} = 0"


def kind(form):
    """What A x^2 + B xy + C y^2 + D x + E y + F = 0 is, if it has five points and is the only one through them."""
    a, b, c, d, e, f = form
    second = 4 * a * c - b * b
    whole = second * f + b * d * e - a * e * e - c * d * d
    if whole == 0:
        return "parallel lines" if second == 0 else "crossing lines"
    if second == 0:
        return "parabola"
    if second < 0:
        return "hyperbola"
    return "circle" if a == c and b == 0 else "ellipse"


def check(lines):
    order, points, forms = read(Lines(lines))
    for form in forms:
        lead = next((c for c in form if c), 0)
        require(lead > 0 and math.gcd(*form) == 1, "a form has no common factor and begins with a positive number")
        if not all(vanishes(order, form, point) for point in points):
            raise Refused("a form does not vanish at a point")
    told = " ".join(f"({x},{y})" for x, y in points)
    if len(forms) == 2:
        require(forms[0] != forms[1], "both forms are the same")
        return f"more than one curve of order {order} passes through {told}"
    require(independent(order, points), "the points leave more than one curve")
    if order == 2:
        return f"one conic passes through {told}, {kind(forms[0])}: {equation(order, forms[0])}"
    return f"one curve of order {order} passes through {told}: {equation(order, forms[0])}"
