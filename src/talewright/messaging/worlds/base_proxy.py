"""A component that loads another world and answers for it.

Post it ``load``, ``async_load``, ``init``, ``enable``, ``disable``, ``final``, ``unload``; it answers
``proxy_loaded`` and ``proxy_unloaded`` to the component that asked, and to no successor of it. All are handled at
once, in queue order; the life of the world is the table of `lifecycle`. What the proxy remembers are declared
properties, so that a save holds them. What it cannot do is a fault, and the asker gets ``proxy_error`` (``request``,
``text``): that is ours, in Defold a failed load is silent for the script. ``set_time_step`` (``factor``, ``mode``)
scales the time of the world: in mode 0 evenly, in mode 1 by whole frames and frames of no time.

Source: Defold manual, "message passing" (between worlds) and "collection proxies".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from talewright.messaging.address.declared import SET_TIME_STEP
from talewright.messaging.address.seconds import MAX_FRAME, checked_seconds
from talewright.messaging.address.url import Url
from talewright.messaging.life.actions import Action
from talewright.messaging.life.life import Life, life_of
from talewright.messaging.life.lifecycle import HAS_WORLD, MESSAGES, RUNNING, UPDATE, ProxyState, Step
from talewright.messaging.life.proxy import Proxy
from talewright.messaging.objects.component import id_of
from talewright.messaging.objects.reply_to import ReplyTo
from talewright.messaging.trace.faults import Fault


class BaseProxy(Proxy):
    """What `CollectionProxy` is besides the name of the world that it has loaded."""

    _tw_own_messages = frozenset({*MESSAGES, SET_TIME_STEP, "reset_time_step"})

    collection: str
    state: ProxyState = ProxyState.UNLOADED
    loader: ReplyTo | None = None
    unloader: ReplyTo | None = None
    time_factor: float = 1.0
    time_mode: int = 0
    time_saved: float = 0.0

    def __init__(self, collection: str, **fields: Any) -> None:
        super().__init__(collection, **fields)

    @classmethod
    def _tw_check(cls, fields: Mapping[str, Any]) -> None:
        # A time step that ``set_time_step`` could have made.
        checked_seconds(fields.get("time_factor", 1.0), "time_factor")
        checked_seconds(fields.get("time_saved", 0.0), "time_saved")
        if fields.get("time_mode", 0) not in (0, 1):
            raise ValueError(f"time_mode is 0 or 1, not {fields['time_mode']!r}")

    @property
    def loaded(self) -> Any:
        """The world that it has loaded, or None."""
        inner = self._inner
        return None if inner is None else inner.world

    @property
    def _inner(self) -> Life | None:
        return life_of(self).table.behind.get(self)

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        """Do what the table of `lifecycle` says; other messages go to ``@on`` methods of subclasses."""
        if message_id == SET_TIME_STEP:
            self.time_factor = max(float(message["factor"]), 0.0)
            self.time_mode, self.time_saved = message["mode"], 0.0
            return
        if message_id == "reset_time_step":
            self.time_factor, self.time_mode, self.time_saved = 1.0, 0, 0.0
            return
        row = MESSAGES.get(message_id)
        if row is None:
            super().on_message(message_id, message, sender)
            return
        step, asker = row[self.state], ReplyTo.sender(self.world.worlds, sender)
        if step.refused:
            self._refuse("TW-MSG-04", step.refused.format(self.collection), message_id, asker)
        else:
            self._take(step, asker)

    # The library's own: the frame

    @classmethod
    def _tw_knows(cls, message_id: str) -> bool:
        return (
            message_id in cls._tw_own_messages
            or cls.on_message is not BaseProxy.on_message
            or message_id in cls._tw_handlers
        )

    def _share(self, dt: float) -> float:
        """Return the part of a frame that passes in its world."""
        if self.time_mode == 0:
            return min(dt * self.time_factor, MAX_FRAME)
        self.time_saved = min(self.time_saved + dt * self.time_factor, MAX_FRAME)
        if dt and self.time_saved >= dt:
            self.time_saved -= dt
            return dt
        return 0.0

    def _running(self) -> Life | None:
        return self._inner if self.state in RUNNING else None

    def _tw_update(self, dt: float) -> None:
        step = UPDATE.get(self.state)
        waiting = self.state in (ProxyState.UNLOADING, ProxyState.RELOADING) and self._inner is not None
        if step is not None and not waiting:
            self._take(step, self._host)
        inner = self._running()
        if inner is not None:
            inner.update(self._share(dt))

    def _tw_post_update(self) -> None:
        inner = self._running()
        if inner is not None:
            inner.post_update()

    def _tw_offer(self, action: Action) -> bool:
        inner = self._running()
        return inner is not None and inner.offer(action)

    def _tw_abandon(self) -> None:
        inner = self._inner
        if inner is not None:
            inner.table.doom(inner)

    def _tw_end_with_object(self) -> bool:
        inner = self._inner
        if inner is not None:
            inner.table.end_now(inner)
        return self._tw_end() or inner is not None

    def _tw_end(self) -> bool:
        waits = self.loader is not None or self.unloader is not None
        self._do_answer_unloaded(self._host)
        self._forget_loader("its proxy was deleted before its turn came")
        self.state = ProxyState.UNLOADED
        return waits

    def _tw_finished(self) -> None:
        if self.state in HAS_WORLD:
            self.state = ProxyState.LOADED

    # The library's own: actions of the table

    @property
    def _host(self) -> ReplyTo:
        return ReplyTo(life_of(self).shared.sockets.nobody, None)

    def _take(self, step: Step, asker: ReplyTo) -> None:
        before = self.state
        if step.state is not None:
            self.state = step.state
        for number, action in enumerate(step.actions, 1):
            try:
                done = getattr(self, f"_do_{action}")(asker)
            except BaseException:
                # The program or the step is being stopped: what was not done can be asked for again.
                if self.state is step.state and (number < len(step.actions) or not self._fits()):
                    self.state = before
                raise
            if done is False:
                self.state = before
                return

    def _fits(self) -> bool:
        """Say whether its state says what its world is like."""
        inner = self._inner
        if self.state not in HAS_WORLD:
            return inner is None
        return inner is not None and inner.initialised == (self.state is not ProxyState.LOADED)

    def _do_build(self, asker: ReplyTo) -> bool:
        outer, name = life_of(self), self.collection
        table = outer.table
        if name in table:
            text = f"The collection '{name}' could not be created since there is already a socket with the same name."
            self._refuse("TW-MSG-05", text, "load", asker)
            self._report("TW-MSG-05", f"The collection {name} could not be loaded.", "load", asker)
            return False
        try:
            inner = table.create(name, outer.policy, self, outer.max_instances)
            try:
                table.construct(name, inner)
            except BaseException:
                table.discard(inner)
                raise
        except Exception as error:
            if error is outer.runtime.callers.stop:
                raise
            self._refuse("TW-MSG-05", f"The collection {name} could not be loaded.", "load", asker, error)
            return False
        return True

    def _do_init(self, asker: ReplyTo) -> None:
        inner = self._inner
        if inner is not None:
            inner.start()

    def _do_final(self, asker: ReplyTo) -> None:
        inner = self._inner
        if inner is not None:
            inner.table.finish(inner)

    def _do_end(self, asker: ReplyTo) -> None:
        self._tw_abandon()

    def _do_remember_loader(self, asker: ReplyTo) -> None:
        self.loader = asker

    def _do_remember_unloader(self, asker: ReplyTo) -> None:
        self.unloader = asker

    def _do_answer_loaded(self, asker: ReplyTo) -> None:
        self._answer(asker, "proxy_loaded")

    def _do_answer_unloaded(self, _: ReplyTo) -> None:
        asker, self.unloader = self.unloader, None
        if asker is not None:
            self._answer(asker, "proxy_unloaded")

    def _do_forget_loader(self, _: ReplyTo) -> None:
        self._forget_loader("it was unloaded before its turn came")

    def _forget_loader(self, why: str) -> None:
        asker, self.loader = self.loader, None
        if asker is not None:
            text = f"The collection {self.collection} was not loaded: {why}."
            asker.post(self.url(), "proxy_error", {"request": "load", "text": text})

    def _do_say_never_loaded(self, asker: ReplyTo) -> None:
        text = f"The collection {self.collection} could not be unloaded since it was never loaded."
        self._refuse("TW-MSG-04", text, "unload", asker)

    def _do_load(self, _: ReplyTo) -> None:
        asker, self.loader = self.loader, None
        try:
            self._take(MESSAGES["load"][ProxyState.UNLOADED], asker or self._host)
        except Exception:
            raise
        except BaseException:
            if self._inner is None:
                self.state, self.loader = ProxyState.LOADING, asker  # at its next turn again
            raise

    def _answer(self, asker: ReplyTo, message_id: str) -> None:
        asker.post(self.url(), message_id)

    def _refuse(self, code: str, text: str, request: str, asker: ReplyTo, error: Exception | None = None) -> None:
        """Say that something cannot be done: to those who watch faults, and to who asked."""
        text = self._report(code, text, request, asker, error)
        asker.post(self.url(), "proxy_error", {"request": request, "text": text})

    def _report(self, code: str, text: str, request: str, asker: ReplyTo, error: Exception | None = None) -> str:
        why = f" {type(error).__name__}: {' '.join(str(error).split())}" if error is not None else ""
        life_of(self).runtime.reports.report(
            Fault(
                code,
                f"ERROR:GAMESYS: {text}{why}",
                world=life_of(self).name,
                object=self.owner.id,
                component=id_of(self),
                callback="on_message",
                message_id=request,
                sender=str(asker.url),
                error=error,
                hint=f"the proxy is {self.state.name}: {self.state.value}" if error is None else "",
            )
        )
        return f"{text}{why}"
