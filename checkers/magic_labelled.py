"""magic labelled: a connected graph whose labels are the xor of their neighbours' labels."""

from common import Lines, fnv, number, require

MOST_VERTICES = 4096
MOST_WRITTEN = 64


def read_graph(text, most):
    """The neighbours of each vertex of a graph6 text."""
    require(text and all("?" <= letter <= "~" for letter in text), "graph6 has characters of code 63 to 126")
    values = [ord(letter) - 63 for letter in text]
    if values[0] < 63:
        order, values = values[0], values[1:]
    else:
        require(len(values) >= 4 and values[1] < 63, "the number of vertices is cut off or too large")
        order, values = values[1] << 12 | values[2] << 6 | values[3], values[4:]
        require(order > 62, "a number of vertices up to 62 is one character")
    require(1 <= order <= most, f"a graph has 1 to {most} vertices here")
    pairs = order * (order - 1) // 2
    require(len(values) == (pairs + 5) // 6, "the text has not the length of its graph")
    require(not values or values[-1] & (1 << len(values) * 6 - pairs) - 1 == 0, "the text is filled up with zeros")
    near, place = [[] for _ in range(order)], 0
    for b in range(order):
        for a in range(b):
            if values[place // 6] >> 5 - place % 6 & 1:
                near[a].append(b)
                near[b].append(a)
            place += 1
    return near


def connected(near):
    """Whether all vertices hang together."""
    seen, open_ones = {0}, [0]
    while open_ones:
        for other in near[open_ones.pop()]:
            if other not in seen:
                seen.add(other)
                open_ones.append(other)
    return len(seen) == len(near)


def read_line(line, most, joined=True, around="closed"):
    """The graph, connected unless that is not asked for, and the labels of a line, which obey the definition."""
    words = line.split(" ")
    require(len(words) == 2, "a line is a graph in graph6, a blank and labels")
    near = read_graph(words[0], most)
    texts = words[1].split(",")
    require(len(texts) == len(near), "there are as many labels as vertices")
    labels = [number(text, (1 << 64) - 1) for text in texts]
    require(len(set(labels)) == len(labels), "two labels are the same")
    require(not joined or connected(near), "the graph is not connected")
    for vertex, others in enumerate(near):
        total = 0
        for other in others:
            total ^= labels[other]
        wanted = labels[vertex] if around == "closed" else 0
        require(total == wanted, f"the xor of the neighbours of vertex {vertex} is {total}, not {wanted}")
    return words[0], near, labels


def graph_words(text, near):
    """A graph as a statement names it."""
    if len(near) > MOST_WRITTEN:
        return f"the graph of {len(near)} vertices and graph6 checksum {fnv(text.encode()):016x}"
    return text


def check(lines):
    lines = Lines(lines)
    text, near, labels = read_line(lines.take(), MOST_VERTICES)
    lines.end()
    text = graph_words(text, near)
    bits = max(labels).bit_length()
    if len(near) == 1 << len(near).bit_length() - 1 and max(labels) < len(near):
        return f"{text}: xor-magic of order {len(near).bit_length() - 1}"
    return f"{text}: connected, with distinct labels of {bits} bits, each the xor of its neighbours' labels"
