"""The former place of `talewright.config.lint`, which docs named: it warns, and goes in 0.3.0."""

import warnings

from talewright.config.layers.traps import kind_of, lint

__all__ = ["kind_of", "lint"]

warnings.warn(
    "talewright.config.traps goes in 0.3.0; import lint from talewright.config", DeprecationWarning, stacklevel=2
)
