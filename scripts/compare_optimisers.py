#!/usr/bin/env python3
"""Runs our NSGA-II beside pygmo, pymoo and moors and writes results/reference/optimisers.md.

Needs `pip install pymoo pygmo moocore` and cargo. Run from the root of the repository, on an otherwise idle machine:
    python3 scripts/compare_optimisers.py
Programs alternate seed by seed, so that a slow minute of the machine meets all of them. Options cut the run short;
`--help` lists them.
"""

import os

os.environ.update({name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")})

import argparse
import importlib.metadata
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import moocore
import numpy as np
import pygmo
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.operators.survival.rank_and_crowding import RankAndCrowding
from pymoo.operators.survival.rank_and_crowding.metrics import calc_crowding_distance
from pymoo.optimize import minimize
from pymoo.problems import get_problem
from pymoo.util.nds.non_dominated_sorting import NonDominatedSorting

POP_SIZE, GENERATIONS, SBX_ETA, SBX_PROB, PM_ETA = 100, 250, 15, 0.9, 20
SIZES = {
    "zdt1": (30, 2), "zdt2": (30, 2), "zdt3": (30, 2), "zdt4": (10, 2), "zdt6": (10, 2),
    "dtlz1": (7, 3), "dtlz2": (12, 3), "dtlz3": (12, 3), "dtlz4": (12, 3), "dtlz7": (22, 3),
}
MOORS_VERSION = "0.2.11"
BENCH = pathlib.Path("target/release/examples/optimiser-bench")
OUTPUT = pathlib.Path("results/reference/optimisers.md")

MOORS_PROGRAM = r"""
use moors::non_dominated_sorting::fast_non_dominated_sorting;
use moors::{
    ExactDuplicatesCleaner, MutationOperator, Nsga2Builder, RandomGenerator, RandomSamplingFloat,
    SimulatedBinaryCrossover, impl_constraints_fn,
};
use ndarray::{Array2, ArrayViewMut1};
use paretune::problems::Problem;
use rand::{Rng, SeedableRng, rngs::StdRng};

/// moors has no polynomial mutation: the bounded one, in [0, 1].
#[derive(Debug, Clone)]
struct Polynomial { prob: f64, eta: f64 }

impl MutationOperator for Polynomial {
    fn mutate<'a>(&self, mut genes: ArrayViewMut1<'a, f64>, rng: &mut impl RandomGenerator) {
        let power = self.eta + 1.0;
        for gene in genes.iter_mut() {
            *gene = gene.clamp(0.0, 1.0);
            if rng.gen_bool(self.prob) {
                let (y, u) = (*gene, rng.gen_proability());
                let step = if u < 0.5 {
                    (2.0 * u + (1.0 - 2.0 * u) * (1.0 - y).powf(power)).powf(1.0 / power) - 1.0
                } else {
                    1.0 - (2.0 * (1.0 - u) + (2.0 * u - 1.0) * y.powf(power)).powf(1.0 / power)
                };
                *gene = (y + step).clamp(0.0, 1.0);
            }
        }
    }
}

impl_constraints_fn!(UnitBox, lower_bound = 0.0, upper_bound = 1.0);

fn front(name: &str, seed: u64, generations: usize) -> Array2<f64> {
    let problem = Problem::from_name(name).unwrap();
    let (n_var, n_obj) = (problem.n_var, problem.n_obj);
    let evaluate = move |genes: &Array2<f64>| -> Array2<f64> {
        let mut values = Array2::zeros((genes.nrows(), n_obj));
        for (row, mut out) in genes.outer_iter().zip(values.outer_iter_mut()) {
            let x: Vec<f64> = row.iter().zip(problem.lower.iter().zip(&problem.upper))
                .map(|(gene, (lower, upper))| lower + gene * (upper - lower)).collect();
            problem.evaluate(&x).into_iter().zip(out.iter_mut()).for_each(|(value, slot)| *slot = value);
        }
        values
    };
    let mut algorithm = Nsga2Builder::default()
        .sampler(RandomSamplingFloat::new(0.0, 1.0))
        .crossover(SimulatedBinaryCrossover::new(@SBX_ETA@))
        .mutation(Polynomial { prob: 1.0 / n_var as f64, eta: @PM_ETA@ })
        .duplicates_cleaner(ExactDuplicatesCleaner::new())
        .fitness_fn(evaluate)
        .constraints_fn(UnitBox)
        .num_vars(n_var)
        .population_size(@POP_SIZE@)
        .num_offsprings(@POP_SIZE@)
        .num_iterations(generations - 1)
        .mutation_rate(1.0)
        .crossover_rate(@SBX_PROB@)
        .keep_infeasible(false)
        .verbose(false)
        .seed(seed)
        .build()
        .unwrap();
    algorithm.run().unwrap();
    algorithm.population.unwrap().best().fitness
}

fn sort(n: usize, m: usize, calls: usize) {
    let mut rng = StdRng::seed_from_u64(1);
    let points = Array2::from_shape_fn((n, m), |_| rng.random::<f64>());
    for _ in 0..calls {
        std::hint::black_box(fast_non_dominated_sorting(&points, n));
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize| args[i].parse::<usize>().unwrap();
    if args[1] == "front" {
        let front = front(&args[2], number(3) as u64, number(4));
        println!("{:?}", front.outer_iter().map(|row| row.to_vec()).collect::<Vec<_>>());
    } else {
        sort(number(2), number(3), number(4));
    }
}
"""


def build_moors(folder):
    """Builds the moors program in `folder`; returns its path."""
    root = pathlib.Path.cwd()
    source = MOORS_PROGRAM
    for name in ("SBX_ETA", "PM_ETA", "SBX_PROB", "POP_SIZE"):
        value = globals()[name]
        source = source.replace(f"@{name}@", repr(value if name == "POP_SIZE" else float(value)))
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "src/main.rs").write_text(source)
    (folder / "Cargo.toml").write_text(
        "[package]\nname = \"moors-bench\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n"
        f"moors = \"={MOORS_VERSION}\"\nndarray = \"0.16\"\nrand = \"0.9\"\nparetune = {{ path = \"{root}\" }}\n\n"
        "[profile.release]\nlto = \"thin\"\ncodegen-units = 4\n\n[workspace]\n"
    )
    subprocess.run(["cargo", "build", "-q", "--release", "-j2"], cwd=folder, check=True)
    return folder / "target/release/moors-bench"


def child(*command):
    """(output, CPU seconds) of a program that is run as a process, its start included."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    output = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
    return output, used() - before


def run_child(*command):
    output, seconds = child(*command)
    return np.array(json.loads(output)), seconds


def run_pygmo(name, seed):
    n_var, n_obj = SIZES[name]
    number = int(name[-1])
    kind = pygmo.zdt(number, n_var) if n_obj == 2 else pygmo.dtlz(number, n_var, n_obj)
    start = time.process_time()
    algorithm = pygmo.algorithm(
        pygmo.nsga2(GENERATIONS - 1, cr=SBX_PROB, eta_c=SBX_ETA, m=1 / n_var, eta_m=PM_ETA, seed=seed))
    population = algorithm.evolve(pygmo.population(pygmo.problem(kind), POP_SIZE, seed=seed))
    return population.get_f(), time.process_time() - start


def run_pymoo(crowding):
    def run(name, seed):
        n_var, n_obj = SIZES[name]
        sizes = {"n_var": n_var, "n_obj": n_obj} if n_obj > 2 else {"n_var": n_var}
        problem = get_problem(name, **sizes)
        start = time.process_time()
        algorithm = NSGA2(pop_size=POP_SIZE, crossover=SBX(eta=SBX_ETA, prob=SBX_PROB), mutation=PM(prob=1.0, eta=PM_ETA),
                          survival=RankAndCrowding(crowding_func=crowding))
        result = minimize(problem, algorithm, ("n_gen", GENERATIONS), seed=seed)
        return result.F, time.process_time() - start
    return run


def programs(moors):
    def ours(survival):
        return lambda name, seed: run_child(BENCH, "front", name, survival, seed, GENERATIONS)
    return {
        "ours, pruned (default)": ours("pruned"),
        "ours, crowding": ours("crowding"),
        "pygmo": run_pygmo,
        "pymoo, crowding": run_pymoo("cd"),
        "pymoo, 2nn": run_pymoo("2nn"),
        "pymoo, mnn": run_pymoo("mnn"),
        "moors": lambda name, seed: run_child(moors, "front", name, seed, GENERATIONS),
    }


def quality_tables(moors, problems, seeds):
    """Markdown tables of CPU seconds, IGD and hypervolume, one per problem."""
    for problem in problems:
        truth, reference = map(json.loads, child(BENCH, "truth", problem, 1000)[0].splitlines())
        rows = {name: [] for name in programs(moors)}
        for seed in range(1, seeds + 1):
            for name, run in programs(moors).items():
                front, seconds = run(problem, seed)
                rows[name].append((seconds, moocore.igd(front, ref=truth), moocore.hypervolume(front, ref=reference)))
            print(f"{problem}: seed {seed} done", file=sys.stderr)
        best = moocore.hypervolume(np.array(truth), ref=reference)
        text = ", ".join(f"{value:.6g}" for value in reference)
        yield f"\n### {problem.upper()}\n\nHypervolume reference ({text}); the sampled true front has {best:.5f}.\n"
        yield "| program | CPU s | IGD | HV | HV, standard deviation |\n|---|---|---|---|---|"
        for name, values in rows.items():
            seconds, igd, volume = (statistics.median(column) for column in zip(*values))
            spread = statistics.stdev(value[2] for value in values) if seeds > 1 else float("nan")
            yield f"| {name} | {seconds:.3f} | {igd:.3e} | {volume:.5f} | {spread:.5f} |"


def call_ms(call, budget=1.0):
    """Mean CPU time of a call in milliseconds: as many calls as fit the budget, at least 3."""
    start, calls = time.process_time(), 0
    while calls < 3 or time.process_time() - start < budget:
        call()
        calls += 1
    return (time.process_time() - start) / calls * 1e3


def child_ms(*command, calls):
    """The same for a program whose last argument is the number of calls; its start is taken off."""
    start = min(child(*command, 0)[1] for _ in range(3))
    return (child(*command, calls)[1] - start) / calls * 1e3


def pymoo_sort(points):
    for front in NonDominatedSorting().do(points):
        calc_crowding_distance(points[front])


def pygmo_sort(points):
    fronts = pygmo.fast_non_dominated_sorting(points)[0]
    for front in fronts:
        if len(front) > 2:
            pygmo.crowding_distance(points[front])


def sort_table(moors):
    yield "| program | objectives | N = 200 | N = 2,000 | N = 10,000 |\n|---|---|---|---|---|"
    rng = np.random.default_rng(1)
    for m in (2, 3, 4):
        sets = {n: rng.random((n, m)) for n in (200, 2000, 10000)}
        measured = {
            "ours": lambda n: child_ms(BENCH, "sort", n, m, calls=400_000 // n),
            "moocore (ranks only)": lambda n: call_ms(lambda: moocore.pareto_rank(sets[n])),
            "pymoo": lambda n: call_ms(lambda: pymoo_sort(sets[n])),
            "pygmo": lambda n: call_ms(lambda: pygmo_sort(sets[n])),
            "moors (ranks only)": lambda n: child_ms(moors, "sort", n, m, calls=max(3, 40_000_000 // n**2)),
        }
        for name, measure in measured.items():
            yield f"| {name} | {m} | " + " | ".join(f"{measure(n):.3g}" for n in sets) + " |"
    print("sorting done", file=sys.stderr)


def hypervolume_table():
    yield "| program | N = 200 | N = 1,000 |\n|---|---|---|"
    rng = np.random.default_rng(1)
    sets = {n: rng.random((n, 4)) for n in (200, 1000)}
    sets = {n: points / np.linalg.norm(points, axis=1, keepdims=True) for n, points in sets.items()}
    reference = [1.1] * 4
    measured = {
        "ours": lambda n: child_ms(BENCH, "hypervolume", n, 4, calls=400_000 // n),
        "moocore": lambda n: call_ms(lambda: moocore.hypervolume(sets[n], ref=reference)),
        "pygmo": lambda n: call_ms(lambda: pygmo.hypervolume(sets[n]).compute(reference)),
    }
    for name, measure in measured.items():
        yield f"| {name} | " + " | ".join(f"{measure(n):.3g}" for n in sets) + " |"


def document(moors, arguments):
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("pygmo", "pymoo", "moocore"))
    command = "python3 scripts/compare_optimisers.py"
    if arguments.seeds != 11 or arguments.problems != list(SIZES):
        command += f" --seeds {arguments.seeds} --problems {' '.join(arguments.problems)}"
    yield "# Optimisers side by side\n"
    yield f"Made by `{command}` with {versions} and moors {MOORS_VERSION}; all in one run, alternating.\n"
    yield (f"Population {POP_SIZE}, {GENERATIONS} generations, SBX η {SBX_ETA} p {SBX_PROB}, polynomial mutation η {PM_ETA}"
           f" p 1/n, medians over the seeds 1 to {arguments.seeds}. CPU time is that of one thread; ours and moors include the"
           " start of the process, pygmo and pymoo do not. moors has its own SBX, which is unbounded, so genes are clamped;"
           " polynomial mutation was added to it. IGD is from about 1,000 points of the true front.\n")
    yield "## Quality and time"
    yield from quality_tables(moors, arguments.problems, arguments.seeds)
    yield "\n## Sorting into fronts with crowding distances\n\nUniform random objectives, milliseconds of CPU time per call.\n"
    yield from sort_table(moors)
    yield "\n## Hypervolume\n\nFour objectives, points on the unit sphere, reference 1.1, milliseconds of CPU time per call.\n"
    yield from hypervolume_table()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=11, help="seeds 1 to this (default 11)")
    parser.add_argument("--problems", nargs="+", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--output", type=pathlib.Path, default=OUTPUT)
    parser.add_argument("--scratch", type=pathlib.Path, help="where to build the moors program (default: a temporary folder)")
    arguments = parser.parse_args()
    subprocess.run(["cargo", "build", "-q", "--release", "--example", "optimiser-bench"], check=True)
    with tempfile.TemporaryDirectory() as temporary:
        moors = build_moors((arguments.scratch or pathlib.Path(temporary)).resolve())
        lines = list(document(moors, arguments))
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
