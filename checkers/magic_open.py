"""magic open: a connected graph at each vertex of which the xor of the neighbours' labels is 0."""

from common import Lines
from magic_labelled import MOST_VERTICES, graph_words, read_line


def check(lines):
    lines = Lines(lines)
    text, near, labels = read_line(lines.take(), MOST_VERTICES, around="open")
    lines.end()
    graph, bits = graph_words(text, near), max(labels).bit_length()
    if len(near) == 1 << bits:
        return f"{graph}: open xor-magic of order {bits}"
    return f"{graph}: connected, with distinct labels of {bits} bits, the neighbours' labels of each vertex having xor 0"
