"""Reports: what every question answers with."""

import html
import json


class Standing(str):
    """How far to trust an answer: "proved", "checked" (`to` a bound), "best" or "estimate" (with its `error`)."""

    to = None
    error = None
    of = None

    def __new__(cls, kind, to=None, error=None, of=None):
        standing = super().__new__(cls, kind)
        standing.to, standing.error, standing.of = to, error, of
        return standing

    def told(self):
        """The standing in words."""
        if self == "checked":
            return f"checked to {self.to}"
        if self == "estimate":
            return f"estimate, {self.of} {self.error:.2e}"
        return "best found" if self == "best" else str(self)


class Report:
    """An answer: `line`, `standing`, `facts`, `tables`, pictures and perhaps a `certificate`."""

    def __init__(self, native):
        self._native = native
        self.ask = native.ask
        self.line = native.line
        self.standing = Standing(*native.standing)
        self.facts = native.facts
        self.certificate = native.certificate
        self._tables = None

    def __getitem__(self, name):
        return self.facts[name]

    @property
    def tables(self):
        """The tables by name, each a list of dicts."""
        if self._tables is None:
            self._tables = {
                name: [dict(zip(columns, row)) for row in self._native.rows(name)]
                for name, columns, _ in self._native.tables
            }
        return self._tables

    def _table(self, table):
        if table is None:
            names = [name for name, _, _ in self._native.tables]
            if not names:
                raise KeyError("this answer has no tables")
            return names[0]
        return table

    def column(self, column, table=None):
        """A column of whole numbers in one buffer of 64-bit integers, as a memoryview."""
        buffer = self._native.column(self._table(table), column)
        if buffer is None:
            raise ValueError(f"the column {column!r} does not hold whole numbers of 64 bits")
        return memoryview(buffer).cast("q")

    def array(self, column, table=None):
        """The same buffer as a numpy array, without copying."""
        import numpy

        return numpy.frombuffer(self.column(column, table), dtype=numpy.int64)

    def frame(self, table=None):
        """A table as a pandas frame; columns of whole numbers are not copied."""
        import pandas

        name = self._table(table)
        columns = next(columns for known, columns, _ in self._native.tables if known == name)
        rows = None
        data = {}
        for at, column in enumerate(columns):
            buffer = self._native.column(name, column)
            if buffer is not None:
                import numpy

                data[column] = numpy.frombuffer(buffer, dtype=numpy.int64)
            else:
                rows = self._native.rows(name) if rows is None else rows
                data[column] = [row[at] for row in rows]
        return pandas.DataFrame(data, copy=False)

    @property
    def scenes(self):
        """The names of the pictures."""
        return self._native.scenes

    def svg(self, scene=None):
        """A picture as SVG: the one of that name, or the first, or None if there is none."""
        return self._native.svg(scene)

    def csv(self, table=None):
        """A table as CSV, or the facts if there is none."""
        return self._native.csv(table)

    def json(self):
        """The object that the command line prints with `--json`."""
        return json.loads(self._native.json())

    def __repr__(self):
        return f"<parlor.Report {self.ask!r}: {self.line} ({self.standing.told()})>"

    def __str__(self):
        return self._native.text()

    def _repr_svg_(self):
        return self.svg()

    def _repr_html_(self):
        parts = [f"<p><b>{html.escape(self.line)}</b><br><i>{html.escape(self.standing.told())}</i></p>"]
        facts = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
            f"<td style='text-align:left'>{html.escape(_short(fact))}</td></tr>"
            for name, fact in self.facts.items()
        )
        parts.append(f"<table>{facts}</table>" if facts else "")
        parts += [_html_table(name, columns, rows, self._native) for name, columns, rows in self._native.tables]
        parts.append(self.svg() or "")
        return "\n".join(part for part in parts if part)


MOST_ROWS = 20


def _html_table(name, columns, count, native):
    heads = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(_short(cell))}</td>" for cell in row) + "</tr>"
        for row in native.rows(name, MOST_ROWS)
    )
    rest = f"<p>{count - MOST_ROWS} rows more</p>" if count > MOST_ROWS else ""
    return f"<table><caption>{html.escape(name)}</caption><tr>{heads}</tr>{rows}</table>{rest}"


def _short(fact):
    if isinstance(fact, int) and not isinstance(fact, bool) and fact.bit_length() > 700:
        return f"a number of {fact.bit_length()} bits"
    text = str(fact)
    return text if len(text) <= 300 else text[:297] + "..."
