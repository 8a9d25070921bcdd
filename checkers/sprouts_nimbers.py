"""sprouts nimbers: the nimber of a position in normal play, from a list of lands."""

from common import Lines, Refused, counted, number, require
from sprouts_lands import shared, sign
from sprouts_rules import MOST_VERTICES, read, simplify

MOST_LINES = 4_194_304
MOST_NIMBER = 63
MOST_SUBJECTS = 10_000


def subject(lines):
    """The lands of the position of a line, and how it is named."""
    if lines.starts("spots"):
        spots = number(lines.after("spots"), MOST_VERTICES)
        return (simplify([[[spot] for spot in range(spots)]], dict.fromkeys(range(spots), 0)), counted(spots, "spot"))
    text = lines.after("position")
    return simplify(*read(text)), text


def subjects(lines):
    """All positions of the first lines."""
    found = [subject(lines)]
    names = {found[0][1]}
    while lines.starts("spots") or lines.starts("position"):
        found.append(subject(lines))
        names.add(found[-1][1])
        require(len(names) == len(found), "a position is named twice")
        require(len(found) <= MOST_SUBJECTS, f"there are at most {MOST_SUBJECTS} positions")
    return found


def cancelled(numbers):
    """Numbers without pairs of the same."""
    odd = set()
    for one in numbers:
        odd ^= {one}
    return tuple(sorted(odd))


class Listed:
    """Nimbers of lands."""

    def __init__(self, lands):
        self.lands, self.nimbers, self.signs, self.judged = lands, {}, set(), {}

    def enter(self, land, nimber):
        """Whether the land has no other nimber so far."""
        self.signs.add(sign(self.lands.lands[land]))
        return self.nimbers.setdefault(land, nimber) == nimber

    def total(self, numbers):
        """The xor of the nimbers of listed lands, None if one is not listed."""
        total = 0
        for one in numbers:
            nimber = self.nimbers.get(one)
            if nimber is None:
                return None
            total ^= nimber
        return total

    def stands(self, land, nimber):
        """Whether no move leads to the nimber, and some to each smaller one."""
        reached = set()
        for option in {cancelled(option) for option in self.lands.moves(land)}:
            total = self.total(option)
            reached.add(total)
            if (total is None or total == nimber) and not self.answered(option, nimber):
                return False
        return all(smaller in reached for smaller in range(nimber))

    def answered(self, position, nimber):
        """Whether a move leads from lands to listed ones with this nimber."""
        key = (position, nimber)
        if key not in self.judged:
            self.judged[key] = any(self.leads(position, place, nimber) for place in range(len(position)))
        return self.judged[key]

    def leads(self, position, place, nimber):
        """Whether a move in one of the lands does."""
        rest = position[:place] + position[place + 1:]
        beside = {sign(self.lands.lands[land]) for land in rest}
        moves = self.lands.moves_within(position[place], self.signs, beside)
        return any(self.total(cancelled(rest + option)) == nimber for option in moves)


def check(lines):
    lines = Lines(lines)
    starts = subjects(lines)
    lands = shared()
    listed, order = Listed(lands), []
    require(len(lines.lines) - lines.at <= MOST_LINES, "there are too many lines")
    while lines.more():
        words = lines.take().split(" ")
        if len(words) != 2:
            raise lines.broken("a line is a land, a blank and a nimber")
        try:
            nimber, found = number(words[1], MOST_NIMBER), simplify(*read(words[0]))
        except Refused as why:
            raise lines.broken(why) from None
        if len(found) != 1:
            raise lines.broken("not one land")
        land = lands.number(found[0])
        if not listed.enter(land, nimber):
            raise lines.broken("the same land has another nimber above")
        order.append((lines.at, land))
    for at, land in order:
        if not listed.stands(land, listed.nimbers[land]):
            raise Refused(f"line {at + Lines.FIRST - 1}: the nimber does not stand")
    told = []
    for start, name in starts:
        total = listed.total(cancelled(lands.number(land) for land in start))
        require(total is not None, "a land of the position is not listed")
        told.append(f"{name}: nimber {total}")
    return "; ".join(told)
