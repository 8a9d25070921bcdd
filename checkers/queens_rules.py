"""What is played in the certificates of queens: the four lines of the head, moves and symmetries. Boards are numbers,
bit s for a piece on square s; squares count row by row from 0, missing ones too."""

import re

from common import Lines, Refused, counted, number, require

LETTERS = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "king": "K"}
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STEPS = {
    "queen": (STRAIGHT + DIAGONAL, True),
    "rook": (STRAIGHT, True),
    "bishop": (DIAGONAL, True),
    "knight": ([(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)], False),
    "king": (STRAIGHT + DIAGONAL, False),
}
MOST_SIDE = 60
MOST_TRANSLATIONS = 144
GROUND = re.compile(r"([0-9]+) x ([0-9]+)( torus)?", re.ASCII)


def bits(board):
    """The squares of a set."""
    while board:
        least = board & -board
        yield least.bit_length() - 1
        board ^= least


class Rule:
    """Which numbers of attackers open a square: remainders of a modulus, or 0 alone."""

    def __init__(self, text):
        self.text, self.remainders, self.modulus = text, {0}, 2
        self.name = {"standard": "mod 2", "alternate": "alternate universe", "noon": "Noon's"}.get(text, text)
        if text == "alternate":
            self.remainders = {1}
        elif text == "noon":
            self.modulus = None
        elif text.startswith("mod:"):
            self.modulus = number(text[4:], 999, 1)
            self.name = f"mod {self.modulus}"
        elif text.startswith("open:"):
            words = text.split(":")
            require(len(words) == 3, "a rule is open:A,B,..:K")
            self.modulus = number(words[2], 64, 1)
            remainders = [number(word, self.modulus - 1) for word in words[1].split(",")]
            require(remainders == sorted(set(remainders)), "remainders ascend")
            self.remainders = set(remainders)
        else:
            require(text in ("standard", "complementary"), "there is no such rule")
        self.removes = text == "complementary"

    def opens(self, attackers):
        if self.modulus is None:
            return attackers == 0
        return attackers % self.modulus in self.remainders

    def parity(self):
        """The parity of attackers that opens, if the rule looks at parity alone."""
        if self.modulus == 2 and len(self.remainders) == 1:
            return min(self.remainders)
        return None


class Game:
    """A ground, a piece and a rule."""

    def __init__(self, rows, columns, torus, piece, rule, missing):
        self.rows, self.columns, self.torus, self.piece, self.rule = rows, columns, torus, piece, rule
        self.missing, self.squares = missing, rows * columns
        self.present = [s for s in range(self.squares) if not missing >> s & 1]
        self.attacks = [self.attacked(s) for s in range(self.squares)]
        self.bare = sum(1 << s for s in self.present) if rule.removes else 0
        odd = all(bin(self.attacks[s]).count("1") % 2 for s in self.present)
        self.free_start = rule.text == "alternate" or rule.removes and odd
        self.maps = None

    def attacked(self, start):
        """The squares that a piece attacks: along its lines, behind pieces and missing squares too."""
        if self.missing >> start & 1:
            return 0
        steps, far = STEPS[self.piece]
        found = 0
        for down, right in steps:
            row, column = divmod(start, self.columns)
            while True:
                row, column = row + down, column + right
                if self.torus:
                    row, column = row % self.rows, column % self.columns
                elif not (0 <= row < self.rows and 0 <= column < self.columns):
                    break
                if row * self.columns + column == start:
                    break
                found |= 1 << row * self.columns + column
                if not far:
                    break
        return found & ~self.missing

    def moves(self, board):
        """The squares where a piece may be placed, or in the complementary game removed."""
        choice = [s for s in self.present if (board >> s & 1) == self.rule.removes]
        if self.free_start and board == self.bare:
            return choice
        return [s for s in choice if self.rule.opens(bin(self.attacks[s] & board).count("1"))]

    def read(self, text):
        """The board of a text; the same squares are missing as in the head."""
        missing, board = read_board(text, self.rows, self.columns, LETTERS[self.piece])
        require(missing == self.missing, "other squares are missing")
        return board

    def text(self, board):
        """The text of a board."""
        letter = LETTERS[self.piece]
        cells = ["#" if self.missing >> s & 1 else letter if board >> s & 1 else "." for s in range(self.squares)]
        rows = (cells[r * self.columns:(r + 1) * self.columns] for r in range(self.rows))
        return "/".join("".join(row) for row in rows)

    def square(self, text):
        """The square of a text R,C."""
        words = text.split(",")
        require(len(words) == 2, "a square is R,C")
        s = (number(words[0], self.rows, 1) - 1) * self.columns + number(words[1], self.columns, 1) - 1
        require(not self.missing >> s & 1, "the square is missing")
        return s

    def square_names(self, squares):
        return " ".join(f"({s // self.columns + 1},{s % self.columns + 1})" for s in squares)

    def holes(self):
        count = self.squares - len(self.present)
        return f" without {counted(count, 'square')}" if count else ""

    def ground_title(self):
        return f"{self.rows} x {self.columns}{' torus' if self.torus else ''}{self.holes()}"

    def title(self):
        """mod 2 queens on 6 x 6"""
        return f"{self.rule.name} {self.piece}s on {self.ground_title()}"

    def position(self, board):
        """How a statement names a position."""
        return self.title() if board == self.bare and not self.missing else f"{self.title()} from {self.text(board)}"

    def symmetries(self):
        """Where the squares go: turns, reflections, translations that keep the missing squares."""
        if self.maps is None:
            shifts = [(0, 0)]
            if self.torus and self.squares <= MOST_TRANSLATIONS:
                shifts = [(a, b) for a in range(self.rows) for b in range(self.columns)]
            maps = set()
            for turn in range(8 if self.rows == self.columns else 4):
                for a, b in shifts:
                    image = tuple(self.image(s, turn, a, b) for s in range(self.squares))
                    if all((self.missing >> s & 1) == (self.missing >> t & 1) for s, t in enumerate(image)):
                        maps.add(image)
            self.maps = sorted(maps)
        return self.maps

    def image(self, s, turn, a, b):
        row, column = divmod(s, self.columns)
        if turn & 4:
            row, column = column, row
        if turn & 1:
            row = self.rows - 1 - row
        if turn & 2:
            column = self.columns - 1 - column
        return (row + a) % self.rows * self.columns + (column + b) % self.columns

    def least(self, board, maps=None):
        """The least image of a board: the same for all boards that symmetries carry into each other."""
        squares = [s for s in range(self.squares) if board >> s & 1]
        return min(sum(1 << image[s] for s in squares) for image in (self.symmetries() if maps is None else maps))


def read_board(text, rows, columns, letter):
    """Missing and taken squares of a text."""
    lines = text.split("/") if len(text) < (rows + 1) * (columns + 1) else []
    require(len(lines) == rows and all(len(line) == columns for line in lines), "a board has another size")
    cells = "".join(lines)
    require(set(cells) <= {letter, ".", "#"}, f"a board has {letter} for taken, . for free, # for missing")
    missing = sum(1 << s for s, cell in enumerate(cells) if cell == "#")
    return missing, sum(1 << s for s, cell in enumerate(cells) if cell == letter)


def head(lines):
    """The game and the board of the four lines of the head."""
    found = GROUND.fullmatch(lines.after("ground"))
    if not found:
        raise lines.broken("a ground is R x C, perhaps with torus")
    rows, columns = number(found[1], MOST_SIDE, 1), number(found[2], MOST_SIDE, 1)
    piece = lines.after("piece")
    if piece not in LETTERS:
        raise lines.broken("there is no such piece")
    rule = Rule(lines.after("rule"))
    missing, board = read_board(lines.after("from"), rows, columns, LETTERS[piece])
    require(missing != (1 << rows * columns) - 1, "every square is missing")
    return Game(rows, columns, found[3] is not None, piece, rule, missing), board


def small(game):
    """Most kinds are about boards of at most 128 squares."""
    if game.squares > 128:
        raise Refused("the board has more than 128 squares")


def standard_start(lines):
    """The head of a game by the standard rule on the empty board."""
    game, board = head(lines)
    require(board == game.bare and game.rule.text == "standard", "the empty board, by the standard rule, belongs here")
    return game


def play(lines, game):
    """Plays the lines "play" until no move is left: the board and how many pieces were placed."""
    board, count = game.bare, 0
    while lines.starts("play"):
        s = game.square(lines.after("play"))
        if s not in game.moves(board):
            raise lines.broken("the move is not legal")
        board, count = board ^ 1 << s, count + 1
    require(not game.moves(board), "a move is left")
    return board, count


def verdict(game, board, winning, nimber=None):
    """Who wins a position, and its nimber where it is known."""
    if winning:
        known = "" if nimber is None else f"has nimber {nimber} and "
        return f"{game.position(board)} {known}is won by exactly {game.square_names(winning)}"
    known = "" if nimber is None else f", nimber {nimber}"
    return f"{game.position(board)} is lost for the player to move{known}"


def one_by_one(lines, check_one):
    """The statements of evidence about one position after another."""
    lines = Lines(lines)
    states = [check_one(lines)]
    while lines.more():
        states.append(check_one(lines))
    return "; ".join(states)
