"""What an author reads of something that went wrong in play."""

from __future__ import annotations

import traceback
from pathlib import Path

from talewright.messaging import Fault


def described(fault: Fault) -> str:
    """Return what went wrong, where, and what to do.

    >>> described(Fault("TW-MSG-01", "update of main:/cat#purr: no sound", hint="give it one"))
    'update of main:/cat#purr: no sound\\n  hint: give it one'
    """
    where = _place(fault.error)
    said = f"{where}: {fault.text}" if where and where not in fault.text else fault.text
    return f"{said}\n  hint: {fault.hint}" if fault.hint else said


def _place(error: Exception | None) -> str:
    frames = [] if error is None else traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
