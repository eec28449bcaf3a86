"""What every command says and how: findings, errors, escaped text, words of help, files written."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.output import findings, inputs, progress
    from talewright.cli.output.checkers import CHECKERS
    from talewright.cli.output.errors import FINDINGS, OK, described, guarded, provide_output, system_error, unexpected
    from talewright.cli.output.late import Late, Place
    from talewright.cli.output.outputs import difference, dry_run_option, force_option, put, write
    from talewright.cli.output.plain import counted, print_data, print_json, settle_output
    from talewright.cli.output.said import Kind, Said
    from talewright.cli.output.streams import below, paint
    from talewright.cli.output.words import ToolCommand, json_option, output_option

__all__ = [
    "CHECKERS",
    "FINDINGS",
    "OK",
    "Kind",
    "Late",
    "Place",
    "Said",
    "ToolCommand",
    "below",
    "counted",
    "described",
    "difference",
    "dry_run_option",
    "findings",
    "force_option",
    "guarded",
    "inputs",
    "json_option",
    "output_option",
    "paint",
    "print_data",
    "print_json",
    "progress",
    "provide_output",
    "put",
    "settle_output",
    "system_error",
    "unexpected",
    "write",
]

_HOMES = {
    "talewright.cli.output.checkers": "CHECKERS",
    "talewright.cli.output.errors": "FINDINGS OK described guarded provide_output system_error unexpected",
    "talewright.cli.output.findings": "",
    "talewright.cli.output.inputs": "",
    "talewright.cli.output.late": "Late Place",
    "talewright.cli.output.outputs": "difference dry_run_option force_option put write",
    "talewright.cli.output.plain": "counted print_data print_json settle_output",
    "talewright.cli.output.progress": "",
    "talewright.cli.output.said": "Kind Said",
    "talewright.cli.output.streams": "below paint",
    "talewright.cli.output.words": "ToolCommand json_option output_option",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
