#!/usr/bin/env python3
"""Whole runs side by side, judged by the validation hypervolume of their fronts.

Needs `pip install moocore` and a release build. Run from the root of the repository:
    python3 scripts/compare_runs.py sampling      # writes results/reference/sampling.md
    python3 scripts/compare_runs.py algorithms    # writes results/reference/algorithms.md
Runs alternate seed by seed. Options cut the study short; `--help` lists them. Figures are the same on any
machine.
"""

import argparse
import dataclasses
import json
import math
import pathlib
import statistics
import subprocess
import tempfile

import moocore
import numpy as np

PROGRAM = pathlib.Path("target/release/paretune")
REFERENCE = 1.1


@dataclasses.dataclass
class Arm:
    """One way to run the experiment."""

    name: str
    sets: list[str]


@dataclasses.dataclass
class Run:
    """What a run came to: its front on test games and its frame, both minimised, and its training games."""

    points: np.ndarray
    ideal: np.ndarray
    nadir: np.ndarray
    games: int


def play(experiment: str, arm: Arm, common: list[str], seed: int, scratch: pathlib.Path) -> Run:
    folder = scratch / f"{arm.name.replace(' ', '-')}-{seed}"
    command = [PROGRAM, "tune", experiment, "--quiet", "--overwrite", "--out", folder, "--seed", str(seed)]
    for assignment in common + arm.sets:
        command += ["--set", assignment]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    front = json.loads((folder / "front.json").read_text())
    signs = np.array([-1.0 if o["goal"] == "max" else 1.0 for o in front["objectives"]])
    is_log = [o.get("scale") == "log" for o in front["objectives"]]
    values = [[e["value"] for e in member["test"]] for member in front["members"]]
    points, ideal, nadir = (
        signs * np.where(is_log, np.log10(np.where(is_log, raw, 1.0)), raw)
        for raw in (np.array(values), np.array(front["frame"]["best"]), np.array(front["frame"]["worst"]))
    )
    return Run(points, ideal, nadir, front["games"])


def hypervolume(run: Run, frame: Run) -> float:
    """In the box of `frame`'s first generation, with the reference point 1.1 box lengths from its ideal."""
    box = np.where(frame.nadir > frame.ideal, frame.nadir - frame.ideal, 1.0)
    return float(moocore.hypervolume((run.points - frame.ideal) / box, ref=np.full(len(box), REFERENCE)))


def mean_with_error(values: list[float], digits: int) -> str:
    if len(values) < 2:
        return f"{values[0]:.{digits}f}"
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):.{digits}f} ± {error:.{digits}f}"


def table(arms: list[Arm], runs: list[list[Run]]) -> list[str]:
    """One row an arm; the differences are those of equal seeds to the first arm."""
    by_arm = [[hypervolume(run, frame) for run, frame in zip(of_arm, runs[0])] for of_arm in runs]
    lines = [
        "| arm | training games | validation hypervolume | median | difference to the first | best first objective |",
        "|---|---|---|---|---|---|",
    ]
    for arm, of_arm, volumes in zip(arms, runs, by_arm):
        difference = [a - b for a, b in zip(volumes, by_arm[0])]
        best = [-float(run.points[:, 0].min()) for run in of_arm]
        games = statistics.mean(run.games for run in of_arm)
        lines.append(
            f"| {arm.name} | {games:,.0f} | {mean_with_error(volumes, 4)} | {statistics.median(volumes):.4f} | "
            f"{'' if arm is arms[0] else mean_with_error(difference, 4)} | {mean_with_error(best, 0)} |"
        )
    return lines


def study(experiment: str, arms: list[Arm], common: list[str], seeds: list[int]) -> list[str]:
    with tempfile.TemporaryDirectory() as scratch:
        runs: list[list[Run]] = [[] for _ in arms]
        for seed in seeds:
            for arm, of_arm in zip(arms, runs):
                of_arm.append(play(experiment, arm, common, seed, pathlib.Path(scratch)))
                print(f"seed {seed}, {arm.name}: {of_arm[-1].games:,} games", flush=True)
    return table(arms, runs)


FIXED_GAMES, POP_SIZE = 100, 64
# What the built-in experiment plays.
WORK_GAMES = 19_200
# Deeper games take a hundred times as long, so there are fewer.
N_GEN = {1: 40, 2: 20}
# Fresh games that judge each member of a front. Objectives of one front are alike, so a few thousand games leave
# their noise, above all that of a quantile, larger than what is to be told.
CONFIRM = {1: 100_000, 2: 20_000}

# What was found out beside the tables, with twelve seeds. A page that is made again keeps it.
NOTES = "## What it shows"

HYPERVOLUME = (
    "Hypervolume is that of the front on test games, in the box of the first generation of the first row's run of "
    "that seed, reference point 1.1. Differences are to the first row at equal seed. Each member of a front is judged "
    f"by {CONFIRM[1]:,} test games at 1-ply, {CONFIRM[2]:,} at 2-ply, the same for all arms of a seed."
)


def conditions(ply: int) -> list[str]:
    """What all arms have in common."""
    return [f"scenario.0.ply={ply}", f"test.games={CONFIRM.get(ply, 4_000)}"]


def budget(ply: int) -> int:
    """Training games of fixed batches."""
    return FIXED_GAMES * POP_SIZE * N_GEN.get(ply, 10)


def third(ply: int) -> int:
    """A third of that; a generation plays up to 2,048 games, and the last one is played to its end."""
    return budget(ply) // 3 - 2048


def sampling(seeds: list[int], plies: list[int]) -> list[str]:
    experiment = "experiments/sampling.toml"
    lines = [
        "# Sampling",
        "",
        "Made by `python3 scripts/compare_runs.py sampling`.",
        "",
        f"Runs of `{experiment}`, population {POP_SIZE}, seeds {seeds[0]} to {seeds[-1]}; means ± standard errors "
        f"over the seeds. {HYPERVOLUME}",
    ]
    for ply in plies:
        lines += ["", f"## {ply}-ply", ""]
        arms = [
            Arm("fixed, 100 games", ["sampling=fixed", f"scenario.0.games={FIXED_GAMES}", f"stop.games={budget(ply)}"]),
            Arm("default, a third of the games", [f"stop.games={third(ply)}"]),
            Arm("fixed, 100 games, a third", ["sampling=fixed", f"scenario.0.games={FIXED_GAMES}", f"stop.games={third(ply)}"]),
            Arm("growing, a third", ["sampling=growing", "sampling.max_rounds=1000000", f"stop.games={third(ply)}"]),
            Arm("fixed, 33 games", ["sampling=fixed", "scenario.0.games=33", f"stop.games={third(ply)}"]),
        ]
        # What is known from 1-ply already is not worth the hours of deeper games.
        lines += study(experiment, arms if ply == 1 else arms[:2], conditions(ply), seeds)
    return lines


def algorithms(seeds: list[int], plies: list[int]) -> list[str]:
    experiment = "experiments/sampling.toml"
    arms = [
        Arm("nsga2", []),
        Arm("nsga2, survival hypervolume", ["optimiser.survival=hypervolume"]),
        Arm("random", ["optimiser=random"]),
        Arm("ga, an island an objective", ["optimiser=ga"]),
        Arm("cmaes, one an objective", ["optimiser=cmaes"]),
    ]
    lines = [
        "# Algorithms",
        "",
        "Made by `python3 scripts/compare_runs.py algorithms`.",
        "",
        f"Runs of `{experiment}` that stop after {budget(1):,} training games at 1-ply, {budget(2):,} at 2-ply, with the default "
        f"sampling, seeds {seeds[0]} to {seeds[-1]}; means ± standard errors over the seeds. "
        f"{HYPERVOLUME}",
    ]
    for ply in plies:
        lines += ["", f"## {ply}-ply", ""]
        lines += study(experiment, arms, [*conditions(ply), f"stop.games={budget(ply)}"], seeds)
    lines += [
        "",
        "## Strength against work",
        "",
        f"`experiments/quick.toml`, {WORK_GAMES:,} training games; work counts by its logarithm, each member is judged "
        "by 400 test games.",
        "",
    ]
    common = ["optimiser.n_gen=1000000", f"stop.games={WORK_GAMES}"]
    return lines + study("experiments/quick.toml", arms, common, seeds)


STUDIES = {"sampling": sampling, "algorithms": algorithms}


def notes(page: pathlib.Path) -> str:
    """What stands under NOTES on the page as it is."""
    text = page.read_text() if page.exists() else ""
    return text[text.index("\n" + NOTES):] if NOTES in text else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--seeds", type=int, default=5, help="seeds 1 to N [default: 5]")
    parser.add_argument("--plies", type=int, nargs="+", default=[1, 2], help="search depths [default: 1 2]; for algorithms 2 takes hours")
    parser.add_argument("--output", type=pathlib.Path, help="default: results/reference/<study>.md")
    options = parser.parse_args()
    lines = STUDIES[options.study](list(range(1, options.seeds + 1)), options.plies)
    output = options.output or pathlib.Path(f"results/reference/{options.study}.md")
    output.write_text("\n".join(lines) + "\n" + notes(output))
    print(f"written to {output}")


if __name__ == "__main__":
    main()
