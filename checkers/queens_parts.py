"""queens parts: lost couples of a part of the open squares of Noon's game and a heap."""

from common import Refused, number, require
from queens_rules import bits, head, one_by_one, verdict

MOST_LINES = 1_000_000
MOST_HEAP = 127
MOST_SQUARES = 256
SMALL = 8
DIGITS = set("0123456789abcdef")


class Parts:
    """What is known of sets of open squares."""

    def __init__(self, lines, game):
        self.game = game
        self.taken = [game.attacks[s] | 1 << s for s in range(game.squares)]
        maps = game.symmetries()
        self.pairings = []
        for image in maps:
            if all(image[image[s]] == s for s in range(game.squares)):
                unpaired = sum(1 << s for s in range(game.squares) if self.taken[s] >> image[s] & 1)
                self.pairings.append((image, unpaired))
        self.listed, self.small, self.images, self.entries, self.answers = {}, {}, {}, [], {}
        while lines.starts("lost"):
            words = lines.after("lost").split(" ")
            if len(words) != 2 or len(self.entries) == MOST_LINES:
                raise lines.broken(f"a line is lost K SET, and there are at most {MOST_LINES}")
            heap, part = number(words[0], MOST_HEAP), self.read(lines, words[1])
            if self.least(part) in self.listed:
                raise lines.broken("listed twice")
            self.listed[self.least(part)] = heap
            self.entries.append((heap, part))

    def read(self, lines, text):
        if not text or text[0] == "0" or not set(text) <= DIGITS or len(text) > MOST_SQUARES // 4:
            raise lines.broken("a set is a number in hexadecimal digits")
        part = int(text, 16)
        if part >> self.game.squares or part & self.game.missing:
            raise lines.broken("there are no such squares")
        if bin(part).count("1") <= SMALL or len(self.parts(part)) != 1:
            raise lines.broken(f"the set is no part of more than {SMALL} squares")
        return part

    def least(self, part):
        if part not in self.images:
            self.images[part] = self.game.least(part)
        return self.images[part]

    def parts(self, board):
        """The sets that attacks hold together."""
        found = []
        while board:
            part = edge = board & -board
            while edge:
                reached = 0
                for s in bits(edge):
                    reached |= self.taken[s]
                edge = reached & board & ~part
                part |= edge
            found.append(part)
            board &= ~part
        return found

    def after(self, board):
        return (board & ~self.taken[s] for s in bits(board))

    def computed(self, board):
        """The nimber of a small set by the definition."""
        if board not in self.small:
            reached = {self.computed(option) for option in self.after(board)}
            self.small[board] = next(v for v in range(len(reached) + 1) if v not in reached)
        return self.small[board]

    def paired(self, board):
        for image, unpaired in self.pairings:
            if not board & unpaired and sum(1 << image[s] for s in bits(board)) == board:
                return True
        return False

    def alone(self, board):
        """The nimber of a set that needs no list, if it is one."""
        if bin(board).count("1") <= SMALL:
            return self.computed(board)
        return 0 if self.paired(board) else None

    def part(self, part):
        nimber = self.alone(part)
        return self.listed.get(self.least(part)) if nimber is None else nimber

    def known(self, board):
        """The nimber of a set, if it is known."""
        nimber = self.alone(board)
        if nimber is not None:
            return nimber
        nimber = 0
        for part in self.parts(board):
            value = self.part(part)
            if value is None:
                return None
            nimber ^= value
        return nimber

    def reaches(self, part, nimber):
        """Whether a move from the part leads to a known set of that nimber."""
        key = self.least(part)
        if key not in self.answers:
            self.answers[key] = {self.known(option) for option in self.after(part)} - {None}
        return nimber in self.answers[key]

    def differs(self, board, heap):
        """Whether an answer shows that a set that is not known has another nimber than this."""
        open_parts, others = [], 0
        for part in self.parts(board):
            nimber = self.part(part)
            if nimber is None:
                open_parts.append(part)
            else:
                others ^= nimber
        return len(open_parts) == 1 and self.reaches(open_parts[0], others ^ heap)

    def stands(self, heap, part):
        """Whether every move from the couple is answered."""
        reached = set()
        for option in self.after(part):
            nimber = self.known(option)
            if nimber == heap or nimber is None and not self.differs(option, heap):
                return False
            reached.add(nimber)
        return all(other in reached for other in range(heap))


def check_one(lines):
    """The statement of one position."""
    game, board = head(lines)
    if game.rule.text != "noon" or game.squares > MOST_SQUARES:
        raise lines.broken(f"the rule is noon, on at most {MOST_SQUARES} squares")
    parts = Parts(lines, game)
    for place, (heap, part) in enumerate(parts.entries):
        require(parts.stands(heap, part), f"lost couple {place + 1} of {len(parts.entries)} does not stand")
    start = sum(1 << s for s in game.moves(board))
    nimber = parts.known(start)
    require(nimber is not None, "the position is not listed")
    winning = []
    for s in bits(start if nimber else 0):
        option = start & ~parts.taken[s]
        value = parts.known(option)
        if value == 0:
            winning.append(s)
        elif value is None and not parts.differs(option, 0):
            raise Refused("whether a move wins is not shown")
    return verdict(game, board, winning, nimber)


def check(lines):
    return one_by_one(lines, check_one)
