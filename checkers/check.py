#!/usr/bin/env python3
"""Checks certificates of Parlor: python3 checkers/check.py FILE ... (- is standard input, and so is no file).

Prints what each file certifies, as the checker of its kind computed it from the evidence, or why it is refused; of
several files each line begins with the name. --times as the first word puts the seconds of the processor
in front.
Exit code 0: all are certified. 1: some file is refused. 3: none is refused, but some needs what this checker lacks.
"""

import importlib
import os
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from common import NotChecked, Refused, short  # noqa: E402

MARK = "parlor certificate 2"
MOST_BYTES = 1 << 28
NAME = re.compile(r"[a-z]+", re.ASCII)


def parts(text):
    """Topic, kind, statement and lines of evidence of a file."""
    head, _, rest = text.partition("\n")
    words = head[len(MARK):].split(" ") if head.startswith(MARK) else []
    if len(words) != 3 or words[0] != "":
        raise Refused(f"{short(head)} is not the heading of a certificate")
    states, _, rest = rest.partition("\n")
    if not states.startswith("states "):
        raise Refused("line 2: a certificate says there what it \"states\"")
    if not (rest == "end\n" or rest.endswith("\nend\n")):
        raise Refused("the certificate is cut off: its last line is not \"end\"")
    lines = rest[:-len("end\n")].split("\n")
    return words[1], words[2], states[len("states "):], lines[:-1]


def checker(topic, kind):
    """The module of a kind."""
    name = f"{topic}_{kind}"
    place = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    if not (NAME.fullmatch(topic) and NAME.fullmatch(kind) and os.path.isfile(place)):
        raise Refused(f"there is no kind {short(kind)} of the topic {short(topic)}")
    module = importlib.import_module(name)
    if not hasattr(module, "check"):
        raise Refused(f"there is no kind {short(kind)} of the topic {short(topic)}")
    return module


def certified(data):
    """The sentence that the bytes of a file certify."""
    if len(data) > MOST_BYTES:
        raise Refused(f"a certificate has at most {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("a certificate is a text in UTF-8") from None
    topic, kind, states, lines = parts(text)
    try:
        sentence = checker(topic, kind).check(lines)
    except (RecursionError, MemoryError):
        raise NotChecked("the evidence is too large for this checker") from None
    if sentence != states:
        raise Refused(f"line 2: it states {short(states)}, the evidence shows {short(sentence)}")
    return sentence


def read(name):
    """The bytes of a file, one more at most than a certificate may have."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        with open(name, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror}") from None


def main(names):
    sys.setrecursionlimit(5000)
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    timed = names[:1] == ["--times"]
    names, worst = names[timed:] or ["-"], 0
    for name in names:
        start = time.process_time()
        try:
            code, line = 0, certified(read(name))
            line = line if len(names) == 1 else f"{name}: {line}"
        except Refused as why:
            code, line = 1, f"{name}: refused: {why}"
        except NotChecked as why:
            code, line = 3, f"{name}: not checked: {why}"
        print(f"{time.process_time() - start:.3f} {line}" if timed else line)
        worst = 1 if 1 in (worst, code) else max(worst, code)
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (BrokenPipeError, KeyboardInterrupt):
        # Nobody reads on, or somebody has had enough.
        os._exit(130)
