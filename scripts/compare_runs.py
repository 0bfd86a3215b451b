#!/usr/bin/env python3
"""Whole runs side by side, judged by the hypervolume of their fronts on test games.

Needs `pip install moocore` and a release build. Run from the root of the repository:
    python3 scripts/compare_runs.py sampling --seeds 12      # writes results/reference/sampling.md
    python3 scripts/compare_runs.py algorithms --seeds 12    # writes results/reference/algorithms.md
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
        "| arm | training games | test hypervolume | median | difference to the first | best mean score |",
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
CONFIRM = {1: 50_000, 2: 20_000}

# So few games that the ways to give them out differ.
FEW = [20_000, 42_000]

# What the tables say, in words. A page that is made again keeps it.
NOTES = "## What it shows"

HYPERVOLUME = (
    "Hypervolume is that of the front on test games, in the box of the first generation of the first row's run of "
    "that seed, reference point 1.1. Differences are to the first row at equal seed. Each member of a front is judged "
    f"by {CONFIRM[1]:,} test games at 1-ply, the same for all arms of a seed."
)


def conditions(ply: int) -> list[str]:
    """What all arms have in common."""
    return [f"scenario.0.ply={ply}", f"test.games={CONFIRM.get(ply, 4_000)}"]


def budget(ply: int) -> int:
    """Training games of fixed batches."""
    return FIXED_GAMES * POP_SIZE * N_GEN.get(ply, 10)


def part(ply: int, n: int) -> int:
    """An n-th of that; a generation plays up to 2,048 games, and the last one is played to its end."""
    return budget(ply) // n - 2048


def fixed(name: str, games: int, stop: int, *more: str) -> Arm:
    """The same batch for every candidate; nothing is smoothed unless `more` says so."""
    return Arm(name, ["sampling=fixed", f"scenario.0.games={games}", f"stop.games={stop}", *more])


def default(name: str, stop: int, *more: str) -> Arm:
    """Racing and kriging."""
    return Arm(name, [f"stop.games={stop}", *more])


def growing(name: str, stop: int) -> Arm:
    """A round for every member in every generation; `stop` comes long before the generations end."""
    return Arm(name, ["sampling=growing", "sampling.max_rounds=1000", "optimiser.n_gen=1000", f"stop.games={stop}"])


KRIGING = "sampling.smoothing=kriging"


def with_many_games(ply: int) -> list[Arm]:
    """Ways to give out a third of the games, beside fixed batches that have all of them."""
    everything, third = budget(ply), part(ply, 3)
    return [
        fixed("fixed, 100 games", FIXED_GAMES, everything),
        fixed("fixed, 100 games, a third", FIXED_GAMES, third),
        default("default, all games", everything),
        default("default, a third", third),
        default("default, a sixth", part(ply, 6)),
        growing("growing, a third", third),
        fixed("fixed, 33 games, a third", 33, third),
        fixed("fixed, 33 games, with kriging, a third", 33, third, KRIGING),
        default("racing without kriging, a third", third, "sampling.smoothing=none"),
    ]


def with_few_games(stop: int) -> list[Arm]:
    """Ways to give out so few games that one is missed."""
    return [
        fixed("fixed, 100 games", FIXED_GAMES, stop),
        fixed("fixed, 33 games", 33, stop),
        fixed("fixed, 33 games, with kriging", 33, stop, KRIGING),
        default("racing without kriging", stop, "sampling.smoothing=none"),
        default("default", stop),
    ]


def sampling(seeds: list[int], plies: list[int]) -> list[str]:
    experiment = "experiments/sampling.toml"
    lines = [
        f"Runs of `{experiment}`, population {POP_SIZE}, seeds {seeds[0]} to {seeds[-1]}; means ± standard errors "
        f"over the seeds. {HYPERVOLUME}",
    ]
    for ply in plies:
        lines += ["", f"## {ply}-ply, many games", ""]
        # What is known from 1-ply already is not worth the hours of deeper games.
        lines += study(experiment, with_many_games(ply)[: None if ply == 1 else 4], conditions(ply), seeds)
    for stop in FEW:
        lines += ["", f"## 1-ply, {stop:,} games", ""]
        lines += study(experiment, with_few_games(stop), conditions(1), seeds)
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
    games = " and ".join(f"{budget(ply):,} training games at {ply}-ply" for ply in plies)
    lines = [
        f"Runs of `{experiment}` that stop after {games}, with the default sampling, seeds {seeds[0]} to {seeds[-1]}; "
        f"means ± standard errors over the seeds. {HYPERVOLUME}",
    ]
    for ply in plies:
        lines += ["", f"## {ply}-ply", ""]
        lines += study(experiment, arms, [*conditions(ply), f"stop.games={budget(ply)}"], seeds)
    lines += [
        "",
        "## Strength against work",
        "",
        f"`experiments/quick.toml`, {WORK_GAMES:,} training games, the same seeds; work counts by its logarithm, each "
        "member is judged by 400 test games.",
        "",
    ]
    common = ["optimiser.n_gen=1000000", f"stop.games={WORK_GAMES}", "switching.games=0"]
    return lines + study("experiments/quick.toml", arms, common, seeds)


STUDIES = {"sampling": sampling, "algorithms": algorithms}


def notes(page: pathlib.Path) -> str:
    """What stands under NOTES on the page as it is."""
    text = page.read_text() if page.exists() else ""
    return text[text.index("\n" + NOTES):] if NOTES in text else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--seeds", type=int, default=12, help="seeds 1 to N [default: 12]")
    parser.add_argument("--plies", type=int, nargs="+", default=[1], help="search depths [default: 1]; 2 takes hours")
    parser.add_argument("--output", type=pathlib.Path, help="default: results/reference/<study>.md")
    options = parser.parse_args()
    plies = "" if options.plies == [1] else " --plies " + " ".join(map(str, options.plies))
    lines = [
        f"# {options.study.capitalize()}",
        "",
        f"Made by `python3 scripts/compare_runs.py {options.study} --seeds {options.seeds}{plies}`.",
        "",
        *STUDIES[options.study](list(range(1, options.seeds + 1)), options.plies),
    ]
    output = options.output or pathlib.Path(f"results/reference/{options.study}.md")
    output.write_text("\n".join(lines) + "\n" + notes(output))
    print(f"written to {output}")


if __name__ == "__main__":
    main()
