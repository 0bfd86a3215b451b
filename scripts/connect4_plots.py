#!/usr/bin/env python3
"""Pictures of the study of Connect Four, from the tables of results/reference/connect4.md.

Needs `pip install matplotlib`. Run from the root of the repository:
    python3 scripts/connect4_plots.py    # writes results/reference/connect4-nodes.png and connect4-agreement.png
"""

import pathlib
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

FOLDER = pathlib.Path("results/reference")
STUDY = FOLDER / "connect4.md"


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a page: rows of cells, the heading first."""
    found, rows = [], []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            found.append([rows[0]] + rows[2:])
            rows = []
    return found


def estimate(cell: str) -> tuple[float, float] | None:
    """A figure with its standard error, 0 where there is none; None for a cell without a figure."""
    numbers = [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", cell)]
    return (numbers[0], numbers[1] if len(numbers) > 1 else 0.0) if numbers else None


def nodes(table: list[list[str]]) -> None:
    depths = [int(heading.split()[-1]) for heading in table[0][1:]]
    figure, axes = plt.subplots(figsize=(8, 5.5), layout="constrained")
    for i, row in enumerate(table[1:]):
        points = [(depth, estimate(cell)) for depth, cell in zip(depths, row[1:])]
        points = [(depth, figures) for depth, figures in points if figures]
        axes.errorbar(
            [depth for depth, _ in points],
            [value for _, (value, _) in points],
            yerr=[error for _, (_, error) in points],
            label=row[0],
            color=plt.get_cmap("viridis")(i / len(table)),
            marker="osD^v<>pX*"[i],
        )
    axes.set(yscale="log", xlabel="depth, moves", ylabel="mean nodes of all depths", xticks=depths)
    axes.set_title("Nodes by depth from openings of 8 stones; each line has one device more")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(FOLDER / "connect4-nodes.png", dpi=120)


def agreement(table: list[list[str]]) -> None:
    column = {name: table[0].index(name) for name in table[0]}
    figure, axes = plt.subplots(figsize=(8, 5.5), layout="constrained")
    policies = list(dict.fromkeys(row[0] for row in table[1:]))
    for i, policy in enumerate(policies):
        rows = [row for row in table[1:] if row[0] == policy]
        work = [estimate(row[column["nodes per move"]]) for row in rows]
        kept = [estimate(row[column["agreement"]]) for row in rows]
        axes.errorbar(
            [value for value, _ in work],
            [value for value, _ in kept],
            yerr=[error for _, error in kept],
            label=policy,
            marker="osD^v"[i % 5],
        )
        # The depths of the others are below or above these.
        for row, (x, _), (y, _) in zip(rows, work, kept) if policy == policies[-1] else []:
            axes.annotate(row[column["depth"]], (x, y), textcoords="offset points", xytext=(5, -12), fontsize=8)
    axes.set(xscale="log", xlabel="nodes for a move", ylabel="share of moves that keep the perfect result")
    axes.set_title("Agreement with perfect play against work; numbers are the depths of all below")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(FOLDER / "connect4-agreement.png", dpi=120)


def main() -> None:
    for table in tables(STUDY.read_text()):
        if table[0][0] == "devices" and table[0][1].startswith("mean nodes"):
            nodes(table)
        if table[0][:2] == ["policy", "depth"]:
            agreement(table)


if __name__ == "__main__":
    main()
