"""The plan of a statement: steps, each made of earlier ones. A track is (variable, whether it is a string)."""

from common import require
from exile_statements import as_variable, plus, single

MOST_STEPS = 20_000
CONTRARY = {"=": "!=", "!=": "=", "<": "<=", "<=": "<"}


def negated(linear):
    """The linear relation (multiples, constant, relation) that holds when this one does not."""
    multiples, constant, relation = linear
    if relation in ("<", "<="):
        multiples, constant = tuple((-times, track, zeros) for times, track, zeros in multiples), -constant
    return multiples, constant, CONTRARY[relation]


def linear_tracks(linear):
    return tuple(sorted({track for _, track, _ in linear[0]}))


def everywhere(part):
    """Whether a part has a value whatever the variables are: nothing is subtracted inside it."""
    if part[0] == "variable":
        return True
    parts, constant = part[1] if part[0] == "shifted" else part[2]
    return constant >= 0 and all(times > 0 and everywhere(inner) for times, inner in parts)


def outermost(formula):
    """The quantifiers of one kind at the beginning: all or not, variables, body, whether the body is sought."""
    holds, every, variables = True, None, []
    while formula[0] in ("not", "all", "some"):
        if formula[0] == "not":
            formula, holds = formula[1], not holds
            continue
        kind = (formula[0] == "all") == holds
        if every not in (None, kind):
            break
        every, variables, formula = kind, variables + formula[1], formula[2]
    return None if every is None else (every, variables, formula, every != holds)


class Plan:
    """Steps, the tracks of each, the step that is the statement, and that of its examples or counterexamples."""

    def __init__(self, statement, functional):
        self.statement, self.functional = statement, functional
        self.steps, self.tracks, self.known = [], [], {}
        self.count, self.examples = len(statement.variables), None
        outer = None if statement.free else outermost(statement.formula)
        if outer is None:
            root = self.formula(statement.formula, True)
            self.root = self.covering(root, [self.track(variable) for variable in statement.free])
            return
        every, variables, body, sought = outer
        conditions = []
        self.conditions(body, sought, conditions)
        rest = self.exists(variables[1:], conditions)
        first = self.track(variables[0])
        self.examples = self.covering(rest, [first])
        some = self.project(self.examples, first)
        self.root = self.negation(some) if every else some

    def track(self, variable):
        variables = self.statement.variables
        return variable, variable < len(variables) and variables[variable][1]

    def fresh(self):
        self.count += 1
        return self.count - 1, False

    def step(self, *step):
        """The place of a step, which is not made twice."""
        if step in self.known:
            return self.known[step]
        head = step[0]
        if head == "everything":
            tracks = step[1]
        elif head == "name":
            tracks = tuple(sorted(set(step[2:])))
        elif head == "weight":
            tracks = step[1:]
        elif head == "restrict":
            tracks = self.tracks[step[1]]
        elif head == "some":
            tracks = tuple(track for track in self.tracks[step[1]] if track != step[2])
        else:
            tracks = tuple(sorted({*self.tracks[step[1]], *self.tracks[step[2]]}))
        require(len(self.steps) < MOST_STEPS, f"a plan has at most {MOST_STEPS} steps")
        self.known[step] = len(self.steps)
        self.steps.append(step)
        self.tracks.append(tracks)
        return len(self.steps) - 1

    def negation(self, of):
        return self.step("and-not", self.step("everything", self.tracks[of]), of)

    def project(self, of, track):
        return self.step("some", of, track) if track in self.tracks[of] else of

    def covering(self, of, tracks):
        """The step with these tracks among its own."""
        missing = tuple(sorted(set(tracks) - set(self.tracks[of])))
        return self.step("and", of, self.step("everything", missing)) if missing else of

    def formula(self, formula, holds):
        """The step of a formula, or of its contrary."""
        head = formula[0]
        if head == "not":
            return self.formula(formula[1], not holds)
        if head in ("all", "some"):
            conditions = []
            self.conditions(formula[2], head == "some", conditions)
            some = self.exists(formula[1], conditions)
            return self.negation(some) if (head == "all") == holds else some
        if head == "iff":
            left, right = self.formula(formula[1], True), self.formula(formula[2], True)
            return self.step("iff" if holds else "xor", left, right)
        if head == "or" and holds:
            parts = [self.formula(part, True) for part in formula[1]]
            whole = parts[0]
            for part in parts[1:]:
                whole = self.step("or", whole, part)
            return whole
        conditions = []
        if head in ("compare", "weight") or head == "and" and holds:
            self.conditions(formula, holds, conditions)
            return self.together(conditions)
        # An implication or a disjunction is not all of its contrary; the contrary of a conjunction is not all of it.
        contrary = head != "and"
        self.conditions(formula, not contrary, conditions)
        whole = self.together(conditions)
        return self.negation(whole) if holds == contrary else whole

    def conditions(self, formula, holds, into):
        """The conditions that make up a formula, or its contrary."""
        head = formula[0]
        if head == "not":
            self.conditions(formula[1], not holds, into)
        elif head == "and" and holds or head == "or" and not holds:
            for part in formula[1]:
                self.conditions(part, holds, into)
        elif head == "implies" and not holds:
            self.conditions(formula[1], True, into)
            self.conditions(formula[2], False, into)
        elif head == "compare":
            into.append(self.comparison(formula[1], formula[2], holds))
        elif head == "weight":
            into.append(("step" if holds else "not", self.weight(formula[1])))
        elif head in ("all", "some") and (head == "all") == holds:
            into.append(("not", self.formula(formula, not holds)))
        elif head == "and":
            into.append(("not", self.formula(formula, True)))
        else:
            into.append(("step", self.formula(formula, holds)))

    def tracks_of(self, condition):
        return linear_tracks(condition[1]) if condition[0] == "linear" else self.tracks[condition[1]]

    def exists(self, variables, conditions):
        """There are values of the variables such that all conditions hold."""
        gone = [self.track(variable) for variable in variables]
        while gone:
            sizes = [len({other for c in conditions if track in self.tracks_of(c) for other in self.tracks_of(c)})
                     for track in gone]
            # The fewest tracks together; the later one of two alike.
            track = gone.pop(max(place for place, size in enumerate(sizes) if size == min(sizes)))
            mention = [c for c in conditions if track in self.tracks_of(c)]
            conditions = [c for c in conditions if track not in self.tracks_of(c)]
            if mention:
                conditions.append(("step", self.project(self.together(mention), track)))
        return self.together(conditions)

    def together(self, conditions):
        """All conditions at once: steps, then linear relations, then what must not hold."""
        whole = None
        for head, of in conditions:
            if head == "step":
                whole = of if whole is None else self.step("and", whole, of)
        for head, linear in conditions:
            if head == "linear":
                tracks = linear_tracks(linear)
                inside = whole is not None and set(tracks) <= set(self.tracks[whole])
                of = whole if inside else self.step("everything", tracks)
                restricted = self.step("restrict", of, linear)
                whole = restricted if whole is None or whole == of else self.step("and", whole, restricted)
        for head, of in conditions:
            if head == "not":
                whole = self.negation(of) if whole is None else self.step("and-not", whole, of)
        return self.step("everything", ()) if whole is None else whole

    def weight(self, total):
        variable = as_variable(total)
        if variable is not None:
            return self.step("weight", self.track(variable))
        place = self.fresh()
        weight = self.step("weight", place)
        return self.project(self.step("and", self.equal(total, place), weight), place)

    def equal(self, total, track):
        """That the track is the sum."""
        difference = plus(total, -1, single(("variable", track[0], 0)))
        return self.together([self.comparison(difference, "=", True)])

    def comparison(self, total, relation, holds):
        """The condition of a sum against 0, or of its contrary."""
        if holds and relation == "=":
            step = self.one_value(total)
            if step is not None:
                return "step", step
        multiples, parts, gone = [], [], []
        for times, part in total[0]:
            if part[0] == "variable":
                track, zeros = self.track(part[1]), part[2]
            elif part[0] == "shifted":
                track, zeros = self.fresh(), part[2]
                parts.append(self.equal(part[1], track))
                gone.append(track)
            else:
                track, zeros = self.fresh(), 0
                parts.append(self.value(part[1], part[2], track))
                gone.append(track)
            multiples.append((times, track, zeros))
        linear = (tuple(multiples), total[1], relation)
        if not parts:
            return "linear", linear if holds else negated(linear)
        turned = not holds and self.functional and all(everywhere(part) for _, part in total[0])
        linear = negated(linear) if turned else linear
        whole = parts[0]
        for part in parts[1:]:
            whole = self.step("and", whole, part)
        whole = self.step("restrict", self.covering(whole, linear_tracks(linear)), linear)
        for track in gone:
            whole = self.project(whole, track)
        return "step" if holds or turned else "not", whole

    def one_value(self, total):
        """f(t) = y and f(t) = g(s) need no sum: both sides are one track."""
        parts, constant = total
        if constant or len(parts) != 2 or sorted(times for times, _ in parts) != [-1, 1]:
            return None
        left, right = (part for _, part in sorted(parts, key=lambda part: -part[0]))
        if right[0] == "value" and left[0] == "value":
            value = self.fresh()
            near, far = self.value(left[1], left[2], value), self.value(right[1], right[2], value)
            return self.project(self.step("and", near, far), value)
        if right[0] == "value":
            left, right = right, left
        if left[0] != "value" or right[0] != "variable" or right[2]:
            return None
        track = self.track(right[1])
        if as_variable(left[2]) == right[1] or track[1]:
            return None
        return self.value(left[1], left[2], track)

    def value(self, name, at, value):
        """That the track is the name's value at a place."""
        variable = as_variable(at)
        if variable is not None:
            return self.step("name", name, self.track(variable), value)
        place = self.fresh()
        equal = self.equal(at, place)
        named = self.step("name", name, place, value)
        return self.project(self.step("and", equal, named), place)


def shown(track):
    return f"{'s' if track[1] else 'v'}{track[0]}"


def described(step):
    """A step in one line."""
    head = step[0]
    if head == "everything":
        return " ".join(["everything", *map(shown, step[1])])
    if head == "name":
        return f"name {step[1]} of {shown(step[2])} is {shown(step[3])}"
    if head == "weight":
        return f"weight {shown(step[1])}"
    if head == "restrict":
        multiples, constant, relation = step[2]
        terms = [f"{times}*{shown(track)}z{zeros}" for times, track, zeros in multiples] + [str(constant)]
        return f"restrict {step[1]} by {' + '.join(terms)} {relation} 0"
    if head == "some":
        return f"some {shown(step[2])} in {step[1]}"
    return f"{head} {step[1]} {step[2]}"
