"""Parlor: a laboratory for the games and puzzles of recreational mathematics.

>>> import parlor
>>> parlor.ask("queens lock 5").line
'5 queens lock the 5 x 5 board and fewer never do (hook on every second line)'
>>> parlor.value("nim(4) + chomp(2,2)").facts["nimber"]
6

Every topic is a module (`parlor.queens`, `parlor.sums`, ...) and every question a function in it:
`parlor.queens.lock(5)`. `parlor.topics()` lists them. An answer is a `Report`: a line, a standing that says how far to
trust it, facts, tables, pictures and perhaps a certificate. `parlor.play("queens 6")` sits down at a game, and a
subclass of `parlor.Game` is a game of one's own. What will not do raises `parlor.Error` with one sentence.
"""

import os
import sys

from . import _parlor, cluster
from ._games import Game, Sum
from ._parlor import Error
from ._play import Play
from ._progress import watching
from ._registry import TOPICS, install
from ._report import Report, Standing

__all__ = ["Error", "Game", "Play", "Report", "Standing", "Sum", "ask", "cluster", "main", "nimbers", "play", "topics", "value", "verify"]
__all__ += install(sys.modules[__name__])


def ask(sentence, *, certify=False):
    """Answers a sentence of the command line: `parlor.ask("queens lock 5")`."""
    with watching() as progress:
        return Report(_parlor.sentence(sentence, certify, progress))


def value(expr, **named):
    """The nimber of a sum of games: `parlor.value("nim(4) + chomp(2,2)")`, short for `parlor.sums.value`."""
    return sys.modules[__name__ + ".sums"].value(expr, **named)


def nimbers(code, to):
    """The nimbers of the heaps 0 to `to` of a code or a named game, `parlor.nimbers("kayles", 10**7)`, in one buffer of
    16-bit numbers that `numpy.asarray` takes without copying."""
    with watching() as progress:
        return memoryview(_parlor.heaps(str(code), to, progress)).cast("H")


def topics():
    """The topics by name, each with its line and its questions."""
    return {
        topic["name"]: {"about": topic["about"], "questions": [question["name"] for question in topic["questions"]]}
        for topic in TOPICS
    }


def play(sentence):
    """Sits down at a game: `parlor.play("queens 6 --rule noon")`, `parlor.play("nim(3) + kayles(7)")`."""
    return Play(_parlor.sit(sentence))


def verify(certificate):
    """Checks a certificate, given as its text or as the path of its file, and returns what it establishes."""
    text = os.fspath(certificate)
    if "\n" not in text:
        with open(text, encoding="utf-8") as file:
            text = file.read()
    with watching() as progress:
        return Report(_parlor.verify(text, progress))


def main():
    """The command line, lab included: `parlor serve`; and `parlor cluster`, which is Python's."""
    if sys.argv[1:2] == ["cluster"]:
        sys.exit(cluster.main(sys.argv[2:]))
    sys.exit(_parlor.command_line(sys.argv[1:]))
