"""exile automata: a statement is decided by automata, each compared with what its step says."""

from common import Budget, Lines, NotChecked, Refused, number, require
from exile_library import Library
from exile_plans import Plan, described, outermost

MOST_LETTERS = 1 << 14
MOST_PAIRS = 20_000_000
DEAD = -1
LIBRARIES, AUTOMATA, STANDING = {}, {}, set()


class Automaton:
    """Rows of states, -1 for nowhere, and which states accept."""

    def __init__(self, rows, accept):
        self.rows, self.accept = rows, accept

    def accepts(self, state):
        return state != DEAD and self.accept[state]


def read_automaton(lines, count, letters):
    """An automaton of so many states, as it is written; the same text is read once."""
    count = number(count, 1 << 31, 1)
    texts = tuple(lines.lines[lines.at:lines.at + count])
    require(len(texts) == count, "the certificate breaks off")
    lines.at += count
    key = (letters, texts)
    if key not in AUTOMATA:
        if len(AUTOMATA) > 200_000:
            AUTOMATA.clear()
            STANDING.clear()
        rows, accept = [], []
        for text in texts:
            words = text.split(" ")
            require(words[0] in ("+", "-") and len(words) == letters + 1, f"a state is + or - and {letters} letters")
            accept.append(words[0] == "+")
            rows.append([DEAD if word == "." else number(word, count - 1) for word in words[1:]])
        AUTOMATA[key] = Automaton(rows, accept)
    return AUTOMATA[key]


class Sums:
    """What is read of a linear relation: a residue, or "+" or "-" once its sign is sure."""

    def __init__(self, system, linear, tracks):
        self.system, self.tracks = system, tracks
        self.multiples, self.constant, self.relation = linear
        self.known = {}

    def added(self, letter):
        """What a letter adds to the residue."""
        total = (0,) * self.system.order
        for times, track, zeros in self.multiples:
            digit = letter // self.system.radix ** self.tracks.index(track) % self.system.radix
            total = tuple(a + times * digit * b for a, b in zip(total, self.system.shift(zeros)))
        return total

    def settled(self, residue):
        if residue not in self.known:
            require(all(abs(part) < 1 << 63 for part in residue), "a sum leaves machine words")
            sure = "+" if self.positive(residue, 1) else "-" if self.positive(residue, -1) else residue
            self.known[residue] = sure
        return self.known[residue]

    def positive(self, residue, sign):
        """Whether the sum, or its negative, is positive whatever digits follow: once the worth after n zeros, less all
        that n digits can take away, has not shrunk d times in a row it never does."""
        against = [(abs(times), zeros) for times, _, zeros in self.multiples if times * sign < 0]
        taken, run, before = 0, 0, None
        for n in range(64):
            worth = sign * (self.system.worth(residue) + self.constant) - taken
            if worth <= 0:
                return False
            run = run + 1 if before is not None and worth >= before else 0
            if run == self.system.order:
                return True
            before, residue = worth, self.system.append(residue, 0)
            taken += (self.system.radix - 1) * sum(times * self.system.weight(n + zeros) for times, zeros in against)
        return False

    def holds(self, total):
        """Whether the relation holds if nothing follows."""
        sign = {"+": 1, "-": -1}.get(total) if isinstance(total, str) else self.system.worth(total) + self.constant
        return {"=": sign == 0, "!=": sign != 0, "<": sign < 0, "<=": sign <= 0}[self.relation]


class Checker:
    def __init__(self, library):
        self.library, self.system = library, library.system
        self.radix = self.system.radix
        self.relations = {}

    def letters(self, tracks):
        letters = self.radix ** len(tracks)
        require(letters <= MOST_LETTERS, "there are too many letters")
        return letters

    def read_steps(self, lines, head, statement, functional):
        """The plan of a statement and the automata written for it."""
        require(lines.after(head) == statement.text, f"the {head} is another one: {statement.text[:60]!r}")
        plan, automata = Plan(statement, functional), []
        for place, step in enumerate(plan.steps):
            start, line = f"step {place} {described(step)} states ", lines.take()
            if not line.startswith(start):
                raise lines.broken(f"{start!r} belongs here")
            automata.append(read_automaton(lines, line[len(start):], self.letters(plan.tracks[place])))
        return plan, automata

    def check_steps(self, plan, automata):
        for place, step in enumerate(plan.steps):
            self.check_step(plan, automata, place, step)

    def check_step(self, plan, automata, place, step):
        head, tracks, result = step[0], plan.tracks[place], automata[place]
        operands = {"restrict": step[1:2], "some": step[1:2], "everything": (), "weight": ()}.get(head, step[1:3])
        if head == "name":
            parts = [self.relations[step[1]]]
        else:
            parts = [automata[of] for of in operands]
        own = [plan.tracks[of] for of in operands] if head != "name" else [step[2:]]
        # What was compared once need not be compared again: the key names everything that the comparison looks at.
        rest = step[2:] if head in ("restrict", "some") else ()
        key = (self.system.name, head, tracks, tuple(map(tuple, own)), rest, tuple(map(id, parts)), id(result))
        if key in STANDING:
            return
        if head == "everything":
            machine = self.everything(tracks)
        elif head == "weight":
            # 0: zeros so far; 1: a one and zeros behind it; 2: something else.
            after = [[0, 1] + [2] * (self.radix - 2), [1] + [2] * (self.radix - 1), [2] * self.radix]
            machine = (0, lambda s: s == 1, lambda s: s == 2, lambda s, x: after[s][x])
        elif head == "name":
            machine = self.renamed(parts[0], step[2:], tracks)
        elif head == "restrict":
            machine = self.restricted(parts[0], step[2], tracks)
        elif head == "some":
            machine = self.projected(parts[0], own[0], step[2])
        else:
            machine = self.joined(head, parts, own, tracks)
        self.agree(result, self.letters(tracks), machine, place)
        STANDING.add(key)

    def agree(self, written, letters, machine, place):
        """Walks through an automaton and a machine at once; both must accept alike wherever they come."""
        start, accepts, lost, follow = machine
        budget = Budget(MOST_PAIRS, "pairs of states", NotChecked)
        seen, queue = {(0, start)}, [(0, start)]
        nowhere = [DEAD] * letters
        while queue:
            state, other = queue.pop()
            if state == DEAD and lost(other):
                continue
            budget.spend()
            if written.accepts(state) != accepts(other):
                raise Refused(f"step {place}: the automaton does not accept what its step says")
            row = nowhere if state == DEAD else written.rows[state]
            for letter in range(letters):
                pair = (row[letter], follow(other, letter))
                if pair not in seen:
                    seen.add(pair)
                    queue.append(pair)

    def part(self, letter, tracks, own):
        """The letter that some of the tracks read."""
        digits = {track: letter // self.radix ** place % self.radix for place, track in enumerate(tracks)}
        return sum(digits[track] * self.radix ** place for place, track in enumerate(own))

    def greedy(self, tracks):
        """Where representations lead: how far each track has matched the coefficients; None if one is none."""
        known = {}

        def follow(matched, letter):
            if matched is None:
                return None
            if (matched, letter) not in known:
                after = []
                for place, (track, before) in enumerate(zip(tracks, matched)):
                    digit = letter // self.radix ** place % self.radix
                    after.append(0 if track[1] else self.system.follow(before, digit))
                known[matched, letter] = None if None in after else tuple(after)
            return known[matched, letter]

        return follow

    def everything(self, tracks):
        return (0,) * len(tracks), lambda s: s is not None, lambda s: s is None, self.greedy(tracks)

    def renamed(self, of, to, tracks):
        codes = [self.part(letter, tracks, to) for letter in range(self.letters(tracks))]
        return 0, of.accepts, lambda s: s == DEAD, lambda s, x: DEAD if s == DEAD else of.rows[s][codes[x]]

    def joined(self, head, parts, own, tracks):
        left, right = parts
        letters = range(self.letters(tracks))
        codes = [[self.part(letter, tracks, mine) for letter in letters] for mine in own]
        greedy = self.greedy(tracks)
        holds = {"and": lambda a, b: a and b, "and-not": lambda a, b: a and not b, "or": lambda a, b: a or b,
                 "iff": lambda a, b: a == b, "xor": lambda a, b: a != b}[head]
        # A side that is nowhere accepts nothing any more; what then cannot hold is lost.
        hopeless = {"and": lambda l, r: l == DEAD or r == DEAD, "and-not": lambda l, r: l == DEAD,
                    "iff": lambda l, r: False}.get(head, lambda l, r: l == r == DEAD)

        def accepts(state):
            return state[2] is not None and holds(left.accepts(state[0]), right.accepts(state[1]))

        def lost(state):
            return state[2] is None or hopeless(state[0], state[1])

        def follow(state, letter):
            l, r, matched = state
            after = greedy(matched, letter)
            if after is None or hopeless(l, r):
                return DEAD, DEAD, None
            return (l if l == DEAD else left.rows[l][codes[0][letter]],
                    r if r == DEAD else right.rows[r][codes[1][letter]], after)

        return (0, 0, (0,) * len(tracks)), accepts, lost, follow

    def projected(self, of, own, forgotten):
        unit = self.radix ** own.index(forgotten)

        def reached(states, letter):
            low, high = letter % unit, letter // unit * unit * self.radix
            codes = [high + digit * unit + low for digit in range(self.radix)]
            return frozenset(to for state in states for code in codes if (to := of.rows[state][code]) != DEAD)

        start = frozenset([0])
        while not reached(start, 0) <= start:
            start |= reached(start, 0)
        known = {}

        def follow(states, letter):
            if (states, letter) not in known:
                known[states, letter] = reached(states, letter)
            return known[states, letter]

        return start, lambda s: any(of.accept[state] for state in s), lambda s: not s, follow

    def restricted(self, of, linear, tracks):
        sums = Sums(self.system, linear, tracks)
        added = [sums.added(letter) for letter in range(self.letters(tracks))]

        def accepts(state):
            return of.accepts(state[0]) and sums.holds(state[1])

        def lost(state):
            return state[0] == DEAD or isinstance(state[1], str) and not sums.holds(state[1])

        def follow(state, letter):
            at, total = state
            if at == DEAD:
                return state
            if not isinstance(total, str):
                shifted = self.system.append(total, 0)
                total = sums.settled(tuple(a + b for a, b in zip(shifted, added[letter])))
            return of.rows[at][letter], total

        return (0, sums.settled((0,) * self.system.order)), accepts, lost, follow

    def names(self, needed, lines):
        """Reads and checks the relations and laws of names."""
        sections, pair = [], ((0, False), (1, False))
        for name in needed:
            entry = self.library.names[name]
            if lines.take() != f"name {name} {entry.name} {entry.definition}":
                raise lines.broken(f"the definition of {entry.name} belongs here")
            graph = self.read_steps(lines, "graph", entry.graph, True) if entry.graph else None
            self.relations[name] = read_automaton(lines, lines.after("relation"), self.letters(pair))
            laws = [self.read_steps(lines, "law", self.library.law(law), False) for law in entry.laws]
            sections.append((name, graph, laws))
        return sections

    def check_names(self, sections):
        for name, graph, laws in sections:
            if graph:
                plan, automata = graph
                self.check_steps(plan, automata)
                variables = self.library.names[name].graph.variables
                to = tuple((int(variables[track[0]][0] == "y"), False) for track in plan.tracks[plan.root])
                relation, pair = self.relations[name], ((0, False), (1, False))
                self.agree(relation, self.letters(pair), self.renamed(automata[plan.root], to, pair), "relation")
            for plan, automata in laws:
                self.check_steps(plan, automata)
                require(automata[plan.root].accept[0], f"a law of {self.library.names[name].name} is not true")


def least(system, automaton):
    """The least number that an automaton of one track accepts: shorter words first, then in the order of digits."""
    seen, layer = {0}, [(0, ())]
    while layer:
        for state, word in layer:
            if automaton.accept[state]:
                return system.value(word)
        following = []
        for state, word in layer:
            for digit in range(system.radix):
                to = automaton.rows[state][digit]
                if to != DEAD and to not in seen:
                    seen.add(to)
                    following.append((to, word + (digit,)))
        layer = following
    return None


def judge(system, statement, plan, automata, answer):
    """Compares the answer with the automata."""
    if statement.free:
        require(answer == "set", "the statement has free variables")
        return
    truth = automata[plan.root].accept[0]
    words = answer.split(" ")
    require(words[0] == ("true" if truth else "false"), "the automaton of the statement says otherwise")
    if len(words) == 1:
        return
    outer = outermost(statement.formula)
    shown = len(words) == 3 and outer is not None and outer[0] != truth
    require(shown and statement.variables[outer[1][0]][0] == words[1], "an example is of the first outermost variable")
    value = least(system, automata[plan.examples])
    require(value is not None and str(value) == words[2], "the least example is another")


def check(lines):
    lines = Lines(lines)
    text, system, answer = lines.after("statement"), lines.after("system"), lines.after("answer")
    name = system.split(" ")[0]
    if name not in LIBRARIES:
        LIBRARIES[name] = Library(name)
    library = LIBRARIES[name]
    require(system == " ".join([name, *map(str, library.system.coefficients)]), "the recurrence is another one")
    require(text == " ".join(text.split()), "the statement is not written in one line")
    statement, checker = library.read(text), Checker(library)
    sections = checker.names(library.needed(statement.formula), lines)
    plan, automata = checker.read_steps(lines, "proof", statement, True)
    require(lines.take() == "end", "the certificate should end here")
    lines.end()
    checker.check_names(sections)
    checker.check_steps(plan, automata)
    judge(library.system, statement, plan, automata, answer)
    if answer == "set":
        return f"{name}: the numbers with {text}, an automaton of {len(automata[plan.root].rows)} states"
    return f"{name}: {text}: {answer}"
