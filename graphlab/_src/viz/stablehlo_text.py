"""Reads StableHLO text (MLIR) into the diagram of a program: calls, branches and loops are scopes with their content."""

import importlib
import re
from typing import Any

from graphlab._src.viz.program_diagram import CONSTANT, INPUT, Program, constant_text

_RETURNS = ("func.return", "stablehlo.return", "mhlo.return")
_QUIET = ("stablehlo.constant", *_RETURNS)
_CALLS = ("func.call", "call")
_CONTROL = {
    "stablehlo.while": ("condition", "body"),
    "stablehlo.if": ("true_branch", "false_branch"),
    "stablehlo.case": (),
}
_LONGEST = 120  # characters of an attribute
_DENSE = re.compile(r"dense<(.*)> : .*", re.DOTALL)
_DTYPES = {"i1": "bool", "index": "int64"}


def is_module(text):
    """Whether a text is an MLIR module."""
    return re.search(r"^\s*(module\b|func\.func\b|\"builtin\.module\")", text, re.MULTILINE) is not None


def program(text):
    """The Program of a module's public function; ValueError for a text that the parser does not accept."""
    # By name: JAX's library of MLIR is needed for such a text alone.
    ir = importlib.import_module("jaxlib.mlir.ir")
    registry = ir.DialectRegistry()
    importlib.import_module("jaxlib.mlir._mlir_libs._jax_mlir_ext").register_dialects(registry)
    context = ir.Context()
    context.append_dialect_registry(registry)
    context.allow_unregistered_dialects = True
    for dialect in ("chlo", "stablehlo"):
        importlib.import_module(f"jaxlib.mlir.dialects.{dialect}").register_dialect(context)
    with context, ir.Location.unknown():
        try:
            module = ir.Module.parse(text)
        except ir.MLIRError as error:
            raise ValueError(str(error)) from error
        return _Reader(module, ir).program


class _Reader:
    """Adds blocks to a Program."""

    def __init__(self, module, ir):
        self.program = Program()
        self._ir = ir
        self._functions = {_name(one): one for one in module.body.operations if one.operation.name == "func.func"}
        if not self._functions:
            raise ValueError("the module has no function")
        main = self._functions.get("main") or next(iter(self._functions.values()))
        block = main.regions[0].blocks[0]
        inputs = [
            self.program.add("", f"arg{i}", INPUT, [], [self._type(argument.type)])[0]
            for i, argument in enumerate(block.arguments)
        ]
        self._block("", block, inputs, {})

    def _block(self, scope, block, arguments, known) -> Any:
        """Adds a block, applied to `arguments`, and returns what it returns. known: the Values around it."""
        known = known | dict(zip(block.arguments, arguments, strict=True))
        for wrapper in block.operations:
            op = wrapper.operation
            inputs = [known[operand] for operand in op.operands]
            if op.name in _RETURNS:
                return inputs
            known |= dict(zip(op.results, self._results(scope, op, inputs, known), strict=True))
        return []

    def _results(self, scope, op, inputs, known):
        if op.name in _CALLS and not self.program.is_full:
            called = str(op.attributes["callee"]).lstrip("@")
            block = self._functions[called].regions[0].blocks[0]
            return self._block(self.program.scope(scope, called), block, inputs, {})
        if op.name not in _CONTROL or self.program.is_full:
            return self._operation(scope, _short(op.name), op, inputs)
        inner = self.program.scope(scope, _short(op.name))
        names = _CONTROL[op.name] or [f"branch_{i}" for i in range(len(op.regions))]
        results = []
        for name, region in zip(names, op.regions, strict=True):
            block = region.blocks[0]
            arguments = inputs if len(block.arguments) else []
            results += self._block(self.program.scope(inner, name), block, arguments, known)
        is_loop = op.name == "stablehlo.while"
        return self._operation(inner, _short(op.name), op, results if is_loop else [*inputs, *results])

    def _operation(self, scope, name, op, inputs):
        attrs = [(key, _cut(_DENSE.sub(r"\1", str(attr)))) for key, attr in op.attributes.items()]
        if op.regions and op.name not in _CONTROL:
            inside = [
                one.operation.name for region in op.regions for block in region.blocks for one in block.operations
            ]
            attrs.append(("applies", ", ".join(_short(one) for one in inside if one not in _QUIET)))
        types = [self._type(one.type) for one in op.results]
        if op.name == "stablehlo.constant":
            attrs = [("value", constant_text(types[0], _number(text))) for _, text in attrs]
            return self.program.add(scope, name, CONSTANT, inputs, types, attrs)
        return self.program.add(scope, name, name, inputs, types, attrs)

    def _type(self, kind):
        if not isinstance(kind, self._ir.RankedTensorType):
            return str(kind), None
        dims = [None if kind.is_dynamic_dim(i) else kind.get_dim_size(i) for i in range(kind.rank)]
        return _dtype(str(kind.element_type)), tuple(dims)


def _name(function):
    return str(function.operation.attributes["sym_name"]).strip('"')


def _short(name):
    return name.removeprefix("stablehlo.")


def _cut(text):
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _number(text):
    """A number without the zeros that MLIR prints; other text as it is."""
    try:
        return f"{float(text):g}" if "e" in text else text
    except ValueError:
        return text


def _dtype(name):
    """MLIR's name of a type as NumPy's: f32 is float32, ui8 is uint8."""
    if name in _DTYPES:
        return _DTYPES[name]
    match = re.fullmatch(r"(u?i|s?i|f|bf)(\d+)", name)
    if match:
        words = {"i": "int", "si": "int", "ui": "uint", "f": "float", "bf": "bfloat"}
        return f"{words[match[1]]}{match[2]}"
    match = re.fullmatch(r"complex<f(\d+)>", name)
    return f"complex{2 * int(match[1])}" if match else name
