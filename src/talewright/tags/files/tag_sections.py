"""The sections and keys of config files that say something about tags (tags.md sections 3.1 and 3.2)."""

from __future__ import annotations

from talewright.names import fold

LIST_SECTION = "/Script/GameplayTags.GameplayTagsList"
"""The section of loose files, one tag a line."""

SETTINGS_SECTION = "/Script/GameplayTags.GameplayTagsSettings"
"""The section of Config/DefaultGameplayTags.ini."""

RESTRICTED_SECTION = "/Script/GameplayTags.RestrictedGameplayTagsList"
"""The section of the files that RestrictedConfigFiles names."""

ENGINE_SECTION = "/Script/Engine.Engine"
"""The section of Config/DefaultEngine.ini in which old engines keep redirects."""

TAGS, REDIRECTS, RESTRICTED, PLAIN, TABLES, OWNED = (
    "gameplaytaglist",
    "gameplaytagredirects",
    "restrictedgameplaytaglist",
    "gameplaytags",
    "gameplaytagtablelist",
    "restrictedconfigfiles",
)

KEYS = {
    fold(LIST_SECTION): (TAGS, REDIRECTS),
    fold(SETTINGS_SECTION): (TAGS, REDIRECTS, TABLES, OWNED),
    fold(RESTRICTED_SECTION): (RESTRICTED,),
    "usertags": (PLAIN,),
    "gameplaytags": (TAGS, REDIRECTS, PLAIN),
    fold(ENGINE_SECTION): (REDIRECTS,),
}
"""Which keys say something about tags, by section; both folded."""

DEPRECATED = frozenset({"usertags", "gameplaytags", fold(ENGINE_SECTION)})
"""The sections that are read with a warning."""

IMPORTS, INVALID = "importtagsfromconfig", "invalidtagcharacters"

SPELLED = {
    TAGS: "GameplayTagList",
    REDIRECTS: "GameplayTagRedirects",
    RESTRICTED: "RestrictedGameplayTagList",
    PLAIN: "GameplayTags",
    TABLES: "GameplayTagTableList",
    OWNED: "RestrictedConfigFiles",
}
"""How the keys are written."""

SETTINGS = (
    "ImportTagsFromConfig",
    "WarnOnInvalidTags",
    "ClearInvalidTags",
    "AllowEditorTagUnloading",
    "AllowGameTagUnloading",
    "FastReplication",
    "bDynamicReplication",
    "InvalidTagCharacters",
    "NumBitsForContainerSize",
    "NetIndexFirstBitSegment",
    "CommonlyReplicatedTags",
    "CategoryRemapping",
    *(SPELLED[key] for key in (TAGS, REDIRECTS, TABLES, OWNED)),
)
"""What stands in the section of the settings; others may, too, and are left alone."""

OPERATORS = ("", "+", ".", "-", "!")
"""What may stand in front of the key of a row."""
