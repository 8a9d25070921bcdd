"""The package against the command line that comes with it."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.request

import pytest

import parlor
from parlor import _registry, _stubs

COMMAND = pathlib.Path(sys.executable).with_name("parlor")
EXAMPLES = [example for topic in _registry.TOPICS for q in topic["questions"] for example in q["examples"]]


def run(*words, **settings):
    """The command of the wheel, where no Rust is found."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/")}
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, env=environment, **settings)


def without_times(answer):
    """An answer without what depends on the clock."""
    facts = {name: fact for name, fact in answer["facts"].items() if "second" not in name}
    tables = {
        name: [{column: cell for column, cell in row.items() if "second" not in column} for row in rows]
        for name, rows in answer["tables"].items()
    }
    return {**answer, "facts": facts, "tables": tables}


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_answers_as_the_command_line_does(example):
    words = _shell_words(example)
    told = run(*words, "--json")
    assert told.returncode == 0, told.stderr
    report = parlor.ask(example)
    assert without_times(report.json()) == without_times(json.loads(told.stdout))
    assert report.line and isinstance(report._repr_html_(), str)


def _shell_words(sentence):
    import shlex

    return shlex.split(sentence)


def test_questions_are_functions():
    assert parlor.queens.lock(5).facts["queens"] == 5
    assert parlor.queens.lock(n=5).json() == parlor.ask("queens lock 5").json()
    assert parlor.sums.value("nim(4)+chomp(2,2)")["nimber"] == 6
    assert parlor.value("kayles(9)", play="misere").ask == 'sums value "kayles(9)" --play misere'
    assert "n: " in parlor.queens.lock.__doc__ and "parlor.ask('queens lock" in parlor.queens.lock.__doc__
    with pytest.raises(TypeError):
        parlor.queens.lock(5, colour="red")
    from parlor.merlin import nullity

    assert nullity(5).facts["nullity"] == 2


def test_every_question_has_a_function_with_its_parameters():
    for topic in _registry.TOPICS:
        module = getattr(parlor, topic["name"])
        for question in topic["questions"]:
            function = getattr(module, _registry.python_name(question["name"]))
            names = set(_registry.signature(question["params"]).parameters)
            assert names == {_registry.python_name(p["name"]) for p in question["params"]} | {"certify"}
            assert function.__doc__


def test_facts_are_values_of_python():
    report = parlor.ask("merlin nullity 100000")
    assert report.facts["rank"] == 10**10 and report.standing == "proved"
    term = parlor.ask("exile nth " + "9" * 40).facts
    assert any(isinstance(fact, int) and fact > 2**64 for fact in term.values())
    assert str(report).startswith(report.line)


def test_tables_are_lists_of_dicts_and_one_buffer_a_column():
    report = parlor.ask("sums table kayles --to 50")
    (name, columns, rows) = report._native.tables[0]
    table = report.tables[name]
    assert len(table) == rows and list(table[0]) == columns
    assert report.column(columns[-1]).tolist() == [row[columns[-1]] for row in table]
    assert report.csv().splitlines()[0] == ",".join(columns)
    with pytest.raises(parlor.Error, match="no such column"):
        report.column("no such")
    numpy = pytest.importorskip("numpy")
    array = report.array(columns[-1])
    assert array.dtype == numpy.int64 and not array.flags.owndata
    frame = pytest.importorskip("pandas") and report.frame()
    assert list(frame[columns[-1]]) == array.tolist()


def test_heap_tables_are_one_buffer():
    table = parlor.ask("sums table kayles --to 500").tables["nimbers"]
    assert parlor.nimbers("kayles", 500).tolist() == [row["nimber"] for row in table]
    assert parlor.nimbers("0.77", 0).tolist() == [0]
    for code, to, sentence in [("kayle", 9, "kayles"), ("kayles", 10**12, "10"), ("treblecross", 9, "0.007")]:
        with pytest.raises(parlor.Error, match=sentence):
            parlor.nimbers(code, to)
    numpy = pytest.importorskip("numpy")
    begun = time.process_time()
    array = numpy.asarray(parlor.nimbers("kayles", 10**7))
    assert len(array) == 10**7 + 1 and array.dtype == numpy.uint16 and not array.flags.owndata
    assert (array[-12:] == array[-24:-12]).all() and time.process_time() - begun < 60


def test_a_report_is_a_picture():
    report = parlor.ask("queens lock 5")
    assert report._repr_svg_().startswith("<svg") and report.svg(report.scenes[0]) == report.svg()
    assert report.line in report._repr_html_()
    assert parlor.ask("merlin nullity 5").svg() is None or parlor.ask("merlin nullity 5").scenes
    with pytest.raises(parlor.Error, match="no such picture"):
        report.svg("no such")


def test_errors_are_the_sentences_of_the_command_line():
    for sentence in ["queens lock 0", "queens loc 5", "queens lock 5 --rul noon", "value nim(x)", "queens count 40"]:
        told = run(*_shell_words(sentence))
        with pytest.raises(parlor.Error) as raised:
            parlor.ask(sentence)
        assert told.stderr.splitlines()[0] == "error: " + str(raised.value).splitlines()[0]
        assert raised.value.trouble == {2: "usage", 3: "too large"}[told.returncode]
    for sentence, would in [("quens lock 5", "queens"), ("queens", "write a topic and a question")]:
        with pytest.raises(parlor.Error, match=would):
            parlor.ask(sentence)
    with pytest.raises(parlor.Error) as raised:
        parlor.value("nim(4) + nym(3)")
    assert "nim" in str(raised.value) and "^" in raised.value.caret


def test_certificates_are_written_and_refused():
    report = parlor.sprouts.solve(4, certify=True)
    assert parlor.verify(report.certificate).standing == "proved"
    assert parlor.ask("sprouts solve 4").line == report.line
    forged = report.certificate.replace("states ", "states not ", 1)
    with pytest.raises(parlor.Error) as raised:
        parlor.verify(forged)
    assert raised.value.trouble == "failed"


def test_a_certificate_file(tmp_path):
    path = tmp_path / "certificate.txt"
    path.write_text(parlor.sprouts.solve(3, certify=True).certificate)
    assert parlor.verify(path).standing == "proved"


def test_games_are_played():
    for sentence in ["queens 4", "nim(3) + nim(5)", 'sums "nim(3) + nim(5)"']:
        game = parlor.play(sentence)
        start, first = game.position, game.moves[0]
        assert game.play(first).history == [first] and game.turn == 1
        assert game.undo() and game.position == start and not game.undo()
        move, standing, why = game.hint()
        assert move in game.moves and standing == "proved" and why
        assert {value[0] for value in game.values()} == set(game.moves)
        assert game._repr_svg_().startswith("<svg")
        with pytest.raises(parlor.Error):
            game.play("no such move")
        assert game.position == start and game.history == []
    while game.end is None:
        game.play(game.hint()[0])
    assert game.end[0] == 0


class Kayles(parlor.Game):
    def options(self, row):
        for at in range(row):
            yield (at, row - at - 1)
            if at + 1 < row:
                yield (at, row - at - 2)

    def split(self, rows):
        return rows if isinstance(rows, tuple) else (rows,)


class Rows(parlor.Game):
    """The same game without components, and up to order."""

    def options(self, rows):
        for at, row in enumerate(rows):
            for left in range(row):
                for took in (1, 2):
                    if left + took <= row:
                        yield rows[:at] + (left, row - left - took) + rows[at + 1 :]

    def canon(self, rows):
        return tuple(sorted(row for row in rows if row))


class Script(parlor.Game):
    rules = (pathlib.Path(__file__).parents[2] / "examples" / "kayles.rhai").read_text()


def test_games_in_python_agree_with_the_language():
    kayles, rows = Kayles(), Rows()
    for n in range(9):
        known = parlor.value(f"kayles({n})")["nimber"] if n else 0
        assert kayles.nimber(n) == known == rows.nimber((n,))
        assert (kayles(n) + f"nim({n + 3})").nimber == known ^ (n + 3)
    total = kayles(5) + "nim(3)" + Rows()((4, 2))
    assert total.outcome == "N"
    for at, move in total.winning_moves():
        parts = list(total.parts)
        if at != 1:
            parts[at] = (parts[at][0], move)
            assert parlor.Sum(parts).nimber == 0
    with pytest.raises(parlor.Error, match="script"):
        total.certificate()


def test_a_game_in_the_script_language_has_certificates():
    script = Script()
    assert script.nimber(7) == Kayles().nimber(7)
    assert parlor.verify((script(7) + "nim(2)").certificate()).standing == "proved"
    assert len(script.winning_moves(5)) >= 1


def test_rules_that_do_not_end_or_raise_leave_nothing_behind():
    class Loop(parlor.Game):
        def options(self, n):
            return [(n + 1) % 3]

    class Broken(parlor.Game):
        def options(self, n):
            if n == 2:
                raise ZeroDivisionError
            return [n - 1]

    loop, broken = Loop(), Broken()
    with pytest.raises(parlor.Error, match="comes back"):
        loop.nimber(0)
    with pytest.raises(ZeroDivisionError):
        broken.nimber(5)
    assert loop.table == {} and broken.table == {}
    with pytest.raises(NotImplementedError):
        parlor.Game().nimber(1)


def test_a_deep_game_needs_no_stack():
    class Countdown(parlor.Game):
        def options(self, n):
            return [n - 1] if n else []

    assert Countdown().nimber(200_000) == 0


STOPPED = """
import signal, sys, time, parlor
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started the tests deaf to it
try:
    print("begun", flush=True)
    parlor.ask(sys.argv[1])
except KeyboardInterrupt:
    print("stopped", time.time(), flush=True)
"""


def test_an_interrupt_stops_long_work_soon():
    words = [sys.executable, "-c", STOPPED, "sprouts solve 25"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(1)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        word, when = process.stdout.readline().split()
    assert word == "stopped" and float(when) - sent < (0.2 if os.getloadavg()[0] < os.cpu_count() else 2)


def test_the_command_and_the_lab_come_with_the_wheel():
    assert re.fullmatch(r"parlor \d+\.\d+\.\d+\n", run("--version").stdout)
    assert run("queens", "lock", "5").stdout == str(parlor.ask("queens lock 5"))
    assert run("queens", "lock", "0").returncode == 2
    environment = {"PATH": "/usr/bin:/bin"}
    with subprocess.Popen([COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment) as lab:
        address = re.search(r"http://\S+", lab.stdout.readline()).group()
        page = urllib.request.urlopen(address, timeout=20).read().decode()
        lab.send_signal(signal.SIGINT)
    assert "queens" in page and lab.returncode == 130


def test_the_stubs_of_the_wheel_are_those_of_the_registry(tmp_path):
    _stubs.write(tmp_path)
    package = pathlib.Path(parlor.__file__).parent
    for stub in tmp_path.iterdir():
        assert (package / stub.name).read_text() == stub.read_text(), stub.name


def test_mypy_understands_the_stubs(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text(
        "import parlor\n"
        "n: int = parlor.queens.lock(5).facts['queens']\n"
        "s: str = parlor.sums.value('nim(3)', play='misere').line\n"
        "counts: dict[str, int] = parlor.cluster.run_here('conics odds --tosses 10', 2)\n"
    )
    (tmp_path / "misuse.py").write_text("import parlor\nparlor.sums.value('nim(3)', play='perhaps')\n")
    check = lambda file: subprocess.run([sys.executable, "-m", "mypy", "--strict", file], cwd=tmp_path, capture_output=True)
    assert check("use.py").returncode == 0, check("use.py").stdout
    assert b"perhaps" in check("misuse.py").stdout


NOTEBOOKS = sorted((pathlib.Path(__file__).parents[2] / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    """In a kernel of its own, as it is opened; reports are shown as pictures or tables."""
    if "PARLOR_NOTEBOOKS" not in os.environ:
        pytest.skip("cargo xtask test --slow executes the notebooks")
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [output.data for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs if "data" in output]
    assert any("text/html" in data or "image/svg+xml" in data for data in shown) or path.stem == "sprouts"


def test_there_is_a_notebook_for_every_seed():
    assert {"scale", "queens", "merlin", "sums", "exile"} <= {path.stem for path in NOTEBOOKS}
