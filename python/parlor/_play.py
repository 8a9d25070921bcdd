"""Games in progress."""


class Play:
    """A game that was sat down at: text in, text and pictures out."""

    def __init__(self, native):
        self._native = native

    @property
    def title(self):
        """What is played."""
        return self._native.title

    @property
    def rules(self):
        """The rules in a few sentences."""
        return self._native.rules

    @property
    def position(self):
        """The position's text."""
        return self._native.position

    @property
    def history(self):
        """The moves made."""
        return self._native.history

    @property
    def moves(self):
        """The moves offered."""
        return self._native.moves

    @property
    def turn(self):
        """Whose turn it is, 0 or 1."""
        return self._native.turn

    @property
    def end(self):
        """Who won (0, 1 or None) and why it is over; None while the game goes on."""
        return self._native.end

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
