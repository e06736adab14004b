"""A report as text: a table for the terminal, CSV, JSON or Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from eminence.bench.report import Report, Row
from eminence.bench.results import METRICS
from eminence.bench.stats import MIN_INTERVAL, Estimate

Cells = Sequence[Sequence[str]]

NAMES = {"win": "win share", "rank_pts": "rank points", "margin": "margin"}
MINUS = "−"


def number(value: float, digits: int = 0, sign: bool = False) -> str:
    """Return a number as people read it, a dash for none."""
    if not isfinite(value):
        return "–"
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = f"{0:.{digits}f}"
    return text.replace("-", MINUS)


def interval(e: Estimate, digits: int = 0, sign: bool = False) -> str:
    """Return a mean with the ends of its interval."""
    mean = number(e.mean, digits, sign)
    if not (isfinite(e.low) and isfinite(e.high)):
        return mean
    return f"{mean} [{number(e.low, digits, sign)}, {number(e.high, digits, sign)}]"


def _elo(report: Report, row: Row) -> str:
    return "0 (anchor)" if row.bot == report.anchor else interval(row.elo, 0, True)


def bot_cells(report: Report) -> list[list[str]]:
    """Return the main table, its heading first."""
    par = {metric: report.results.par(metric) for metric in METRICS}
    scores = [f"win share (par {par['win']:.3f})", "rank points (par 0.5)", "margin"]
    costs = ["blocks", "games", "ms/move", "nodes/move", "faults"]
    cells = [["#", "bot", "Elo", *scores, *costs]]
    for row in report.rows:
        cells.append(
            [
                str(row.rank),
                row.label,
                _elo(report, row),
                interval(row.scores["win"], 3),
                interval(row.scores["rank_pts"], 3),
                interval(row.scores["margin"], 2, True),
                number(row.blocks),
                number(row.games),
                number(row.ms_a_move, 1),
                number(row.nodes_a_move),
                ", ".join(f"{count} {kind}" for kind, count in sorted(row.faults.items())) or "0",
            ]
        )
    return cells


def pair_cells(report: Report) -> list[list[str]]:
    """Return how often the row's bot finished ahead of the column's: seen (as rated)."""
    names = report.results.names
    at = {row.bot: names.index(row.bot) for row in report.rows}
    seen = {(p.first, p.second): (p.seen, p.predicted, p.odd) for p in report.pairs}
    seen |= {(p.second, p.first): (1 - p.seen, 1 - p.predicted, p.odd) for p in report.pairs}
    cells = [["ahead of", *(row.label for row in report.rows)]]
    for row in at:
        line = [report.results.labels[row]]
        for column in at:
            pair = seen.get((at[row], at[column]))
            line.append(f"{pair[0]:.2f} ({pair[1]:.2f}){'!' if pair[2] else ''}" if pair else "·")
        cells.append(line)
    return cells


def superior_cells(report: Report) -> list[list[str]]:
    """Return the probability that the row's bot is stronger than the column's."""
    assert report.ratings is not None
    chance = report.ratings.superior()
    names = report.results.names
    order = [names.index(row.bot) for row in report.rows]
    cells = [["stronger than", *(row.label for row in report.rows)]]
    for row, i in zip(report.rows, order, strict=True):
        cells.append([row.label, *("·" if i == j else f"{chance[i, j]:.3f}" for j in order)])
    return cells


def seat_cells(report: Report) -> list[list[str]]:
    """Return the win share of each seat."""
    cells = [["seat", "win share"]]
    return cells + [[str(i), interval(e, 3)] for i, e in enumerate(report.seats)]


def heading(report: Report) -> str:
    """Return what was played."""
    run, n = report.results.run, report.results.players
    rules = f"{run.get('rules', 'a game')} {run.get('rules_version', '')}".strip()
    return f"{rules}, {n} players: {run.get('schedule', 'run')} of {len(report.rows)} bots"


def findings(report: Report) -> list[str]:
    """Return the sentences of the report: who and what was played, the verdict, luck, notes."""
    lines = _bots(report)
    lines += [
        f"{number(report.games)} games of {number(report.results.blocks)} deals; intervals are "
        "95 %, over deals."
    ]
    lines += _verdict(report)
    if isfinite(report.luck.mean):
        lines.append(
            f"Luck share {interval(report.luck, 2)}: so much of the variance of a win is what "
            "the seat was dealt."
        )
    if isfinite(report.saved) and report.results.blocks >= MIN_INTERVAL:
        fresh = report.saved * report.games
        lines.append(
            f"Shared deals: one game is worth {report.saved:.2f} with fresh deals, so "
            f"it would take {number(fresh)} games to know as much without."
        )
    return lines + list(report.notes)


def _bots(report: Report) -> list[str]:
    """Return what each bot is in full, where its label does not tell."""
    lines = []
    for bot in report.results.run["bots"]:
        name, label = str(bot["name"]), report.results.labels[str(bot["name"])]
        limits = [f"{value} {key}" for key, value in (bot.get("limits") or {}).items()]
        full = ", ".join([str(bot.get("spec", name)), *limits])
        if full not in (name, label):
            lines.append(f"{label} is {name}: {full}.")
    return lines


def _verdict(report: Report) -> list[str]:
    if report.score is None:
        return []
    first, second = (report.results.labels[name] for name in report.results.names)
    metric = report.results.metric
    lines = [
        f"Block score of {first} ({NAMES[metric]}): {interval(report.score, 4)}, par "
        f"{report.results.par(metric):.4f}."
    ]
    state, sprt = report.state, report.sprt
    if state is None or sprt is None:
        return lines
    words = {
        "H1": f"settled, {first} is stronger than {second}",
        "H0": f"settled, {first} is not stronger than {second} by the effect asked for",
        "inconclusive": f"not settled by {sprt.max_blocks} deals, the most that were allowed",
        None: "not settled yet",
    }
    return [
        *lines,
        f"Test of {sprt.m1:.4f} against {sprt.m0:.4f}: {words[state.decision]} (LLR "
        f"{number(state.llr, 2, True)} in {number(state.lower, 2)} … {number(state.upper, 2)} "
        f"after {number(state.blocks)} deals).",
    ]


def tables(report: Report) -> list[tuple[str, list[list[str]]]]:
    """Return all tables with their headings."""
    found = [("", bot_cells(report)), ("Win share by seat, whoever sits there", seat_cells(report))]
    if report.pairs:
        odd = any(pair.odd for pair in report.pairs)
        title = "Finished ahead: seen (as rated)" + (
            ", ! where more than chance parts them" if odd else ""
        )
        found.append((title, pair_cells(report)))
    if report.ratings and report.ratings.deals >= MIN_INTERVAL and len(report.rows) > 1:
        found.append(("Probability that row is stronger than column", superior_cells(report)))
    return found


def align(cells: Cells) -> str:
    """Return cells in columns; columns of names to the left, all others to the right."""
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    left = [i for i, head in enumerate(cells[0]) if head in ("bot", "ahead of", "stronger than")]
    lines = [
        "  ".join(
            cell.ljust(width) if i in left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    rule = "  ".join("─" * width for width in widths)
    return "\n".join([lines[0], rule, *lines[1:]])


def as_table(report: Report) -> str:
    """Return the report for a terminal."""
    parts = [heading(report)]
    parts += [f"{title}\n{align(cells)}".lstrip("\n") for title, cells in tables(report)]
    return "\n\n".join([*parts, "\n".join(findings(report))])


def as_markdown(report: Report) -> str:
    """Return the report as Markdown."""
    parts = [f"### {heading(report)}"]
    for title, cells in tables(report):
        rows = [f"| {' | '.join(_escaped(row))} |" for row in cells]
        rule = f"|{' --- |' * len(cells[0])}"
        parts.append("\n".join(([f"{title}:", ""] if title else []) + [rows[0], rule, *rows[1:]]))
    parts.append("\n".join(f"* {line}" for line in findings(report)))
    return "\n\n".join(parts)


def _escaped(row: Sequence[str]) -> list[str]:
    return [cell.replace("|", "\\|") for cell in row]


def as_csv(report: Report) -> str:
    """Return the bots' figures as CSV, a line for each bot."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["rank", "bot", "label"]
    for name in ("elo", *METRICS):
        head += [name, f"{name}_low", f"{name}_high"]
    writer.writerow([*head, "blocks", "games", "ms_a_move", "nodes_a_move", "faults"])
    for row in report.rows:
        line: list[Any] = [row.rank, row.bot, row.label]
        for e in (row.elo, *(row.scores[metric] for metric in METRICS)):
            line += [_exact(e.mean), _exact(e.low), _exact(e.high)]
        line += [row.blocks, row.games, _exact(row.ms_a_move), _exact(row.nodes_a_move)]
        writer.writerow([*line, row.faults.total()])
    return out.getvalue().rstrip("\n")


def _exact(value: float) -> float | None:
    """Return a number to six places that matter; nothing for none."""
    return float(f"{value:.6g}") if isfinite(value) else None


def _estimate(e: Estimate | None) -> dict[str, Any] | None:
    if e is None:
        return None
    return {"mean": _exact(e.mean), "low": _exact(e.low), "high": _exact(e.high), "n": e.n}


def _row_object(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "bot": row.bot,
        "label": row.label,
        "elo": _estimate(row.elo),
        **{metric: _estimate(row.scores[metric]) for metric in METRICS},
        "blocks": row.blocks,
        "games": row.games,
        "ms_a_move": _exact(row.ms_a_move),
        "nodes_a_move": _exact(row.nodes_a_move),
        "budget": row.budget,
        "faults": dict(sorted(row.faults.items())),
    }


def as_object(report: Report) -> dict[str, Any]:
    """Return the whole report as a JSON object."""
    results, names = report.results, report.results.names
    state = report.state
    return {
        "run": results.run,
        "blocks": results.blocks,
        "games": report.games,
        "unfinished": results.unfinished,
        "voids": results.voids,
        "torn": results.torn,
        "anchor": report.anchor,
        "bots": [_row_object(row) for row in report.rows],
        "score": _estimate(report.score),
        "sprt": None
        if state is None
        else {
            "decision": state.decision,
            "llr": _exact(state.llr),
            "lower": _exact(state.lower),
            "upper": _exact(state.upper),
            "blocks": state.blocks,
            "mean": _exact(state.mean),
        },
        "seats": [_estimate(e) for e in report.seats],
        "luck_share": _estimate(report.luck),
        "fresh_games_a_game": _exact(report.saved),
        "pairs": [
            {
                "bots": [names[p.first], names[p.second]],
                "games": p.games,
                "seen": _exact(p.seen),
                "predicted": _exact(p.predicted),
                "p": _exact(p.p),
                "odd": p.odd,
            }
            for p in report.pairs
        ],
        "notes": list(report.notes),
    }


def as_json(report: Report) -> str:
    """Return the whole report as JSON text."""
    return json.dumps(as_object(report), indent=2, ensure_ascii=False, allow_nan=False)


FORMATS: dict[str, Callable[[Report], str]] = {
    "table": as_table,
    "csv": as_csv,
    "json": as_json,
    "md": as_markdown,
}
