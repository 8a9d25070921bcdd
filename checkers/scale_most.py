"""scale most: a strategy, and none for more coins in as many weighings."""

import math

from common import Lines
from scale_optimum import Refutation
from scale_strategy import Strategy, found_within, weighings


def check(lines):
    lines = Lines(lines)
    strategy = Strategy(lines)
    most = weighings(strategy)
    refutation, coins = Refutation(strategy.scale, strategy.fakes, lines), strategy.coins + 1
    while math.comb(coins, strategy.fakes) <= strategy.scale ** most:
        refutation.start(coins, most)
        coins += 1
    lines.end()
    return f"{found_within(strategy, most)}, and among no greater number of coins"
