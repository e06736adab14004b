"""One seat's game: its record, its view, its bot (sections 3 and 4)."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NoReturn

from eminence.ai.engine.config import Config
from eminence.ai.engine.errors import RequestError, brief, event_refusal, refusal
from eminence.ai.engine.messages import Append, End, NewGame
from eminence.ai.engine.reveal import contradictions
from eminence.ai.thinking import Bot
from eminence.core.errors import DesyncError, EminenceError, NotVisibleError
from eminence.core.events import Event
from eminence.core.game import Game, Json, View


class Session:
    """A game as one seat knows it. Used by one thread at a time."""

    def __init__(self, config: Config, game: Game, request: NewGame) -> None:
        """Open a game; raises `RequestError` for events and observations that cannot be."""
        self._config = config
        self._game = game
        self._request = request
        self._events: list[Event] = []
        self._view = self._new_view()
        self._bot: Bot | None = None
        self._bot_spec = ""
        self._take_in(request.events, 0)

    @property
    def view(self) -> View:
        """What the seat knows."""
        return self._view

    @property
    def n(self) -> int:
        """The number of events so far."""
        return len(self._events)

    def opened(self) -> Json:
        """Return what the reply to ``newgame`` says."""
        snapshot = self._request.observation is not None
        return self.position() | ({"belief": "snapshot"} if snapshot else {})

    def position(self) -> Json:
        """Return what the reply to ``events`` says."""
        return {"n": self.n, "to_move": self._view.to_move}

    def legal(self) -> Json:
        """Return the seat's legal moves, none when another is to move."""
        return self.position() | {
            "decision": self._view.decision,
            "legal": self._view.legal_moves(),
        }

    def append(self, batch: Append) -> Json:
        """Take in a batch of events, all of it or nothing.

        What is there already may come again; a gap or another past is a `desync`. Whether the
        seat may know all that the batch says is checked before it is compared.
        """
        if batch.start > self.n:
            raise self._desync(f"have {self.n} events, batch starts at {batch.start}", "/from")
        there = self._events[batch.start : batch.start + len(batch.events)]
        for place, (old, new) in enumerate(zip(there, batch.events, strict=False)):
            if old != new:
                self._refuse_other_past(batch, place)
        self._take_in(batch.events, len(there))
        return self.position()

    def seat_to_think(self) -> int:
        """Return the seat that is to move, if this game can answer for it."""
        to_move, seat = self._view.to_move, self._view.seat
        if to_move is None:
            raise RequestError("game_over", "the game is over")
        if to_move == "chance" or seat not in (to_move, "all"):
            who = "chance" if to_move == "chance" else f"seat {to_move}"
            raise RequestError("not_your_turn", f"{who} is to move, not seat {seat}")
        return to_move

    def bot(self, spec: str) -> Bot:
        """Return this game's own bot; nothing passes from one game to another."""
        if self._bot is None or self._bot_spec != spec:
            self._bot, self._bot_spec = self._config.make_bot(spec), spec
        return self._bot

    def drop_bot(self) -> None:
        """Forget a bot that does not answer; the next question goes to a new one."""
        self._bot = None

    def seed(self, default: int | None) -> int | None:
        """Return the seed for a search: the game's own, or else the option's, or the bot's."""
        return self._request.seed if self._request.seed is not None else default

    def end(self, request: End) -> Json:
        """Return what the reply to ``end`` says: the scores of a revealed state that fits."""
        if request.reveal is None:
            return {}
        try:
            final = self._game.from_json(request.reveal)
        except EminenceError as error:
            raise refusal(error, "/reveal") from None
        against = contradictions(self._view, final, self._config.rng(self.n))
        if against:
            message = "the final state is not what this seat saw"
            raise RequestError("impossible", message, "/reveal" + against[0])
        return {"scores": final.scores()}

    def _new_view(self) -> View:
        try:
            return self._game.view(self._request.seat, self._request.observation)
        except EminenceError as error:
            raise refusal(error, "/observation") from None

    def _take_in(self, events: list[Event], skip: int) -> None:
        """Take in the events after the first ``skip`` ones."""
        self._check_seats(events)
        try:
            self._view.extend(events[skip:])
        except EminenceError as error:
            raise event_refusal(error, events, skip) from None
        self._events += events[skip:]

    def _check_seats(self, events: list[Event]) -> None:
        for place, event in enumerate(events):
            if event.get("seat", 0) >= self._game.players:
                message = f"no seat {event['seat']} with {self._game.players} players"
                raise RequestError("bad_value", message, f"/events/{place}/seat")

    def _refuse_other_past(self, batch: Append, place: int) -> NoReturn:
        """Refuse a batch that is not what is stored: for what it tells, or else as another past."""
        past = self._new_view()
        past.extend(self._events[: batch.start])
        try:
            past.extend(batch.events)
        except NotVisibleError as error:
            raise event_refusal(error, batch.events, 0) from None
        except EminenceError:
            pass
        at = batch.start + place
        raise self._desync(f"event {at} is another one than the one received", f"/events/{place}")

    def _desync(self, message: str, path: str) -> RequestError:
        return refusal(DesyncError(message), path, n=self.n)


def open_session(config: Config, request: NewGame) -> Session:
    """Return a new game; raises `RequestError` for rules and seats that there are not."""
    games = config.games()
    if request.rules not in games:
        near = get_close_matches(request.rules, games, 1)
        message = f"no rules {brief(request.rules)}; there are: {', '.join(games)}"
        hint = near[0] if near else None
        raise RequestError("unknown_rules", message, "/rules", hint=hint)
    counts = games[request.rules].players
    if request.players not in counts:
        some = ", ".join(map(str, counts))
        message = f"{request.rules} is for {some} players, not {request.players}"
        raise RequestError("bad_value", message, "/players")
    if request.seat != "all" and request.seat >= request.players:
        message = f"no seat {request.seat} with {request.players} players"
        raise RequestError("bad_value", message, "/seat")
    return Session(config, config.load(request.rules, request.players), request)
