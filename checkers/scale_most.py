"""scale most: a strategy, and none for more coins in as many weighings."""

import math

from common import Lines, require
from scale_optimum import Refutation
from scale_strategy import NAMES, Strategy, found_within, weighings


def check(lines):
    lines = Lines(lines)
    strategy = Strategy(lines)
    most = weighings(strategy)
    require(strategy.one_pile() and not strategy.real, "greater numbers are of one pile without real coins")
    refutation, coins = Refutation(strategy.scale, lines), strategy.coins + 1
    while math.comb(coins, strategy.fakes) <= len(NAMES[strategy.scale]) ** most:
        refutation.start(f"coins {coins}", [coins], strategy.kinds, 0, most)
        coins += 1
    lines.end()
    return f"{found_within(strategy, most)}, and among no greater number of coins"
