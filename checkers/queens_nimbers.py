"""queens nimbers: the nimbers of the games modulo K on square boards, made again."""

from common import Budget, Lines, NotChecked, number, require
from queens_rules import LETTERS, Game, Rule

MOST_SIDE, MOST_NIMBER, MOST_MODULI = 5, 127, 40
MOST_POSITIONS = 1_000_000


def nimber(game):
    """The nimber of the empty board, position by position up to symmetry."""
    known, images, path, budget = {}, {}, [0], Budget(MOST_POSITIONS, "positions", NotChecked)

    def least(board):
        if board not in images:
            images[board] = game.least(board)
        return images[board]

    while path:
        board = path[-1]
        options = {least(board | 1 << s) for s in game.moves(board)}
        unknown = [option for option in options if option not in known]
        if unknown:
            path += unknown
            continue
        budget.spend()
        values = {known[option] for option in options}
        known[board] = next(value for value in range(len(values) + 1) if value not in values)
        path.pop()
    return known[0]


def check(lines):
    lines = Lines(lines)
    piece = lines.after("piece")
    if piece not in LETTERS:
        raise lines.broken("there is no such piece")
    rows = []
    while lines.more():
        words = lines.after("row").split(" ")
        side, told = number(words[0], MOST_SIDE), [number(word, MOST_NIMBER) for word in words[1:]]
        if side != len(rows) + 1 or not 1 <= len(told) <= MOST_MODULI or rows and len(told) != len(rows[0]):
            raise lines.broken("sides count up from 1, rows are equally long")
        for modulus, value in enumerate(told, 1):
            if nimber(Game(side, side, False, piece, Rule(f"mod:{modulus}"), 0)) != value:
                raise lines.broken(f"the nimber modulo {modulus} is another")
        rows.append(told)
    require(rows, "there is no row")
    sides = "; ".join(f"n = {n}: {' '.join(map(str, row))}" for n, row in enumerate(rows, 1))
    return f"nimbers of {piece}s modulo 1, 2, 3, ...: {sides}"
