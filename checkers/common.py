"""What all checkers share: refusals, numbers, lines."""

import re

NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)


class Refused(Exception):
    """The evidence does not stand up, or is not written as its format says."""


class NotChecked(Exception):
    """The evidence may stand up, but needs what this checker does not have."""


def number(text, most, least=0):
    """A number without sign and without zeros in front."""
    if len(text) > len(str(most)) or not NUMBER.fullmatch(text):
        raise Refused(f"{short(text)} is not a number from {least} to {most}")
    value = int(text)
    if not least <= value <= most:
        raise Refused(f"{short(text)} is not a number from {least} to {most}")
    return value


def short(text):
    """A text as a refusal quotes it."""
    return repr(text if len(text) <= 60 else text[:60] + "...")


def require(condition, why):
    """Refuses unless it holds."""
    if not condition:
        raise Refused(why)


def counted(value, noun):
    """1 weighing, 2 weighings."""
    return f"{value} {noun}" if value == 1 else f"{value} {noun}s"


class Lines:
    """Lines of evidence, taken one after the other; a refusal names the line of the file."""

    FIRST = 3

    def __init__(self, lines):
        self.lines = lines
        self.at = 0

    def more(self):
        return self.at < len(self.lines)

    def starts(self, word):
        """Whether the next line begins with this word and a blank."""
        return self.more() and self.lines[self.at].startswith(word + " ")

    def take(self):
        """The next line."""
        if not self.more():
            raise Refused("the evidence ends too early")
        self.at += 1
        return self.lines[self.at - 1]

    def after(self, word):
        """What stands behind the first word of the next line, which must be this one."""
        line = self.take()
        if not line.startswith(word + " "):
            raise self.broken(f"a line \"{word} ...\" belongs here")
        return line[len(word) + 1:]

    def broken(self, why):
        """The refusal of the line taken last."""
        return Refused(f"line {self.at + self.FIRST - 1}: {why}")

    def end(self):
        """Nothing may be left."""
        if self.more():
            self.at += 1
            raise self.broken("nothing belongs here")


class Budget:
    """Counts what is done, so that no evidence keeps a checker busy for ever. A limit that the format names is a
    refusal; one of this checker alone says that it was not checked."""

    def __init__(self, most, what, beyond=Refused):
        self.left, self.beyond = most, beyond
        self.why = f"more than {most} {what} are too many for this checker"

    def spend(self, amount=1):
        self.left -= amount
        if self.left < 0:
            raise self.beyond(self.why)


def fnv(data, start=0xCBF29CE484222325):
    """FNV-1a, 64 bits, of bytes."""
    for byte in data:
        start = (start ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return start
