"""merlin lit: where clicks on lit cells lead, and by how few."""

from common import Lines, require
from merlin_clicks import Board

MOST_STATES = 1 << 24


def fewest(board, start, goal):
    """The least number of clicks that lead from a state to another, None if none do; all states are gone through."""
    seen, rim, count = {start}, [start], 0
    while rim:
        if goal in rim:
            return count
        following = []
        for state in rim:
            for cell, others in enumerate(board.successors):
                if state[cell]:
                    after = list(state)
                    for other, adds in others:
                        after[other] = (after[other] + adds) % board.colours
                    after = tuple(after)
                    if after not in seen:
                        seen.add(after)
                        following.append(after)
        rim, count = following, count + 1
    return None


def check(lines):
    lines = Lines(lines)
    board = Board(lines, 24)
    require(board.colours ** board.cells <= MOST_STATES, f"there are more than {MOST_STATES} states")
    start, goal = (tuple(board.list(lines.after(word))) for word in ("from", "to"))
    lines.end()
    clicks = fewest(board, start, goal)
    if clicks is None:
        return f"{board.title()}: clicks on lit cells never lead from {board.name(start)} to {board.name(goal)}"
    way = f"from {board.name(start)} to {board.name(goal)} in {clicks} clicks and in no fewer"
    return f"{board.title()}: clicks on lit cells lead {way}"
