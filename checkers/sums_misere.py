"""sums misere: who wins sums in misère play, from a list of lost sums."""

from common import Budget, Lines, NotChecked, Refused, require
from sums_games import Language

MOST_SUMS, MOST_LOST, MOST_MOVES = 1000, 100_000, 100_000_000


class Misere:
    """Sums as sorted tuples of numbers of components that have moves."""

    def __init__(self):
        self.language, self.numbers, self.components, self.known = Language(), {}, [], {}
        self.lost, self.budget = set(), Budget(MOST_MOVES, "moves", NotChecked)

    def read(self, text):
        """The calls of a sum, read."""
        return [] if text == "0" else [self.language.read(call) for call in text.split(" + ")]

    def reduced(self, game, position):
        """The components of a position that have moves."""
        found = []
        for part in game.parts(position):
            if next(iter(game.moves(part)), None) is not None:
                key = (game.key, part)
                if key not in self.numbers:
                    self.numbers[key] = len(self.components)
                    self.components.append((game, part))
                found.append(self.numbers[key])
        return tuple(found)

    def whole(self, calls):
        return tuple(sorted(one for game, position in calls for one in self.reduced(game, position)))

    def moves(self, component):
        """What a component may become, as sums."""
        if component not in self.known:
            game, position = self.components[component]
            found = set()
            for option in game.moves(position):
                self.budget.spend()
                found.add(self.reduced(game, option))
            self.known[component] = found
        return self.known[component]

    def after(self, total):
        for place, component in enumerate(total):
            if component not in total[:place]:
                rest = total[:place] + total[place + 1:]
                for option in self.moves(component):
                    self.budget.spend()
                    yield tuple(sorted(rest + option))

    def won(self, total):
        return not total or any(option in self.lost for option in self.after(total))


def check(lines):
    lines, misere, sums, listed = Lines(lines), Misere(), [], []
    while lines.starts("sum"):
        text = lines.after("sum")
        sums.append((text, misere.whole(misere.read(text))))
    require(1 <= len(sums) <= MOST_SUMS, f"there are 1 to {MOST_SUMS} sums")
    while lines.starts("lost"):
        text = lines.after("lost")
        calls, names = misere.read(text), [call.encode() for call in text.split(" + ")]
        total = misere.whole(calls)
        alone = all(game.parts(position) == [position] for game, position in calls)
        if not total or not alone or len(total) != len(calls) or names != sorted(names) or total in misere.lost:
            raise lines.broken("components with moves, in order, and no sum twice")
        misere.lost.add(total)
        listed.append((lines.at, total))
    lines.end()
    require(len(listed) <= MOST_LOST, f"at most {MOST_LOST} sums are lost")
    for at, total in listed:
        if not all(misere.won(option) for option in misere.after(total)):
            raise Refused(f"line {at + Lines.FIRST - 1}: a move has no answer in the list")
    told = []
    for text, total in sums:
        require(total in misere.lost or misere.won(total), "the list does not show who wins")
        told.append(f"{text}: {'lost' if total in misere.lost else 'won'} in misère play")
    return "; ".join(told)
