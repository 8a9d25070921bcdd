"""`python -m parlor._stubs FOLDER` writes the type stubs, made from the registry like the functions themselves."""

import pathlib
import sys

from ._registry import TOPICS, default, python_name

HEAD = '''from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, Union

from parlor import Report

Text = Union[str, int, float, Fraction, Sequence[Any]]

'''

CLUSTER = '''from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Optional, Union

from parlor import Report

def searches() -> list[str]: ...
def pieces() -> list[str]: ...
def cut(sentence: str, parts: int) -> list[str]: ...
def join(sentence: str, parts: int, answers: Mapping[str, Mapping[str, Any]]) -> dict[str, int]: ...
def join_pieces(sentence: str, ranges: Iterable[Sequence[Any]]) -> Report: ...
def run_here(sentence: str, parts: int) -> Any: ...
def run(
    sentence: str,
    parts: Optional[int] = ...,
    address: Optional[str] = ...,
    keep: Union[None, str, PathLike[str]] = ...,
    told: Optional[Callable[..., object]] = ...,
    workers: Optional[int] = ...,
) -> Any: ...
def main(words: Sequence[str]) -> int: ...
'''

PACKAGE = '''from collections.abc import Hashable, Iterable
from os import PathLike
from typing import Any, Optional, Union

{imports}

class Error(Exception):
    trouble: str
    caret: Optional[str]

class Standing(str):
    to: Optional[str]
    error: Optional[float]
    of: Optional[str]
    def told(self) -> str: ...

class Report:
    ask: str
    line: str
    standing: Standing
    facts: dict[str, Any]
    certificate: Optional[str]
    @property
    def tables(self) -> dict[str, list[dict[str, Any]]]: ...
    @property
    def scenes(self) -> list[str]: ...
    def __getitem__(self, name: str) -> Any: ...
    def column(self, column: str, table: Optional[str] = ...) -> memoryview: ...
    def array(self, column: str, table: Optional[str] = ...) -> Any: ...
    def frame(self, table: Optional[str] = ...) -> Any: ...
    def svg(self, scene: Optional[str] = ...) -> Optional[str]: ...
    def csv(self, table: Optional[str] = ...) -> str: ...
    def json(self) -> dict[str, Any]: ...

class Play:
    @property
    def title(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def history(self) -> list[str]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def turn(self) -> int: ...
    @property
    def end(self) -> Optional[tuple[Optional[int], str]]: ...
    def play(self, move: object) -> Play: ...
    def undo(self) -> bool: ...
    def hint(self) -> tuple[str, str, str]: ...
    def values(self) -> list[tuple[str, Optional[bool], str]]: ...
    def svg(self) -> str: ...

class Game:
    rules: Optional[str]
    split: Any
    canon: Any
    table: dict[Any, int]
    def options(self, position: Any) -> Iterable[Hashable]: ...
    def nimber(self, position: Any) -> int: ...
    def winning_moves(self, position: Any) -> list[Any]: ...
    def call(self, position: Any) -> str: ...
    @property
    def name(self) -> str: ...
    def __call__(self, position: Any) -> Sum: ...

class Sum:
    parts: list[tuple[Optional[Game], Any]]
    def __init__(self, parts: Iterable[tuple[Optional[Game], Any]]) -> None: ...
    def __add__(self, other: Union[Sum, str]) -> Sum: ...
    def __radd__(self, other: str) -> Sum: ...
    @property
    def nimber(self) -> int: ...
    @property
    def outcome(self) -> str: ...
    def winning_moves(self) -> list[Any]: ...
    def certificate(self) -> Optional[str]: ...

def ask(sentence: str, *, certify: bool = ...) -> Report: ...
def value(expr: str, **named: Any) -> Report: ...
def nimbers(code: str, to: int) -> memoryview: ...
def topics() -> dict[str, dict[str, Any]]: ...
def play(sentence: str) -> Play: ...
def verify(certificate: Union[str, PathLike[str]]) -> Report: ...
def main() -> None: ...
'''


def kind(param):
    """The type of a parameter."""
    if param["kind"] == "choice":
        return "Literal[" + ", ".join(repr(word) for word in param["choices"]) + "]"
    return {"whole": "int", "digits": "int | str", "real": "float", "switch": "bool"}.get(param["kind"], "Text")


def stub(question):
    """The stub of a question."""
    needed, free, rest, named = [], [], ["*"], []
    for param in question["params"]:
        name, of = python_name(param["name"]), kind(param)
        if param["place"] == "rest":
            rest = [f"*{name}: {of}"]
            continue
        if param["place"] == "repeated":
            of = f"Sequence[{of}] | {of}"
        shown = repr(default(param)) if not param["needed"] else None
        of = f"{of} | None" if shown == "None" else of
        told = f"{name}: {of}" if shown is None else f"{name}: {of} = {shown}"
        if param["place"] == "main":
            (needed if shown is None and not free else free).append(told)
        else:
            named.append(told)
    params = needed + free + rest + named + ["certify: bool = False"]
    return f"def {python_name(question['name'])}({', '.join(params)}) -> Report: ...\n"


def write(folder):
    """Writes all stubs into a folder."""
    folder = pathlib.Path(folder)
    modules = ["cluster"] + [topic["name"] for topic in TOPICS]
    imports = "\n".join(f"from . import {name} as {name}" for name in modules)
    (folder / "cluster.pyi").write_text(CLUSTER, encoding="utf-8")
    (folder / "__init__.pyi").write_text(PACKAGE.replace("{imports}", imports), encoding="utf-8")
    for topic in TOPICS:
        stubs = "".join(stub(question) for question in topic["questions"])
        (folder / f"{topic['name']}.pyi").write_text(HEAD + stubs, encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1])
