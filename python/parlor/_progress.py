"""A bar for long work: on a terminal, or in a notebook; nowhere else."""

import contextlib
import sys
import time

# Work that ends sooner shows no bar.
PATIENCE = 0.5


class Bar:
    """Called with the steps done and, if that is known, the steps in all."""

    def __init__(self, draw, clear):
        self.draw, self.clear = draw, clear
        self.begun = time.monotonic()
        self.drawn = None

    def __call__(self, done, of):
        now = time.monotonic()
        if now - self.begun < PATIENCE or (self.drawn is not None and now - self.drawn < 0.1):
            return
        self.drawn = now
        self.draw(told(done, of, now - self.begun))

    def end(self):
        if self.drawn is not None:
            self.clear()


def told(done, of, seconds):
    """The state of the work in one line."""
    if not of:
        return f"{done:,} steps, {seconds:.0f} s"
    part = min(done / of, 1.0)
    filled = int(30 * part)
    return f"[{'#' * filled}{'.' * (30 - filled)}] {done:,}/{of:,}, {seconds:.0f} s"


def in_notebook():
    """Whether a notebook's kernel runs this, without importing anything that is not there already."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"


def _bar():
    if in_notebook():
        from IPython.display import display

        handle = display({"text/plain": ""}, raw=True, display_id=True)
        update = lambda text: handle.update({"text/plain": text}, raw=True)
        return Bar(update, lambda: update(""))
    if sys.stderr is not None and sys.stderr.isatty():
        write = lambda text: (sys.stderr.write("\r\x1b[K" + text), sys.stderr.flush())
        return Bar(write, lambda: write(""))
    return None


@contextlib.contextmanager
def watching():
    """The bar while it is drawn, or None where nobody looks."""
    bar = _bar()
    try:
        yield bar
    finally:
        if bar is not None:
            bar.end()
