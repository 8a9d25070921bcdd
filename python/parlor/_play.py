"""Games in progress."""


def _told(name, doc):
    """What the game itself tells under this name."""
    return property(lambda self: getattr(self._native, name), doc=doc)


class Play:
    """A game that was sat down at: text in, text and pictures out."""

    def __init__(self, native):
        self._native = native

    title = _told("title", "What is played.")
    rules = _told("rules", "The rules in a few sentences.")
    position = _told("position", "The position's text.")
    history = _told("history", "The moves made.")
    moves = _told("moves", "The moves offered.")
    turn = _told("turn", "Whose turn it is, 0 or 1.")
    end = _told("end", "Who won (0, 1 or None) and why it is over; None while the game goes on.")

    def play(self, move):
        """Plays a move; what is not legal raises `parlor.Error` and changes nothing."""
        self._native.play(str(move))
        return self

    def undo(self):
        """Takes the last move back; False if there is none."""
        return self._native.undo()

    def hint(self):
        """A good move, the standing of that advice, and why."""
        from ._progress import watching

        with watching() as progress:
            return self._native.hint(progress)

    def values(self):
        """What each move is worth: the move, whether it wins if that is known, a note."""
        from ._progress import watching

        with watching() as progress:
            return self._native.values(progress)

    def svg(self):
        """The position as a picture."""
        return self._native.svg()

    def __repr__(self):
        return f"<parlor.Play {self.title}: {self.position}>"

    def _repr_svg_(self):
        return self.svg()
