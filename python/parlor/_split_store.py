"""What a run on a cluster keeps: its facts, and how it went."""

import json
import os
import time

from ._parlor import Error


class Store:
    """The file of facts: written beside its name and renamed, so that it is whole or the one before; that one stays too."""

    def __init__(self, path):
        self.path = None if path is None else os.fspath(path)
        self.bytes = 0

    @property
    def before(self):
        """Where the file goes that the newest one replaces."""
        return self.path + ".before"

    def open(self, learn):
        """Has `learn(name, bytes)` learn what is kept; a damaged file is refused by name, and nothing is changed."""
        if self.path is None:
            return 0
        # Who removed the newest file goes on from the one before.
        for path in (self.path, self.before):
            if os.path.exists(path):
                return self._opened(path, learn)
        self.keep(None)
        return 0

    def _opened(self, path, learn):
        try:
            with open(path, "rb") as file:
                return learn(path, file.read())
        except OSError as error:
            raise Error(f"store {path}: {error.strerror}; name a file that can be read") from None
        except Error as error:
            if path == self.before or not os.path.exists(self.before):
                raise
            raise Error(f"{error}, or from {self.before}, which was kept before it, if that stays") from None

    def keep(self, facts):
        """Keeps the bytes; without any it is only tried whether there is a place for them."""
        if self.path is None:
            return
        draft = f"{self.path}.{os.getpid()}.draft"
        try:
            with open(draft, "wb") as file:
                if facts is None:
                    return
                file.write(facts)
                file.flush()
                os.fsync(file.fileno())
            if os.path.exists(self.path):
                aside = f"{draft}.before"
                os.link(self.path, aside)
                os.replace(aside, self.before)
            os.replace(draft, self.path)
            self.bytes += len(facts)
        except OSError as error:
            raise Error(f"store {self.path}: {error.strerror}; name a file that can be written") from None
        finally:
            if os.path.exists(draft):
                os.remove(draft)


class Journal:
    """How a run goes, a line of JSON each time that it keeps: `FILE.log`. The lab reads it."""

    def __init__(self, keep, sentence):
        self.path = None if keep is None else os.fspath(keep) + ".log"
        self.sentence = sentence

    def tell(self, figures, state):
        """Adds a line."""
        if self.path is None:
            return
        numbers = {name: round(value, 3) for name, value in figures.items()}
        line = json.dumps({"run": self.sentence, "at": round(time.time(), 3), "state": state, **numbers})
        try:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise Error(f"{self.path}: {error.strerror}; name a file that can be written") from None
