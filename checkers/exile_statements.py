"""Statements about words and functions: reading them.

A sum is (parts, constant), parts of (times, part). A part is ("variable", v, zeros), ("shifted", sum, zeros) or
("value", name, sum). A formula is ("compare", sum, relation), ("weight", sum), ("not", f), ("and", [f]), ("or", [f]),
("implies", f, g), ("iff", f, g) or ("all" or "some", [v], f). Variables and names are numbers."""

import re

from common import Refused, require

LONGEST, DEEPEST, LARGEST, MOST_DIGITS = 4000, 60, 10 ** 12, 20
TOKEN = re.compile(r" +|([0-9]+)|([A-Za-z][A-Za-z0-9_]*)|(<=>|=>|<=|>=|!=|[<>=|&~+\-*()\[\],:])", re.ASCII)
COMPARISONS = {"=": ("=", False), "!=": ("!=", False), "<": ("<", False), "<=": ("<=", False),
               ">": ("<", True), ">=": ("<=", True)}


def plus(one, times, other):
    """A sum with a multiple of another."""
    parts, constant = list(one[0]), one[1] + times * other[1]
    for more, part in other[0]:
        for place, (own, known) in enumerate(parts):
            if known == part:
                parts[place] = (own + times * more, part)
                break
        else:
            parts.append((times * more, part))
    require(all(abs(own) < 1 << 63 for own, _ in parts) and abs(constant) < 1 << 63, "a number is too large")
    return tuple((own, part) for own, part in parts if own), constant


def constant(value):
    return (), value


def single(part):
    return ((1, part),), 0


def as_variable(total):
    """The variable, if a sum is nothing else."""
    parts, added = total
    if added == 0 and len(parts) == 1 and parts[0][0] == 1 and parts[0][1][0] == "variable" and parts[0][1][2] == 0:
        return parts[0][1][1]
    return None


def sum_names(total):
    """The names that a sum speaks of."""
    for _, part in total[0]:
        if part[0] == "value":
            yield part[1]
            yield from sum_names(part[2])
        elif part[0] == "shifted":
            yield from sum_names(part[1])


def names(formula):
    """The names that a formula speaks of."""
    head = formula[0]
    if head in ("compare", "weight"):
        yield from sum_names(formula[1])
    elif head in ("and", "or"):
        for inner in formula[1]:
            yield from names(inner)
    else:
        for inner in formula[2 if head in ("all", "some") else 1:]:
            yield from names(inner)


class Statement:
    """A formula with its variables (name, whether it is a string) and those that are free."""

    def __init__(self, text, radix, value, vocabulary):
        require(len(text) <= LONGEST, f"a statement has at most {LONGEST} characters")
        self.text, self.variables, self.free = text, [], []
        self.formula = Reader(self, radix, value, vocabulary).whole()


class Reader:
    """Reads from loose to tight. What is read is ("formula", f), ("sum", s), ("loose", name) or ("string", v)."""

    def __init__(self, statement, radix, value, vocabulary):
        self.statement, self.radix, self.value, self.vocabulary = statement, radix, value, vocabulary
        self.tokens, at, text = [], 0, statement.text
        while at < len(text):
            found = TOKEN.match(text, at)
            require(found, f"{text[at]!r} is no sign of the language")
            at = found.end()
            if found.lastindex:
                self.tokens.append((("digits", "word", "sign")[found.lastindex - 1], found[0]))
        self.tokens.append(("end", ""))
        self.at, self.depth, self.scope = 0, 0, []

    def peek(self):
        return self.tokens[self.at]

    def next(self):
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def take(self, sign):
        there = self.peek() == ("sign", sign)
        if there:
            self.next()
        return there

    def expect(self, sign):
        require(self.take(sign), f"{sign!r} is missing in the statement")

    def deeper(self, inner, *words):
        self.depth += 1
        require(self.depth <= DEEPEST, "the statement is nested too deep")
        result = inner(*words)
        self.depth -= 1
        return result

    def whole(self):
        read = self.sentence()
        require(self.peek()[0] == "end", "the statement does not end where it should")
        return self.as_formula(read)

    @staticmethod
    def as_formula(read):
        require(read[0] == "formula", "a statement is expected, not a number")
        return read[1]

    def as_sum(self, read):
        if read[0] == "loose":
            return single(("variable", self.unbound(read[1]), 0))
        require(read[0] == "sum", "a number is expected")
        return read[1]

    def unbound(self, name):
        """A free variable."""
        require(all(name != known for known, _ in self.vocabulary), f"{name} needs its place")
        for variable in self.statement.free:
            if self.statement.variables[variable][0] == name:
                return variable
        self.statement.variables.append((name, False))
        self.statement.free.append(len(self.statement.variables) - 1)
        return self.statement.free[-1]

    def sentence(self):
        left = self.implication()
        while self.take("<=>"):
            right = self.implication()
            left = ("formula", ("iff", self.as_formula(left), self.as_formula(right)))
        return left

    def implication(self):
        parts = [self.disjunction()]
        while self.take("=>"):
            parts.append(self.disjunction())
            require(len(parts) <= DEEPEST, "a chain is too long")
        whole = parts.pop()
        while parts:
            whole = ("formula", ("implies", self.as_formula(parts.pop()), self.as_formula(whole)))
        return whole

    def disjunction(self):
        return self.joined("|", "or", lambda: self.joined("&", "and", self.comparison))

    def joined(self, sign, head, part):
        first = part()
        if self.peek() != ("sign", sign):
            return first
        parts = [self.as_formula(first)]
        while self.take(sign):
            parts.append(self.as_formula(part()))
        return "formula", (head, parts)

    def comparison(self):
        left, links = self.addition(), []
        while self.peek()[0] == "sign" and self.peek()[1] in COMPARISONS:
            relation, turned = COMPARISONS[self.next()[1]]
            near, far = self.two_sides(left, self.addition())
            low, high = (far, near) if turned else (near, far)
            links.append(("compare", plus(low, -1, high), relation))
            left = ("sum", far)
        if not links:
            return left
        return "formula", links[0] if len(links) == 1 else ("and", links)

    def two_sides(self, left, right):
        if left[0] == "loose" and right[0] == "sum":
            left = self.letter(left, right[1])
        near = self.as_sum(left)
        if right[0] == "loose":
            right = self.letter(right, near)
        return near, self.as_sum(right)

    def letter(self, loose, other):
        """The number of a letter, if the other side is a word at a place."""
        parts, added = other
        if added == 0 and len(parts) == 1 and parts[0][0] == 1 and parts[0][1][0] == "value":
            letters = self.vocabulary[parts[0][1][1]][1]
            if letters and loose[1] in letters:
                return "sum", constant(letters.index(loose[1]))
        return loose

    def addition(self):
        whole = ("sum", constant(0)) if self.peek() == ("sign", "-") else self.multiplication()
        while self.peek() in (("sign", "+"), ("sign", "-")):
            times = 1 if self.next()[1] == "+" else -1
            more = self.multiplication()
            near = self.as_sum(whole)
            whole = ("sum", plus(near, times, self.as_sum(more)))
        return whole

    def multiplication(self):
        whole = self.primary()
        while self.take("*"):
            factor = self.primary()
            near = self.as_sum(whole)
            far = self.as_sum(factor)
            require(not near[0] or not far[0], "two variables are multiplied")
            whole = ("sum", plus(constant(0), near[1], far) if not near[0] else plus(constant(0), far[1], near))
        return whole

    def primary(self):
        kind, text = self.next()
        if (kind, text) == ("sign", "~"):
            return "formula", ("not", self.as_formula(self.deeper(self.comparison)))
        if (kind, text) == ("sign", "("):
            inner = self.deeper(self.sentence)
            self.expect(")")
            return inner
        if (kind, text) == ("sign", "["):
            return "sum", self.deeper(self.bracket)
        if kind == "digits":
            require(len(text.lstrip("0")) <= 13 and int(text) <= LARGEST, "a number is too large")
            return "sum", constant(int(text))
        require(kind == "word", "a number, a name or a statement is expected")
        return self.word(text)

    def word(self, word):
        if word in ("A", "E") and self.peek()[0] == "word":
            return "formula", self.deeper(self.quantified, "all" if word == "A" else "some")
        if self.peek() == ("sign", "("):
            name = None if word == "weight" else self.known(word, False)
            self.next()
            at = self.deeper(self.inner_sum)
            self.expect(")")
            return ("formula", ("weight", at)) if name is None else ("sum", single(("value", name, at)))
        if self.peek() == ("sign", "["):
            name = self.known(word, True)
            self.next()
            at = self.deeper(self.inner_sum)
            self.expect("]")
            return "sum", single(("value", name, at))
        for variable in reversed(self.scope):
            if self.statement.variables[variable][0] == word:
                string = self.statement.variables[variable][1]
                return ("string", variable) if string else ("sum", single(("variable", variable, 0)))
        return "loose", word

    def inner_sum(self):
        return self.as_sum(self.addition())

    def known(self, word, is_word):
        for place, (name, letters) in enumerate(self.vocabulary):
            if name == word:
                require(bool(letters) == is_word, f"{word} is used as what it is not")
                return place
        raise Refused(f"{word[:60]!r} is unknown")

    def quantified(self, head):
        string = self.peek() == ("word", "string")
        if string:
            self.next()
        variables, before = [], len(self.scope)
        while True:
            kind, name = self.next()
            require(kind == "word", "a variable is expected")
            self.statement.variables.append((name, string))
            variables.append(len(self.statement.variables) - 1)
            if not self.take(","):
                break
        self.expect(":")
        self.scope += variables
        body = self.as_formula(self.sentence())
        del self.scope[before:]
        return head, variables, body

    def bracket(self):
        read, digits = self.addition(), []
        while self.peek()[0] == "digits":
            digits += [int(digit) for digit in self.next()[1]]
            require(len(digits) <= MOST_DIGITS and max(digits) < self.radix, "no digits of the system")
        self.expect("]")
        zeros = len(digits)
        if read[0] == "string":
            part = ("variable", read[1], zeros)
        else:
            inner = self.as_sum(read)
            if zeros == 0:
                return inner
            variable = as_variable(inner)
            part = ("shifted", inner, zeros) if variable is None else ("variable", variable, zeros)
        return plus(single(part), 1, constant(self.value(digits)))
