"""Five random points in the square: tosses a second of CPU time in NumPy, and of the program given as the first argument."""

import json
import resource
import subprocess
import sys
import time

import numpy as np


def closed_form(rng, tosses):
    """The sign of the discriminant from six cross products, the fifth point as origin."""
    p = rng.random((10, tosses))
    x, y = p[0::2] - p[8], p[1::2] - p[9]
    c = {(i, j): x[i] * y[j] - x[j] * y[i] for i in range(4) for j in range(i + 1, 4)}
    a, b = c[0, 2] * c[1, 3], c[0, 1] * c[2, 3]
    first = a * (c[1, 3] - c[1, 2] - c[0, 3] + c[0, 2])
    second = b * (c[2, 3] + c[1, 2] - c[0, 3] + c[0, 1])
    mixed = (c[1, 2] - c[0, 2] + c[0, 1]) * (c[1, 3] - c[2, 3] - c[1, 2])
    mixed += (c[1, 3] - c[0, 3] + c[0, 1]) * (c[0, 3] - c[2, 3] - c[0, 2])
    return np.count_nonzero(first * first + second * second + 2 * a * b * mixed < 0)


def linear_system(rng, tosses):
    """The five coefficients by numpy.linalg.solve, as the paper does with lsolve."""
    x, y = rng.uniform(-1, 1, (2, tosses, 5))
    rows = np.stack([x * x, x * y, y * y, x, y], axis=-1)
    a, b, c = np.linalg.solve(rows, np.ones((tosses, 5, 1)))[:, :3, 0].T
    return np.count_nonzero(b * b < 4 * a * c)


def measure(work, tosses, rounds):
    rng = np.random.Generator(np.random.SFC64(1))
    work(rng, tosses)
    start = time.process_time()
    hits = sum(work(rng, tosses) for _ in range(rounds))
    seconds = time.process_time() - start
    return hits / (tosses * rounds), tosses * rounds / seconds


def program(path, tosses):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [path, "conics", "odds", "--tosses", str(tosses), "--json"]
    answer = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answer["facts"]["ellipse"], tosses / (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


share, ours = program(sys.argv[1], 200_000_000)
print(f"parlor: {ours:.3g} tosses a second and core, share of ellipses {share:.5f}")
for name, work, tosses, rounds in [("closed form", closed_form, 20_000, 300), ("linalg.solve", linear_system, 20_000, 20)]:
    share, speed = measure(work, tosses, rounds)
    print(f"numpy {np.__version__} {name}: {speed:.3g} tosses a second and core, share {share:.4f}, ratio {ours / speed:.1f}")
