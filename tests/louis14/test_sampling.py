"""`View.sample` against its definition: all complete histories that give the record weigh the same.

The enumerator here knows no sampler. It deals the hidden cards of one kind in every way there
is, lets each of these worlds take part in what happened, in every way that the viewer cannot
tell from it, and counts: a draw with its probability, a hidden choice with weight one. A test
fails where the p-value of χ² is below `P`; seeds are fixed, so that it always or never does.
"""

from __future__ import annotations

import itertools
import json as json_module
import random
from collections import Counter
from math import comb

import pytest
from scipy.stats import chi2

from eminence import Rng, load

P = 1e-4
ENGINES = ("compiled", "reference")
SAMPLES = {"compiled": 3000, "reference": 800}
KINDS = [*map(str, range(1, 13)), "J"]
POOL = ("L03", "L04", "L05", "L06", "L07", "L08", "L09")
VIEWER = 0


# --- Positions


def base(players=3):
    """Return the JSON of a position at `turn` without cards: the tests lay them out."""
    state = load("louis14", players).new(0)
    while state.to_move == "chance":
        state.apply(state.chance_outcomes()[0][0])
    json = state.to_json()
    for seat in json["seats"]:
        seat.update(influence=[], missions=[], shields={}, chips={}, intrigue=[])
    missions = [f"{d}{k:02}" for d, n in (("D", 8), ("L", 20), ("M", 12)) for k in range(1, n + 1)]
    json["seats"][VIEWER]["played"] = [m for m in missions if m[0] in "LM"]
    # Where they are asleep: `four`, `tiebreak` and others would only give more moves.
    json["mission_decks"] = {deck: {"top": [], "bottom": []} for deck in "LMD"}
    json["mission_decks"]["D"]["top"] = [m for m in missions if m[0] == "D"]
    json["influence_deck"], json["centre"] = {}, {**dict.fromkeys(KINDS[:12], 2), "J": 6}
    json["intrigue_deck"] = {"top": list(range(1, 13)), "bottom": []}
    json["shield_bag"] = {}
    json["seats"][VIEWER]["shields"] = dict.fromkeys("abcdef", 10)
    return json


def counts(cards):
    found = Counter(cards)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def lay_influence(json, hands, deck=()):
    """Deal influence cards to the seats, from the centre."""
    centre = Counter(json["centre"])
    centre.subtract([*deck, *(card for hand in hands for card in hand)])
    assert min(centre.values()) >= 0
    json["centre"] = {kind: centre[kind] for kind in KINDS if centre[kind]}
    json["influence_deck"] = counts(deck)
    for seat, hand in zip(json["seats"], hands, strict=True):
        seat["influence"] = sorted(hand, key=KINDS.index)


def missions_phase(hands, top=(), bottom=(), known=None, owners=("L19", "L20"), round=2):
    """Return seats 1, 2, 0 in their missions phase with these missions, all others played.

    The owners of `exchange` are seats 1 and 2; there are chips for many missions and no shields.
    """
    json = base()
    json.update(round=round, phase="missions", decision="missions", to_move=1, start=1, louis=None)
    json["gold_cards"] = json["gold_cards"][: 8 - round]
    json["influence_deck"], json["centre"] = json["centre"], {}
    unplayed = {*itertools.chain(*hands), *top, *(card for card, _ in bottom)}
    mine = [m for m in json["seats"][0]["played"] if m not in (*unplayed, *owners)]
    for number, (seat, hand) in enumerate(zip(json["seats"], hands, strict=True)):
        seat.update(
            missions=sorted(hand), chips={"C": 8}, played=[mine, *([m] for m in owners)][number]
        )
    for card, holder in (known or {}).items():
        json["seats"][holder]["known_missions"] = {card: VIEWER}
    json["mission_decks"]["L"] = {
        "top": sorted(top),
        "bottom": [{"id": card, "by": by} for card, by in bottom],
    }
    return json


# --- The enumerator


def splits(cards, sizes):
    """Yield each way to deal cards, all different, into hands of these sizes, and the rest."""
    if not sizes:
        yield (tuple(cards),)
        return
    for hand in itertools.combinations(cards, sizes[0]):
        left = [card for card in cards if card not in hand]
        for others in splits(left, sizes[1:]):
            yield hand, *others


def influence_deals(json, seat):
    """Yield (JSON, number of physical deals) for all that the seat holds possible."""
    others = [s for s in range(json["players"]) if s != seat]
    hidden = [card for s in others for card in json["seats"][s]["influence"]]
    hidden += Counter(json["influence_deck"]).elements()
    sizes = [len(json["seats"][s]["influence"]) for s in others]
    ways = Counter()
    for split in splits(range(len(hidden)), sizes):
        dealt = [tuple(sorted((hidden[i] for i in part), key=KINDS.index)) for part in split]
        ways[tuple(dealt)] += 1
    for (*hands, deck), number in ways.items():
        twin = json_module.loads(json_module.dumps(json))
        for s, hand in zip(others, hands, strict=True):
            twin["seats"][s]["influence"] = list(hand)
        twin["influence_deck"] = counts(deck)
        yield twin, number


def intrigue_deals(json, seat):
    others = [s for s in range(json["players"]) if s != seat]
    secret = [
        [c for c in json["seats"][s]["intrigue"] if c not in json["seats"][s]["known_intrigue"]]
        for s in others
    ]
    hidden = [*itertools.chain(*secret), *json["intrigue_deck"]["top"]]
    for *hands, deck in splits(sorted(hidden), [len(hand) for hand in secret]):
        twin = json_module.loads(json_module.dumps(json))
        for s, hand in zip(others, hands, strict=True):
            twin["seats"][s]["intrigue"] = sorted([*twin["seats"][s]["known_intrigue"], *hand])
        twin["intrigue_deck"]["top"] = list(deck)
        yield twin, 1


def shield_deals(json, seat):
    others = [s for s in range(json["players"]) if s != seat]
    held = [list(Counter(json["seats"][s]["shields"]).elements()) for s in others]
    hidden = [*itertools.chain(*held), *Counter(json["shield_bag"]).elements()]
    ways = Counter()
    for split in splits(range(len(hidden)), [len(hand) for hand in held]):
        ways[tuple(tuple(sorted(hidden[i] for i in part)) for part in split)] += 1
    for (*hands, bag), number in ways.items():
        twin = json_module.loads(json_module.dumps(json))
        for s, hand in zip(others, hands, strict=True):
            twin["seats"][s]["shields"] = dict(sorted(Counter(hand).items()))
        twin["shield_bag"] = dict(sorted(Counter(bag).items()))
        yield twin, number


def mission_deals(json, seat):
    """The same for the missions of deck L; those at the bottom are hands of one card each."""
    others = [s for s in range(json["players"]) if s != seat]
    bottom = json["mission_decks"]["L"]["bottom"]
    secret = [
        [m for m in json["seats"][s]["missions"] if m not in json["seats"][s]["known_missions"]]
        for s in others
    ]
    lower = [i for i, card in enumerate(bottom) if card["by"] != seat]
    hidden = [*itertools.chain(*secret), *json["mission_decks"]["L"]["top"]]
    hidden += [bottom[i]["id"] for i in lower]
    sizes = [len(hand) for hand in secret] + [1] * len(lower)
    for *parts, top in splits(sorted(hidden), sizes):
        twin = json_module.loads(json_module.dumps(json))
        for s, hand in zip(others, parts, strict=False):
            known = twin["seats"][s]["known_missions"]
            twin["seats"][s]["missions"] = sorted([*known, *hand])
        for i, (card,) in zip(lower, parts[len(others) :], strict=True):
            twin["mission_decks"]["L"]["bottom"][i]["id"] = card
        twin["mission_decks"]["L"]["top"] = list(top)
        yield twin, 1


def influence_part(json):
    return repr([[seat["influence"] for seat in json["seats"]], json["influence_deck"]])


def intrigue_part(json):
    hands = [(seat["intrigue"], seat["known_intrigue"]) for seat in json["seats"]]
    return repr([hands, json["intrigue_deck"]])


def shield_part(json):
    return repr([[sorted(seat["shields"].items()) for seat in json["seats"]], json["shield_bag"]])


def mission_part(json):
    hands = [(s["missions"], sorted(s["known_missions"].items())) for s in json["seats"]]
    return repr([hands, json["mission_decks"]])


STUDIES = {
    "influence": (influence_deals, influence_part, ("influence",)),
    "intrigue": (intrigue_deals, intrigue_part, ("intrigue",)),
    "shields": (shield_deals, shield_part, ("shield",)),
    "missions": (mission_deals, mission_part, ("mission", "return")),
}


def ways_to_play(state, move):
    """Return the number of cards in hand that the move may mean: each is a card of its own."""
    if state.decision != "turn":
        return 1
    card = move.split(":")[0].split(" ")[-1]
    return state.to_json()["seats"][state.to_move]["influence"].count(card) or 1


def passed(state, seat):
    """Yield a state and those that follow while others keep back an intrigue card unseen."""
    yield state
    while state.decision == "intrigue" and state.to_move != seat:
        state = state.copy()
        state.apply(f"{state.to_json()['step']['tile']}:none")
        yield state


class Histories:
    """All histories of one kind of card that a seat cannot tell from the true one, weighed."""

    def __init__(self, game, json, seat, kind):
        deals, self.part, self.words = STUDIES[kind]
        self.seat = seat
        self.worlds = {}
        for twin, weight in deals(json, seat):
            state = game.from_json(twin)
            self.worlds[bytes(state)] = state, weight

    def follow(self, token, seen):
        """Go on by what truly happened and how the viewer saw it: an event, or ``None``."""
        if seen is None:
            return
        following = {}
        for state, weight in self.worlds.values():
            for before in passed(state, self.seat):
                for after, p in self._fitting(before, token, seen):
                    key = bytes(after)
                    weight_before = following[key][1] if key in following else 0
                    following[key] = after, weight_before + weight * p
        self.worlds = following
        assert following

    def _fitting(self, state, token, seen):
        chances = dict(state.chance_outcomes())
        hidden = token.split(" ")[0] in self.words and "?" in token_of(seen)
        for choice in (*state.legal_moves(), *chances) if hidden else [token]:
            after = state.copy()
            length = len(state.seat_record(self.seat))
            try:
                after.apply(choice)
            except ValueError:
                continue
            record = after.seat_record(self.seat)
            if len(record) > length and record[-1] == seen:
                yield after, chances.get(choice, 0) or ways_to_play(state, choice)

    def result(self):
        """Return the weight of each possible layout of the cards."""
        found = Counter()
        for state, weight in self.worlds.values():
            *_, last = passed(state, self.seat)
            found[self.part(last.to_json())] += weight
        return found


def token_of(event):
    return event.get("move", event.get("chance"))


def chi_square_p(found, expected):
    """Return the p-value of counts; cells with little to expect are taken together."""
    assert found.keys() <= expected.keys(), "a world that no history gives"
    n, whole = sum(found.values()), sum(expected.values())
    cells = sorted((n * w / whole, found[k]) for k, w in expected.items())
    pooled, rest = [], [0.0, 0]
    for mean, seen in cells:
        if mean >= 5 and not 0 < rest[0] < 5:
            pooled.append((mean, seen))
        else:
            rest = [rest[0] + mean, rest[1] + seen]
    if rest[0]:
        pooled.append(tuple(rest))
    if len(pooled) < 2:
        return 1.0
    return chi2.sf(sum((seen - mean) ** 2 / mean for mean, seen in pooled), len(pooled) - 1)


def drawn(view, part, number):
    rng = Rng(9)
    return Counter(part(view.sample(rng).to_json()) for _ in range(number))


class Experiment:
    """A true game, the histories that its viewer cannot tell from it, and a view in each engine."""

    def __init__(self, json, kind, seat=VIEWER):
        players = json["players"]
        self.game = load("louis14", players)
        self.state = self.game.from_json(json)
        self.kind, self.seat = kind, seat
        self.histories = Histories(self.game, json, seat, kind)
        observation = self.state.observation(seat)
        self.views = {
            engine: load("louis14", players, engine=engine).view(seat, observation=observation)
            for engine in ENGINES
        }

    def apply(self, token):
        before = len(self.state.seat_record(self.seat))
        self.state.apply(token)
        record = self.state.seat_record(self.seat)[before:]
        self.histories.follow(token, record[0] if record else None)
        for view in self.views.values():
            view.extend(record)

    def go(self, *tokens):
        for token in tokens:
            self.apply(token)
        return self

    def check(self):
        """Assert that both engines draw from the histories."""
        expected = self.histories.result()
        for engine, view in self.views.items():
            found = drawn(view, STUDIES[self.kind][1], SAMPLES[engine])
            p = chi_square_p(found, expected)
            assert p > P, f"{engine}: p = {p:.2g} with {len(expected)} layouts"
        return expected


def random_play(experiment, chance, events, liked=()):
    """Let the true game go on at random."""
    for _ in range(events):
        state = experiment.state
        if state.to_move is None:
            return
        tokens = state.legal_moves() or [token for token, _ in state.chance_outcomes()]
        wanted = [t for t in tokens if t.split(" ")[0] in liked]
        pairs = [t for t in wanted if "+" in t and chance.random() < 0.5]
        experiment.apply(chance.choice(pairs or wanted or tokens))


def seeds(short, long):
    """Return few seeds, and many more for the long suite."""
    more = [pytest.param(seed, marks=pytest.mark.long) for seed in range(short, long)]
    return [*range(short), *more]


# --- Random records


def shuffled_missions(chance, number):
    cards = list(POOL[:number])
    chance.shuffle(cards)
    return iter(cards)


@pytest.mark.parametrize("seed", seeds(16, 400))
def test_missions(seed):
    """Missions put back, drawn from the bottom, played: all in one phase, or over a round."""
    chance = random.Random(seed)
    cards = shuffled_missions(chance, 6 + seed % 2)
    sizes = [chance.randrange(2), chance.randrange(1, 4), chance.randrange(1, 3)]
    hands = [[next(cards) for _ in range(size)] for size in sizes]
    rest = list(cards)
    lower = rest[: chance.randrange(len(rest) + 1)]
    known = {hands[1][0]: 1} if chance.random() < 0.5 else {}
    bottom = [(card, chance.randrange(3)) for card in lower]
    json = missions_phase(hands, rest[len(lower) :], bottom, known)
    experiment = Experiment(json, "missions")
    liked = ("return", "draw", *(("mission",) if seed % 3 else ()))
    random_play(experiment, chance, chance.randrange(6, 26), liked)
    experiment.check()


@pytest.mark.parametrize("seed", seeds(5, 100))
def test_influence_hands(seed):
    chance = random.Random(seed)
    json = base()
    cards = chance.sample([*KINDS[:6], *KINDS[:4], *"JJJ"], 11)
    json["seats"][VIEWER]["played"] = [m for m in json["seats"][0]["played"] if m != "M11"]
    json["seats"][1]["played"] = ["M11"]
    lay_influence(json, [cards[:2], cards[2:5], cards[5:8]], cards[8:])
    experiment = Experiment(json, "influence")
    random_play(experiment, chance, chance.randrange(7), ("swap",))
    experiment.check()


@pytest.mark.parametrize("seed", seeds(6, 100))
def test_intrigue_cards(seed):
    """Some known to all, some not; kept back unseen, played, drawn from top and bottom."""
    chance = random.Random(seed)
    json = base()
    lay_influence(json, [["J", "J"], ["J"], ["J"]])
    cards = list(range(1, 13))
    chance.shuffle(cards)
    for seat in json["seats"]:
        seat["intrigue"] = sorted(cards.pop() for _ in range(chance.randrange(1, 3)))
        seat["known_intrigue"] = [c for c in seat["intrigue"] if chance.random() < 0.3]
    lower = [cards.pop() for _ in range(len(cards) - chance.randrange(4))]
    json["intrigue_deck"] = {"top": sorted(cards), "bottom": lower}
    for seat in range(3):
        json["tiles"][11]["markers"][seat] = chance.randrange(1, 3)
        json["seats"][seat]["personal"] -= json["tiles"][11]["markers"][seat]
    experiment = Experiment(json, "intrigue").go("J:recall")
    while experiment.state.decision != "missions" and len(experiment.state.record) < 40:
        random_play(experiment, chance, 1, ("bribe",))
        if len(experiment.state.record) > 6 and chance.random() < 0.1:
            break
    experiment.check()


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_shields(seed):
    chance = random.Random(seed)
    json = missions_phase([["L03"], ["L04"], ["L05"]])
    kinds = chance.sample("aaabbc", 6)
    held = [[], kinds[:2], kinds[2:3]]
    own = Counter(json["seats"][VIEWER]["shields"])
    own.subtract(kinds)
    json["seats"][VIEWER]["shields"] = dict(sorted(own.items()))
    for seat in (1, 2):
        json["seats"][seat]["shields"] = dict(sorted(Counter(held[seat]).items()))
        json["seats"][seat]["chips"] = {"S": 1, "L": 1}
    json["shield_bag"] = dict(sorted(Counter(kinds[3:]).items()))
    experiment = Experiment(json, "shields")
    random_play(experiment, chance, chance.randrange(8), ("done",))
    experiment.check()


# --- Rare cases of missions, reckoned by hand


def chance_of(experiment, test):
    """Return the exact probability of a property of the state's JSON."""
    worlds = [
        ([*passed(state, experiment.seat)][-1].to_json(), weight)
        for state, weight in experiment.histories.worlds.values()
    ]
    return sum(w for json, w in worlds if test(json)) / sum(w for _, w in worlds)


def hand_of(json, seat):
    return json["seats"][seat]["missions"]


def known_of(json, seat):
    return json["seats"][seat]["known_missions"]


def test_a_known_mission_may_be_the_one_put_back():
    json = missions_phase([["L03"], ["L04", "L05"], ["L06"]], ["L07", "L08"], known={"L04": 1})
    e = Experiment(json, "missions").go("done", "return L05")
    assert chance_of(e, lambda j: "L04" in hand_of(j, 1)) == pytest.approx(1 / 2)
    e.check()


def test_each_of_three_missions_may_be_the_one_put_back():
    json = missions_phase([["L03"], ["L04", "L05", "L06"], ["L07"]], ["L08"], known={"L04": 1})
    e = Experiment(json, "missions").go("done", "return L05")
    assert chance_of(e, lambda j: "L04" in hand_of(j, 1)) == pytest.approx(2 / 3)
    e.check()


def test_each_of_three_missions_may_be_the_one_shown():
    """Seat 2 draws what seat 1 put back, holds two other cards besides, and plays one."""
    json = missions_phase([["L03"], ["L04", "L05"], ["L06", "L07", "L08"]], ["L09"])
    e = Experiment(json, "missions").go("done", "return L04", "draw L", "mission L09")
    e.go("mission L06 pay CC", "draw L", "mission L04", "mission L07 pay CC")
    assert chance_of(e, lambda j: list(known_of(j, 2).values()) == [1]) == pytest.approx(2 / 3)
    e.check()


def test_a_mission_shown_is_less_likely_from_a_hand_with_a_known_one():
    """Seat 1 puts back one of two, L04 that the viewer knows or another one; seat 2 draws it.

    Then seat 2 plays another card than L04: of two if it did not draw that, else its only one.
    """
    json = missions_phase([["L03"], ["L04", "L05"], ["L06", "L07"]], known={"L04": 1})
    e = Experiment(json, "missions").go("done", "return L05", "draw D", "mission D01")
    e.go("mission L06 pay CC", "draw L", "mission L05", "mission L07 pay CC")
    assert chance_of(e, lambda j: "L04" in hand_of(j, 2)) == pytest.approx(1 / 3)
    e.check()


def test_a_known_mission_may_be_one_of_two_put_back():
    json = missions_phase(
        [["L03"], ["L04", "L05", "L06"], ["L07"]], ["L08", "L09"], known={"L05": 1}
    )
    e = Experiment(json, "missions").go("done", "return L04+L06")
    # Of three pairs two have the known card.
    assert chance_of(e, lambda j: "L05" in hand_of(j, 1)) == pytest.approx(1 / 3)
    e.check()


def test_two_put_back_lie_in_ascending_order():
    json = missions_phase([["L03"], ["L04", "L06"], ["L05"]], ["L07", "L08"])
    e = Experiment(json, "missions").go("done", "return L04+L06")
    expected = e.check()
    # Five cards may be anywhere but in the viewer's hand: the pair is any two of them.
    assert len(expected) == comb(5, 2) * 3
    order = chance_of(
        e,
        lambda j: (
            j["mission_decks"]["L"]["bottom"][0]["id"] < j["mission_decks"]["L"]["bottom"][1]["id"]
        ),
    )
    assert order == pytest.approx(1)


def test_the_lower_of_two_put_back_tells_of_the_other():
    """The viewer draws the first of a pair, L06: the second is higher."""
    json = missions_phase([["L03", "L09"], ["L06", "L08"], ["L05"]], [])
    e = Experiment(json, "missions")
    e.go("done", "return L06+L08", "draw L", "mission L06", "draw L", "mission L08")
    e.check()
    json = missions_phase([["L09", "L03"], ["L06", "L08"], ["L05"]], ["L04", "L07"])
    e = Experiment(json, "missions")
    e.go("done", "return L06+L08", "draw L", "mission L04", "draw L", "mission L07", "done", "none")
    e.go("mission L09 pay CC", "draw L", "mission L06")
    second = Counter()
    for state, weight in e.histories.worlds.values():
        second[state.to_json()["mission_decks"]["L"]["bottom"][0]["id"]] += weight
    whole = sum(second.values())
    assert {k: w / whole for k, w in second.items()} == pytest.approx({"L07": 1 / 2, "L08": 1 / 2})
    e.check()


def test_a_card_put_back_and_drawn_by_a_third_seat_is_known_to_the_first():
    """Seat 1 puts a card back, seat 2 draws it and then holds it and another one."""
    json = missions_phase([["L03"], ["L04", "L05"], ["L06", "L07"]], ["L08"])
    start = ("done", "return L04", "draw L", "mission L08")
    start += ("mission L06 pay CC", "draw L", "mission L04")

    def known_to_seat_1(j):
        return list(known_of(j, 2).values()) == [1]

    drawn_up = Experiment(json, "missions").go(*start)
    assert known_of(drawn_up.state.to_json(), 2) == {"L04": 1}
    assert chance_of(drawn_up, known_to_seat_1) == pytest.approx(1)
    drawn_up.check()
    for card in ("L04", "L07"):  # the one put back, the other: the viewer cannot tell
        played = Experiment(json, "missions").go(*start, f"mission {card} pay CC")
        assert chance_of(played, known_to_seat_1) == pytest.approx(1 / 2)
        played.check()
    json["mission_decks"]["D"] = {"top": [], "bottom": []}
    json["seats"][2]["played"] = sorted(
        [*json["seats"][2]["played"], *(f"D{k:02}" for k in range(1, 9))]
    )
    gone = Experiment(json, "missions").go(*start, "mission L07 pay CC", "done", "return L04")
    assert chance_of(gone, lambda j: known_of(j, 2) == {}) == pytest.approx(1)
    gone.check()


def test_who_puts_back_missions_makes_its_others_unknown():
    json = missions_phase([["L03"], ["L04", "L05"], ["L06", "L07"]], [], [("L08", 0)], {"L04": 1})
    e = Experiment(json, "missions").go("done", "return L05", "draw L", "mission L08")
    # The card of the viewer, drawn again at once, is known to it; the other one no longer.
    assert known_of(e.state.to_json(), 1) == {"L08": 0}
    assert chance_of(e, lambda j: known_of(j, 1) == {"L08": 0}) == pytest.approx(1)
    e.check()


def test_a_card_shown_was_not_the_one_put_back():
    """Seat 1 puts one of two back, then plays L04, which the viewer had known there."""
    json = missions_phase([["L03"], ["L04", "L05"], ["L06"]], [], [], {"L04": 1})
    e = Experiment(json, "missions").go("done", "return L05", "draw L", "mission L05", "done")
    e.check()
    assert chance_of(e, lambda j: {"L04", "L05"} >= set(hand_of(j, 1))) < 1


def test_two_exchanges_of_two_seats():
    """Both seats put two back; the second may draw what the first put back."""
    json = missions_phase([["L03"], ["L04", "L08"], ["L05", "L06"]], ["L07"])
    e = Experiment(json, "missions")
    e.go("done", "return L04+L08", "draw L", "mission L07", "draw L", "mission L04", "done")
    e.go("return L05+L06", "draw L", "mission L08", "draw L", "mission L05", "done")
    e.check()


# --- Both engines' samplers in the middle of a game


def habit(state, chance):
    tokens = state.legal_moves() or [token for token, _ in state.chance_outcomes()]
    wanted = [t for t in tokens if t.split(" ")[0] in ("mission", "return", "draw", "bribe")]
    return chance.choice(wanted if wanted and chance.random() < 0.8 else tokens)


def homogeneity_p(first, second):
    """Return the p-value that two counts come from one distribution."""
    n, m = first.total(), second.total()
    cells, rest = [], [0, 0]
    for key in sorted(first.keys() | second.keys(), key=lambda k: first[k] + second[k]):
        pair = first[key], second[key]
        if sum(pair) * min(n, m) / (n + m) >= 5 and sum(rest) * min(n, m) / (n + m) >= 5:
            cells.append(pair)
        elif sum(rest) * min(n, m) / (n + m) >= 5 or not cells:
            rest = [rest[0] + pair[0], rest[1] + pair[1]]
    cells.append(tuple(rest))
    if len(cells) < 2:
        return 1.0
    distance = 0.0
    for a, b in cells:
        if a + b:
            for seen, share in ((a, n), (b, m)):
                mean = (a + b) * share / (n + m)
                distance += (seen - mean) ** 2 / mean
    return chi2.sf(distance, len(cells) - 1)


def statistics(json, viewer):
    """Yield a few features of a full state: what lies where."""
    for number, seat in enumerate(json["seats"]):
        if number != viewer:
            yield f"influence {number}", tuple(seat["influence"][:2])
            yield f"jokers {number}", seat["influence"].count("J")
            yield f"intrigue {number}", tuple(seat["intrigue"])
            yield f"known {number}", tuple(sorted(seat["known_missions"].items()))
            yield f"shields {number}", max(seat["shields"].values(), default=0)
            for card in seat["missions"]:
                yield f"hand {number}", card
    for deck, cards in json["mission_decks"].items():
        yield f"top {deck}", tuple(cards["top"][:1])
        yield f"bottom {deck}", tuple(card["id"] for card in cards["bottom"][:1])


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("seed", seeds(2, 40))
def test_both_engines_draw_from_the_same_distribution(players, seed):
    chance = random.Random(seed)
    games = [load("louis14", players, engine=engine) for engine in ENGINES]
    state = games[0].new()
    for _ in range(chance.randrange(60, 250)):
        if state.to_move is None:
            break
        state.apply(habit(state, chance))
    viewer = chance.randrange(players)
    found = []
    for game in games:
        view = game.view(viewer)
        view.extend(state.seat_record(viewer))
        rng, told = Rng(seed), {}
        for _ in range(600):
            for name, value in statistics(view.sample(rng).to_json(), viewer):
                told.setdefault(name, Counter())[value] += 1
        found.append(told)
    assert found[0].keys() == found[1].keys()
    for name, first in found[0].items():
        p = homogeneity_p(first, found[1][name])
        assert p > P / 10, f"{name}: p = {p:.2g}, {first}, {found[1][name]}"
