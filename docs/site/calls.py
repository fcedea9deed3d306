"""Short examples of calls, in calls.txt: a public name, an expression, and what it is when it has run.

    tf.cosh
        tf.cosh([0.0, 1.0])
        # [1.0, 1.543]

The last line is the expression; None is not shown. A tensor is run, with variables initialized; an array of many numbers is its
shape. `images` are [1, 4, 4, 3], `rows` are [2, 3], `series` are [2, 5, 3], each of them `tf.ones`.
"""

import ast
import re
from pathlib import Path
from typing import Any

import numpy as np

import graphlab as tf

FILE = Path(__file__).parent / "calls.txt"
_MOST = 12  # elements of an array that is shown
_LONG = 150  # signs of a result


def read() -> dict[str, tuple[str, str]]:
    """{name: (expression, result)} of the file."""
    found = {}
    for part in re.split(r"\n(?=\S)", FILE.read_text(encoding="utf-8")):
        name, *lines = part.strip().split("\n")
        code = "\n".join(line[4:] for line in lines if not line.startswith("    # "))
        result = "\n".join(line[6:] for line in lines if line.startswith("    # "))
        found[name] = (code, result)
    return found


def write(found: dict[str, tuple[str, str]]) -> None:
    """Writes the file anew, in alphabetical order."""
    parts = []
    for name, (code, result) in sorted(found.items(), key=lambda item: item[0].lower()):
        lines = [*code.split("\n"), *(f"# {line}" for line in result.split("\n"))]
        parts.append("\n".join([name, *(f"    {line}" for line in lines)]))
    FILE.write_text("\n".join(parts) + "\n", encoding="utf-8")


def result_of(code: str, seed: int = 1) -> str:
    """What the expression is, as the file has it."""
    tf.keras.backend.clear_session()  # Keras's own, which the example before may have left
    with tf.Graph().as_default():
        tf.set_random_seed(seed)
        some = {"images": tf.ones([1, 4, 4, 3]), "rows": tf.ones([2, 3]), "series": tf.ones([2, 5, 3])}
        known = {"tf": tf, "np": np, **some}
        *lines, last = ast.parse(code).body
        ends = isinstance(last, ast.Expr)
        exec(compile(ast.Module(lines if ends else [*lines, last], []), "example", "exec"), known)
        value = eval(ast.unparse(last), known) if ends else None
        with tf.Session() as sess:
            sess.run([tf.global_variables_initializer(), tf.local_variables_initializer(), tf.tables_initializer()])
            return text(_run(sess, value)) if not isinstance(value, tf.Operation) else _changed(sess, value)


def _changed(sess: tf.Session, operation: tf.Operation) -> str:
    sess.run(operation)
    return "changes the variable"


def _run(sess: tf.Session, value: Any) -> Any:
    if isinstance(value, (tf.Tensor, tf.SparseTensor, tf.IndexedSlices)) or hasattr(value, "_variable_name"):
        return sess.run(value)
    if isinstance(value, (tf.Variable, tf.Operation)):
        return sess.run(value)
    if isinstance(value, (list, tuple)):
        items = [_run(sess, item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {key: _run(sess, item) for key, item in value.items()}
    return value


def text(value: Any) -> str:
    """A value in a line; "" for one that a line cannot show."""
    if isinstance(value, (np.ndarray, np.generic)):
        if value.size > _MOST:
            return f"{value.dtype.name} [{', '.join(map(str, value.shape))}]"
        return text(_rounded(value.tolist()))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields: tuple[str, ...] = getattr(value, "_fields", ())
        shown = f"{type(value).__name__}({', '.join(f'{field}={text(getattr(value, field))}' for field in fields)})"
    elif isinstance(value, (list, tuple)) and any(isinstance(item, (np.ndarray, np.generic)) for item in value):
        shown = f"({', '.join(map(text, value))})"
    else:
        shown = repr(_rounded(value))
    shown = " ".join(shown.split())
    return "" if len(shown) > _LONG or " at 0x" in shown or "/tmp" in shown else shown


def _rounded(value: Any) -> Any:
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(_rounded(item) for item in value)
    if isinstance(value, (float, complex)):
        shown = (
            complex(*(float(f"{part:.3g}") for part in (value.real, value.imag)))
            if isinstance(value, complex)
            else value
        )
        return shown if isinstance(value, complex) else float(f"{value:.4g}")
    return value
