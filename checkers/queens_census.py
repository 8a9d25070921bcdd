"""queens census: positions reached, without a move, and lost, counted again."""

from common import Budget, Lines, NotChecked, Refused, require
from queens_rules import head, small

MOST_POSITIONS = 4_000_000
MOST_CHANGING = 26


def census(game, board):
    """After each number of moves: positions reached, without a move, lost for the player to move."""
    # Where few squares can change the format has no limit, but this checker does.
    few = sum((board >> s & 1) == game.rule.removes for s in game.present) <= MOST_CHANGING
    budget, levels = Budget(MOST_POSITIONS - 1, "positions", NotChecked if few else Refused), [{board}]
    while levels[-1]:
        following = set()
        for position in levels[-1]:
            before = len(following)
            following.update(position ^ 1 << s for s in game.moves(position))
            budget.spend(len(following) - before)
        levels.append(following)
    counts, later = [], levels.pop()
    while levels:
        level, locked, lost = levels.pop(), 0, set()
        for position in level:
            moves = game.moves(position)
            locked += not moves
            if not any(position ^ 1 << s in later for s in moves):
                lost.add(position)
        counts.append((len(level), locked, len(lost)))
        later = lost
    return [list(column) for column in zip(*reversed(counts))]


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
