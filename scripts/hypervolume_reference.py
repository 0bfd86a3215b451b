#!/usr/bin/env python3
"""Writes tests/data/hypervolume.json: point sets with their hypervolumes and contributions by moocore.

Needs `pip install moocore numpy`. Run from the root of the repository:
    python3 scripts/hypervolume_reference.py
"""

import json

import moocore
import numpy as np


def sphere(rng, n, m):
    points = np.abs(rng.normal(size=(n, m)))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def sets(rng, m):
    """(name, points) for m objectives; the reference is 1.1 everywhere."""
    yield "single", rng.random((1, m))
    yield "sphere_20", sphere(rng, 20, m)
    yield "sphere_60", sphere(rng, 60, m)
    yield "uniform_with_dominated", rng.random((40, m))
    twice = sphere(rng, 10, m)
    yield "duplicates", np.vstack([twice, twice[::2]])
    yield "coarse_grid", rng.integers(0, 4, size=(40, m)) / 3.0
    yield "some_beyond_reference", rng.random((30, m)) * 1.5


def cases():
    rng = np.random.default_rng(20020)
    for m in range(2, 6):
        reference = np.full(m, 1.1)
        for name, points in sets(rng, m):
            yield {
                "name": f"{name}_{m}d",
                "points": points.tolist(),
                "reference": reference.tolist(),
                "hypervolume": moocore.hypervolume(points, ref=reference),
                "contributions": without_each(points, reference),
            }


def without_each(points, reference):
    """How much the hypervolume shrinks without each point, by definition."""
    whole = moocore.hypervolume(points, ref=reference)
    rest = (np.delete(points, i, axis=0) for i in range(len(points)))
    return [whole - (moocore.hypervolume(r, ref=reference) if len(r) else 0.0) for r in rest]


def main():
    document = {"made_by": f"scripts/hypervolume_reference.py, moocore {moocore.__version__}", "cases": list(cases())}
    with open("tests/data/hypervolume.json", "w") as file:
        json.dump(document, file)
        file.write("\n")


if __name__ == "__main__":
    main()
