"""Whether a stop can be one: decision, mover and `step` fit the rest (sections 6 and 8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from eminence.core.louis14 import draws
from eminence.core.louis14.conservation import fail
from eminence.core.louis14.court import (
    CONDE,
    JOKER,
    LOUVOIS,
    MAINTENON,
    MAZARIN,
    TILE_NUMBERS,
    TURENNE,
)
from eminence.core.louis14.ending import last_shields
from eminence.core.louis14.influence import END_EFFECTS, NEUTRAL_CARDS, START_EFFECTS
from eminence.core.louis14.position import DECKS, MARKERS, NEUTRAL, ROUNDS, START_GOLD, Position
from eminence.core.louis14.preparation import GENERAL_SUPPLY, GENERAL_SUPPLY_OF_TWO
from eminence.core.louis14.resources import HAND
from eminence.core.louis14.scoring import bribe_price, tied_for_most

NOBODY: frozenset[str | None] = frozenset([None])


@dataclass(frozen=True, slots=True)
class Stop:
    """What `step` may be at a decision in a phase."""

    effects: frozenset[str | None] = NOBODY
    """The effects of the mission at work; ``None``: there may be none."""
    owed: tuple[int, int] = (0, 0)
    tiles: tuple[int, ...] = ()
    """The tiles, in scoring."""
    serving: bool = False
    """Are markers set aside?"""


def _of(*effects: str | None) -> frozenset[str | None]:
    return frozenset(effects)


_COURT = tuple(TILE_NUMBERS)
STOPS: dict[tuple[str, str], Stop] = {
    ("setup", "start"): Stop(),
    ("setup", "draw_mission"): Stop(owed=(1, 2)),
    ("resources", "gold"): Stop(),
    ("resources", "gold2"): Stop(_of("gold2")),
    ("resources", "trade"): Stop(_of("trade")),
    ("resources", "draw_shield"): Stop(_of("shield"), (1, 1)),
    ("resources", "draw_intrigue"): Stop(_of(None, "plot"), (1, 1)),
    ("resources", "draw_influence"): Stop(_of(None, "trade"), (1, HAND)),
    ("influence", "draw_influence"): Stop(_of(None, "redraw"), (0, 1)),
    ("influence", "start_place"): Stop(_of(*START_EFFECTS)),
    ("influence", "turn"): Stop(),
    ("influence", "four"): Stop(_of("four")),
    ("influence", "end_place"): Stop(_of(*END_EFFECTS)),
    ("scoring", "intrigue"): Stop(tiles=_COURT),
    ("scoring", "tie"): Stop(_of("tiebreak"), tiles=_COURT),
    ("scoring", "bribe"): Stop(tiles=_COURT, serving=True),
    ("scoring", "conde"): Stop(tiles=(CONDE,), serving=True),
    ("scoring", "maintenon"): Stop(tiles=(MAINTENON,), serving=True),
    ("scoring", "draw_shield"): Stop(owed=(1, 2), tiles=(CONDE, TURENNE, LOUVOIS), serving=True),
    ("scoring", "draw_influence"): Stop(owed=(1, 1), tiles=(MAZARIN,), serving=True),
    ("scoring", "draw_intrigue"): Stop(owed=(1, 1), tiles=(LOUVOIS,), serving=True),
    ("missions", "missions"): Stop(),
    ("missions", "deck"): Stop(_of(None, "draw2", "exchange"), (1, 2)),
    ("missions", "draw_mission"): Stop(_of(None, "draw2", "exchange"), (1, 2)),
    ("missions", "exchange"): Stop(_of("exchange")),
    ("missions", "keep"): Stop(),
    ("missions", "draw_shield"): Stop(owed=(1, 15)),
    ("end", "draw_shield"): Stop(owed=(1, 999)),
}


def check_stop(p: Position, root: str) -> None:
    """Raise `NotationError` unless the game can stop like this."""
    _Check(p, root).all()


class _Check:
    """The checks of one position; each looks at one thing."""

    def __init__(self, p: Position, root: str) -> None:
        self.p = p
        self.root = root

    def need(self, fine: object, path: str, why: str) -> None:
        if not fine:
            fail(self.root, path, why)

    def all(self) -> None:
        p = self.p
        self.round_and_louis()
        if p.over:
            self.need(p.to_move is None, "to_move", "is null at the end")
            self.need(p.round == ROUNDS, "round", f"is {ROUNDS} at the end")
            self.step_is_empty()
            return
        stop = STOPS.get((p.phase, p.decision or ""))
        if stop is None:
            fail(self.root, "decision", f"there is no {p.decision!r} in phase {p.phase}")
        self.mover(p.decision or "")
        if p.phase == "setup":
            self.setup()
        self.step(stop)
        self.condition()
        if stop.serving:
            self.serving()

    def step_is_empty(self) -> None:
        step = self.p.step
        empty = (None, 0, None, None, None, None, None)
        now = (step.drawer, step.owed, step.tile, step.most, step.aside, step.mission, step.card)
        self.need(now == empty, "step", "is empty at the end")

    def round_and_louis(self) -> None:
        p = self.p
        self.need((p.start is None) == (p.decision == "start"), "start", "is null only at start")
        self.need(p.phase != "setup" or p.round == 1, "round", "is 1 in the set-up")
        self.need(p.phase != "end" or p.round == ROUNDS, "round", f"is {ROUNDS} at the end")
        if p.phase in ("resources", "influence") and p.decision != "gold":
            self.need(p.louis, "louis", "is on a tile at this stop")
        elif p.phase != "scoring":
            self.need(p.louis is None, "louis", "is not on the court at this stop")
        else:
            tile = p.step.tile or 0
            fine = p.louis >= tile if p.louis else tile > 1
            self.need(fine, "louis", f"cannot be {p.louis or 'gone'} while tile {tile} is scored")
        self.neutral_markers()

    def neutral_markers(self) -> None:
        """They come when cards are turned up for them, and leave with each scored tile."""
        p = self.p
        neutral = sum(tile.neutral for tile in p.tiles)
        if p.phase not in ("influence", "scoring"):
            self.need(not neutral, "tiles", "have no neutral markers in this phase")
        if p.phase == "scoring":
            scored = p.tiles[: (p.step.tile or 1) - 1]
            fine = not any(tile.neutral for tile in scored)
            self.need(fine, "tiles", "that are scored have no neutral markers")
        if p.decision == "draw_influence" and p.phase == "influence" and p.step.drawer is None:
            turned_up = sum(n for card, n in p.centre.items() if card != JOKER)
            fine = neutral == 2 + 2 * turned_up
            self.need(fine, "tiles", f"have {2 + 2 * turned_up} neutral markers at this stop")

    def mover(self, decision: str) -> None:
        p = self.p
        draw = decision in draws.KIND_OF_DRAW
        if not draw:
            self.need(isinstance(p.to_move, int), "to_move", f"is a seat at {decision}")
            self.need(p.step.drawer is None, "step/for", f"is null at {decision}")
            return
        self.need(p.to_move == "chance", "to_move", f"is chance at {decision}")
        for_all = decision in ("start", "gold") or (
            p.phase == "influence" and p.step.mission is None
        )
        fine = (p.step.drawer is None) == for_all
        self.need(fine, "step/for", "is null for all, and else the seat that draws")

    def step(self, stop: Stop) -> None:
        p, step = self.p, self.p.step
        low, high = stop.owed
        self.need(low <= step.owed <= high, "step/owed", f"is {low} to {high} at this stop")
        self.need((step.tile or 0) in (stop.tiles or (0,)), "step/tile", "cannot be at this stop")
        fine = (step.aside is not None) == stop.serving
        self.need(fine, "step/aside", "is null where nothing is set aside, else a list")
        self.need(stop.serving or step.most is None, "step/most", "is not settled at this stop")
        if step.mission is None:
            self.need(None in stop.effects, "step/mission", "is missing at this stop")
        else:
            effect = p.mission(step.mission).effect
            fine = effect in stop.effects and step.mission in p.seats[p.actor].played
            self.need(fine, "step/mission", f"{step.mission} is not at work at this stop")
        self.card()

    def card(self) -> None:
        p, card = self.p, self.p.step.card
        if p.decision == "four":
            self.need(card in p.centre, "step/card", "is not in the centre")
        elif (p.phase, p.decision) == ("missions", "draw_mission"):
            self.need(card in DECKS if card else False, "step/card", "is no mission deck")
        else:
            self.need(card is None, "step/card", "is null at this stop")

    def setup(self) -> None:
        """Nothing has happened yet but the drawing of missions."""
        p = self.p
        hands = [Counter(m[0] for m in seat.missions) for seat in p.seats]
        expected: list[Counter[str]] = [Counter() for _ in p.seats]
        supplies = dict.fromkeys(range(p.players), 0)
        if p.decision == "draw_mission":
            turn = p.play_order.index(p.actor)
            for place, number in enumerate(p.play_order):
                drawn = "ML" if place < turn else "M" if place == turn and p.step.owed == 1 else ""
                expected[number] = Counter(drawn)
            sizes = GENERAL_SUPPLY_OF_TWO if p.players == 2 else GENERAL_SUPPLY
            supplies = dict(zip(p.play_order, sizes, strict=False))
        for number, seat in enumerate(p.seats):
            path = f"seats/{number}"
            self.need(hands[number] == expected[number], f"{path}/missions", "are not dealt so")
            self.need(seat.general == supplies[number], f"{path}/general", "is another at first")
            fresh = not (seat.chips or seat.influence or seat.intrigue or seat.played)
            fresh = fresh and not (seat.shields or seat.blank or seat.known_missions)
            self.need(
                fresh and seat.gold == START_GOLD, path, "has more than a player has at first"
            )
            self.need(seat.personal == MARKERS - seat.general, f"{path}/personal", "is not all")
        played = any(p.mission_bottoms.values()) or p.intrigue_bottom or p.centre
        self.need(not played, "phase", "is not setup once cards were played or returned")
        turned = any(tile.side != "front" for tile in p.tiles)
        self.need(not turned, "tiles", "lie on the front at first")

    def condition(self) -> None:
        """The condition under which the decision is asked or the card is drawn."""
        p, step = self.p, self.p.step
        decision = p.decision
        if decision in draws.KIND_OF_DRAW:
            self.draw()
            return
        seat = p.seats[p.actor]
        match decision:
            case "trade":
                self.need(seat.personal and p.influence_deck, "decision", "nothing to trade")
            case "start_place" | "end_place" | "conde" | "maintenon":
                self.need(seat.has_marker, "decision", "there is no marker to place")
            case "turn":
                self.need(len(seat.influence) > 1, "decision", "the seat has not two cards")
            case "four":
                self.need(step.mission in seat.used, "step/mission", "is not used up yet")
            case "intrigue":
                held = str(step.tile) in seat.intrigue and seat.has_marker
                self.need(held, "decision", f"the seat cannot play intrigue card {step.tile}")
                if p.viewer is not None:
                    self.need(p.to_move == p.viewer, "to_move", "nobody sees that question")
            case "tie":
                fine = p.actor in tied_for_most(p) and step.mission not in seat.used
                self.need(fine, "decision", "the seat has no tie to break here")
            case "deck":
                self.need(draws.open_decks(p), "decision", "there is no mission to draw")
            case "exchange":
                fine = bool(seat.missions) and p.round < ROUNDS
                self.need(fine, "decision", "there is nothing to exchange")
            case "keep":
                fine = len(seat.chips) > 1 and p.round < ROUNDS
                self.need(fine, "decision", "there is no choice of chips")
        self.owed_replacements()

    def owed_replacements(self) -> None:
        """One replacement, but for the missions that let draw two."""
        p, step = self.p, self.p.step
        if p.phase == "missions" and p.decision in ("deck", "draw_mission"):
            fine = step.mission is not None or step.owed == 1
            self.need(fine, "step/owed", "is 1 for an ordinary replacement")
            exchange = step.mission and p.mission(step.mission).effect == "exchange"
            self.need(not exchange or p.round < ROUNDS, "step/mission", "is asleep in this round")

    def draw(self) -> None:
        p, step = self.p, self.p.step
        match p.decision:
            case "draw_influence":
                self.need(p.influence_deck, "influence_deck", "is empty, so nothing is drawn")
                self.draw_influence()
            case "draw_intrigue":
                self.need(draws.has_intrigue(p), "intrigue_deck", "is empty, so nothing is drawn")
                extra = p.phase == "resources" and step.mission is None
                fine = p.players == 3 and p.round == ROUNDS and step.drawer == p.start
                self.need(not extra or fine, "decision", "nobody draws an extra intrigue card")
            case "draw_mission":
                deck = draws.deck_of_draw(p)
                fine = deck in draws.open_decks(p)
                self.need(fine, f"mission_decks/{deck}", "is empty, so nothing is drawn")
                self.owed_replacements()
            case "draw_shield":
                self.need(p.shield_bag, "shield_bag", "is empty, so nothing is drawn")
                self.draw_shield()

    def draw_influence(self) -> None:
        p, step = self.p, self.p.step
        if step.mission:
            self.need(step.owed == 1, "step/owed", "is 1 for a mission")
        elif p.phase == "influence":
            courtiers = sum(n for card, n in p.centre.items() if card != JOKER)
            fine = p.players == 2 and courtiers < NEUTRAL_CARDS and step.owed == 0
            self.need(fine, "decision", "no card is turned up for the neutral player")
        if step.mission and p.phase == "influence":
            used = step.mission in p.seats[p.actor].used
            self.need(used, "step/mission", "is not used up yet")

    def draw_shield(self) -> None:
        p, step = self.p, self.p.step
        if p.phase == "scoring":
            fine = step.owed == {CONDE: 1, LOUVOIS: 2}.get(step.tile or 0, step.owed)
            self.need(fine, "step/owed", "is another for this tile's gift")
        elif p.phase == "missions":
            kept = sum(p.seats[p.actor].chips.values())
            fine = kept == 1 and p.round < ROUNDS
            self.need(fine, "decision", "no shields are drawn for chips here")
        elif p.phase == "end":
            most = last_shields(p, p.actor)
            self.need(step.owed <= most, "step/owed", f"is at most {most} for this seat")

    def serving(self) -> None:
        """Markers set aside return in order, and the seat at this stop is being served."""
        p, step = self.p, self.p.step
        aside, side = step.aside or [], p.up(step.tile or 0)
        order = sorted(p.play_order, key=lambda seat: seat != step.most)
        for seat in order[: order.index(p.actor)]:
            self.need(not aside[seat], f"step/aside/{seat}", "have returned before this stop")
        mine = aside[p.actor]
        self.need(mine, f"step/aside/{p.actor}", "are not 0 while this seat is served")
        fine = step.most != NEUTRAL or p.players == 2
        self.need(fine, "step/most", "there is no neutral player")
        if side.method == "markers":
            self.need(step.most is None, "step/most", "is null on a markers tile")
            self.need(mine >= side.value, f"step/aside/{p.actor}", "are too few for the gift")
        elif side.method == "first":
            self.need(step.most == p.actor, "step/most", "is who gets the gift of a first tile")
        if p.decision == "bribe":
            fine = side.method == "gold" and step.most != p.actor
            fine = fine and p.seats[p.actor].gold >= bribe_price(p, p.actor)
            self.need(fine, "decision", "the seat has nothing to bribe for")
