"""What only the kernel can look for: attributes of large graphs, which stay here until somebody looks at them."""

import re

import numpy as np

from graphlab.graph.attrs import Later
from graphlab.graph.operation import encode_attr
from graphlab.viz.attributes import attribute_text
from graphlab.viz.commands import command


def with_attribute(graph, name, value="*"):
    """The numbers of the operations with an attribute of this name whose text is `value`, in which * is anything.

    Upper and lower case and blanks make no difference.
    """
    name, wanted = name.lower(), _plain(value)
    whole = re.compile(".*".join(re.escape(part) for part in wanted.split("*")))
    texts = {}  # what few different values come to
    found = []
    for op in graph.get_operations():
        for key, attr in op._attrs.items():
            if key.lower() == name and (value == "*" or whole.fullmatch(_text(op, key, attr, texts))):
                found.append(op._id)
    return found


@command("find")
def find(view, content):
    """Sends the numbers of the operations that have an attribute, as 32-bit integers."""
    name, value = content.get("name"), content.get("value")
    if view.graph is None or not isinstance(name, str) or not isinstance(value, str):
        return
    found = np.asarray(with_attribute(view.graph, name, value), np.int32)
    told = {"type": "find", "view": content.get("view"), "name": name, "value": value}
    view.widget.send(told, buffers=[found.tobytes()])


def _text(op, key, attr, texts):
    try:
        known = texts.get((op.type, attr))
    except TypeError:  # a list, or an array
        return _written(op, key, attr)
    if known is None:
        known = texts[op.type, attr] = _written(op, key, attr)
    return known


def _written(op, key, attr):
    return _plain(attribute_text(encode_attr(op.definition, key, attr.text if isinstance(attr, Later) else attr)))


def _plain(text):
    return re.sub(r"\s", "", text).lower()
