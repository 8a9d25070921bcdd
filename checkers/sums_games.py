"""The games of the language of sums. A game knows its positions: parts (the components of a position), moves (what a
position may become) and read (the position of the arguments of a call). Games of the same name and the same rules
have the same key; so have components that are the same."""

import math
import re

from common import Refused, number, require
from queens_rules import Game as BoardGame
from queens_rules import Rule
from sprouts_lands import shared
from sprouts_rules import read as read_sprouts
from sprouts_rules import simplify

MOST_HEAP = 100_000
A_LINE = 20
CODES = {"kayles": "0.77", "dawson": "0.07", "dawson3": "0.007", "dawsonchess": "0.137", "officers": "0.6",
         "grundy": "grundy"}
CALL = re.compile(r"([a-z0-9]+)\((.*)\)", re.ASCII)
CODE = re.compile(r"[048C]\.([0-9A-F]*)(?:\(([0-9A-F]+)\))?", re.ASCII)


class Whole:
    """A game whose positions are their own only components."""

    def parts(self, position):
        return [position]


class Heaps:
    """Games on heaps, each a component by itself. A position is a tuple of heaps without zeros, ascending."""

    def __init__(self, key, breaks, most=MOST_HEAP):
        self.key, self.breaks, self.most = key, breaks, most

    def read(self, text):
        heaps = tuple(number(word, self.most) for word in text.split(", "))
        require(heaps == (0,) or 0 not in heaps and list(heaps) == sorted(heaps), "heaps ascend without zeros")
        return heaps if heaps != (0,) else ()

    def parts(self, heaps):
        return [(heap,) for heap in heaps]

    def moves(self, heaps):
        for place, heap in enumerate(heaps):
            rest = heaps[:place] + heaps[place + 1:]
            for left in self.breaks(heap):
                yield tuple(sorted(rest + tuple(part for part in left if part)))


def nim_breaks(heap):
    return ((left,) for left in range(heap))


def octal_breaks(code):
    """What a heap may become by a code."""
    if code == "grundy":
        return lambda heap: ((a, heap - a) for a in range(1, (heap + 1) // 2))
    found = CODE.fullmatch(code)
    digits, tail = [int(d, 16) for d in code[0] + found[1]], [int(d, 16) for d in found[2] or ""]

    def digit(take):
        if take < len(digits):
            return digits[take]
        return tail[(take - len(digits)) % len(tail)] if tail else 0

    def breaks(heap):
        for take in range(min(heap, heap if tail else len(digits) - 1) + 1):
            may, rest = digit(take), heap - take
            if may & 1 and rest == 0 and take:
                yield ()
            if may & 2 and rest and take:
                yield (rest,)
            if may & 4:
                yield from ((a, rest - a) for a in range(1, rest // 2 + 1))
            if may & 8:
                for a in range(1, rest // 3 + 1):
                    yield from ((a, b, rest - a - b) for b in range(a, (rest - a) // 2 + 1))

    return breaks


def read_code(text):
    """The code of an octal game and the largest heap beside it."""
    if text == "grundy":
        return MOST_HEAP
    found = CODE.fullmatch(text)
    require(found and len(found[1]) + len(found[2] or "") <= 1000, "a code is D.DDD or D.DDD(DDD), up to 1000 digits")
    digits = text[0] + found[1] + (found[2] or "")
    require(set(digits) != {"0"}, "no digit of the code allows a move")
    return 500 if any(int(d, 16) & 8 for d in digits) else 2000 if set(found[2] or "0") != {"0"} else MOST_HEAP


def read_values(lines, most, largest):
    """The values of the lines "nimbers" that are left."""
    values = []
    while lines.more():
        words = lines.after("nimbers").split(" ")
        if len(words) > A_LINE or len(values) % A_LINE:
            raise lines.broken(f"{A_LINE} values stand in every line but the last")
        values += [number(word, largest) for word in words]
        require(len(values) <= most, f"there are at most {most} values")
    return values


def by_definition(code, values, budget):
    """Checks the value of every heap against all moves."""
    breaks = octal_breaks(code)
    for heap, value in enumerate(values):
        reached = set()
        for left in breaks(heap):
            budget.spend()
            total = 0
            for part in left:
                total ^= values[part]
            reached.add(total)
        least = next(v for v in range(len(reached) + 1) if v not in reached)
        require(value == least, f"the nimber of the heap {heap} is {least}")


class Piles(Whole):
    """Games on two piles."""

    def __init__(self, key, most):
        self.key, self.most = key, most

    def read(self, text):
        words = text.split(", ")
        require(len(words) == 2, "there are two piles")
        return number(words[0], self.most), number(words[1], self.most)

    def moves(self, piles):
        a, b = piles
        yield from ((left, b) for left in range(a))
        yield from ((a, left) for left in range(b))
        yield from ((a - take, b - take) for take in range(1, min(a, b) + 1))
        if self.key == "exile":
            yield from ((a + some, b - some) for some in range(1, b + 1))
        if self.key == "maharaja":
            yield from ((a - x, b - y) for x, y in ((1, 2), (2, 1)) if a >= x and b >= y)


def quoted(text):
    """What stands in double quotes."""
    inner = text[1:-1]
    require(text == f'"{inner}"' and '"' not in inner, "a text in double quotes belongs here")
    return inner


class Treblecross:
    """A strip of cells. Components are runs of playable cells."""

    key = "treblecross"

    def read(self, text):
        strip = quoted(text)
        require(len(strip) <= 2000 and set(strip) <= {".", "X"}, "a strip has at most 2000 cells . and X")
        require(not any(strip[i:i + 3].count("X") > 1 for i in range(len(strip) - 2)), "three in a row are a move away")
        return strip

    @staticmethod
    def playable(strip):
        """The playable cells as dots, the others as X."""
        if len(strip) < 3:
            return strip
        return "".join("X" if "X" in strip[max(0, c - 2):c + 3] else "." for c in range(len(strip)))

    def parts(self, strip):
        if len(strip) < 3:
            return [strip] if "." in strip else []
        runs = [run for run in self.playable(strip).split("X") if run]
        return [run if len(run) > 2 else "X.." + run for run in runs]

    def moves(self, strip):
        for cell, mark in enumerate(self.playable(strip)):
            if mark == ".":
                yield strip[:cell] + "X" + strip[cell + 1:]


class Chomp(Whole):
    """Row lengths that do not grow."""

    key = "chomp"

    def read(self, text):
        words = quoted(text).split(",")
        require(len(words) <= 25, "a bar has at most 25 rows")
        rows = tuple(number(word, 31, 1) for word in words)
        require(all(a >= b for a, b in zip(rows, rows[1:])), "rows do not grow")
        require(math.comb(len(rows) + rows[0], rows[0]) <= 160_000_000, "the bar is too large")
        return rows

    def moves(self, rows):
        for r, row in enumerate(rows):
            for c in range(row):
                if (r, c) != (0, 0):
                    after = rows[:r] + tuple(min(other, c) for other in rows[r:])
                    yield tuple(other for other in after if other)


def read_cells(text, marks, most):
    """A board as a tuple of rows."""
    rows = tuple(quoted(text).split("/"))
    require(len(rows) <= most and 1 <= len(rows[0]) <= most, f"a board has sides of 1 to {most} cells")
    require(all(len(row) == len(rows[0]) for row in rows), "the rows of a board are equally long")
    require(set("".join(rows)) <= set(marks), f"a board has the cells {marks}")
    return rows


def fits(rows):
    """A side of at most 8 and at most 128 cells."""
    return min(len(rows), len(rows[0])) <= 8 and len(rows) * len(rows[0]) <= 128


def groups(things, meet):
    """Things that hang together."""
    left, found = set(things), []
    while left:
        group, rim = set(), [left.pop()]
        while rim:
            thing = rim.pop()
            group.add(thing)
            near = {other for other in meet(thing) if other in left}
            left -= near
            rim += near
        found.append(group)
    return found


def only(rows, cells, mark, other):
    """A board of the same size with marks on these cells alone."""
    width = range(len(rows[0]))
    return tuple("".join(mark if (r, c) in cells else other for c in width) for r in range(len(rows)))


def full_squares(rows):
    """Side, row and column of every full square of stones."""
    size = [[0] * (len(rows[0]) + 1) for _ in range(len(rows) + 1)]
    for r in reversed(range(len(rows))):
        for c in reversed(range(len(rows[0]))):
            if rows[r][c] == "1":
                size[r][c] = 1 + min(size[r + 1][c], size[r][c + 1], size[r + 1][c + 1])
                yield from ((side, r, c) for side in range(1, size[r][c] + 1))


class Boxing:
    """Stones 1 on a board."""

    key = "boxing"

    def read(self, text):
        return read_cells(text, "01", 64)

    def parts(self, rows):
        corners = {(r, c) for side, r, c in full_squares(rows) if side == 2}
        found = groups(corners, lambda at: [(at[0] + a, at[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)])
        covered = [{(r + a, c + b) for r, c in group for a in (0, 1) for b in (0, 1)} for group in found]
        loose = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "1"}.difference(*covered)
        if len(loose) % 2:
            standing = len(rows) > len(rows[0])
            covered.append({min(loose, key=lambda at: at[::-1] if standing else at)})
        return [only(rows, cells, "1", "0") for cells in covered]

    def moves(self, rows):
        for side, r, c in full_squares(rows):
            hole = "0" * side
            yield tuple(row[:c] + hole + row[c + side:] if r <= i < r + side else row for i, row in enumerate(rows))


class Cram:
    """Free cells . on a board."""

    key = "cram"

    def read(self, text):
        rows = read_cells(text, ".#", 21)
        require("".join(rows).count(".") <= 42 and fits(rows), "the board is too large")
        return rows

    @staticmethod
    def free(rows):
        return {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."}

    def parts(self, rows):
        near = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        found = groups(self.free(rows), lambda at: [(at[0] + a, at[1] + b) for a, b in near])
        return [only(rows, cells, ".", "#") for cells in found if len(cells) > 1]

    def moves(self, rows):
        free = self.free(rows)
        for r, c in free:
            for other in ((r, c + 1), (r + 1, c)):
                if other in free:
                    yield only(rows, free - {(r, c), other}, ".", "#")


class Poset:
    """Orders by their covers. A position is the set of pairs of the order, each element with itself."""

    key = "poset"
    NAME = re.compile(r"[A-Za-z0-9]{1,8}", re.ASCII)

    @staticmethod
    def write(order):
        names = sorted({low for low, _ in order})
        above = {name: {high for low, high in order if low == name and high != name} for name in names}
        words = []
        for name in names:
            if not above[name] and all(name not in above[other] for other in names):
                words.append(name)
            covers = {high for high in above[name] if not any(high in above[other] for other in above[name])}
            words.extend(f"{name}<{high}" for high in sorted(covers))
        return ", ".join(words) or "."

    def read(self, text):
        text = quoted(text)
        words = [word.split("<") for word in text.split(", ")] if text != "." else []
        names = {name for word in words for name in word}
        require(all(self.NAME.fullmatch(name) for name in names), "a name has 1 to 8 letters and digits")
        require(all(len(word) <= 2 for word in words) and len(names) <= 64, "covers are pairs, at most 64 elements")
        above = {name: {name} for name in names}
        for _ in names:
            for pair in words:
                above[pair[0]] |= above[pair[-1]]
        order = frozenset((low, high) for low in names for high in above[low])
        require(all(low == high or (high, low) not in order for low, high in order), "nothing is below itself")
        require(all(pair[0] != pair[1] for pair in words if len(pair) == 2), "nothing is below itself")
        require(self.write(order) == text, "an order is written in one way")
        return order

    @staticmethod
    def only(order, names):
        return frozenset(pair for pair in order if pair[0] in names and pair[1] in names)

    def parts(self, order):
        def near(name):
            return [other for pair in order if name in pair for other in pair]

        return [self.only(order, part) for part in groups({low for low, _ in order}, near)]

    def moves(self, order):
        names = {low for low, _ in order}
        for name in names:
            yield self.only(order, {other for other in names if (name, other) not in order})


class Brick(Whole):
    """Cubes in a corner, as the heights of columns."""

    key = "brick"

    def read(self, text):
        words = quoted(text).split("/")
        require(all(re.fullmatch("[1-9]{1,9}", word, re.ASCII) for word in words) and len(words) <= 9, "no brick")
        rows = tuple(tuple(int(digit) for digit in word) for word in words)
        pairs = [pair for row in rows for pair in zip(row, row[1:])]
        pairs += [pair for one, two in zip(rows, rows[1:]) for pair in [(len(one), len(two)), *zip(one, two)]]
        require(all(a >= b for a, b in pairs), "heights do not grow")
        sides = len(rows), len(rows[0]), rows[0][0]
        require(math.prod(sides) <= 64, "the brick is too large")
        sums = [i + j + k for i in range(sides[0]) for j in range(sides[1]) for k in range(sides[2])]
        require(math.prod(n + 2 for n in sums) <= 20_000_000 * math.prod(n + 1 for n in sums), "the brick is too large")
        return rows

    def moves(self, rows):
        for r, row in enumerate(rows):
            for c, height in enumerate(row):
                for h in range(height):
                    if (r, c, h) != (0, 0, 0):
                        left = rows[:r] + tuple(other[:c] + tuple(min(z, h) for z in other[c:]) for other in rows[r:])
                        columns = (tuple(z for z in other if z) for other in left)
                        yield tuple(other for other in columns if other)


class Queens(Whole):
    """Queens on a square board by a rule. A position is a board."""

    def __init__(self, word, side, rule):
        self.key, self.game = (word, side, rule), BoardGame(side, side, False, "queen", Rule(rule), 0)

    def moves(self, board):
        return (board ^ 1 << s for s in self.game.moves(board))


class Sprouts:
    """A position is a sorted tuple of numbers of lands; the same lands have the same number."""

    key = "sprouts"

    def __init__(self):
        self.lands = shared()

    def read(self, text):
        if text.startswith('"'):
            return self.numbers(simplify(*read_sprouts(quoted(text))))
        spots = number(text, 100)
        return self.numbers(simplify([[[spot] for spot in range(spots)]], dict.fromkeys(range(spots), 0)))

    def numbers(self, lands):
        return tuple(sorted(map(self.lands.number, lands)))

    def parts(self, position):
        return [(land,) for land in position]

    def moves(self, position):
        for place, land in enumerate(position):
            rest = position[:place] + position[place + 1:]
            for option in self.lands.moves(land):
                yield tuple(sorted(rest + option))


class Language:
    """Reads calls."""

    def __init__(self):
        self.games = {game.key: game for game in (Treblecross(), Chomp(), Boxing(), Cram(), Poset(), Brick(), Sprouts())}
        self.games["nim"] = Heaps("nim", nim_breaks)
        self.games["wythoff"] = Piles("wythoff", 250)
        self.games["exile"] = Piles("exile", 2000)
        self.games["maharaja"] = Piles("maharaja", 2000)
        for name, code in CODES.items():
            self.games[name] = Heaps(name, octal_breaks(code))

    def read(self, call):
        """The game and the position of a call."""
        found = CALL.fullmatch(call)
        require(found, f"{call[:60]!r} is not the call of a game")
        name, text = found[1], found[2]
        if name in ("octal", "subtract"):
            return self.read_code(name, text)
        if name in ("queens", "noon"):
            return self.read_queens(name, text)
        require(name in self.games, f"{name[:60]!r} is not the name of a game")
        game = self.games[name]
        return game, game.read(text)

    def read_code(self, name, text):
        code, _, heaps = text.partition(", ")
        key = (name, code)
        if key not in self.games:
            if name == "octal":
                plain = quoted(code) if code.startswith('"') else code
                most = read_code(plain)
                self.games[key] = Heaps(key, octal_breaks(plain), most)
            else:
                require(code.startswith("{") and code.endswith("}"), "what may be taken stands in {}")
                takes = [number(word, 1000, 1) for word in code[1:-1].split(",")]
                require(takes == sorted(set(takes)), "what may be taken ascends")
                self.games[key] = Heaps(key, lambda heap: ((heap - take,) for take in takes if take <= heap))
        game = self.games[key]
        return game, game.read(heaps)

    def read_queens(self, name, text):
        words = text.split(", ")
        side, rule, board = number(words[0], 16, 1), "noon" if name == "noon" else "standard", None
        if name == "queens" and len(words) > 1:
            rule = quoted(words.pop(1))
            require(rule != "standard" or len(words) > 1, "the standard rule is not named on the bare board")
        if len(words) > 1:
            board = quoted(words.pop(1))
        require(len(words) == 1, "there are too many arguments")
        key = (name, side, rule)
        if key not in self.games:
            self.games[key] = Queens(name, side, rule)
        game = self.games[key]
        if board is None:
            return game, game.game.bare
        position = game.game.read(board)
        if position == game.game.bare:
            raise Refused("the bare board is not written")
        return game, position
