"""Numeration systems by a recurrence: digits, greedy strings, residues."""

from common import Refused

SYSTEMS = {"tribonacci": (1, 1, 1), "fibonacci": (1, 1), "tetranacci": (1, 1, 1, 1), "pell": (2, 1),
           "narayana": (1, 0, 1), **{f"base{base}": (base,) for base in range(2, 11)}}
MOST = 1 << 63


class System:
    """U_n = c_1 U_(n-1) + ... + c_d U_(n-d)."""

    def __init__(self, name):
        if name not in SYSTEMS:
            raise Refused(f"{name[:60]!r} is no numeration system")
        self.name, self.coefficients = name, SYSTEMS[name]
        self.order = len(self.coefficients)
        self.radix = self.coefficients[0] + (self.order > 1)
        self.weights = [1]
        while len(self.weights) < self.order:
            self.weights.append(1 + sum(c * u for c, u in zip(self.coefficients, reversed(self.weights))))

    def weight(self, place):
        """U_place."""
        while len(self.weights) <= place:
            self.weights.append(sum(c * u for c, u in zip(self.coefficients, reversed(self.weights))))
        return self.weights[place]

    def follow(self, matched, digit):
        """How much of c_1 ... c_d is matched after another digit; None if the string is not greedy any more."""
        if digit < self.coefficients[matched]:
            return 0
        if digit == self.coefficients[matched] and matched + 1 < self.order:
            return matched + 1
        return None

    def value(self, digits):
        """What a string of digits is worth."""
        return sum(digit * self.weight(place) for place, digit in enumerate(reversed(digits)))

    def append(self, residue, digit):
        """The residue of a string with one more digit: times z, plus the digit, z^d replaced by the recurrence."""
        top = residue[-1]
        return tuple((digit if place == 0 else residue[place - 1]) + top * self.coefficients[self.order - 1 - place]
                     for place in range(self.order))

    def shift(self, zeros):
        """The residue of the digit 1 with zeros behind it."""
        residue = self.append((0,) * self.order, 1)
        for _ in range(zeros):
            residue = self.append(residue, 0)
        return residue

    def worth(self, residue):
        return sum(part * self.weight(place) for place, part in enumerate(residue))
