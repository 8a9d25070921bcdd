"""queens lock: pieces lock a board, and fewer than a bound do not: all smaller boards are searched, those of queens on a
square board through the code of their attacks."""

from math import comb

from common import Budget, Lines, counted, number, require
from queens_code import boards_below
from queens_rules import bits, play, standard_start

MOST_VISITS = 60_000_000
# The squares of a window, and the pieces whose sums are entered in tables.
WINDOW = 27
DEEPEST = 4
MOST_SUMS = 5_000_000
# The side from which queens on a square board are looked at through the code of their attacks.
SMALLEST_CODE = 4


class Sums:
    """What the sums over GF(2) of so many rows of the attack matrix look like in a window of squares, the squares of
    their own pieces both ways. Squares that need a piece, and are not such a sum there, are not settled by so many."""

    def __init__(self, attacks, squares, pieces):
        self.window = window(attacks, squares)
        rows = [self.seen(attacks[s]) for s in squares]
        own = [self.seen(1 << s) for s in squares]
        self.table = bytearray((1 << len(self.window)) // 8 + 1)
        self.enter(rows, own, 0, pieces, 0, 0)

    def seen(self, board):
        return sum((board >> s & 1) << place for place, s in enumerate(self.window))

    def enter(self, rows, own, start, left, total, wild):
        if left > 1:
            for s in range(start, len(rows) - left + 1):
                self.enter(rows, own, s + 1, left - 1, total ^ rows[s], wild | own[s])
            return
        table = self.table
        for s in range(start, len(rows)):
            free = wild | own[s]
            fixed = (total ^ rows[s]) & ~free
            part = free
            while True:
                key = fixed | part
                table[key >> 3] |= 1 << (key & 7)
                if not part:
                    break
                part = part - 1 & free

    def holds(self, needy, taken):
        """Whether the needy squares look like a sum, squares of pieces both ways."""
        free = self.seen(taken)
        fixed = self.seen(needy) & ~free
        part = free
        while True:
            key = fixed | part
            if self.table[key >> 3] >> (key & 7) & 1:
                return True
            if not part:
                return False
            part = part - 1 & free


def window(attacks, squares):
    """Squares whose rows are independent, strewn over the board."""
    chosen, reduced = [], []
    for s in sorted(squares, key=lambda s: s * 37 % 101):
        rest = attacks[s]
        for other in reduced:
            rest = min(rest, rest ^ other)
        if rest and len(chosen) < WINDOW:
            chosen.append(s)
            reduced = sorted(reduced + [rest], reverse=True)
    return chosen


class Search:
    """Boards of so many pieces, legally reached, without an open square."""

    def __init__(self, game, budget):
        self.game, self.budget = game, budget
        self.all = sum(1 << s for s in game.present)
        self.reach = {s: game.attacks[s] | 1 << s for s in game.present}
        self.most = max(bin(reach).count("1") for reach in self.reach.values())
        self.asked, self.sums = [0] * (DEEPEST + 1), {}

    def bound(self):
        """What needs no search."""
        game, least = self.game, -(-len(self.game.present) // self.most)
        if self.square_of_queens():
            least = max(least, game.rows // 2)
        return least

    def square_of_queens(self):
        game = self.game
        return game.piece == "queen" and game.rows == game.columns and not game.torus and not game.missing

    def nothing_below(self, least):
        """Refuses if a board of fewer pieces is legally reached and without an open square."""
        if self.bound() >= least:
            return
        if self.square_of_queens() and self.game.rows >= SMALLEST_CODE:
            boards = boards_below(self.game, least, self.budget)
            require(boards is not None, "the search for the bound is longer than allowed")
            for board in boards:
                require(not self.reached(board), f"a board with {bin(board).count('1')} pieces has no open square")
            return
        for fewer in range(self.bound(), least):
            require(self.nothing(fewer), f"a board with {fewer} pieces has no open square")

    def nothing(self, pieces):
        """Whether there is no such board of so many pieces."""
        if all(bin(reach).count("1") % 2 for reach in self.reach.values()) and (pieces + len(self.reach)) % 2:
            return True
        require(len(self.game.present) <= 128, "the search for the bound takes at most 128 squares")
        if pieces == 0:
            return True
        orbits = {s: sum({1 << image[s] for image in self.game.symmetries()}) for s in self.reach}
        settling = min(({orbits[t] for t in bits(reach)} for reach in self.reach.values()), key=len)
        excluded = 0
        for orbit in sorted(settling):
            s = next(bits(orbit))
            if self.some(1 << s, self.game.attacks[s], excluded, pieces - 1):
                return False
            excluded |= orbit
        return True

    def some(self, taken, odd, excluded, left):
        """Whether so many more pieces, not on excluded squares, complete such a board."""
        needy, free = self.all & ~odd & ~taken, self.all & ~taken & ~excluded
        if left == 0:
            return needy == 0 and self.reached(taken)
        if bin(needy).count("1") > left * self.most:
            return False
        if left <= DEEPEST and not self.may_be_summed(left, needy, taken):
            return False
        if needy:
            free = min((self.reach[s] & free for s in bits(needy)), key=lambda choice: bin(choice).count("1"))
        for s in bits(free):
            self.budget.spend()
            if self.some(taken | 1 << s, odd ^ self.game.attacks[s], excluded, left - 1):
                return True
            excluded |= 1 << s
        return False

    def may_be_summed(self, left, needy, taken):
        """What the tables say; one is made when it was asked for often enough to be worth it."""
        if left not in self.sums:
            self.asked[left] += 1
            count = comb(len(self.game.present), left)
            if count > MOST_SUMS or 20 * self.asked[left] < count:
                return True
            self.sums[left] = Sums(self.game.attacks, self.game.present, left)
        return self.sums[left].holds(needy, taken)

    def reached(self, board):
        """Whether some order of its pieces is legal: taken back one by one, each sees an even number of the rest."""
        seen, rim = {board}, [board]
        while rim:
            now = rim.pop()
            if now == 0:
                return True
            for s in bits(now):
                before = now ^ 1 << s
                if bin(self.game.attacks[s] & before).count("1") % 2 == 0 and before not in seen:
                    self.budget.spend()
                    seen.add(before)
                    rim.append(before)
        return False


def check(lines):
    lines, budget, states = Lines(lines), Budget(MOST_VISITS, "sets visited"), []
    while lines.more() or not states:
        game = standard_start(lines)
        board, pieces = play(lines, game)
        require(pieces < len(game.present), "the board is complete and not locked")
        least = number(lines.after("least"), pieces)
        Search(game, budget).nothing_below(least)
        name = f"{game.rows} x {game.columns} {'torus' if game.torus else 'board'}{game.holes()}"
        never = "fewer never do" if least == pieces else f"fewer than {least} never do"
        locks = "locks" if pieces == 1 else "lock"
        states.append(f"{counted(pieces, game.piece)} {locks} the {name}, placed legally, and {never}")
    return "; ".join(states)
