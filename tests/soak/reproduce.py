"""One statement of a program as a line of Python, with what TensorFlow put into it: what a report of a fault shows."""

import numpy as np

from tests.soak.codec import decode, is_array


def line(statement, program, reference):
    """The call, its inputs written out as far as TensorFlow's values of the first run are known."""
    by_name = {one["out"]: one for one in program["statements"]}
    runs = reference["runs"]
    values = dict(runs[0]["values"]) if runs else {}
    for name, fed in (program["runs"][0]["feed"] if program["runs"] else {}).items():
        values[name] = fed["value"]
    args = [_text(item, values, by_name) for item in statement.get("args", ())]
    args += [f"{key}={_text(item, values, by_name)}" for key, item in statement.get("kwargs", {}).items()]
    return f"{statement.get('call')}({', '.join(args)})"


def _text(item, values, by_name):
    if isinstance(item, list):
        return "[" + ", ".join(_text(one, values, by_name) for one in item) + "]"
    if is_array(item):
        return _array(decode(item))
    if isinstance(item, dict):
        if "t" in item:
            name = item["t"]
            static = _static(by_name.get(name))
            return (_array(decode(values[name])) + static) if values.get(name) else name
        if "dtype" in item:
            return f"tf.{item['dtype']}"
        if "body" in item:
            statements = "; ".join(
                f"{one['out']} = {one['call']}({', '.join(_text(a, {}, {}) for a in one['args'])})"
                for one in item["body"]["statements"]
            )
            return f"lambda {', '.join(item['body']['parameters'])}: {statements}; {_text(item['body']['returns'], {}, {})}"
        if "slice" in item:
            return f"slice{tuple(item['slice'])}"
    return repr(item)


def _static(statement):
    if statement and statement["call"] == "tf.placeholder":
        return f" in a placeholder of shape {statement['args'][1]}"
    return ""


def _array(array):
    text = np.array2string(array, threshold=24, separator=",", max_line_width=10000).replace("\n", "").replace(" ", "")
    shape = list(array.shape) if array.size == 0 or array.size > 24 else ""
    return f"{array.dtype}:{text}{shape}"
