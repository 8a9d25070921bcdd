"""merlin hardest: the most that a change counts that can be made."""

from common import Budget, Lines, require
from merlin_clicks import Board, quiet_of
from merlin_least import UNITS, counted_as
from merlin_quiet import MOST_CELLS

MOST_UNITS = 1 << 17
MOST_BUTTON_COLOURS = 401


def rounds(board, what):
    """How many rounds of one unit each find all changes that can be made."""
    require(what != "buttons" or board.colours <= MOST_BUTTON_COLOURS, "too many colours for buttons")
    units = {"clicks": [1], "either": sorted({1, board.colours - 1}), "buttons": range(1, board.colours)}[what]
    budget, start = Budget(MOST_UNITS, "units"), (0,) * board.cells
    known, rim, count = {start}, [start], 0
    while True:
        found = []
        for change in rim:
            for others in board.successors:
                for unit in units:
                    budget.spend()
                    after = list(change)
                    for other, adds in others:
                        after[other] = (after[other] + unit * adds) % board.colours
                    after = tuple(after)
                    if after not in known:
                        known.add(after)
                        found.append(after)
        if not found:
            return count
        rim, count = found, count + 1


def check(lines):
    lines = Lines(lines)
    board = Board(lines, MOST_CELLS)
    what = counted_as(lines)
    if lines.more():
        quiet = quiet_of(lines, board)
        lines.end()
        require(not quiet.lists, "a quiet line does not belong here")
        most = board.cells * {"clicks": board.colours - 1, "buttons": 1, "either": board.colours // 2}[what]
    else:
        most = rounds(board, what)
    words = f"takes at most {most} {UNITS[what]}, and one of them no fewer"
    return f"{board.title()}: a change that can be made {words}"
