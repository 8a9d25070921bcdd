"""scale strategy: a rule for which coins to weigh finds every set of fakes."""

import itertools
import re

from common import Budget, Lines, Refused, counted, number, require

NAMES = {"5": ["MUCH-LESS", "LESS", "EQUAL", "MORE", "MUCH-MORE"], "3": ["LESS", "EQUAL", "MORE"]}
NAMES["threshold"] = NAMES["3"]
for ways in (7, 9, 11, 13):
    apart = range(1, ways // 2 + 1)
    NAMES[str(ways)] = [f"LESS-{d}" for d in reversed(apart)] + ["EQUAL"] + [f"MORE-{d}" for d in apart]
MOST_COINS = 10_000_000
MOST_COINS_OF_MANY = 10_000
MOST_FAKES = 6
MOST_GROUPS = 250
PART = re.compile(r"([0-9]+)([LAR])(?:([0-9]+):([0-9]+))?", re.ASCII)


def answer(scale, difference):
    """What the scale tells of the fakes on the left minus those on the right."""
    bound = len(NAMES[scale]) // 2
    if scale == "threshold":
        difference = 0 if abs(difference) < 2 else difference
    return NAMES[scale][bound - max(-bound, min(bound, difference))]


class Step:
    def __init__(self, sizes, kinds):
        self.sizes, self.kinds = sizes, kinds
        self.pans = None
        self.answers = {}  # name of an answer -> (step, rows)


class Strategy:
    """What the lines say, up to a line "refute" or their end."""

    def __init__(self, lines):
        words = lines.take().split(" ")
        require(len(words) >= 4 and words[0] == "scale" and words[1] in NAMES, "line 3: scale S START")
        self.scale, self.real, start = words[1], 0, words[2:]
        if len(start) > 2 and start[-2] == "spare":
            self.real, start = number(start[-1], MOST_COINS, 1), start[:-2]
        self.read_start(start)
        self.coins = sum(self.piles) + self.real
        self.steps = []
        while lines.more() and not lines.starts("refute"):
            self.steps.append(self.read_step(lines))
        require(self.steps, "there is no step")

    def read_start(self, words):
        """The piles, the kinds of sets that are possible, and both in words."""
        self.fakes = 2
        if len(words) == 4 and words[0::2] == ["coins", "fakes"]:
            self.fakes = number(words[3], MOST_FAKES, 1)
            most = MOST_COINS if self.fakes <= 3 else MOST_COINS_OF_MANY
            self.piles, self.kinds = [number(words[1], most, self.fakes)], [(0,) * self.fakes]
            self.told = f"{counted(self.fakes, 'fake')} among {self.piles[0]} coins"
        elif len(words) == 3 and words[0] == "separated":
            self.piles, self.kinds = [number(word, MOST_COINS, 1) for word in words[1:]], [(0, 1)]
            self.told = f"one fake of {self.piles[0]} coins and one of {self.piles[1]} others"
        elif len(words) == 2 and words[0] == "doubly":
            self.piles, self.kinds = [number(words[1], MOST_COINS, 1)] * 4, [(0, 1), (2, 3)]
            self.told = f"one fake in each of A and B or one in each of C and D, four piles of {self.piles[0]} coins,"
        else:
            raise Refused("line 3: coins N fakes F, separated A B, or doubly N")
        self.words = " ".join(words[:2] if self.one_pile() else words)

    def one_pile(self):
        return len(self.piles) == 1

    def read_step(self, lines):
        words = lines.after("step").split(" ")
        if words[0] != str(len(self.steps)):
            raise lines.broken("steps are numbered in order")
        if words[1:2] != ["groups"] or "possible" not in words:
            raise lines.broken("a step is written: step I groups SIZE... possible KIND...")
        cut = words.index("possible")
        sizes = [number(word, MOST_COINS) for word in words[2:cut]]
        if len(sizes) > MOST_GROUPS or sum(sizes) > self.coins:
            raise lines.broken(f"at most {MOST_GROUPS} groups, of no more than all coins")
        kinds = [self.read_kind(word, sizes, lines) for word in words[cut + 1:]]
        if not kinds or any(one >= other for one, other in zip(kinds, kinds[1:])):
            raise lines.broken("kinds ascend strictly, and there is one")
        step = Step(sizes, kinds)
        if lines.starts("weigh"):
            self.read_weighing(step, lines)
        return step

    def read_kind(self, word, sizes, lines):
        parts = word.split("-")
        if len(parts) != self.fakes or not sizes:
            raise lines.broken(f"a kind has {self.fakes} groups")
        kind = tuple(number(part, len(sizes) - 1) for part in parts)
        if list(kind) != sorted(kind) or any(kind.count(group) > sizes[group] for group in kind):
            raise lines.broken("a kind is ascending and holds a set")
        return kind

    def read_weighing(self, step, lines):
        step.pans = read_pans(lines.after("weigh").split(" "), step.sizes, lines)
        if abs(sum(left - right for left, right in step.pans)) > self.coins - sum(step.sizes):
            raise lines.broken("there are not enough real coins to fill the pans")
        names = list(NAMES[self.scale])
        while lines.more() and lines.lines[lines.at].split(" ")[0] in NAMES[self.scale]:
            words = lines.take().split(" ")
            if words[0] not in names or words[1:2] != ["step"] or words[3:4] != ["from"]:
                raise lines.broken("answers stand in order, each once: ANSWER step J from ROW...")
            names = names[names.index(words[0]) + 1:]
            step.answers[words[0]] = (number(words[2], 1 << 30), words[4:])


def read_pans(words, sizes, lines):
    """One L:R for each group."""
    pans = []
    for word, size in zip(words, sizes):
        sides = word.split(":")
        if len(sides) != 2:
            raise lines.broken("pans are written L:R")
        pans.append((number(sides[0], size), number(sides[1], size)))
        if sum(pans[-1]) > size:
            raise lines.broken("more coins on the pans than in the group")
    if len(words) != len(sizes):
        raise lines.broken("one L:R for each group")
    return pans


def destinations(rows, sizes, room):
    """For each place of this step how many of its coins go to which group of the next; no coin goes to two."""
    goals, taken = {}, {}
    require(len(rows) == len(sizes), "one row for each group of the next step")
    for group, (row, size) in enumerate(zip(rows, sizes)):
        total = 0
        for text in row.split("+"):
            part = PART.fullmatch(text)
            require(part, f"{text!r} is not a part of a row")
            place = (number(part[1], MOST_GROUPS), part[2])
            require(place in room, f"there is no group {part[1]}")
            start, end = 0, room[place]
            if part[3] is not None:
                start, end = number(part[3], MOST_COINS), number(part[4], MOST_COINS)
            require(start <= end <= room[place], f"{text!r} does not lie there")
            total += end - start
            taken.setdefault(place, []).append((start, end))
            share = goals.setdefault(place, {})
            share[group] = share.get(group, 0) + end - start
        require(total == size, "a row has as many coins as its group")
    for spans in taken.values():
        spans = sorted(span for span in spans if span[0] < span[1])
        require(all(one[1] <= other[0] for one, other in zip(spans, spans[1:])), "a coin is in two parts")
    return goals


def rooms(step):
    """How many coins lie at each place: a group's left, aside or right."""
    room = {}
    for group, (left, right) in enumerate(step.pans):
        room[group, "L"], room[group, "R"] = left, right
        room[group, "A"] = step.sizes[group] - left - right
    return room


def follow(strategy, step, arrived, budget):
    """Which kinds arrive where from this step."""
    room = rooms(step)
    goals = {}
    for name, (to, rows) in step.answers.items():
        require(to < len(strategy.steps), f"there is no step {to}")
        goals[name] = destinations(rows, strategy.steps[to].sizes, room)
    occurred = set()
    for kind in step.kinds:
        for sides in itertools.product("LAR", repeat=strategy.fakes):
            places = list(zip(kind, sides))
            if any(places.count(place) > room[place] for place in places):
                continue
            name = answer(strategy.scale, sides.count("L") - sides.count("R"))
            require(name in goals, f"{name} can occur and has no line")
            occurred.add(name)
            arrive(places, room, goals[name], arrived[step.answers[name][0]], budget)
    require(occurred == set(step.answers), "an answer has a line and cannot occur")


def arrive(places, room, goals, arrived, budget):
    """The kinds of the next step that fakes at these places make."""
    for place in places:
        require(sum(goals.get(place, {}).values()) == room[place], "a possible fake becomes real")
    shares = [[(group, size) for group, size in goals[place].items() if size] for place in places]
    for choice in itertools.product(*shares):
        budget.spend()
        put = [(place, group) for place, (group, _) in zip(places, choice)]
        if all(put.count(one) <= size for one, (_, size) in zip(put, choice)):
            arrived.add(tuple(sorted(group for group, _ in choice)))


def depth(steps):
    """The most weighings on any way from step 0; all steps are reached, none from itself."""
    into = [0] * len(steps)
    for step in steps:
        for to, _ in step.answers.values():
            into[to] += 1
    require(into[0] == 0, "step 0 is reached again")
    longest, ready, done = [0] * len(steps), [0], 0
    while ready:
        at = ready.pop()
        done += 1
        for to, _ in steps[at].answers.values():
            longest[to] = max(longest[to], longest[at] + 1)
            into[to] -= 1
            if into[to] == 0:
                ready.append(to)
    require(done == len(steps), "a step is not reached, or from itself")
    return max(longest)


def weighings(strategy):
    """Checks the strategy and finds how many weighings it takes."""
    steps, budget = strategy.steps, Budget(1 << 20, "choices of new groups")
    require(steps[0].sizes == strategy.piles and steps[0].kinds == strategy.kinds, "step 0 knows just the start")
    arrived = [set() for _ in steps]
    for index, step in enumerate(steps):
        try:
            if step.pans is None:
                taken = [step.kinds[0].count(group) for group in range(len(step.sizes))]
                require(len(step.kinds) == 1 and taken == step.sizes, "without a weighing the fakes are known")
            else:
                follow(strategy, step, arrived, budget)
        except Refused as why:
            raise Refused(f"step {index}: {why}") from None
    for index, (step, kinds) in enumerate(zip(steps, arrived)):
        require(index == 0 or kinds == set(step.kinds), f"step {index} does not list just the kinds that arrive")
    return depth(steps)


def found_within(strategy, most):
    """The sentence of a strategy."""
    words = counted(most, "weighing")
    scale = "threshold scale" if strategy.scale == "threshold" else f"{strategy.scale}-way scale"
    spare = "a real coin" if strategy.real == 1 else f"{strategy.real} real coins"
    real = f" beside {spare}" if strategy.real else ""
    are = "is" if strategy.fakes == 1 else "are"
    return f"{strategy.told}{real} on the {scale} {are} found within {words}"


def check(lines):
    lines = Lines(lines)
    strategy = Strategy(lines)
    lines.end()
    return found_within(strategy, weighings(strategy))
