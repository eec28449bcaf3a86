"""`talewright explain`: what the code of a finding means and what to do; without a code, which families there are."""

from __future__ import annotations

import click

from talewright import explaining
from talewright.cli.output import OK, ToolCommand, json_option, print_json, settle_output


@click.command("explain", cls=ToolCommand)
@click.argument("code", default="", metavar="[CODE]")
@json_option
def explain_command(code: str, as_json: bool) -> int:
    """Explain a finding: what it means and what to do.

    A family such as TW-INI instead of a code lists its codes; without either, the families are listed.
    """
    settle_output()
    family = code.strip().upper().rstrip("-")
    if not family:
        rows = [(name, one.about, len(explaining.explanations_of(name))) for name, one in explaining.FAMILIES.items()]
        if as_json:
            print_json([{"family": name, "about": about, "codes": count} for name, about, count in rows])
            return OK
        for name, about, count in rows:
            click.echo(f"{name:8}  {count:3} codes  {about}")
    elif family in explaining.FAMILIES:
        found = explaining.explanations_of(family).values()
        if as_json:
            print_json([{"code": one.code, "family": one.family, "title": one.title} for one in found])
            return OK
        for one in found:
            click.echo(f"{one.code}  {one.title}")
    else:
        one = explaining.explain(code)
        if as_json:
            print_json({"code": one.code, "family": one.family, "title": one.title, "text": one.text})
            return OK
        click.echo(one.text, nl=False)
    return OK
