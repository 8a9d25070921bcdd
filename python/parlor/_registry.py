"""Topics as modules and questions as functions, made from the registry."""

import inspect
import json
import keyword
import sys
import types

from . import _parlor
from ._progress import watching
from ._report import Report

TOPICS = json.loads(_parlor.registry())["topics"]


def python_name(name):
    """The name of a parameter in Python: `from` is a word of the language, so it is `from_`."""
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def signature(params):
    """The signature of a question: words without a name by position, the others by name."""
    needed, free, rest, named = [], [], [], []
    for param in params:
        name = python_name(param["name"])
        empty = inspect.Parameter.empty if param["needed"] else default(param)
        if param["place"] == "main":
            into = needed if param["needed"] and not free else free
            into.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=empty))
        elif param["place"] == "rest":
            rest.append(inspect.Parameter(name, inspect.Parameter.VAR_POSITIONAL))
        else:
            named.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=empty))
    named.append(inspect.Parameter("certify", inspect.Parameter.KEYWORD_ONLY, default=False))
    return inspect.Signature(needed + free + rest + named, return_annotation=Report)


def default(param):
    """The value of a parameter that is left out, as a signature shows it."""
    text = param["default"]
    if param["kind"] == "switch":
        return False
    if text is None:
        return None
    if param["kind"] in ("whole", "digits"):
        return int(text)
    return float(text) if param["kind"] == "real" else text


def given(params, arguments):
    """The parameters that were given, as the texts that the kit reads."""
    pairs = []
    for param in params:
        argument = arguments.get(python_name(param["name"]))
        if param["kind"] == "switch":
            pairs += [(param["name"], "")] if argument else []
        elif argument is None:
            continue
        elif param["place"] in ("rest", "repeated") and not isinstance(argument, str):
            pairs += [(param["name"], text(item)) for item in argument]
        else:
            pairs.append((param["name"], text(argument)))
    return pairs


def text(argument):
    """An argument as it is written on the command line; a list is a list of numbers with commas."""
    if isinstance(argument, (list, tuple)):
        return ",".join(text(item) for item in argument)
    return str(argument)


def documentation(topic, question):
    """The docstring: what is asked, each parameter, and the examples."""
    lines = [question["about"][:1].upper() + question["about"][1:] + ".", ""]
    for param in question["params"]:
        wants = "True or False" if param["kind"] == "switch" else param["wants"]
        lines.append(f"{python_name(param['name'])}: {param['about']} ({wants})")
    lines += ["", "Examples:"] + [f"    parlor.ask({example!r})" for example in question["examples"]]
    return "\n".join(lines)


def function(topic, question):
    """The function of a question."""
    params = question["params"]
    shape = signature(params)

    def answer(*args, **named):
        bound = shape.bind(*args, **named)
        certify = bound.arguments.pop("certify", False)
        with watching() as progress:
            pairs = given(params, bound.arguments)
            return Report(_parlor.ask(topic["name"], question["name"], pairs, bool(certify), progress))

    answer.__name__ = answer.__qualname__ = python_name(question["name"])
    answer.__module__ = f"parlor.{topic['name']}"
    answer.__doc__ = documentation(topic, question)
    answer.__signature__ = shape
    return answer


def install(package):
    """Puts a module for every topic into the package and returns their names."""
    for topic in TOPICS:
        module = types.ModuleType(f"{package.__name__}.{topic['name']}", f"{topic['about']}\n\n{topic['essay']}")
        names = []
        for question in topic["questions"]:
            made = function(topic, question)
            setattr(module, made.__name__, made)
            names.append(made.__name__)
        module.__all__ = names
        sys.modules[module.__name__] = module
        setattr(package, topic["name"], module)
    return [topic["name"] for topic in TOPICS]
