"""sums mirror: a move in Boxing Match after which what is left cancels, or adds up to 0."""

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
    evidence.summands[index - 1] = (game, taken(rows, side, row, column))
    require(evidence.nimber(evidence.summands) == 0, "after the move the sum has not nimber 0")
    return f"{evidence.sum()}: the player to move wins with {play}"
