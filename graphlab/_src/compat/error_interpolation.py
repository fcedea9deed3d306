"""tensorflow.python.framework.error_interpolation: summaries of where an operation was placed, and tags in messages."""

import collections
import os
import re

from graphlab._src.proto import GraphDebugInfo

_TAG = re.compile(r"(.*?)\{\{(\S+) (\S+?)\}\}", re.DOTALL)

_BAD_FILE_SUBSTRINGS = [os.path.join("graphlab", "_src"), os.path.join("graphlab", "contrib")]  # no files of programs

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


def find_index_of_defining_frame_for_op(op):
    """Which frame of its traceback an operation was made in: the innermost in no file of _BAD_FILE_SUBSTRINGS, or 0."""
    files = [frame[0] for frame in op.traceback]
    own = [i for i, file in enumerate(files) if not any(part in file for part in _BAD_FILE_SUBSTRINGS)]
    return own[-1] if own else 0


def get_defining_frame_from_op(op):
    """That frame: (file, line, function, text)."""
    frames = op.traceback
    return frames[find_index_of_defining_frame_for_op(op)] if frames else ("unknown", 0, "", "")


def compute_field_dict(op, strip_file_prefix=""):
    """What is known of where an operation was made: its file, line, "defined_at", "devices" and "colocations"."""
    file, line, *_ = get_defining_frame_from_op(op)
    file = file.removeprefix(strip_file_prefix)
    places, devices = compute_colocation_summary_from_op(op), compute_device_assignment_summary_from_op(op)
    return {
        "file": file,
        "line": line,
        "defined_at": f" (defined at {file}:{line})",
        "colocations": places,
        "devices": devices,
        "devs_and_colocs": f"{places}\n{devices}",
    }


def _operation(graph, name):
    try:
        return graph.get_operation_by_name(name)
    except (KeyError, ValueError):
        return None


def compute_useful_frames(op, num):
    """At most `num` frames of an operation's traceback, the innermost last: to two frames below the line that made it."""
    end = min(find_index_of_defining_frame_for_op(op) + 3, len(op.traceback))
    return op.traceback[max(end - num, 0) : end]


def create_graph_debug_info_def(operations):
    """A GraphDebugInfo message with the files and lines that made operations: pairs of the name of a function and an Operation."""
    frames = {function + op.name: compute_useful_frames(op, 10) for function, op in operations}
    files = list(dict.fromkeys(frame[0] for trace in frames.values() for frame in trace))
    message = GraphDebugInfo(files=files)
    for name, trace in frames.items():
        lines = message.traces[name].file_line_cols
        for file, line, *_ in reversed(trace):
            lines.add(file_index=files.index(file), line=line)
    return message


def traceback_files_common_prefix(all_ops):
    """The folder that all files in the tracebacks of operations are in. all_ops: lists of operations, or None."""
    files = {frame[0] for ops in all_ops for op in ops or () for frame in op.traceback}
    return os.path.split(os.path.commonprefix([file for file in files if "<embedded" not in file]))[0]


def sources_for_node(node, graph):
    """The operations whose tensors an operation receives, and those that it waits for."""
    names = [name.removeprefix("^").partition(":")[0] for name in node.node_def.input]
    found = dict.fromkeys(_operation(graph, name) for name in names)
    return [op for op in found if op is not None]


def build_error_message(op, input_ops, common_prefix):
    """(which operation it is and the line that made it, how its inputs were made); common_prefix: left out of files' names."""
    place = compute_field_dict(op, common_prefix)["defined_at"]
    known, lines = {place}, []
    for source in input_ops:
        made = compute_field_dict(source, common_prefix)["defined_at"]
        if made not in known:
            known.add(made)
            lines.append(f" {source.name}{made}")
    origins = f"\nInput Source operations connected to node {op.name}:\n" + "\t\n".join(lines) if lines else ""
    return f"node {op.name}{place} ", origins


def interpolate(error_message, graph):
    """A message with the line that made it in place of the tag of each operation: {{node w}}, {{colocation_node w}}.

    A tag of what the graph does not have stays as it is, and one of a function is left out.
    """
    texts, tags = parse_message(error_message)
    parts, origins, places = [texts[0]], [], []
    for tag, text in zip(tags, texts[1:], strict=True):
        op = _operation(graph, tag.name)
        shown = f"{{{{{tag.type} {tag.name}}}}}"
        if tag.type == "function_node":
            shown = ""
        elif op is not None and tag.type in ("node", "colocation_node"):
            fields = compute_field_dict(op)
            shown, made = build_error_message(op, sources_for_node(op, graph), "")
            if tag.type == "node":
                origins.append(made)
            else:
                shown += f"placed on device {fields['devices']} "
                places.append(fields["devs_and_colocs"])
        parts += [shown, text]
    if any(origins):
        parts += ["\n\nErrors may have originated from an input operation.", *filter(None, origins)]
    if places:
        parts += ["\nAdditional information about colocations:", "\n".join(places)]
    return "".join(parts)
