"""magic opentwins: open neighbourhoods that add up to two vertices, which are so labelled alike."""

from magic_twins import read_twins


def check(lines):
    graph, one, other = read_twins(lines, around="open")
    same = f"vertices {one} and {other} have the same label whenever the neighbours' labels of each vertex have xor 0"
    return f"{graph}: {same}"
