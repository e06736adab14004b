"""A report's pictures, as SVG and PNG; the same report always gives the same files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from eminence.bench import stats
from eminence.bench.extra import extra
from eminence.bench.report import Report, Row
from eminence.bench.report_text import NAMES, heading, number
from eminence.bench.results import Floats
from eminence.bench.stats import MIN_INTERVAL

INK, FAINT, GRID = "#1f2933", "#7b8794", "#e4e7eb"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""M. Okabe and K. Ito's, which the colour-blind can tell apart."""

LONGEST = 36
"""The letters of a name that there is room for."""

STYLE = {
    "axes.edgecolor": FAINT,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.axisbelow": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "grid.color": GRID,
    "svg.hashsalt": "eminence",
    "text.color": INK,
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
}


def write_plots(report: Report, folder: Path) -> list[Path]:
    """Write every picture that the run has figures for, and return their paths."""
    extra("matplotlib.figure")
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, draw, height in (
        ("elo", draw_elo, 1.6 + 0.42 * len(report.rows)),
        ("llr", draw_llr, 4.2),
        ("score", draw_score, 4.2),
        ("budget", draw_budget, 4.2),
        ("seats", draw_seats, 3.8),
    ):
        written += write_plot(report, draw, folder / name, height)
    return written


def write_plot(
    report: Report, draw: Callable[[Report, Any], bool], stem: Path, height: float
) -> list[Path]:
    """Write one picture, if there is anything to draw, and return its files."""
    with _figure(height) as (figure, axes):
        if not draw(report, axes):
            return []
        figure.supxlabel(_caption(report), x=0.99, ha="right", fontsize=8, color=FAINT)
        return _save(figure, stem)


def short(name: str) -> str:
    """Return a bot's name as there is room for in a picture."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _caption(report: Report) -> str:
    names = list(report.results.labels.values())
    duel = f", {short(names[0])} against {short(names[1])}" if report.results.is_duel else ""
    return heading(report) + duel


@contextmanager
def _figure(height: float) -> Iterator[tuple[Any, Any]]:
    """Make a figure in our style; no global state of matplotlib is touched."""
    with extra("matplotlib").rc_context(STYLE):
        figure = extra("matplotlib.figure").Figure(figsize=(8, height), layout="constrained")
        yield figure, figure.add_subplot()


def _save(figure: Any, stem: Path) -> list[Path]:
    """Write both files, without the time and the version that drew them."""
    svg, png = stem.with_suffix(".svg"), stem.with_suffix(".png")
    figure.savefig(svg, metadata={"Date": None, "Creator": None})
    figure.savefig(png, dpi=144, metadata={"Software": None})
    return [svg, png]


def draw_elo(report: Report, axes: Any) -> bool:
    """Draw each bot's Elo with its interval, the best on top."""
    rows = report.rows
    if len(rows) < 2:
        return False
    for y, row in enumerate(rows):
        anchor = row.bot == report.anchor
        colour = FAINT if anchor else COLOURS[0]
        if isfinite(row.elo.low) and not anchor:
            axes.plot([row.elo.low, row.elo.high], [y, y], color=colour, lw=2.5, alpha=0.6)
        axes.plot(row.elo.mean, y, "D" if anchor else "o", color=colour, ms=7)
        text = "0 (anchor)" if anchor else number(row.elo.mean, 0, True)
        axes.annotate(text, (1.01, y), xycoords=("axes fraction", "data"), va="center")
    axes.axvline(0, color=FAINT, lw=1, zorder=0)
    axes.set_yticks(range(len(rows)), [short(row.label) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("Elo, with 95 % intervals over deals")
    axes.set_title("Strength")
    return True


def draw_llr(report: Report, axes: Any) -> bool:
    """Draw the path of a duel's test between its bounds."""
    sprt, state = report.sprt, report.state
    if sprt is None or state is None:
        return False
    path = sprt.path(stats.duel_scores(report.results))
    deals = np.arange(1, path.size + 1)
    axes.axvspan(0, min(sprt.min_blocks, path.size * 1.02), color=GRID, alpha=0.6, lw=0)
    for bound, words, colour in (
        (sprt.upper, "stronger (H1)", COLOURS[2]),
        (sprt.lower, "not stronger (H0)", COLOURS[1]),
    ):
        axes.axhline(bound, color=colour, lw=1.5, ls="--")
        axes.annotate(
            words, (1, bound), (-4, 5 if bound > 0 else -5), color=colour, ha="right",
            va="bottom" if bound > 0 else "top",
            xycoords=("axes fraction", "data"), textcoords="offset points",
        )  # fmt: skip
    at = state.blocks
    axes.plot(deals[:at], path[:at], color=COLOURS[0], lw=1.6)
    axes.plot(deals[at - 1 :], path[at - 1 :], color=COLOURS[0], lw=1, alpha=0.35)
    if state.decision in ("H0", "H1"):
        axes.plot(at, path[at - 1], "o", color=INK, ms=7)
    low, high = min(float(path.min()), sprt.lower), max(float(path.max()), sprt.upper)
    axes.set_ylim(max(low, 4 * sprt.lower) - 1, min(high, 4 * sprt.upper) + 1)
    axes.set_xlim(0, path.size * 1.02)
    axes.set_xlabel(f"deals (shaded: before the first look at {sprt.min_blocks})")
    axes.set_ylabel("log likelihood ratio")
    first = short(report.results.labels[report.results.names[0]])
    verdict = {
        "H1": f"{first} is stronger: settled after {number(at)} deals",
        "H0": f"{first} is not stronger: settled after {number(at)} deals",
        "inconclusive": "Not settled by the last deal allowed",
        None: "Not settled yet",
    }
    axes.set_title(verdict[state.decision])
    return True


def draw_score(report: Report, axes: Any) -> bool:
    """Draw the mean score of all deals so far, with its band."""
    results = report.results
    if results.blocks < MIN_INTERVAL:
        return False
    metric = results.metric if results.is_duel else "win"
    if results.is_duel:
        series = [(results.names[0], stats.duel_scores(results))]
    else:
        shown = [row.bot for row in report.rows][: len(COLOURS)]
        series = [
            (name, stats.bot_blocks(results, results.names.index(name), metric)) for name in shown
        ]
    ends = [_draw_mean(axes, v, colour) for (_, v), colour in zip(series, COLOURS, strict=False)]
    if results.is_duel and report.sprt:
        axes.axhline(report.sprt.m1, color=COLOURS[2], lw=1.2, ls="--")
    axes.axhline(results.par(metric), color=FAINT, lw=1.2, zorder=0)
    _label_ends(axes, [] if results.is_duel else [results.labels[name] for name, _ in series], ends)
    axes.set_xlim(0, results.blocks)
    axes.set_xlabel("deals; bands are 95 % for a number of deals fixed beforehand")
    axes.set_ylabel("block score" if results.is_duel else NAMES[metric])
    lines = "line: par; dashed: effect asked for" if report.sprt else "line: par"
    axes.set_title(f"Mean {NAMES[metric]} so far ({lines})")
    return True


def _draw_mean(axes: Any, values: Floats, colour: str) -> float:
    """Draw a running mean over deals with Student's band; return where it ends."""
    there = np.flatnonzero(~np.isnan(values))
    x = values[there]
    n = np.arange(1, x.size + 1)
    mean = np.cumsum(x) / n
    centre = x - x.mean()
    off = np.cumsum(centre) / n
    variance = (np.cumsum(centre**2) - n * off**2) / np.maximum(n - 1, 1)
    t = extra("scipy.stats").t.ppf(0.975, np.maximum(n - 1, 1))
    half = t * np.sqrt(np.maximum(variance, 0) / n)
    shown = n >= min(MIN_INTERVAL, x.size)
    deals = there[shown] + 1
    axes.fill_between(
        deals, (mean - half)[shown], (mean + half)[shown], color=colour, alpha=0.15, lw=0
    )
    axes.plot(deals, mean[shown], color=colour, lw=1.8)
    return float(mean[-1])


def _label_ends(axes: Any, names: list[str], ends: list[float]) -> None:
    """Write names beside the ends of lines, pushed apart where they would overlap."""
    low, high = axes.get_ylim()
    gap = (high - low) * 0.055
    at = -np.inf
    for i in np.argsort(ends):
        at = max(ends[i], at + gap)
        text = f"{short(names[i])}  {ends[i]:.3f}" if names else f"{ends[i]:.4f}"
        axes.annotate(
            text, (1.01, at), xycoords=("axes fraction", "data"), va="center", color=COLOURS[i]
        )
    axes.set_ylim(low, high)


def draw_budget(report: Report, axes: Any) -> bool:
    """Draw Elo against the node limit, where a bot was tried with several."""
    families: dict[str, list[Row]] = {}
    for row in report.rows:
        if row.budget:
            families.setdefault(row.family, []).append(row)
    lines = [(f, sorted(r, key=_nodes)) for f, r in sorted(families.items()) if len(r) > 1]
    if not lines:
        return False
    for (family, rows), colour in zip(lines, COLOURS, strict=False):
        x, y = [row.budget for row in rows], [row.elo.mean for row in rows]
        ends = [(row.elo.mean - row.elo.low, row.elo.high - row.elo.mean) for row in rows]
        bars = np.nan_to_num(np.maximum(np.array(ends).T, 0))
        axes.errorbar(
            x,
            y,
            bars,
            fmt="o-",
            color=colour,
            capsize=3,
            lw=1.6,
            elinewidth=1.4,
            label=short(family),
        )
    axes.set_xscale("log", base=2)
    ticks = sorted({_nodes(row) for _, rows in lines for row in rows})
    axes.set_xticks(ticks, [number(tick) for tick in ticks])
    axes.minorticks_off()
    others = [row for row in report.rows if row.budget is None]
    for row in others:
        axes.axhline(row.elo.mean, color=FAINT, lw=1, ls=":")
        axes.annotate(short(row.label), (1.01, row.elo.mean), xycoords=("axes fraction", "data"),
                      va="center", color=FAINT)  # fmt: skip
    if len(lines) > 1:
        axes.legend(frameon=False)
    axes.set_xlabel("nodes a move (logarithmic)")
    axes.set_ylabel("Elo")
    axes.set_title(f"Strength against budget{': ' + short(lines[0][0]) if len(lines) == 1 else ''}")
    return True


def _nodes(row: Row) -> int:
    return row.budget or 0


def draw_seats(report: Report, axes: Any) -> bool:
    """Draw the win share of each seat."""
    par = report.results.par("win")
    for seat, e in enumerate(report.seats):
        if isfinite(e.low):
            axes.plot([seat, seat], [e.low, e.high], color=COLOURS[0], lw=2.5, alpha=0.6)
        axes.plot(seat, e.mean, "o", color=COLOURS[0], ms=8)
        axes.annotate(f"{e.mean:.3f}", (seat, e.mean), (10, 0), textcoords="offset points",
                      va="center")  # fmt: skip
    axes.axhline(par, color=FAINT, lw=1.2, zorder=0)
    ends = [v for e in report.seats for v in (e.low, e.high, e.mean) if isfinite(v)]
    reach = max(0.02, max(abs(v - par) for v in ends)) * 1.2
    axes.set_ylim(max(0, par - reach), min(1, par + reach))
    axes.set_xlim(-0.5, len(report.seats) - 0.3)
    axes.set_xticks(range(len(report.seats)), [f"seat {i}" for i in range(len(report.seats))])
    axes.grid(axis="x", visible=False)
    axes.set_ylabel("win share")
    axes.set_title("Win share by seat, whoever sits there (line: par)")
    return True
