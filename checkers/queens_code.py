"""The smallest locked boards of queens on a square board, by the code of the attacks.

The even squares of a locked board, those that an even number of queens attack, are taken, are not none (the queen placed
last stands on one), and are 1 plus a sum of rows of the attack matrix. All such sets of few squares are listed: a basis
of the sums is brought into the form where each row has an own square, in which no other row is, and of each orbit of
the eight symmetries at most a share is own. Averaged over the symmetries, a set has at most that share of its squares
own; so one of its images is a sum of so few rows. Corners, whose short diagonals are such sets themselves, are set
aside: rows that lie in them are added in all ways. The other queens follow from the parities of lines."""

from itertools import combinations
from math import comb, gcd

from queens_rules import bits

# Sums of rows that may be formed.
MOST_SUMS = 1_000_000_000
LARGEST_SIDE = 21
CORNERS, MOST_ASIDE, WALKS = 4, 12, 60
FRONT = 58
# So few sums are formed one by one, and so are those of so few or of so many rows.
FEW_SUMS, PLAIN, MOST_MET = 200_000, 3, 10
# The most squares of a block, and the most squares that a sum may have there.
MOST_BLOCK, MOST_STRAY = 20, 2

if hasattr(int, "bit_count"):
    size = int.bit_count
else:
    def size(board):
        return bin(board).count("1")


class Basis:
    """A basis of the sums of rows and 1, own squares chosen along a walk over the board."""

    def __init__(self, game, images, stride, corner):
        n, squares = game.rows, game.squares
        self.light = sum(1 << s for s in range(squares)
                         if min(s // n, n - 1 - s // n) + min(s % n, n - 1 - s % n) >= corner)
        self.left, self.done, self.share = list(game.attacks) + [(1 << squares) - 1], [], 0
        self.own = 0
        taken = {}
        for share in range(1, 9):
            for s in (k * stride % squares for k in range(squares)):
                if not self.light >> s & 1 or self.own >> s & 1:
                    continue
                orbit = images[s]
                if (taken.get(orbit[0], 0) + 1) * 8 <= share * len(orbit) and self.take(s):
                    taken[orbit[0]] = taken.get(orbit[0], 0) + 1
                    self.own |= 1 << s
                    self.share = share
        self.rows, self.done = self.done, []
        for s in range(squares):
            if not self.light >> s & 1:
                self.take(s)
        self.aside = self.done

    def take(self, s):
        """Makes a square own, if a row that is left has it."""
        row = next((row for row in self.left if row >> s & 1), 0)
        if row:
            self.left = [other ^ row if other >> s & 1 else other for other in self.left]
            self.left = [other for other in self.left if other]
            self.done = [other ^ row if other >> s & 1 else other for other in self.done] + [row]
        return bool(row)

    def depth(self, most):
        return min(most * self.share // 8, len(self.rows))

    def cost(self, most):
        return sum(comb(len(self.rows), k) for k in range(self.depth(most) + 1))

    def sets(self, most):
        """At least one image of every set of 1 to `most` squares in the code."""
        chosen = list(bits(self.light & ~self.own))[:FRONT]
        fronts = [sum((row >> s & 1) << place for place, s in enumerate(chosen)) for row in self.rows]
        found, all_sums = [0], [0]
        for row in self.aside:
            all_sums += [other ^ row for other in all_sums]
        depth = self.depth(most)
        plain = depth if self.cost(most) <= FEW_SUMS or depth > MOST_MET else min(depth, PLAIN)
        if plain:
            self.sums(fronts, 0, plain, 0, 0, most, found)
        for count in range(plain + 1, depth + 1):
            self.meeting(count, most, found)
        return {word ^ other for word in found for other in all_sums if 0 < size(word ^ other) <= most}

    def sums(self, fronts, start, left, front, word, most, found):
        rows = self.rows
        if left == 1:
            for place, other in enumerate(fronts[start:], start):
                if size(front ^ other) <= most and size((word ^ rows[place]) & self.light) <= most:
                    found.append(word ^ rows[place])
            return
        for place in range(start, len(rows)):
            near = word ^ rows[place]
            if size(near & self.light) <= most:
                found.append(near)
            self.sums(fronts, place + 1, left - 1, front ^ fronts[place], near, most, found)


    def meeting(self, count, most, found):
        """The sums of so many rows by halves. Of a sum's squares as many are own as there are rows, so few are neither
        own nor aside, and in one of several blocks of those there are hardly any: there the halves nearly agree."""
        rows, free = self.rows, list(bits(self.light & ~self.own))
        halves = [comb(len(rows), half) for half in (count // 2, count - count // 2)]

        def blocks(stray):
            return (most - count) // (stray + 1) + 1

        def width(stray):
            return min(len(free) // blocks(stray), MOST_BLOCK)

        def work(stray):
            lookups = halves[0] * sum(comb(width(stray), k) for k in range(stray + 1))
            return blocks(stray) * (lookups + halves[1] + (lookups * halves[1] >> width(stray)))

        stray = min(range(MOST_STRAY + 1), key=work)
        wide = width(stray)
        patterns = [sum(1 << bit for bit in chosen) for k in range(stray + 1) for chosen in combinations(range(wide), k)]
        for block in range(blocks(stray)):
            squares = free[block * wide:(block + 1) * wide]
            seen = [sum((row >> s & 1) << place for place, s in enumerate(squares)) for row in rows]
            table = {}
            for second, key in sums_of(seen, count - count // 2):
                table.setdefault(key, []).append(second)
            for first, key in sums_of(seen, count // 2):
                for pattern in patterns:
                    for second in table.get(key ^ pattern, ()):
                        # The rows of the second half come after those of the first.
                        if second[0] > first[-1]:
                            word = 0
                            for place in first + second:
                                word ^= rows[place]
                            if size(word & self.light) <= most:
                                found.append(word)


def sums_of(values, count):
    """So many places, and the sum of the values there, for all choices."""
    if count == 0:
        yield (), 0
        return
    for chosen, total in sums_of(values, count - 1):
        for place in range(chosen[-1] + 1 if chosen else 0, len(values)):
            yield chosen + (place,), total ^ values[place]


class Parities:
    """Parities of lines, a bit each: rows, columns, differences, sums."""

    def __init__(self, game):
        n = self.n = game.rows
        self.attacks, self.all = game.attacks, (1 << game.squares) - 1
        spans = [(0, n), (n, 2 * n), (2 * n, 4 * n - 1), (4 * n - 1, 6 * n - 2)]
        self.directions = [(1 << end) - (1 << start) for start, end in spans]
        self.of = []
        for s in range(game.squares):
            r, c = divmod(s, n)
            self.of.append(1 << r | 1 << n + c | 1 << 2 * n + r - c + n - 1 | 1 << 4 * n - 1 + r + c)
        self.on = [[s for s in range(game.squares) if self.of[s] >> line & 1] for line in range(6 * n - 2)]
        # Reduced rows with the parities of the queens that give them, and parities of queens that nothing sees.
        self.rows, self.unseen = [], [0]
        for s, row in enumerate(game.attacks):
            rest, lines = self.reduced(row, self.of[s])
            if rest:
                self.rows.append((rest & -rest, rest, lines))
            elif lines not in self.unseen:
                self.unseen += [other ^ lines for other in self.unseen]

    def reduced(self, board, lines):
        for first, row, of in self.rows:
            if board & first:
                board, lines = board ^ row, lines ^ of
        return board, lines

    def beside(self, even):
        """The parities that the queens beside the even squares may have; an odd number of lines is never reached, nor
        any but a multiple of 4."""
        rest, lines = self.reduced(self.all ^ even, 0)
        if rest:
            return []
        whole = [lines ^ unseen for unseen in self.unseen if size(lines ^ unseen) % 4 == 0]
        for s in bits(even):
            whole = [odd ^ self.of[s] for odd in whole]
        return whole

    def boards(self, odd, board, closed, left, budget):
        """The boards of so many more queens, on squares that are not closed, which make all odd lines even."""
        counts = [size(odd & direction) for direction in self.directions]
        # A set that is even on all lines has two squares on each of its eight outermost lines: 8 in all.
        if max(counts) > left or not odd and 0 < left < 8:
            return
        if left == 0:
            yield board
            return
        full = sum(direction for direction, count in zip(self.directions, counts) if count == left)
        need = full & ~odd
        choice = None
        for line in bits(odd):
            fitting = [s for s in self.on[line] if not closed >> s & 1 and not self.of[s] & need]
            if choice is None or len(fitting) < len(choice):
                choice = fitting
        if choice is None:
            choice = [s for s in bits(self.all & ~closed) if not self.of[s] & need]
        for s in choice:
            budget.spend()
            closed |= 1 << s
            yield from self.boards(odd ^ self.of[s], board | 1 << s, closed, left - 1, budget)


def orbits(n):
    """The images of each square under the eight symmetries, in increasing order."""
    last, images = n - 1, []
    for s in range(n * n):
        r, c = divmod(s, n)
        turned = [(r, c), (c, last - r), (last - r, last - c), (last - c, r)]
        images.append(sorted({place for a, b in turned for place in (a * n + b, b * n + a)}))
    return images


def boards_below(game, least, budget):
    """Boards of fewer than `least` queens without an open square, all of those that may be reached up to symmetry;
    None if they are too many to look at."""
    n = game.rows
    if n > LARGEST_SIDE:
        return None
    images, bases = orbits(n), []
    for corner in range(min(CORNERS, n // 3) + 1):
        strides = [stride for stride in range(n + 2, n + 6 * WALKS) if gcd(stride, n * n) == 1][:WALKS]
        best = None
        for stride in strides:
            basis = Basis(game, images, stride, corner)
            if best is None or basis.share < best.share:
                best = basis
        if len(best.aside) <= MOST_ASIDE:
            bases.append(best)
    # On a board of odd side every square sees an even number of others, and the number of queens is odd.
    most = least - 1 - (n % 2 == 1 and least % 2 == 1)
    basis = min(bases, key=lambda basis: basis.cost(most))
    if basis.cost(most) > MOST_SUMS:
        return None
    lines = Parities(game)
    return (board
            for even in sorted(basis.sets(most))
            for odd in lines.beside(even)
            for more in range(0, most + 1 - size(even), 2)
            for board in lines.boards(odd, even, even, more, budget))
