"""Whether a final state agrees with what a seat saw (section 3; section 8, number 52).

Both are compared as observations. What the seat's own says with a ``?`` may turn out to be
anything of that kind. Besides, there are fields that a view cannot fill in before it is told
the final state, such as scores. No game has to list them: a field is knowledge only if every
full state that fits the record agrees with it, so samples show which fields are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from eminence.core.game import Json, Random, State, View

SAMPLES = 16

Path = tuple[str, ...]
"""The keys on the way to a field; ``*`` for any place in a list."""


def contradictions(view: View, final: State, rng: Random) -> list[str]:
    """Return the JSON pointers of all that a seat knows otherwise than the final state says."""
    known = view.observation()
    found = dict(_differences(known, seen(final, view.seat)))
    if found:
        for _ in range(SAMPLES):
            guess = seen(view.sample(rng), view.seat)
            unsure = {path for path, _ in _differences(known, guess)}
            found = {path: where for path, where in found.items() if path not in unsure}
    return list(found.values())


def seen(state: State, seat: int | str) -> Json:
    """Return a state as a seat sees it; the seat ``"all"`` sees everything."""
    return state.observation(seat) if isinstance(seat, int) else state.to_json()


def _differences(
    known: Any, shown: Any, path: Path = (), where: str = ""
) -> Iterator[tuple[Path, str]]:
    """Yield each field that cannot be what is known: its path, and its JSON pointer."""
    if isinstance(known, dict) and isinstance(shown, dict):
        if "?" in known:
            if not _counts_agree(known, shown):
                yield path, where
            return
        for key in sorted(known.keys() | shown.keys()):
            yield from _differences(known.get(key), shown.get(key), (*path, key), f"{where}/{key}")
    elif isinstance(known, list) and isinstance(shown, list):
        if any(_is_pattern(item) for item in known):
            if not _cards_agree(known, shown):
                yield path, where
        elif len(known) != len(shown):
            yield path, where
        else:
            for place, (mine, theirs) in enumerate(zip(known, shown, strict=True)):
                yield from _differences(mine, theirs, (*path, "*"), f"{where}/{place}")
    elif not (known == shown or _fits(known, shown)):
        yield path, where


def _is_pattern(value: Any) -> bool:
    return isinstance(value, str) and value.endswith("?")


def _fits(pattern: Any, value: Any) -> bool:
    """Tell whether a text such as ``L?`` may be the value; numbers can be hidden by ``?``."""
    return _is_pattern(pattern) and str(value).startswith(pattern[:-1])


def _counts_agree(known: Json, shown: Json) -> bool:
    """Compare ``{"a": 1, "?": 2}`` with counts by kind."""
    named = all(shown.get(key, 0) >= n for key, n in known.items() if key != "?")
    return named and sum(known.values()) == sum(shown.values())


def _cards_agree(known: list[Any], shown: list[Any]) -> bool:
    """Compare a hand in which some cards are ``?`` with the hand itself, in any order."""
    if len(known) != len(shown):
        return False
    named = Counter(str(card) for card in known if not _is_pattern(card))
    left = Counter(str(card) for card in shown)
    if named - left:
        return False
    rest = list((left - named).elements())
    for pattern in sorted((c for c in known if _is_pattern(c)), key=len, reverse=True):
        fitting = next((card for card in rest if _fits(pattern, card)), None)
        if fitting is None:
            return False
        rest.remove(fitting)
    return True
