"""Which lands of Sprouts are the same, by renaming, turning boundaries, reversing regions and reordering."""

from common import Budget
from sprouts_rules import NAME, after_curves, land_lives

MOST_TRIALS = 1 << 20
MOST_SHARED = 100_000
SHARED = {}


def shared(small_by_moves=False):
    """The lands met so far: what they are and where their curves lead is the same in every file."""
    lands = SHARED.get(small_by_moves)
    if lands is None or len(lands.lands) > MOST_SHARED:
        lands = SHARED[small_by_moves] = Lands(small_by_moves)
    return lands


class Lands:
    """Numbers lands so that the same have the same number, and knows where their curves lead."""

    def __init__(self, small_by_moves=False):
        self.words, self.known, self.alike, self.lands, self.options = {}, {}, {}, [], {}
        self.small_by_moves, self.small, self.merged = small_by_moves, {}, {}

    def word(self, item):
        """A small number for each different thing."""
        return self.words.setdefault(item, len(self.words))

    def number(self, land):
        """The number of a land."""
        found = self.known.get(land)
        if found is None:
            found = self.known[land] = self.compare(land)
        return found

    def compare(self, land):
        colours = self.colours(land)
        group = self.alike.setdefault(self.invariant(land, colours), [])
        for other, other_colours, number in group:
            if Match(land, colours, other, other_colours).found():
                return self.merged.get(number, number)
        number = len(self.lands)
        self.lands.append(land)
        group.append((land, colours, number))
        if self.small_by_moves and land_lives(land) <= 3:
            self.merged[number] = self.small.setdefault(frozenset(self.moves(number)), number)
        return self.merged.get(number, number)

    def moves(self, number):
        """Where curves lead: sorted tuples of the numbers of lands."""
        if number not in self.options:
            after = after_curves(self.lands[number])
            self.options[number] = {tuple(sorted(map(self.number, lands))) for lands in after}
        return self.options[number]

    def moves_within(self, number, listed, beside):
        """The same one after the other, without those that leave, after pairs of the same cancel, a land that has
        neither the sign of a listed land nor that of one beside; some of these may be there still."""
        if number in self.options:
            yield from self.options[number]
            return
        for lands in after_curves(self.lands[number]):
            strange = set()
            for land in lands:
                own = sign(land)
                if own not in listed and own not in beside:
                    strange ^= {own}
            if not strange:
                yield tuple(sorted(map(self.number, lands)))

    def colours(self, land):
        """A colour for each name, which the changes above keep."""
        colours = {vertex: 0 for region in land for boundary in region for vertex in boundary if vertex >= NAME}
        for _ in range(3 if colours else 0):
            seen = {name: [] for name in colours}
            for region in land:
                sign = self.region(region, colours)
                for boundary in region:
                    row = [3 + colours[vertex] if vertex >= NAME else vertex for vertex in boundary]
                    for place, vertex in enumerate(boundary):
                        if vertex >= NAME:
                            forth = tuple(row[place:] + row[:place])
                            back = forth[:1] + forth[:0:-1]
                            seen[vertex].append((sign, min(forth, back), max(forth, back)))
            colours = {name: self.word(tuple(sorted(places))) for name, places in seen.items()}
        return colours

    def region(self, region, colours):
        """A number for how a region looks, the same for its reverse."""
        rows = [[3 + colours[vertex] if vertex >= NAME else vertex for vertex in boundary] for boundary in region]
        forth = tuple(sorted(turned(row) for row in rows))
        back = tuple(sorted(turned(row[::-1]) for row in rows))
        return self.word(min(forth, back))

    def invariant(self, land, colours):
        return tuple(sorted(self.region(region, colours) for region in land))


def blurred(vertex):
    """A vertex without its name."""
    return min(vertex, NAME)


def sign(land):
    """Quickly found, and the same for lands that are the same: lands of other signs need not be compared."""
    return tuple(sorted(tuple(sorted(tuple(sorted(map(blurred, boundary))) for boundary in region)) for region in land))


def turned(row):
    """The least turn of a boundary."""
    return min(tuple(row[place:] + row[:place]) for place in range(len(row)))


class Match:
    """Looks for the changes that make two lands equal."""

    def __init__(self, one, one_colours, other, other_colours):
        self.one, self.other = one, other
        self.colours, self.goals = one_colours, other_colours
        self.budget = Budget(MOST_TRIALS, "trials to compare two lands")
        self.names, self.used = {}, set()

    def found(self):
        return self.regions(0, frozenset())

    def regions(self, index, taken):
        """Whether the regions from this one on find partners."""
        if index == len(self.one):
            return True
        for place, region in enumerate(self.other):
            if place not in taken and len(region) == len(self.one[index]):
                for step in (1, -1):
                    if self.boundaries(index, 0, region, step, frozenset(), taken | {place}):
                        return True
        return False

    def boundaries(self, index, at, region, step, gone, taken):
        """Whether the boundaries of a region from this one on find partners in another, read in one direction."""
        if at == len(self.one[index]):
            return self.regions(index + 1, taken)
        mine = self.one[index][at]
        tried = set()
        for place, boundary in enumerate(region):
            if place in gone or len(boundary) != len(mine):
                continue
            for start in range(len(boundary)):
                row = (boundary[start:] + boundary[:start])[::step]
                if row in tried:
                    continue
                tried.add(row)
                self.budget.spend()
                added = self.join(mine, row)
                if added is None:
                    continue
                if self.boundaries(index, at + 1, region, step, gone | {place}, taken):
                    return True
                self.part(added)
        return False

    def join(self, mine, row):
        """Names each vertex after its partner; the names that are new, or None."""
        added = []
        for vertex, partner in zip(mine, row):
            if vertex < NAME or partner < NAME:
                fits = vertex == partner
            elif vertex in self.names:
                fits = self.names[vertex] == partner
            else:
                fits = partner not in self.used and self.colours[vertex] == self.goals[partner]
                if fits:
                    self.names[vertex] = partner
                    self.used.add(partner)
                    added.append(vertex)
            if not fits:
                self.part(added)
                return None
        return added

    def part(self, added):
        for vertex in added:
            self.used.discard(self.names.pop(vertex))
