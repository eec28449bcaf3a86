"""The former place of `talewright.config.lint`, which docs named: asking for it warns, and it goes in 0.3.0."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from talewright.config.layers.traps import kind_of, lint

__all__ = ["kind_of", "lint"]

if not TYPE_CHECKING:  # else type checkers would take any name for one of them

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import warnings

        from talewright.config.layers import traps

        text = "talewright.config.traps goes in 0.3.0; import lint from talewright.config"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        return getattr(traps, name)
