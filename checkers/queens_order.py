"""queens order: pieces placed legally until no square is open."""

from common import Lines, counted
from queens_rules import play, standard_start


def check(lines):
    lines = Lines(lines)
    game = standard_start(lines)
    _, pieces = play(lines, game)
    lines.end()
    return f"{game.title()}: {counted(pieces, game.piece)} placed legally, and no more can follow"
