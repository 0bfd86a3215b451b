#!/usr/bin/env python3
"""Sets the policies of a strength-work run beside fixed depths: one table and one plot.

Needs `pip install matplotlib` and a release build. Run from the root of the repository, after the runs it reads:
    for n in 1 2 3; do paretune tune experiments/strength-$n-ply.toml --out results/strength-$n-ply; done
    paretune tune experiments/strength-work.toml --out results/strength-work
    python3 scripts/strength_work.py
Writes results/reference/strength.md and strength.png. Fixed depths play with the vector that was tuned at that depth;
4-ply plays with the 3-ply one.
"""

import argparse
import dataclasses
import json
import math
import pathlib
import subprocess
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

PROGRAM = pathlib.Path("target/release/paretune")
REFERENCE = pathlib.Path("results/reference")
# Depth, cut-off, games: dearer players get fewer.
FIXED = [
    (1, 0.0, 20000), (2, 0.0, 4000), (3, 0.1, 1000), (3, 0.03, 600), (3, 0.01, 600),
    (4, 0.1, 300), (4, 0.03, 200), (4, 0.01, 150),
]
SEED = 2048
# Where labels stand that would lie on others: offset in points, side of the text.
LABELS = {
    "3-ply, cut-off 0.1": ((0, -24), "right"),
    "3-ply, cut-off 0.03": ((4, -26), "left"),
    "3-ply, cut-off 0.01": ((10, -3), "left"),
    "4-ply, cut-off 0.1": ((-10, 2), "right"),
    "4-ply, cut-off 0.03": ((-10, 4), "right"),
    "4-ply, cut-off 0.01": ((10, -3), "left"),
}


@dataclasses.dataclass
class Player:
    """What a player scores at which work a move."""

    name: str
    work: float
    score: float
    error: float
    games: int


def export(run: pathlib.Path) -> dict:
    """The policy that is best in the mean score."""
    command = [PROGRAM, "export", run, "--pick", "best:mean_score", "--format", "json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def fixed_depth(policy: dict, ply: int, cutoff: float, games: int) -> Player:
    """Plays the weights of `policy` at one depth."""
    member = dict(policy["members"][0], search={"ply": ply, "cutoff": cutoff, "cache": False})
    policy = {key: policy[key] for key in ("format", "game", "features")} | {"members": [member], "rules": []}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(json.dumps(policy))
        file.flush()
        command = [PROGRAM, "play", file.name, "--games", str(games), "--seed", str(SEED), "--json"]
        played = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    name = f"{ply}-ply" + (f", cut-off {cutoff:g}" if cutoff else "")
    return Player(name, played["mean_work_per_move"], played["mean_score"], played["mean_score_se"], games)


def front(run: pathlib.Path) -> list[Player]:
    """The members of the run on their test games, the cheapest first."""
    data = json.loads((run / "front.json").read_text())
    names = [o["name"] for o in data["objectives"]]
    score, work = names.index("mean_score"), names.index("mean_work")

    def player(member: dict) -> Player:
        figures = member["test"]
        genes = dict(zip(data["genes"], member["genome"]))
        return Player(
            rule(genes, data["depth"]["cutoffs"]), figures[work]["value"], figures[score]["value"],
            figures[score]["std_error"], figures[score]["games"],
        )

    return sorted(map(player, data["members"]), key=lambda p: p.work)


def rule(genes: dict, cutoffs: list) -> str:
    """The depth genes in words; a deeper threshold hides a shallower one."""
    words, hidden = [], -1
    for ply in (4, 3, 2):
        empties = int(genes[f"ply{ply}_empties"])
        if empties > hidden:
            words.append(f"{ply}-ply" if empties == 9 else f"{ply}-ply at ≤ {empties}")
            hidden = empties
    if hidden < 9:
        words.append("1-ply")
    deep = any(word[0] in "34" for word in words)
    return ", ".join(words) + (f"; cut-off {cutoffs[int(genes['cutoff_level'])]:g}" if deep else "")


def line(fixed: list[Player], work: float) -> tuple[float, float] | None:
    """Score and error of fixed depths at this work, linear in its logarithm; None outside their range."""
    for a, b in zip(fixed, fixed[1:]):
        if a.work <= work <= b.work:
            share = math.log(work / a.work) / math.log(b.work / a.work)
            return a.score + share * (b.score - a.score), math.hypot((1 - share) * a.error, share * b.error)
    return None


def best_fixed(players: list[Player]) -> list[Player]:
    """Those that no cheaper one outscores: the fixed depths one would choose."""
    kept: list[Player] = []
    for player in sorted(players, key=lambda p: p.work):
        if not kept or player.score > kept[-1].score:
            kept.append(player)
    return kept


def gain(player: Player, fixed: list[Player]) -> tuple[float, float] | None:
    """How far above the line, in percent, with the standard error."""
    at = line(fixed, player.work)
    if at is None:
        return None
    value, error = at
    return 100 * (player.score / value - 1), 100 * player.score / value * math.hypot(
        player.error / player.score, error / value
    )


def hull(players: list[Player], scale) -> list[Player]:
    """The corners of the upper hull of score against scale(work): what mixtures on this scale reach."""
    corners: list[Player] = []
    for c in players:
        while len(corners) > 1:
            a, b = corners[-2:]
            if (b.score - a.score) * (scale(c.work) - scale(a.work)) > (c.score - a.score) * (scale(b.work) - scale(a.work)):
                break
            corners.pop()
        corners.append(c)
    return corners


def mean_above(policies: list[Player], fixed: list[Player], scale) -> float:
    """How far the policies lie above the hull of the fixed depths on average, in percent."""
    corners = hull(fixed, scale)
    percents = []
    for p in policies:
        for a, b in zip(corners, corners[1:]):
            if a.work <= p.work <= b.work:
                share = (scale(p.work) - scale(a.work)) / (scale(b.work) - scale(a.work))
                percents.append(100 * (p.score / (a.score + share * (b.score - a.score)) - 1))
                break
    return sum(percents) / len(percents)


def row(player: Player, above: tuple[float, float] | None) -> str:
    percent = "" if above is None else f"{above[0]:+.1f} ± {above[1]:.1f}%"
    return (
        f"| {player.name} | {player.work:,.1f} | {player.score:,.0f} ± {player.error:,.0f} | "
        f"{player.games:,} | {percent} |"
    )


def report(players: list[Player], policies: list[Player], fixed: list[Player], run: pathlib.Path) -> str:
    logs = [math.log(p.work) for p in policies]
    low, high = min(logs), max(logs)
    middle = [p for p in policies if 0.25 <= (math.log(p.work) - low) / (high - low) <= 0.75]
    gains = [gain(p, fixed) for p in middle]
    known = [g for g in gains if g is not None]
    mean = sum(g[0] for g in known) / len(known)
    least = min(known)
    mixed, bound = (mean_above(middle, fixed, scale) for scale in (lambda work: work, math.log))
    best = max(policies, key=lambda p: p.score)
    plain = next((p for p in fixed if p.score > best.score), None)
    lines = [
        "# Strength against work",
        "",
        "Made by `python3 scripts/strength_work.py`, which names the runs it reads.",
        "",
        "Work is the number of boards that the search looks at for one move. Fixed depths play with the vector that "
        "was tuned at that depth (4-ply with the 3-ply one), policies with what the run found; figures are from test "
        "games, on which neither was chosen, ± one standard error. The last column sets a policy against fixed depths at "
        "equal work, linear in the logarithm of work between the fixed depths that no cheaper one outscores (marked •).",
        "",
        f"The front spans a factor of {policies[-1].work / policies[0].work:,.0f} in work. Over the middle half of that "
        f"range, on the logarithmic scale, its {len(known)} policies score on average",
        "",
        f"- {mean:.0f}% more than that line, and {least[0]:.1f} ± {least[1]:.1f}% more at the least;",
        f"- {mixed:.0f}% more than mixtures of fixed depths, which play some games at one depth and the rest at another. "
        "Of the three only these can be played;",
        f"- {abs(bound):.0f}% {'more' if bound > 0 else 'less'} than the upper hull of the fixed depths in the logarithm "
        "of work, a bound that no fixed depth reaches between its corners.",
        "",
        *([] if plain is None else [
            f"From {plain.work:,.0f} boards a move on, plain {plain.name} ({plain.score:,.0f} ± {plain.error:,.0f}) stands above every "
            f"policy of the front; the best of these has {best.score:,.0f} ± {best.error:,.0f}.",
            "",
        ]),
        "![Mean score against work](strength.png)",
        "",
        "| player | work a move | mean score | games | above fixed depths |",
        "|---|---|---|---|---|",
    ]
    for player in players:
        mark = " •" if player in fixed else ""
        lines.append(row(dataclasses.replace(player, name=player.name + mark), None))
    lines += [row(player, gain(player, fixed)) for player in policies]
    return "\n".join(lines) + "\n"


def draw(players: list[Player], policies: list[Player], fixed: list[Player], path: pathlib.Path) -> None:
    figure, axes = plt.subplots(figsize=(9, 6), dpi=120)
    bars = dict(capsize=2, elinewidth=1)
    axes.plot([p.work for p in fixed], [p.score for p in fixed], color="#888888", linewidth=1, zorder=1)
    axes.errorbar(
        [p.work for p in players], [p.score for p in players], [1.96 * p.error for p in players],
        fmt="s", color="#666666", label="fixed depth", **bars,
    )
    for player in players:
        offset, side = LABELS.get(player.name, ((8, -12), "left"))
        axes.annotate(
            player.name, (player.work, player.score), offset, textcoords="offset points", fontsize=8, color="#444444",
            ha=side,
        )
    axes.errorbar(
        [p.work for p in policies], [p.score for p in policies], [1.96 * p.error for p in policies],
        fmt="o", color="#0072b2", markersize=4, label="depth chosen by the board, evolved", **bars,
    )
    axes.set_xscale("log")
    axes.set_xlim(0.7, 2e5)
    axes.set_xlabel("work: boards the search looks at, per move")
    axes.set_ylabel("mean score of a game (bars: 95%)")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_title("2048: strength against work")
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left")
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=pathlib.Path, default=pathlib.Path("results"), help="where the runs lie")
    parser.add_argument("--output", type=pathlib.Path, default=REFERENCE, help="[default: results/reference]")
    options = parser.parse_args()
    tuned = {ply: export(options.runs / f"strength-{ply}-ply") for ply in (1, 2, 3)}
    players = []
    for ply, cutoff, games in FIXED:
        players.append(fixed_depth(tuned[min(ply, 3)], ply, cutoff, games))
        print(players[-1], flush=True)
    run = options.runs / "strength-work"
    policies, fixed = front(run), best_fixed(players)
    (options.output / "strength.md").write_text(report(players, policies, fixed, run))
    draw(players, policies, fixed, options.output / "strength.png")
    print(f"written to {options.output / 'strength.md'} and strength.png")


if __name__ == "__main__":
    main()
