"""queens census: positions reached, without a move, and lost, counted again."""

from common import Budget, Lines, require
from queens_rules import head, small

MOST_POSITIONS = 4_000_000


def census(game, board):
    """After each number of moves: positions reached, without a move, lost for the player to move."""
    budget, levels, moves = Budget(MOST_POSITIONS - 1, "positions"), [{board}], {}
    while levels[-1]:
        following = set()
        for position in levels[-1]:
            moves[position] = [position ^ 1 << s for s in game.moves(position)]
            before = len(following)
            following.update(moves[position])
            budget.spend(len(following) - before)
        levels.append(following)
    levels.pop()
    lost = set()
    for level in reversed(levels):
        lost.update([position for position in level if not any(after in lost for after in moves[position])])
    locked = [sum(not moves[position] for position in level) for level in levels]
    return [len(level) for level in levels], locked, [sum(p in lost for p in level) for level in levels]


def told(counts):
    """Numbers without zeros at the end."""
    while counts and counts[-1] == 0:
        counts = counts[:-1]
    return " ".join(map(str, counts))


def check(lines):
    lines, states = Lines(lines), []
    while lines.more() or not states:
        game, board = head(lines)
        small(game)
        texts = [lines.after(word) for word in ("reachable", "locked", "lost")]
        counts = census(game, board)
        require(texts == [told(count) for count in counts], "counted again, the numbers are others")
        reached, locked, lost = (sum(count) for count in counts)
        states.append(f"{game.position(board)}: {reached} positions are reached, {locked} of them have no move, "
                      f"{lost} are lost for the player to move")
    return "; ".join(states)
