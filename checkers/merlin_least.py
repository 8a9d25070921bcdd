"""merlin least: clicks that make a change, and that none which make it count less."""

from common import Lines, require
from merlin_clicks import Board, quiet_of
from merlin_quiet import MOST_CELLS

UNITS = {"clicks": "clicks", "buttons": "buttons", "either": "clicks and unclicks"}


def counted_as(lines):
    """What is counted."""
    what = lines.after("counted")
    if what not in UNITS:
        raise lines.broken("counted are clicks, buttons or either")
    return what


def weight(what, clicks, colours):
    """What clicks count."""
    if what == "clicks":
        return sum(clicks)
    if what == "buttons":
        return sum(times > 0 for times in clicks)
    return sum(min(times, colours - times) for times in clicks)


def all_ways(clicks, lists, colours):
    """The clicks plus all sums of multiples of the quiet lists: an odometer, one addition a way on the average."""
    clicks, turns = list(clicks), [0] * len(lists)
    while True:
        yield clicks
        for place, (order, quiet) in enumerate(lists):
            clicks = [(a + b) % colours for a, b in zip(clicks, quiet)]
            turns[place] += 1
            if turns[place] < order:
                break
            # Order times the list need not be nothing: its lead is, what follows may not be.
            clicks = [(a - order * b) % colours for a, b in zip(clicks, quiet)]
            turns[place] = 0
        else:
            return


def check(lines):
    lines = Lines(lines)
    board = Board(lines, MOST_CELLS)
    what = counted_as(lines)
    change, clicks = board.list(lines.after("change")), board.list(lines.after("clicks"))
    quiet = quiet_of(lines, board)
    lines.end()
    require(board.change(clicks) == change, "the clicks make another change")
    require(quiet.count * board.cells <= 1 << 25, "too many ways to go through")
    least = weight(what, clicks, board.colours)
    for way in all_ways(clicks, quiet.lists, board.colours):
        require(weight(what, way, board.colours) >= least, "another way counts less")
    return f"{board.title()}: the change {board.name(change)} is made by {least} {UNITS[what]} and by no fewer"
