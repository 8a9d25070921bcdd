"""Noon's game in two programs: the nimber of the same boards, processor seconds of each, and the ratio."""

import json
import os
import re
import resource
import subprocess
import sys

theirs, ours, *boards = sys.argv[1:]


def timed(words, settings):
    """What a program prints, and the seconds of processor that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True, env={**os.environ, **settings})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


for board in boards or ["12", "13", "14"]:
    said, their_time = timed([theirs, "nimber", board], {"RAYON_NUM_THREADS": "2"})
    value = re.search(r"Sprague-Grundy value is \*(\d+)", said) or re.search(r"\*(\d+)", said)
    if value is None:
        sys.exit(f"queens-nimbers says no nimber of {board}: {said}")
    their_nimber = int(value[1])
    told, our_time = timed([ours, "queens", "solve", board, "--rule", "noon", "--json"], {})
    our_nimber = json.loads(told)["facts"]["nimber"]
    if int(our_nimber) != their_nimber:
        sys.exit(f"noon {board}: {our_nimber} here, {their_nimber} there")
    ratio = their_time / max(our_time, 0.01)
    print(f"noon {board}: nimber {our_nimber}, {our_time:.2f} s against {their_time:.2f} s, ratio {ratio:.1f}")
