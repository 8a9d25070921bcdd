"""magic opengraphs: a list of regular open xor-magic graphs, no two isomorphic."""

from common import Lines, require
from magic_graphs import read_list


def check(lines):
    lines = Lines(lines)
    require(lines.more(), "there is no graph")
    (degree, order), _, count = read_list(lines, around="open")
    return f"connected {degree}-regular open xor-magic graphs on {order} vertices: at least {count} up to isomorphism"
