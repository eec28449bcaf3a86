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
