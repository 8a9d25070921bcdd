"""magic twins: closed neighbourhoods that add up to two vertices, which are so labelled alike."""

from common import Lines, number, require
from magic_labelled import MOST_VERTICES, graph_words, read_graph


def read_twins(lines, around="closed"):
    """The graph and the two vertices that its neighbourhoods add up to."""
    lines = Lines(lines)
    words = lines.take().split(" ")
    lines.end()
    require(len(words) == 4, "a graph, two vertices and a list of vertices")
    near = read_graph(words[0], MOST_VERTICES)
    one, other = (number(word, len(near), 1) for word in words[1:3])
    centres = [number(word, len(near), 1) for word in words[3].split(",")]
    require(one < other and all(a < b for a, b in zip(centres, centres[1:])), "vertices stand in ascending order")
    odd = set()
    for centre in centres:
        odd ^= {*near[centre - 1], *([centre - 1] if around == "closed" else [])}
    require(odd == {one - 1, other - 1}, "the neighbourhoods do not add up to the two vertices")
    return graph_words(words[0], near), one, other


def check(lines):
    graph, one, other = read_twins(lines)
    same = f"vertices {one} and {other} have the same label whenever each label is the xor of its neighbours' labels"
    return f"{graph}: {same}"
