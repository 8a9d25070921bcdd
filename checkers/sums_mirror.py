"""sums mirror: a move in Boxing Match after which every move has an answer in the mirror."""

import re

from common import number, require
from sums_couples import MOST_PILE, Evidence
from sums_games import full_squares

MOVE = re.compile(r"([0-9]+): ([0-9]+)x([0-9]+) at ([0-9]+),([0-9]+)", re.ASCII)


def taken(rows, side, row, column):
    """The board without a full square."""
    require((side, row - 1, column - 1) in set(full_squares(rows)), "there is no such square of stones")
    hole, left = range(row - 1, row - 1 + side), column - 1
    return tuple(line[:left] + "0" * side + line[left + side:] if r in hole else line for r, line in enumerate(rows))


def mirrors(rows):
    """Whether a board is its own image from left to right, and no full square has a column in common with its own."""
    if any(row != row[::-1] for row in rows):
        return False
    width = len(rows[0])
    return all(c + side <= width - c - side or width - c <= c for side, _, c in full_squares(rows))


def check(lines):
    evidence = Evidence(lines)
    require(len(evidence.plays) == 1, "there is one line \"move\"")
    play = evidence.plays[0][1]
    found = MOVE.fullmatch(play)
    require(found and found[2] == found[3], "a move is written like 1: 2x2 at 3,4")
    index, side, _, row, column = (number(found[place], MOST_PILE, 1) for place in range(1, 6))
    require(index <= len(evidence.summands), "there is no such summand")
    game, rows = evidence.summands[index - 1]
    require(game.key == "boxing", "the summand is no board of Boxing Match")
    rows = taken(rows, side, row, column)
    turned = tuple("".join(column) for column in zip(*rows))
    require(mirrors(rows) or mirrors(turned), "the board does not mirror itself, or a square meets its own image")
    others = evidence.summands[:index - 1] + evidence.summands[index:]
    require(evidence.nimber(others) == 0, "the other summands do not add up to 0")
    return f"{evidence.sum()}: the player to move wins with {play}"
