"""The words and functions that statements may name, system by system, with the laws that define them."""

from exile_numeration import System
from exile_statements import Statement, names

MEX = ("A n, i: i < n => {0}(i) != {0}(n) & {1}(i) != {0}(n)",
       "A n, v: v < {0}(n) => E i: i < n & ({0}(i) = v | {1}(i) = v)")


def mex(one, other):
    return [law.format(one, other) for law in MEX]


# A word: letters, images, first letter. A function: graph, further laws.
DEFINITIONS = {
    "tribonacci": [
        ("T", "abc", ["ab", "ac", "a"], "a"),
        ("theme", "abc", ["cabaaba", "cababa", "caba"], "c"),
        ("a", "n = 0 & y = 0 | T_a(y) = n & T[y-1] = a", []),
        ("b", "n = 0 & y = 0 | T_b(y) = n & T[y-1] = b", []),
        ("c", "n = 0 & y = 0 | T_c(y) = n & T[y-1] = c", []),
        ("X", "y = b(n) - a(n)", mex("X", "Y")),
        ("Y", "y = c(n) - b(n)", ["A n: Y(n) = X(n) + M(n)"]),
        ("M", "y = c(n) - 2*b(n) + a(n)", mex("M", "P")),
        ("P", "y = c(n) - a(n)", ["A n: P(n) = X(n) + Y(n)"]),
    ],
    "fibonacci": [
        ("F", "01", ["01", "0"], "0"),
        ("a", "n = 0 & y = 0 | F_0(y) = n & F[y-1] = 0", mex("a", "b")),
        ("b", "y = a(n) + n", []),
    ],
    "base2": [("t", "01", ["01", "10"], "0"), ("d", "01", ["01", "00"], "0")],
    "pell": [("S", "01", ["001", "0"], "0")],
}


class Name:
    def __init__(self, name, definition, graph, laws):
        self.name, self.definition, self.graph, self.laws = name, definition, graph, laws


class Library:
    """Names in order; the counts of a word's letters follow it."""

    def __init__(self, system):
        self.system = System(system)
        self.vocabulary, self.names, self.statements = [], [], {}
        for row in DEFINITIONS.get(system, []):
            if len(row) == 4:
                self.add_word(*row)
            else:
                self.add_function(*row)

    def read(self, text):
        return Statement(text, self.system.radix, self.system.value, self.vocabulary)

    def law(self, text):
        """A law, read once."""
        if text not in self.statements:
            self.statements[text] = self.read(text)
        return self.statements[text]

    def add(self, name, letters, definition, graph, laws):
        self.vocabulary = self.vocabulary + [(name, letters)]
        self.names.append(Name(name, definition, graph, laws))

    def add_word(self, name, letters, images, start):
        sizes = {len(image) for image in images}
        place = f"{sizes.pop()}*n" if len(sizes) == 1 else " + ".join(
            f"{len(image)}*{name}_{letter}(n)" for letter, image in zip(letters, images))
        laws = ["A n: " + " | ".join(f"{name}[n] = {letter}" for letter in range(len(letters))),
                f"A n, y, z: {name}[n] = y & {name}[n] = z => y = z", f"{name}[0] = {letters.index(start)}"]
        for letter, image in enumerate(images):
            there = (f"{name}[{place} + {i}] = {letters.index(to)}" for i, to in enumerate(image))
            laws.append(f"A n: {name}[n] = {letter} => {' & '.join(there)}")
        arrows = ",".join(f"{letter}->{image}" for letter, image in zip(letters, images))
        self.add(name, list(letters), f"fixed point of {arrows} from {start}", None, laws)
        for letter, glyph in enumerate(letters):
            own = f"{name}_{glyph}"
            self.add(own, None, f"count of letter {letter} in {name}", None, [
                f"A y: {own}(0) = y <=> y = 0",
                f"A n, y: {own}(n) = y & {name}[n] = {letter} => {own}(n+1) = y + 1",
                f"A n, y: {own}(n) = y & {name}[n] != {letter} => {own}(n+1) = y",
                f"A n, y, z: {own}(n) = y & {own}(n) = z => y = z",
            ])

    def add_function(self, name, graph, laws):
        every = [f"A n: E y: {name}(n) = y", f"A n, y, z: {name}(n) = y & {name}(n) = z => y = z"]
        self.add(name, None, f"graph {graph}", self.read(graph), every + laws)

    def needed(self, formula):
        """All names that a formula leads to, through graphs and laws, in order."""
        found, queue = set(), list(names(formula))
        while queue:
            name = queue.pop()
            if name in found:
                continue
            found.add(name)
            entry = self.names[name]
            if entry.graph:
                queue += names(entry.graph.formula)
            for law in entry.laws:
                queue += names(self.law(law).formula)
        return sorted(found)
