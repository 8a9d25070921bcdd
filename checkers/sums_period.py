"""sums period: the nimbers of a take-and-break game repeat from some heap on."""

from common import Budget, Lines, NotChecked, number, require
from sums_games import CODE, by_definition, read_code, read_values

MOST = 10_000_000
MOST_MOVES = 100_000_000
WITH_HEAP = " with the parity of the heap"


def largest_take(code):
    """The largest take whose digit is not 0, and the most heaps that a move leaves."""
    found = CODE.fullmatch(code)
    digits = [int(d, 16) for d in code[0] + found[1]]
    take = max(take for take, digit in enumerate(digits) if digit)
    return take, 3 if any(d & 8 for d in digits) else 2 if any(d & 4 for d in digits) else 1


def read(lines):
    """The code, the period, where it begins, the mask and the values."""
    code = lines.after("code")
    read_code(code)
    found = CODE.fullmatch(code)
    require(found and set(found[2] or "0") == {"0"}, "the code ends and is not grundy")
    period, start = number(lines.after("period"), MOST, 1), number(lines.after("from"), MOST)
    mask = lines.after("mask")
    heap = mask.endswith(WITH_HEAP)
    mask = number(mask[:-len(WITH_HEAP)] if heap else mask, 65535)
    values = read_values(lines, MOST, 65535)
    require(len(values) == start + period, f"{start + period} nimbers are expected")
    return code, period, start, mask, heap, values


def is_even(value, mask, stones):
    """Whether the bits of a value in the mask and so many stones are even in number."""
    return (bin(value & mask).count("1") + stones) % 2 == 0


def known_breaks(digits, values, mask, heap_counts, budget):
    """Counts, before any is tried, the breaks that are tried to see that no value is left by a move of its heap."""
    takes = [take for take, digit in enumerate(digits) if digit & 4]
    rare = 0
    for heap, value in enumerate(values):
        budget.spend(rare * len(takes))
        for take in takes:
            if take <= heap and is_even(value, mask, heap - take if heap_counts else 0):
                budget.spend((heap - take) // 2)
        rare += heap > 0 and is_even(value, mask, heap if heap_counts else 0)


def by_classes(code, values, mask, heap_counts):
    """The same where two heaps are left at most: to see that a value is not left, a break of heaps of different classes
    is looked for among the breaks with a heap of class 0. What is looked for besides has a budget of its own."""
    digits = [int(d, 16) for d in code[0] + CODE.fullmatch(code)[1]]
    known_breaks(digits, values, mask, heap_counts, Budget(MOST_MOVES, "breaks", NotChecked))
    budget = Budget(MOST_MOVES, "breaks", NotChecked)
    rare = []
    for heap, value in enumerate(values):
        reached, rests = set(), []
        for take, digit in enumerate(digits[:heap + 1]):
            rest = heap - take
            if digit & 1 and not rest and take:
                reached.add(0)
            if digit & 2 and rest and take:
                reached.add(values[rest])
            if digit & 4:
                rests.append(rest)
        for rest in rests:
            reached.update([values[a] ^ values[rest - a] for a in rare if a < rest])
        missing = set(range(value)) - reached
        for rest in rests:
            alike = is_even(value, mask, rest if heap_counts else 0)
            for a in range(1, rest // 2 + 1):
                if not alike and not missing:
                    break
                if not alike:
                    budget.spend()
                left = values[a] ^ values[rest - a]
                reached.add(left)
                missing.discard(left)
        require(value not in reached and not missing, f"the nimber of the heap {heap} is not {value}")
        if heap and is_even(value, mask, heap if heap_counts else 0):
            rare.append(heap)


def prime_divisors(value):
    divisor, found = 2, set()
    while divisor * divisor <= value:
        while value % divisor == 0:
            found.add(divisor)
            value //= divisor
        divisor += 1
    return found | {value} - {1}


def check(lines):
    code, period, start, mask, heap_counts, values = read(Lines(lines))
    take, heaps = largest_take(code)
    end = heaps * max(start, 1) + (heaps - 1) * period + take + period
    for heap in range(len(values), max(end + 1, start + 2 * period)):
        values.append(values[heap - period])
    if heaps == 3:
        by_definition(code, values[:end + 1], Budget(MOST_MOVES, "moves", NotChecked))
    else:
        by_classes(code, values[:end + 1], mask, heap_counts)
    require(start == 0 or values[start - 1 + period] != values[start - 1], "the period begins earlier")
    for prime in prime_divisors(period):
        shorter = period // prime
        same = all(values[n + shorter] == values[n] for n in range(start, start + period))
        require(not same, f"{shorter} is a period too")
    return f"{code}: g(n + {period}) = g(n) for all n from {start} on, with the least {period} and the least {start}"
