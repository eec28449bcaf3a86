"""Examples of every command, as its help shows them; a test reads each of them as the command line would."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "check": ("talewright check", "talewright check mygame --format github", "talewright check mygame --json"),
    "cook": ("talewright cook mygame", "talewright cook mygame --check", "talewright cook --dry-run --json"),
    "demo": ("talewright demo", "talewright demo --script inputs.txt --seed 7"),
    "explain": ("talewright explain TW-INI-21", "talewright explain TW-TAG", "talewright explain YS0012 --json"),
    "new": ("talewright new lamp", "talewright new lamp --template pygame --lang ja", "talewright new --list"),
    "play": (
        "talewright play",
        "talewright play mygame --watch",
        "talewright play mygame --script inputs.txt",
        "talewright play D_Smith.yarn --set '$gold=5'",
    ),
    "replay": ("talewright replay session.log mygame", "talewright replay session.log --json"),
    "trace": (
        "talewright trace mygame --script inputs.txt --address '/smith*'",
        "talewright trace mygame --script inputs.txt --format chrome -o trace.json",
    ),
    "dialogue check": ("talewright dialogue check", "talewright dialogue check Dialogues/D_Smith.yarn --portable"),
    "dialogue coverage": (
        "talewright dialogue coverage mygame --data coverage.json",
        "talewright dialogue coverage mygame --data coverage.json --json -o report.json --fail-under 90",
    ),
    "dialogue explore": (
        "talewright dialogue explore mygame",
        "talewright dialogue explore mygame --input '$gold in 0,1,50' --json",
    ),
    "dialogue graph": (
        "talewright dialogue graph mygame -o story.mmd",
        "talewright dialogue graph D_Smith.yarn --format dot",
    ),
    "dialogue play": ("talewright dialogue play D_Smith.yarn", "talewright dialogue play D_Smith.yarn --set '$gold=5'"),
    "dialogue strings drift": ("talewright dialogue strings drift de.csv fr.po --story mygame --rows",),
    "dialogue strings export": (
        "talewright dialogue strings export de.csv mygame",
        "talewright dialogue strings export fr.po mygame --dry-run",
    ),
    "dialogue strings import": ("talewright dialogue strings import sent/de.csv --into de.csv --dry-run",),
    "dialogue strings lint": ("talewright dialogue strings lint mygame", "talewright dialogue strings lint --json"),
    "dialogue strings pseudo": ("talewright dialogue strings pseudo qps.csv mygame",),
    "dialogue tag": ("talewright dialogue tag mygame --dry-run", "talewright dialogue tag --check --only line"),
    "dialogue test": ("talewright dialogue test mygame", "talewright dialogue test D_Smith.testplan --json"),
    "dialogue ysls": ("talewright dialogue ysls mygame -o mygame.ysls.json",),
    "ini diff": ("talewright ini diff old/Game.ini Game.ini", "talewright ini diff before after --json"),
    "ini explain": ("talewright ini explain Game.ini Sound Music", "talewright ini explain Sound Music --plan ue5"),
    "ini fmt": ("talewright ini fmt Game.ini --dry-run", "talewright ini fmt Config --check"),
    "ini get": (
        "talewright ini get Game.ini Sound Music",
        "talewright ini get Game.ini Server 'Max[Item=Sword].Quantity' --json",
    ),
    "ini lint": ("talewright ini lint Config", "talewright ini lint Game.ini --strict --json"),
    "ini merge": (
        "talewright ini merge BaseGame.ini DefaultGame.ini",
        "talewright ini merge mygame Mod.ini -o Game.ini --dry-run",
    ),
    "ini set": (
        "talewright ini set Game.ini Sound Music 0.5",
        "talewright ini set Game.ini Server 'Max[Item=Sword].Quantity' 5 --dry-run",
        "talewright ini set Game.ini Server Admins bard1 --add",
    ),
    "ini show": ("talewright ini show Game.ini Sound", "talewright ini show mygame --category Input --json"),
    "save diff": ("talewright save diff mygame quick quick.bak1", "talewright save diff quick other.ini --json"),
    "save export": ("talewright save export mygame quick quick.json", "talewright save export quick - --format json"),
    "save import": ("talewright save import mygame quick quick.json --dry-run",),
    "save list": ("talewright save list", "talewright save list mygame --json"),
    "save migrate": ("talewright save migrate mygame --dry-run", "talewright save migrate mygame quick"),
    "save repair": ("talewright save repair mygame quick --dry-run",),
    "save retitle": ("talewright save retitle mygame quick 'In the cellar'",),
    "save show": ("talewright save show mygame quick", "talewright save show quick --class Item --json"),
    "save verify": ("talewright save verify mygame", "talewright save verify mygame quick --key-file game.key"),
    "tags add": (
        "talewright tags add State.Hurt mygame --comment 'below half'",
        "talewright tags add State.Hurt --dry-run",
    ),
    "tags compact": ("talewright tags compact mygame --dry-run",),
    "tags constants": ("talewright tags constants mygame -o tags.py", "talewright tags constants -o tags.py --check"),
    "tags convert": ("talewright tags convert Config --to csv -o tags.csv",),
    "tags diff": ("talewright tags diff before/Config Config --json",),
    "tags explain": ("talewright tags explain State.Hurt mygame", "talewright tags explain State.Hurt --json"),
    "tags lint": ("talewright tags lint", "talewright tags lint mygame --format sarif"),
    "tags list": ("talewright tags list mygame --under State", "talewright tags list --all --json"),
    "tags move": ("talewright tags move State.Hurt States.ini mygame --subtree",),
    "tags refs": ("talewright tags refs State.Hurt mygame --saves mygame",),
    "tags remove": ("talewright tags remove State.Hurt mygame --dry-run",),
    "tags rename": ("talewright tags rename State.Hurt State.Wounded mygame --dry-run",),
    "tags tidy": ("talewright tags tidy mygame --check",),
    "tags tree": ("talewright tags tree mygame --under State",),
})  # fmt: skip
"""Command lines, by the words of the command."""
