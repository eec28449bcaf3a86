"""Defold's text files: collections, game objects, guis and settings, read into worlds with Python scripts.

>>> from talewright.messaging import Script, on
>>> @script("/hello.script")
... class Hello(Script):
...     name: str = "nobody"
...
...     def init(self) -> None:
...         print(f"Hello, {self.name}.")
>>> running = load_project(
...     {
...         "/game.project": "[bootstrap]\\nmain_collection = /main.collectionc\\n",
...         "/main.collection": '''
...             name: "main"
...             embedded_instances {
...               id: "greeter"
...               data: "components { id: \\\\"script\\\\" component: \\\\"/hello.script\\\\" }"
...               component_properties {
...                 id: "script"
...                 properties { id: "name" value: "Ann" type: PROPERTY_TYPE_HASH }
...               }
...             }''',
...     },
...     scripts=[Hello],
... )
>>> running.step()
Hello, Ann.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.defold.binding import Scripts, script, stand_ins
    from talewright.defold.build import Loaded
    from talewright.defold.codes import CODES
    from talewright.defold.collections import CollectionDesc, CollectionInstanceDesc, EmbeddedInstanceDesc, InstanceDesc
    from talewright.defold.files import Files, Root
    from talewright.defold.flatten import CollectionPlan, ComponentPlan, ObjectPlan
    from talewright.defold.gui import GuiDesc, LayoutDesc, NodeDesc
    from talewright.defold.inputs import InputBinding, TriggerDesc
    from talewright.defold.kept import FileFactory, FileProxy, Kept, Unbound, UnboundGui
    from talewright.defold.objects import (
        CollectionFactoryDesc,
        CollectionProxyDesc,
        ComponentDesc,
        DataDesc,
        EmbeddedComponentDesc,
        FactoryDesc,
        PrototypeDesc,
    )
    from talewright.defold.project import DefoldProject, RunningProject, load_collection, load_project
    from talewright.defold.properties import ComponentProperties, InstanceProperties, PropertyDesc, PropertyType
    from talewright.defold.reading import Described, Reading, read_text, write
    from talewright.defold.settings import GameProject, read_settings
    from talewright.defold.source import Source
    from talewright.defold.text import parse
    from talewright.defold.tree import Message, Scalar, listed
    from talewright.defold.vectors import Quat, Transform, Vector3, Vector4

__all__ = [
    "CODES",
    "CollectionDesc",
    "CollectionFactoryDesc",
    "CollectionInstanceDesc",
    "CollectionPlan",
    "CollectionProxyDesc",
    "ComponentDesc",
    "ComponentPlan",
    "ComponentProperties",
    "DataDesc",
    "DefoldProject",
    "Described",
    "EmbeddedComponentDesc",
    "EmbeddedInstanceDesc",
    "FactoryDesc",
    "FileFactory",
    "FileProxy",
    "Files",
    "GameProject",
    "GuiDesc",
    "InputBinding",
    "InstanceDesc",
    "InstanceProperties",
    "Kept",
    "LayoutDesc",
    "Loaded",
    "Message",
    "NodeDesc",
    "ObjectPlan",
    "PropertyDesc",
    "PropertyType",
    "PrototypeDesc",
    "Quat",
    "Reading",
    "Root",
    "RunningProject",
    "Scalar",
    "Scripts",
    "Source",
    "Transform",
    "TriggerDesc",
    "Unbound",
    "UnboundGui",
    "Vector3",
    "Vector4",
    "listed",
    "load_collection",
    "load_project",
    "parse",
    "read_settings",
    "read_text",
    "script",
    "stand_ins",
    "write",
]

_HOMES = {
    "talewright.defold.binding": "Scripts script stand_ins",
    "talewright.defold.build": "Loaded",
    "talewright.defold.codes": "CODES",
    "talewright.defold.collections": "CollectionDesc CollectionInstanceDesc EmbeddedInstanceDesc InstanceDesc",
    "talewright.defold.files": "Files Root",
    "talewright.defold.flatten": "CollectionPlan ComponentPlan ObjectPlan",
    "talewright.defold.gui": "GuiDesc LayoutDesc NodeDesc",
    "talewright.defold.inputs": "InputBinding TriggerDesc",
    "talewright.defold.kept": "FileFactory FileProxy Kept Unbound UnboundGui",
    "talewright.defold.objects": (
        "CollectionFactoryDesc CollectionProxyDesc ComponentDesc DataDesc EmbeddedComponentDesc "
        "FactoryDesc PrototypeDesc"
    ),
    "talewright.defold.project": "DefoldProject RunningProject load_collection load_project",
    "talewright.defold.properties": "ComponentProperties InstanceProperties PropertyDesc PropertyType",
    "talewright.defold.reading": "Described Reading read_text write",
    "talewright.defold.settings": "GameProject read_settings",
    "talewright.defold.source": "Source",
    "talewright.defold.text": "parse",
    "talewright.defold.tree": "Message Scalar listed",
    "talewright.defold.vectors": "Quat Transform Vector3 Vector4",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
