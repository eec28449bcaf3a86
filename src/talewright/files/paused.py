"""Loading much at once without the cycle collector.

Making many objects that all stay makes Python look through them again and again for rings that are none: a third of any
bulk load (performance.md section B). So it is switched off for the length of one, and on again whatever happens.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def paused_gc() -> Iterator[None]:
    """Switch the cycle collector off for the length of a ``with`` block, if it is on."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
