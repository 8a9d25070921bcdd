"""sums nimbers: the nimbers of several positions, by one list of lost couples."""

from common import require
from sums_couples import Evidence


def check(lines):
    evidence = Evidence(lines, scripts_allowed=False)
    require(not evidence.plays and evidence.calls, "there is a summand and no move")
    evidence.nimber([])
    told = zip(evidence.calls, evidence.summands)
    return "; ".join(f"{call}: nimber {evidence.sum_of([summand])}" for (_, call), summand in told)
