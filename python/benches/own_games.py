"""A game of one's own, three ways in one run: the plain memoised function, callbacks in Python, and the script language.

Rows of skittles: hit one or two neighbours in one of several rows. Positions are sorted tuples, so that there are many.
"""

import sys
import time

import parlor

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 46


def options(rows):
    for at, row in enumerate(rows):
        rest = rows[:at] + rows[at + 1 :]
        for took in (1, 2):
            for left in range((row - took) // 2 + 1 if row >= took else 0):
                yield canon((*rest, left, row - took - left))


def canon(rows):
    return tuple(sorted(row for row in rows if row))


def plain(start):
    """The memoised function that one writes first, with a stack of its own since games are deep."""
    sys.setrecursionlimit(100_000)
    memo = {}

    def nimber(rows):
        if rows not in memo:
            reached = {nimber(option) for option in options(rows)}
            value = 0
            while value in reached:
                value += 1
            memo[rows] = value
        return memo[rows]

    return nimber(start), len(memo)


class Callbacks(parlor.Game):
    def options(self, rows):
        return options(rows)


class Script(parlor.Game):
    rules = """
fn moves(n) {
    let all = [];
    for hit in 1..3 { if hit <= n { for left in 0..(n - hit + 1) { all.push([left, n - hit - left]); } } }
    all
}
"""


def timed(work):
    start = time.perf_counter()
    return work(), time.perf_counter() - start


(value, positions), seconds = timed(lambda: plain((ROWS,)))
game = Callbacks()
own, callbacks = timed(lambda: game.nimber((ROWS,)))
scripted, script = timed(lambda: Script().nimber(ROWS))
assert value == own == scripted == parlor.value(f"kayles({ROWS})")["nimber"]
print(f"{positions} positions: plain {seconds:.2f} s; callbacks {callbacks:.2f} s, {seconds / callbacks:.2f} times as fast; ", end="")
print(f"script (its rows fall apart by themselves) {script:.3f} s, {seconds / script:.0f} times as fast")
if positions >= 100_000:
    assert seconds >= 0.7 * callbacks and seconds >= 100 * script, "callbacks at 0.7 of the plain function, scripts 100 times as fast"
