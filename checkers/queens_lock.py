"""queens lock: pieces lock a board, and fewer than a bound do not: all smaller boards are searched."""

from common import Budget, Lines, counted, number, require
from queens_rules import play, standard_start

MOST_VISITS = 60_000_000


def bits(board):
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


class Search:
    """Boards of so many pieces, legally reached, without an open square."""

    def __init__(self, game, budget):
        self.game, self.budget = game, budget
        self.all = sum(1 << s for s in game.present)
        self.reach = {s: game.attacks[s] | 1 << s for s in game.present}
        self.most = max(bin(reach).count("1") for reach in self.reach.values())

    def bound(self):
        """What needs no search."""
        game, least = self.game, -(-len(self.game.present) // self.most)
        if game.piece == "queen" and game.rows == game.columns and not game.torus and not game.missing:
            least = max(least, game.rows // 2)
        return least

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
        if needy:
            free = min((self.reach[s] & free for s in bits(needy)), key=lambda choice: bin(choice).count("1"))
        for s in bits(free):
            self.budget.spend()
            if self.some(taken | 1 << s, odd ^ self.game.attacks[s], excluded, left - 1):
                return True
            excluded |= 1 << s
        return False

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
        search = Search(game, budget)
        for fewer in range(search.bound(), least):
            require(search.nothing(fewer), f"a board with {fewer} pieces has no open square")
        name = f"{game.rows} x {game.columns} {'torus' if game.torus else 'board'}{game.holes()}"
        never = "fewer never do" if least == pieces else f"fewer than {least} never do"
        locks = "locks" if pieces == 1 else "lock"
        states.append(f"{counted(pieces, game.piece)} {locks} the {name}, placed legally, and {never}")
    return "; ".join(states)
