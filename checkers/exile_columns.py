"""exile columns: additive periods of the columns of the quadrant's table, tabulated again."""

from common import Lines, number, require

MOST_COLUMNS = 201
MOST_ROWS = 2_097_152
# Columns by the rows of all lines up to theirs: files that begin alike share them.
KNOWN = {}


class Column:
    """A column of the table, known for all rows once its period is."""

    def __init__(self, index, a, b, earlier):
        self.index, self.q, self.values = index, b - a, []
        used, low, seen = set(), 0, {}
        for column in earlier:
            column.reach(b + index - column.index)
        above = [(column.values, index - column.index) for column in earlier]
        for n in range(b + 1):
            # Used values below the least missing one are forgotten.
            while low in used:
                used.remove(low)
                low += 1
            if n in (a, b):
                seen[n] = (low - n, {value - n for value in used})
            if n < b:
                value = self.least(n, low, used, above)
                self.values.append(value)
                used.add(value)
        require(seen[a] == seen[b], f"column {index}: the values used at the rows {a} and {b} differ")
        self.find_period(a, b)

    @staticmethod
    def least(n, low, used, above):
        """The value of row n by the definition."""
        forbidden = {values[n] for values, _ in above}
        forbidden.update([values[n + apart] for values, apart in above])
        forbidden.update([values[n - apart] for values, apart in above if n >= apart])
        while low in used or low in forbidden:
            low += 1
        return low

    def reach(self, n):
        """Makes the rows up to n known."""
        for row in range(len(self.values), n + 1):
            self.values.append(self.values[row - self.q] + self.q)

    def find_period(self, a, b):
        self.reach(2 * b)
        t = self.values
        repeats = (p for p in range(1, self.q + 1) if self.q % p == 0
                   and all(t[n + p] == t[n] + p for n in range(a, b)))
        self.period, self.first = next(repeats), a
        while self.first and t[self.first - 1 + self.period] == t[self.first - 1] + self.period:
            self.first -= 1


def check(lines):
    lines, columns, rows = Lines(lines), [], ()
    while lines.more():
        words = lines.after("column").split(" ")
        index = len(columns)
        if index == MOST_COLUMNS or len(words) != 4 or words[0] != str(index) or words[1] != "rows":
            raise lines.broken(f"column {index} rows A B, for at most {MOST_COLUMNS} columns")
        b = number(words[3], min(1000 * (index + 1) ** 2, MOST_ROWS), 1)
        a = number(words[2], b - 1)
        for other in columns:
            if (b - a) % other.period or a < other.first + index - other.index:
                raise lines.broken(f"the rows do not fit column {other.index}")
        rows += (a, b)
        if rows not in KNOWN:
            if len(KNOWN) > 2000:
                KNOWN.clear()
            KNOWN[rows] = Column(index, a, b, columns)
        columns.append(KNOWN[rows])
    require(columns, "there is no column")
    periods = " ".join(str(column.period) for column in columns)
    firsts = " ".join(str(column.first) for column in columns)
    return (f"columns 0 to {len(columns) - 1} of the quadrant's table: least additive periods {periods} "
            f"from the first rows {firsts}")
