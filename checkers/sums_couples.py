"""sums couples: the nimber of a sum, from components beside piles that are lost for the player to move."""

from common import Budget, Lines, NotChecked, Refused, number, require
from sums_games import Language, full_squares

HEADS = ["script", "summand", "move", "lost"]
MOST_SUMMANDS, MOST_COUPLES = 1000, 300_000
MOST_PILE = (1 << 32) - 1
MOST_MOVES = 100_000_000
# The games whose boards may be turned and mirrored, with the letter of what matters.
MARKS = {"boxing": "1", "cram": "."}


class Evidence:
    """The lines, by their heads."""

    def __init__(self, lines, scripts_allowed=True):
        self.calls, self.plays, self.couples = [], [], []
        last, scripts, rest_of = 0, 0, {"summand": self.calls, "move": self.plays, "lost": self.couples}
        for at, line in enumerate(lines, Lines.FIRST):
            head, _, rest = line.partition(" ")
            require(head in HEADS and HEADS.index(head) >= last, f"line {at}: {head[:60]!r} does not belong here")
            require(rest or line == "script", f"line {at}: nothing follows {head!r}")
            last = HEADS.index(head)
            if head == "script":
                scripts += 1
            else:
                rest_of[head].append((at, rest))
        require(len(self.calls) <= MOST_SUMMANDS and len(self.couples) <= MOST_COUPLES, "there are too many lines")
        require(scripts_allowed or not scripts, "a script does not belong here")
        if scripts:
            raise NotChecked("its game is a script in Rhai, which this checker does not know")
        self.language = Language()
        self.summands = [self.at(at, self.language.read, call) for at, call in self.calls]
        self.read_couples()

    @staticmethod
    def at(at, read, *words):
        """What is read, or a refusal with its line."""
        try:
            return read(*words)
        except Refused as why:
            raise Refused(f"line {at}: {why}") from None

    def name(self, game, part):
        """What components have in common that are the same game."""
        if game.key not in MARKS:
            return game.key, part
        if (game.key, part) not in self.names:
            self.names[game.key, part] = game.key, image(part, MARKS[game.key])
        return self.names[game.key, part]

    def read_couples(self):
        """The pile beside each listed component."""
        self.piles, self.listed, self.names = {}, [], {}
        for at, rest in self.couples:
            pile, _, call = rest.partition(" ")
            pile = self.at(at, number, pile, MOST_PILE)
            game, position = self.at(at, self.language.read, call)
            require(game.parts(position) == [position], f"line {at}: not one component")
            name = self.name(game, position)
            require(name not in self.piles, f"line {at}: this game is listed already")
            self.piles[name] = pile
            self.listed.append((at, pile, game, position))

    def sum(self):
        """How the sum is written."""
        return " + ".join(call for _, call in self.calls) or "0"

    def total(self, game, parts):
        """The xor of the piles beside components, and those that are not listed."""
        total, unlisted = 0, []
        for part in parts:
            pile = self.piles.get(self.name(game, part))
            if pile is None:
                unlisted.append(part)
            else:
                total ^= pile
        return total, unlisted

    def nimber(self, summands):
        """The nimber of some of the summands, after every couple was checked."""
        budget = Budget(MOST_MOVES, "moves", NotChecked)
        for at, pile, game, position in self.listed:
            require(self.stands(pile, game, position, budget), f"line {at}: an option is not shown to be won")
        return self.sum_of(summands)

    def sum_of(self, summands):
        """The nimber of summands by the list: what cancels is left out, the rest is listed."""
        same, nimber = {}, 0
        for game, position in summands:
            for part in game.parts(position):
                name = self.name(game, part)
                same[name] = same.get(name, 0) + 1
        for (key, position), count in same.items():
            if count % 2 == 0 or key == "boxing" and balanced(position):
                continue
            require((key, position) in self.piles, "a component of the sum is not listed")
            nimber ^= self.piles[key, position]
        return nimber

    def stands(self, pile, game, position, budget):
        """Whether every option of a couple is won."""
        reached = set()
        for option in game.moves(position):
            budget.spend()
            parts = game.parts(option)
            total, unlisted = self.total(game, parts)
            if not unlisted:
                reached.add(total)
            won = total != pile if not unlisted else self.answered(game, total, unlisted, pile, budget)
            if not won:
                return False
        return pile <= len(reached) and all(smaller in reached for smaller in range(pile))

    def answered(self, game, total, unlisted, pile, budget):
        """Whether there is one unlisted component, with a move to listed ones that add up to the pile with the rest."""
        if len(unlisted) > 1:
            return False
        for option in game.moves(unlisted[0]):
            budget.spend()
            more, missing = self.total(game, game.parts(option))
            if not missing and more ^ total == pile:
                return True
        return False


def image(rows, mark):
    """The cells with this mark of a board without empty sides, in the least of their eight images."""
    used = [c for c in range(len(rows[0])) if any(row[c] == mark for row in rows)]
    full = [row for row in rows if mark in row]
    if not full:
        return ()
    first, last = rows.index(full[0]), len(rows) - 1 - rows[::-1].index(full[-1])
    board = tuple(row[used[0]:used[-1] + 1] for row in rows[first:last + 1])
    images = []
    for _ in range(4):
        images += [board, board[::-1]]
        board = tuple("".join(column) for column in zip(*board[::-1]))
    return min(images)


def balanced(rows):
    """Whether a half turn keeps the stones and no full square has a cell in common with its image."""
    if tuple(row[::-1] for row in rows[::-1]) != rows:
        return False
    if not rows:
        return True
    height, width = len(rows), len(rows[0])
    # The image of a square of this side at r, c lies at height - r - side, width - c - side.
    return all(abs(height - 2 * r - side) >= side or abs(width - 2 * c - side) >= side
               for side, r, c in full_squares(rows))


def check(lines):
    evidence = Evidence(lines)
    require(not evidence.plays, "couples need no move")
    return f"{evidence.sum()}: nimber {evidence.nimber(evidence.summands)}"
