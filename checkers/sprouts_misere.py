"""sprouts misere: the outcome of a position in misère play, from a list of lost positions."""

from common import Lines, Refused, require
from sprouts_lands import shared
from sprouts_nimbers import MOST_LINES, subjects
from sprouts_rules import read, simplify


class Losses:
    """Lost positions, as sorted tuples of lands."""

    def __init__(self, lands):
        self.lands, self.lost = lands, set()

    def position(self, lands):
        return tuple(sorted(map(self.lands.number, lands)))

    def after(self, position):
        """The positions after each move."""
        found = set()
        for place, land in enumerate(position):
            rest = position[:place] + position[place + 1:]
            found |= {tuple(sorted(rest + option)) for option in self.lands.moves(land)}
        return found

    def won(self, position):
        """Whether it has no move or one to a lost position. Every land has a move."""
        return not position or any(option in self.lost for option in self.after(position))


def check(lines):
    lines = Lines(lines)
    starts = subjects(lines)
    losses, order = Losses(shared(small_by_moves=True)), []
    require(len(lines.lines) - lines.at <= MOST_LINES, "there are too many lines")
    while lines.more():
        text = lines.take()
        try:
            position = losses.position(simplify(*read(text)))
        except Refused as why:
            raise lines.broken(why) from None
        losses.lost.add(position)
        order.append((lines.at, position))
    for at, position in order:
        if not position or not all(losses.won(option) for option in losses.after(position)):
            raise Refused(f"line {at + Lines.FIRST - 1}: the position does not stand as lost")
    told = []
    for start, name in starts:
        position = losses.position(start)
        require(position in losses.lost or losses.won(position), "the list does not show who wins")
        told.append(f"{name}: {'lost' if position in losses.lost else 'won'} in misère play")
    return "; ".join(told)
