"""tensorflow.python.framework.error_interpolation: summaries of where an operation was placed, and tags in messages."""

import collections
import re

_TAG = re.compile(r"(.*?)\{\{(\S+) (\S+?)\}\}", re.DOTALL)

_ParseTag = collections.namedtuple("_ParseTag", ["type", "name"])


def parse_message(message):
    """([texts between], [tags]) of a message with tags such as {{node w}}; there is one more text than tags."""
    texts, tags, position = [], [], 0
    while (match := _TAG.match(message, position)) is not None:
        texts.append(match.group(1))
        tags.append(_ParseTag(*match.group(2, 3)))
        position = match.end()
    return [*texts, message[position:]], tags


def _summary(prefix, none, head, lines):
    if not lines:
        return f"{prefix}{none}"
    return "\n".join([f"{prefix}{head}", *(f"{prefix}  {line}" for line in lines)])


def compute_device_summary_from_list(name, device_assignment_list, prefix=""):
    """The device scopes that an operation was made in, one a line; prefix: of each line."""
    lines = [f"with tf.device({item.obj}): <{item.filename}:{item.lineno}>" for item in device_assignment_list]
    none = f"No device assignments were active during op '{name}' creation."
    return _summary(prefix, none, f"Device assignments active during op '{name}' creation:", lines)


def compute_device_assignment_summary_from_op(op, prefix=""):
    """The same of an operation."""
    return compute_device_summary_from_list(op.name, op._device_assignments, prefix)


def compute_colocation_summary_from_dict(name, colocation_dict, prefix=""):
    """The scopes of colocate_with that an operation was made in, one a line; prefix: of each line."""
    lines = [
        f"with tf.colocate_with({other}): <{item.filename}:{item.lineno}>" for other, item in colocation_dict.items()
    ]
    none = f"No node-device colocations were active during op '{name}' creation."
    return _summary(prefix, none, f"Node-device colocations active during op '{name}' creation:", lines)


def compute_colocation_summary_from_op(op, prefix=""):
    """The same of an operation."""
    return compute_colocation_summary_from_dict(op.name, op._colocation_dict, prefix)
