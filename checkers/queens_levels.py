"""queens levels: the sizes of the levels of a game tree or of the graph of positions up to symmetry."""

from common import Lines, require
from queens_rules import head, small

MOST_NODES = 20_000


def tree(game, board, wanted):
    """How many games of each length there are."""
    level, sizes = [board], []
    while level and len(sizes) < wanted:
        sizes.append(len(level))
        require(sum(sizes) <= MOST_NODES, f"more than {MOST_NODES} nodes")
        level = [position ^ 1 << s for position in level for s in game.moves(position)]
        require(len(sizes) == wanted or len(level) <= MOST_NODES, f"more than {MOST_NODES} nodes")
    return sizes


def graph(game, board):
    """How many positions there are after each number of moves, up to the symmetries that keep the board."""
    maps = [image for image in game.symmetries() if game.least(board, [image]) == board]
    level, sizes = {board}, []
    while level:
        sizes.append(len(level))
        require(sum(sizes) <= MOST_NODES, f"more than {MOST_NODES} nodes")
        level = {game.least(position ^ 1 << s, maps) for position in level for s in game.moves(position)}
    return sizes


def check(lines):
    lines = Lines(lines)
    game, board = head(lines)
    small(game)
    name = "tree" if lines.starts("tree") else "graph"
    text = lines.after(name)
    lines.end()
    sizes = tree(game, board, len(text.split(" "))) if name == "tree" else graph(game, board)
    sizes = " ".join(map(str, sizes))
    require(sizes == text, "counted again, the levels are others")
    return f"the {name} of {game.position(board)} has levels of {sizes} nodes"
