"""queens table: who wins, from the table of all sets of squares that can change, made again."""

from common import NotChecked, require
from queens_rules import head, one_by_one, verdict

MOST_SQUARES = 36
MOST_HERE = 30
WORD = 12


def pattern(bit, width):
    """The places x of a word whose number has this bit."""
    block = ((1 << (1 << bit)) - 1) << (1 << bit)
    size = 2 << bit
    while size < 1 << width:
        block |= block << size
        size *= 2
    return block


def lost_table(rows, closed):
    """The lost sets, larger before smaller, in words of 2^width bits: bit i of closed[i] if no change leaves square i
    shut; square i is open for the sets x where the parity of x & rows[i] is that of closed[i]."""
    count = len(rows)
    width = min(count, WORD)
    has = [pattern(bit, width) for bit in range(width)]
    full = (1 << (1 << width)) - 1
    levels = [0] * (width + 1)
    for x in range(1 << width):
        levels[bin(x).count("1")] |= 1 << x
    odd = []
    for row in rows:
        total = 0
        for bit in range(width):
            total ^= has[bit] if row >> bit & 1 else 0
        odd.append(total)
    table = [0] * (1 << count - width)
    for place in reversed(range(len(table))):
        high = place << width
        opens = [
            odd[i] if (bin(row & high).count("1") + closed[i]) % 2 else full ^ odd[i] for i, row in enumerate(rows)
        ]
        won = 0
        for i in range(width, count):
            if not high >> i & 1:
                won |= opens[i] & table[place | 1 << i - width]
        lost = 0
        for level in reversed(levels):
            for i in range(width):
                won |= opens[i] & (lost & has[i]) >> (1 << i)
            lost |= level & ~won
        table[place] = lost
    return table, width


def digest(table, width):
    """FNV-1a over words of 64 bits."""
    value = 0xCBF29CE484222325
    for big in table:
        for at in range(0, 1 << width, 64):
            value = (value ^ (big >> at & 0xFFFFFFFFFFFFFFFF)) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def check_one(lines):
    game, board = head(lines)
    parity = game.rule.parity()
    require(parity is not None, "the rule looks at more than parity")
    require(not (game.free_start and board == game.bare), "the first square is not chosen yet")
    squares = [s for s in game.present if (board >> s & 1) == game.rule.removes]
    require(len(squares) <= MOST_SQUARES, f"more than {MOST_SQUARES} squares can change")
    told = lines.after("digest")
    if len(squares) > MOST_HERE:
        raise NotChecked(f"{len(squares)} squares can change, this checker makes tables of {MOST_HERE}")
    rows = [sum(1 << i for i, t in enumerate(squares) if game.attacks[s] >> t & 1) for s in squares]
    closed = [(bin(game.attacks[s] & board).count("1") + parity) % 2 for s in squares]
    table, width = lost_table(rows, closed)
    if f"{digest(table, width):016x}" != told:
        raise lines.broken("the digest of the table is another")
    lost = [table[1 << i >> width] >> ((1 << i) % (1 << width)) & 1 for i in range(len(squares))]
    winning = [s for i, s in enumerate(squares) if not closed[i] and lost[i]]
    return verdict(game, board, winning)


def check(lines):
    return one_by_one(lines, check_one)
