#!/usr/bin/env python3
"""Writes tests/data/problems.json: objective values of the benchmark problems by pymoo.

Needs `pip install pymoo`. Run from the root of the repository:
    python3 scripts/problems_reference.py
"""

import json

import numpy as np
import pymoo
from pymoo.problems import get_problem

SIZES = {
    "zdt1": 30, "zdt2": 30, "zdt3": 30, "zdt4": 10, "zdt6": 10,
    "dtlz1": 7, "dtlz2": 12, "dtlz3": 12, "dtlz4": 12, "dtlz7": 22,
}


def main():
    rng = np.random.default_rng(1)
    problems = {}
    for name, n_var in SIZES.items():
        problem = get_problem(name, n_var=n_var, n_obj=3) if name.startswith("dtlz") else get_problem(name, n_var=n_var)
        x = problem.xl + rng.random((6, n_var)) * (problem.xu - problem.xl)
        x[0], x[1] = problem.xl, problem.xu
        problems[name] = {"x": x.tolist(), "f": problem.evaluate(x).tolist()}
    document = {"made_by": f"scripts/problems_reference.py, pymoo {pymoo.__version__}", "problems": problems}
    with open("tests/data/problems.json", "w") as file:
        json.dump(document, file)
        file.write("\n")


if __name__ == "__main__":
    main()
