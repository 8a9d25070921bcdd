"""merlin clicks: clicks that make a change, added up."""

import hashlib
import math
import re

from common import Lines, Refused, number, require

MOST_COLOURS = 1 << 32
MOST_CELLS = 2_097_152
MOST_VERTICES = 3000
MOST_ENTERED = 1000
LONGEST_NAME = 300
SIDES = re.compile(r"grid:([0-9]+)x([0-9]+) (self|no-self)", re.ASCII)


class Graph:
    """For each cell the cells that a click on it changes, with what it adds there."""

    def __init__(self, lines, most_cells=MOST_CELLS):
        self.text = lines.after("graph")
        grid, kind = SIDES.fullmatch(self.text), self.text.partition(" ")[0]
        if grid:
            rows, columns = number(grid[1], MOST_CELLS, 1), number(grid[2], MOST_CELLS, 1)
            self.cells = rows * columns
        elif self.text.startswith("digraph6 &"):
            self.cells, bits = read_order(self.text[len("digraph6 &"):])
        elif kind == "matrix":
            self.cells = self.text.count("/") + 1
            require(self.cells <= MOST_ENTERED, f"a matrix has 1 to {MOST_ENTERED} rows")
        else:
            raise lines.broken("a graph is grid:RxC self, grid:RxC no-self, digraph6 &... or matrix ROW/ROW/...")
        require(1 <= self.cells <= most_cells, f"a graph has 1 to {most_cells} cells here")
        if kind == "matrix":
            self.successors = read_matrix(self.text[len("matrix "):], self.cells)
        else:
            arcs = grid_successors(rows, columns, grid[3] == "self") if grid else read_arcs(self.cells, bits)
            self.successors = [[(other, 1) for other in others] for others in arcs]

    def graph_title(self):
        """The graph, as sentences begin."""
        if len(self.text) <= LONGEST_NAME:
            return self.text
        if self.text.startswith("matrix "):
            return f"matrix of {self.cells} cells with SHA-256 {sha256(self.text)}"
        arcs = sum(map(len, self.successors))
        return f"digraph6 of {self.cells} vertices and {arcs} arcs with SHA-256 {sha256(self.text)}"


class Board(Graph):
    """A graph and a number of colours."""

    def __init__(self, lines, most_cells=MOST_CELLS):
        super().__init__(lines, most_cells)
        self.colours = number(lines.after("colours"), MOST_COLOURS, 2)
        if any(adds >= self.colours for others in self.successors for _, adds in others):
            raise lines.broken("an entry of the matrix is not below the number of colours")

    def list(self, text):
        """A number for each cell."""
        words = text.split(",") if len(text) <= 11 * self.cells else []
        require(len(words) == self.cells, "a list has a number for each cell")
        return [number(word, self.colours - 1) for word in words]

    def change(self, clicks):
        """What clicks add to each cell."""
        change = [0] * self.cells
        for cell, times in enumerate(clicks):
            if times:
                for other, adds in self.successors[cell]:
                    change[other] += times * adds
        return [value % self.colours for value in change]

    def title(self):
        """The graph and its colours, as sentences begin."""
        return f"{self.graph_title()} with {self.colours} colours"

    def name(self, change):
        """How sentences name a change."""
        if len(set(change)) == 1:
            return f"all:{change[0]}"
        name = ("" if self.colours <= 10 else ",").join(map(str, change))
        if len(name) <= LONGEST_NAME:
            return name
        return f"of {self.cells} cells with SHA-256 {sha256(','.join(map(str, change)))}"


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def grid_successors(rows, columns, itself):
    """The cells that a click on each cell of a grid changes."""
    found = []
    for row in range(rows):
        for column in range(columns):
            near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            near = [(r, c) for r, c in near if 0 <= r < rows and 0 <= c < columns] + [(row, column)] * itself
            found.append([r * columns + c for r, c in near])
    return found


def read_order(text):
    """The number of vertices of a digraph6 text without its &, and the characters of its bits."""
    require(text and all("?" <= letter <= "~" for letter in text), "digraph6 has characters of code 63 to 126")
    values = [ord(letter) - 63 for letter in text[:4]]
    if values[0] < 63:
        order, bits = values[0], text[1:]
    else:
        require(len(values) == 4 and values[1] < 63, "the number of vertices is cut off or too large")
        order, bits = values[1] << 12 | values[2] << 6 | values[3], text[4:]
        require(order > 62, "a number of vertices up to 62 is one character")
    require(1 <= order <= MOST_VERTICES, f"a graph has 1 to {MOST_VERTICES} vertices")
    require(len(bits) == (order * order + 5) // 6, "the text has not the length of its graph")
    return order, bits


def read_arcs(order, text):
    """Where the arcs of each vertex lead."""
    bits = "".join(format(ord(letter) - 63, "06b") for letter in text)
    require("1" not in bits[order * order:], "the text is filled up with zeros")
    return [[b for b in range(order) if bits[a * order + b] == "1"] for a in range(order)]


def read_matrix(text, order):
    """For each cell j the cells i with what a click on j adds at i: the j-th number of row i."""
    successors = [[] for _ in range(order)]
    for cell, row in enumerate(text.split("/")):
        words = row.split(",")
        require(len(words) == order, "a matrix is square")
        for place, word in enumerate(words):
            adds = number(word, MOST_COLOURS - 1)
            if adds:
                successors[place].append((cell, adds))
    return successors


class Quiet:
    """Reach and quiet lines: exactly count of all lists change nothing, the sums of multiples of the quiet lists."""

    def __init__(self, lines, length, colours, change, read):
        reached = 1
        last = -1
        while lines.starts("reach"):
            last, order = self.lead(lines, change(read(lines.after("reach"))), last, colours)
            reached *= order
        self.count, self.lists, last = 1, [], -1
        while lines.starts("quiet"):
            clicks = read(lines.after("quiet"))
            if any(change(clicks)):
                raise lines.broken("these clicks change something")
            last, order = self.lead(lines, clicks, last, colours)
            self.lists.append((order, clicks))
            self.count *= order
        if reached * self.count != colours ** length:
            raise Refused("the reach and the quiet lines do not add up to all clicks")

    @staticmethod
    def lead(lines, numbers, last, colours):
        """Where the lead stands, later than the last one, and its order."""
        place = next((place for place, value in enumerate(numbers) if value), None)
        if place is None or place <= last:
            raise lines.broken("leads stand at later and later cells")
        return place, colours // math.gcd(colours, numbers[place])


def quiet_of(lines, board):
    """The reach and quiet lines of a board."""
    return Quiet(lines, board.cells, board.colours, board.change, board.list)


def check(lines):
    lines = Lines(lines)
    board = Board(lines)
    change, clicks = board.list(lines.after("change")), board.list(lines.after("clicks"))
    lines.end()
    require(board.change(clicks) == change, "the clicks make another change")
    return f"{board.title()}: the change {board.name(change)} is made by {sum(clicks)} clicks"
