"""queens strategy: lost positions, each of whose moves has an answer in the list."""

from common import Refused, number, require
from queens_rules import head, one_by_one, small, verdict

MOST_LINES = 1_000_000
MOST_HEAP = 127


class Listed:
    """The lost positions of one board's evidence."""

    def __init__(self, lines, game):
        self.game, self.entries, self.heaps, self.images = game, [], {}, {}
        while lines.starts("lost"):
            words = lines.after("lost").split(" ")
            if len(words) != 2 or len(self.entries) == MOST_LINES:
                raise lines.broken(f"a line is lost K BOARD, and there are at most {MOST_LINES}")
            heap, board = number(words[0], MOST_HEAP), game.read(words[1])
            heaps = self.of(board)
            if heap in heaps:
                raise lines.broken("listed twice")
            self.heaps[self.least(board)] = heaps | {heap}
            self.entries.append((heap, board))

    def least(self, board):
        if board not in self.images:
            self.images[board] = self.game.least(board)
        return self.images[board]

    def of(self, board):
        """The heaps beside which a board is listed."""
        return self.heaps.get(self.least(board), frozenset())

    def after(self, board):
        return [board ^ 1 << s for s in self.game.moves(board)]

    def stands(self, heap, board):
        """Whether every move from the couple is answered."""
        reached = set()
        for option in self.after(board):
            heaps = self.of(option)
            reached |= heaps
            if not any(other < heap for other in heaps) and not any(heap in self.of(b) for b in self.after(option)):
                return False
        return all(other in reached for other in range(heap))


def check_one(lines):
    """The statement of one position."""
    game, board = head(lines)
    small(game)
    listed = Listed(lines, game)
    require(listed.entries and listed.entries[0][1] == board, "the first lost position is the board of the head")
    for place, (heap, position) in enumerate(listed.entries):
        require(listed.stands(heap, position), f"lost position {place + 1} of {len(listed.entries)} does not stand")
    winning = []
    for s in game.moves(board):
        option = board ^ 1 << s
        if 0 in listed.of(option):
            winning.append(s)
        elif not any(0 in listed.of(answer) for answer in listed.after(option)):
            raise Refused("whether a move wins is not shown")
    nimber = listed.entries[0][0]
    return verdict(game, board, winning, nimber)


def check(lines):
    return one_by_one(lines, check_one)
