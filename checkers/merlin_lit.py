"""merlin lit: where clicks on lit cells lead, by going through all states that they reach."""

from common import Lines, require
from merlin_clicks import Board

MOST_STATES = 1 << 24


def fewest(board, start, goal):
    """The fewest clicks on lit cells from one state to another, None if none lead there."""
    known, rim, clicks = {start}, [start], 0
    while rim:
        if goal in rim:
            return clicks
        found = []
        for state in rim:
            for cell, others in enumerate(board.successors):
                if state[cell] == 0:
                    continue
                after = list(state)
                for other, adds in others:
                    after[other] = (after[other] + adds) % board.colours
                after = tuple(after)
                if after not in known:
                    known.add(after)
                    found.append(after)
        rim, clicks = found, clicks + 1
    return None


def check(lines):
    lines = Lines(lines)
    board = Board(lines)
    require(board.cells <= 24 and board.colours ** board.cells <= MOST_STATES, f"more than {MOST_STATES} states")
    start, goal = board.list(lines.after("from")), board.list(lines.after("to"))
    lines.end()
    clicks = fewest(board, tuple(start), tuple(goal))
    ends = f"from {board.name(start)} to {board.name(goal)}"
    if clicks is None:
        return f"{board.title()}: clicks on lit cells never lead {ends}"
    return f"{board.title()}: clicks on lit cells lead {ends} in {clicks} clicks and in no fewer"
