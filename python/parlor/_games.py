"""Games of one's own, and sums of them with the games of the language."""

from . import _parlor

# The search is the engine's; the rules are called from it.


class Game:
    """An impartial game: a subclass says what the options of a position are.

    >>> class Subtraction(Game):
    ...     def options(self, n):
    ...         return [n - k for k in (1, 3, 4) if k <= n]
    >>> game = Subtraction()
    >>> game.nimber(10)
    1
    >>> (game(9) + "nim(2)").outcome
    'N'

    Positions are any hashable values. `split(position)`, if it is defined, gives independent components whose sum the
    position is; `canon(position)` a position with the same nimber that stands for all its kin. The player who cannot
    move loses.

    A game whose rules are a text in the script language of sums, `rules = "fn moves(n) { ... }"`, needs no method: the
    engine runs it, and its answers have certificates.
    """

    rules = None
    split = None
    canon = None

    def __init__(self):
        self.table = {}

    def options(self, position):
        """The positions after one move."""
        raise NotImplementedError(f"{type(self).__name__} says nothing about the options of a position")

    def nimber(self, position):
        """The nimber of a position. The table of all that were searched is kept."""
        if self.rules is not None:
            return _sums().value(self.call(position), define=self.rules).facts["nimber"]
        # A game may be made without a call of this class's own constructor.
        table = self.__dict__.setdefault("table", {})
        return _parlor.nimbers(position, self.options, self.split, self.canon, table)

    def winning_moves(self, position):
        """The options from which the other player loses."""
        return Sum([(self, position)]).winning_moves()

    def call(self, position):
        """A position of a game with `rules` as a call of the language, `game(7)`."""
        import json

        from ._registry import text

        quoted = json.dumps(position) if isinstance(position, str) else text(position)
        return f"{self.name}({quoted})"

    @property
    def name(self):
        """The name that the script gives its game."""
        import re

        named = re.search(r'fn\s+name\s*\(\s*\)\s*\{\s*"(\w+)"', self.rules or "")
        return named.group(1) if named else "game"

    def __call__(self, position):
        return Sum([(self, position)])


def _sums():
    import sys

    return sys.modules["parlor.sums"]


class Sum:
    """A sum of positions: of games written in Python and of the games of the language, `game(9) + "kayles(7)"`."""

    def __init__(self, parts):
        self.parts = list(parts)

    def __add__(self, other):
        if isinstance(other, Sum):
            return Sum(self.parts + other.parts)
        if isinstance(other, str):
            return Sum([*self.parts, (None, other)])
        return NotImplemented

    def __radd__(self, other):
        return Sum([(None, other), *self.parts]) if isinstance(other, str) else NotImplemented

    @property
    def nimber(self):
        """The nimber of the sum."""
        total = 0
        for game, position in self.parts:
            total ^= _nimber(game, position)
        return total

    @property
    def outcome(self):
        """"N" if the player to move wins, "P" if the other does."""
        return "N" if self.nimber else "P"

    def winning_moves(self):
        """Every winning move: the number of its part from 0, and the position or the text of the move there."""
        total = self.nimber
        wins = []
        for at, (game, position) in enumerate(self.parts):
            wanted = total ^ _nimber(game, position)
            wins += [(at, move) for move, nimber in _moves(game, position) if nimber == wanted]
        return wins if len(self.parts) > 1 else [move for _, move in wins]

    def certificate(self):
        """A certificate of the nimber, for games of the language and at most one whose `rules` are a script."""
        scripts = {game.rules for game, _ in self.parts if game is not None}
        if None in scripts or len(scripts) > 1:
            from ._parlor import Error

            raise Error("certificate: rules in Python cannot be checked by others; write them as a script in `rules`")
        calls = [position if game is None else game.call(position) for game, position in self.parts]
        return _sums().value(" + ".join(calls), define=next(iter(scripts), None), certify=True).certificate

    def __repr__(self):
        told = [position if game is None else f"{type(game).__name__}({position!r})" for game, position in self.parts]
        return " + ".join(told)


def _nimber(game, position):
    return _sums().value(position).facts["nimber"] if game is None else game.nimber(position)


def _moves(game, position):
    """The moves of a part with the nimbers that they lead to."""
    if game is not None and game.rules is None:
        return [(option, game.nimber(option)) for option in game.options(position)]
    expr, define = (position, None) if game is None else (game.call(position), game.rules)
    rows = _sums().value(expr, define=define, moves=True).tables["moves"]
    return [(row["move"], row["nimber"]) for row in rows]
