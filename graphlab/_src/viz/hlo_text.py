"""Reads HLO text, as XLA prints it, into the diagram of a program.

Fusions, calls, branches and loops are scopes with the content of the computations that they call; tuples, which only carry
other values, are not drawn. A computation that is applied to each element stays an attribute.
"""

import re
from typing import Any, NamedTuple

from graphlab._src.viz.program_diagram import CONSTANT, INPUT, Program, constant_text

_HEAD = re.compile(r"^(ENTRY\s+)?%?([\w.\-]+)(\s*\(.*)?\s*\{\s*$")
_NAME = re.compile(r"^\s+(ROOT\s+)?%?([\w.\-]+) = ")
_CALL = re.compile(r"\s*([\w\-]+)\(")
_ARRAY = re.compile(r"(\w+)\[([^\]]*)\]")
_COMMENT = re.compile(r"/\*.*?\*/")
_OPEN, _CLOSE = "([{", ")]}"

_DTYPES = {
    "pred": "bool", "s8": "int8", "s16": "int16", "s32": "int32", "s64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "bf16": "bfloat16", "f16": "float16", "f32": "float32", "f64": "float64",
    "c64": "complex64", "c128": "complex128",
}  # fmt: skip
_CALLED = ("calls", "to_apply", "called_computations")  # by operations that are nothing but a call
_CALLS = ("fusion", "call", "async-start")
# What a reader of the diagram has no use for.
_HIDDEN = ("metadata", "backend_config", "frontend_attributes", "sharding", "origin")


class _Instruction(NamedTuple):
    """name: without its %.  type: as text.  operands: names.  attributes: {name: text}."""

    name: str
    opcode: str
    type: str
    operands: list[str]
    attributes: dict[str, str]
    inside: str  # the text between the parentheses
    is_root: bool


def is_module(text):
    """Whether a text is an HLO module."""
    return bool(re.match(r"\s*HloModule\s", text))


def program(text):
    """The Program of an HLO module; ValueError for a text that is none."""
    computations, entry = _computations(text)
    if entry is None:
        raise ValueError("the text has no ENTRY computation")
    reader = _Reader(computations)
    reader.add("", entry, None)
    return reader.program


def _computations(text):
    """({name: [instruction, …]}, the name of the entry computation)."""
    found: dict[str, list[_Instruction]] = {}
    entry = current = None
    for line in text.splitlines():
        head = None if line.startswith(" ") else _HEAD.match(line)
        if head and not line.startswith("HloModule"):
            current = found[head[2]] = []
            entry = head[2] if head[1] else entry
        elif current is not None and (start := _NAME.match(line)):
            current.append(_instruction(_COMMENT.sub("", line[start.end() :]), start[2], bool(start[1])))
        elif line.startswith("}"):
            current = None
    return found, entry


def _instruction(rest, name, is_root):
    end = _end(rest, 0) if rest.startswith("(") else rest.index(" ")
    call = _CALL.match(rest, end)
    if call is None:
        raise ValueError(f"{name} has no opcode")
    close = _end(rest, call.end() - 1)
    inside = rest[call.end() : close - 1]
    attributes = dict(part.partition("=")[::2] for part in _parts(rest[close:].lstrip(", ")) if "=" in part)
    operands = [part.split(" ")[-1].lstrip("%") for part in _parts(inside)]
    return _Instruction(name, call[1], rest[:end], operands, attributes, inside, is_root)


def _end(text, start):
    """Where the bracket that opens at `start` has closed; brackets in quotes do not count."""
    depth, quoted, at = 0, False, start
    while at < len(text):
        sign = text[at]
        if quoted:
            at += sign == "\\"
            quoted = sign != '"'
        elif sign == '"':
            quoted = True
        elif sign in _OPEN:
            depth += 1
        elif sign in _CLOSE:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise ValueError("a bracket is not closed")


def _parts(text):
    """The parts of a list, cut at the commas outside of brackets and quotes."""
    parts, begin, at = [], 0, 0
    while at < len(text):
        sign = text[at]
        if sign in _OPEN:
            at = _end(text, at)
            continue
        if sign == '"':
            at = text.index('"', at + 1)
            while text[at - 1] == "\\":
                at = text.index('"', at + 1)
        elif sign == ",":
            parts.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    return [part for part in (*parts, text[begin:].strip()) if part]


class _Reader:
    """Adds computations to a Program. What an instruction computes is a Value, or a list for a tuple."""

    def __init__(self, computations):
        self.program = Program()
        self._computations = computations

    def add(self, scope, name, arguments) -> Any:
        """Adds a computation to a scope, applied to `arguments` (None: those of the program); returns its result."""
        known: dict[str, Any] = {}
        result = None
        for one in self._computations[name]:
            known[one.name] = value = self._value(scope, one, known, arguments)
            result = value if one.is_root else result
        return result

    def _value(self, scope, one, known, arguments) -> Any:
        if one.opcode == "parameter" and arguments is not None:
            return arguments[int(one.inside)]
        operands = [known[name] for name in one.operands if name in known]
        if one.opcode == "tuple":
            return operands
        if one.opcode == "get-tuple-element" and isinstance(operands[0], list):
            return operands[0][int(one.attributes["index"])]
        called = self._called(one)
        if called and one.opcode in _CALLS and not self.program.is_full:
            return self.add(self.program.scope(scope, one.name), called[0], operands)
        if called and one.opcode in ("while", "conditional") and not self.program.is_full:
            return self._controlled(scope, one, called, operands)
        return self._operation(scope, one, _flat(operands))

    def _controlled(self, scope, one, called, operands) -> Any:
        """A loop, fed by its initial values and by what a pass computes, or a branch, fed by all of its sides."""
        inner = self.program.scope(scope, one.name)
        if one.opcode == "while":
            names, arguments = ("condition", "body"), [operands, operands]
            operands = []
        else:
            names = [f"branch_{i}" for i in range(len(called))]
            arguments, operands = [[operand] for operand in operands[1:]], operands[:1]
        results = [
            self.add(self.program.scope(inner, name), computation, argument)
            for name, computation, argument in zip(names, called, arguments, strict=True)
        ]
        return self._operation(inner, one, _flat([*operands, *results]), one.opcode)

    def _operation(self, scope, one, inputs, name=None) -> Any:
        attrs = [(key, self._applied(text)) for key, text in one.attributes.items() if key not in _HIDDEN]
        kind = {"parameter": INPUT, "constant": CONSTANT}.get(one.opcode, one.opcode)
        types = [_array(*match) for match in _ARRAY.findall(one.type)]
        if kind == CONSTANT and types:
            attrs.append(("value", constant_text(types[0], one.inside)))
        if kind == INPUT:
            attrs.append(("number", one.inside))
        outputs = self.program.add(scope, name or one.name, kind, inputs, types, sorted(attrs))
        return outputs if one.type.startswith("(") else outputs[0] if outputs else []

    def _applied(self, text):
        """An attribute's text; the operations of a computation, in place of its name."""
        computation = self._computations.get(text.lstrip("%"))
        if computation is None:
            return text
        return ", ".join(one.opcode for one in computation if one.opcode not in ("parameter", "constant"))

    def _called(self, one):
        """The names of the computations that an instruction calls; [] unless all of them are there."""
        texts = one.attributes
        if one.opcode == "while":
            names = [texts.get("condition", ""), texts.get("body", "")]
        elif one.opcode == "conditional" and "branch_computations" in texts:
            names = _parts(texts["branch_computations"][1:-1])
        elif one.opcode == "conditional":
            names = [texts.get("true_computation", ""), texts.get("false_computation", "")]
        else:
            names = [texts[key] for key in _CALLED if key in texts][:1]
        names = [name.strip("{}").lstrip("%") for name in names]
        return names if all(name in self._computations for name in names) else []


def _array(dtype, sizes):
    dims = [
        None if size.startswith("?") else int(size.lstrip("<=")) for size in sizes.replace(" ", "").split(",") if size
    ]
    return _DTYPES.get(dtype, dtype), tuple(dims)


def _flat(values):
    found = []
    for value in values:
        found += _flat(value) if isinstance(value, list) else [value]
    return found
