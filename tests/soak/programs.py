"""Random programs as data, from a seed: statements that call the public API, and runs that feed and fetch.

A program is {"seed", "statements", "runs"}. A statement {"out", "call", "args", "kwargs"} calls a name below `tf`
(or "operator.…", or ".method" of its first argument); an argument is a plain value, {"t": name} for what another
statement returned, an encoded array, {"dtype": …}, {"slice": […]}, or {"body": …} for a function. A run {"feed",
"fetch"} feeds tensors by name; fetch None fetches every tensor that there is.
"""

import copy
import random
from typing import Any

import numpy as np

from tests.soak import values
from tests.soak.codec import encode

SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 5, 7)


class Ref:
    """A tensor of the program: its name, dtype, and sizes where the generator knows them."""

    def __init__(self, name, dtype, shape):
        self.name = name
        self.dtype = dtype
        self.shape = None if shape is None else list(shape)

    @property
    def rank(self):
        return None if self.shape is None else len(self.shape)


class Maker:
    """Collects the statements of one program.

    pool: the tensors that later statements may use.  fed: {name: array} for the placeholders.
    fixed: names of what no other value may be fed to, and what no wrong call may take, as what TensorFlow returns then is
    left to chance.
    scope: a prefix of names, for statements of a body.
    """

    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.draw = np.random.RandomState(seed % (1 << 32))
        self.profile: Any = None
        self.statements = []
        self.pool = []
        self.fed = {}
        self.fixed = set()
        self.count = 0
        self.depth = 0
        self.invalid = 0.0
        self.differentiable = []

    # Decisions

    def chance(self, probability):
        return self.random.random() < probability

    def int(self, low, high):
        """A whole number from low to high, both included."""
        return low + int(self.random.random() * (high - low + 1))

    def choice(self, items):
        items = list(items)
        return items[int(self.random.random() * len(items))]

    def weighted(self, items, weights):
        mark = self.random.random() * sum(weights)
        for item, weight in zip(items, weights):
            mark -= weight
            if mark < 0:
                return item
        return items[-1]

    def dtype(self, among):
        return self.weighted(list(among), [values.WEIGHTS[name] for name in among])

    def sizes(self, rank=None, least=0):
        rank = self.weighted([0, 1, 2, 3, 4], [2, 5, 6, 3, 1]) if rank is None else rank
        return [max(least, self.choice(SIZES)) for _ in range(rank)]

    def axis(self, rank):
        """An axis of a tensor of that rank, sometimes counted from its end."""
        axis = self.int(0, rank - 1)
        return axis - rank if self.chance(0.3) else axis

    def permutation(self, count):
        left, found = list(range(count)), []
        while left:
            found.append(left.pop(self.int(0, len(left) - 1)))
        return found

    # Statements

    def new_name(self):
        self.count += 1
        return "t%d" % self.count  # noqa: UP031

    def emit(self, call, *args, outs=(), **kwargs) -> Any:
        """Adds a call; returns a Ref, or a list of them. outs: (dtype, shape or None) of each output; () when unknown."""
        name = self.new_name()
        statement = {"out": name, "call": call, "args": code(list(args)), "kwargs": code(kwargs)}
        self.statements.append(statement)
        refs = [
            Ref(name if len(outs) == 1 else "%s.%d" % (name, i), dtype, shape)  # noqa: UP031
            for i, (dtype, shape) in enumerate(outs)
        ]
        if not self.depth and self.chance(self.invalid):
            self.spoil(statement)
        self.pool.extend(ref for ref in refs if ref.shape is None or np.prod(ref.shape) <= 400)
        return refs[0] if len(refs) == 1 else refs

    def spoil(self, statement):
        """Adds the same call with one argument that is probably wrong."""
        wrong = copy.deepcopy(statement)
        wrong["out"] = self.new_name()
        places = [(wrong["args"], i) for i in range(len(wrong["args"]))]
        places += [(wrong["kwargs"], key) for key in sorted(wrong["kwargs"])]
        if not places:
            return
        holder, key = self.choice(places)
        holder[key] = self._instead(holder[key])
        self.statements.append(wrong)

    def _instead(self, old):
        others = [ref for ref in self.pool if ref.name not in self.fixed]
        if isinstance(old, dict) and "t" in old and others:
            return {"t": self.choice(others).name}
        if isinstance(old, bool):
            return not old
        if isinstance(old, int):
            return self.choice([-7, -2, -1, 0, 1, 2, 5, 9])
        if isinstance(old, list) and old and self.chance(0.7):
            found = list(old)
            i = self.int(0, len(old) - 1)
            if self.chance(0.4):
                del found[i]
            else:
                found[i] = self._instead(found[i])
            return found
        if isinstance(old, dict) and "dtype" in old:
            return {"dtype": self.choice(values.EVERY)}
        return self.choice([-1, 0, 3, 1.5, [1, -1], [0, 1, 2], "b", True])

    # Tensors to work on

    def array(self, dtype, shape, profile=None):
        return values.array(self.draw, dtype, tuple(shape), profile or self.profile or self.choice(values.PROFILES))

    def leaf(self, dtype, shape=None, profile=None):
        """A new tensor: a constant, or a placeholder whose static shape says less or more of its sizes."""
        shape = self.sizes() if shape is None else list(shape)
        array = self.array(dtype, shape, profile)
        if self.depth or self.chance(0.35):
            return self.emit("tf.constant", encode(array), {"dtype": dtype}, outs=[(dtype, shape)])
        static = self.weighted(["known", "some", "none", "rank"], [5, 4, 2, 1])
        known = list(shape)
        if static == "some":
            known = [None if self.chance(0.5) else size for size in shape]
        elif static == "none":
            known = [None] * len(shape)
        elif static == "rank":
            known = None
        if self.chance(0.12):
            return self.emit("tf.placeholder_with_default", encode(array), known, outs=[(dtype, shape)])
        ref = self.emit("tf.placeholder", {"dtype": dtype}, known, outs=[(dtype, shape)])
        self.fed[ref.name] = {"dtype": dtype, "value": encode(array)}
        return ref

    def value(self, array):
        """A constant with just this value: NumPy's dtype decides."""
        array = np.asarray(array)
        name = "string" if array.dtype.kind in "OSU" else array.dtype.name
        return self.emit("tf.constant", encode(array), {"dtype": name}, outs=[(name, list(array.shape))])

    def any(self, dtypes=values.EVERY, rank=None, least_rank=0, shape=None, known=True, least=None):
        """A tensor that fits: one that is there, or a new one. least: of its sizes."""

        def fits(ref):
            if ref.dtype not in dtypes:
                return False
            if ref.shape is None:
                return not known
            if shape is not None:
                return ref.shape == list(shape)
            if least is not None and any(size < least for size in ref.shape):
                return False
            return (rank is None or ref.rank == rank) and ref.rank >= least_rank

        found = [ref for ref in self.pool[-14:] if fits(ref)]
        if found and self.chance(0.7):
            return self.choice(found)
        if shape is None:
            of_rank = rank if rank is not None else max(least_rank, self.weighted([0, 1, 2, 3, 4], [2, 5, 6, 3, 1]))
            shape = self.sizes(of_rank, least or 0)
        return self.leaf(self.dtype(dtypes), shape)

    def partner(self, ref):
        """Another tensor of its dtype that broadcasts with it, and the shape of the two together."""
        shape = list(ref.shape)
        kind = self.weighted(["same", "scalar", "ones", "lower", "higher"], [5, 2, 3, 2, 1])
        if kind == "scalar":
            shape = []
        elif kind == "ones":
            shape = [1 if self.chance(0.5) else size for size in shape]
        elif kind == "lower":
            shape = shape[self.int(0, len(shape)) :]
        elif kind == "higher":
            shape = [self.choice([1, 2, 3])] + shape
        other = self.any([ref.dtype], shape=shape) if self.chance(0.5) else self.leaf(ref.dtype, shape)
        return other, together(ref.shape, shape)

    def bit_of(self, array, dtype=None):
        """A small argument (axis, sizes, …): mostly as Python numbers, else as a tensor, constant or fed."""
        array = np.asarray(array, dtype or "int32")
        if self.chance(0.75):
            return array.tolist()
        name = array.dtype.name
        if self.depth or self.chance(0.5):
            return self.value(array)
        known = list(array.shape) if self.chance(0.7) else None
        ref = self.emit("tf.placeholder", {"dtype": name}, known, outs=[(name, list(array.shape))])
        self.fed[ref.name] = {"dtype": name, "value": encode(array)}
        return ref

    def body(self, parameters, make):
        """A function as an argument: make(refs) adds its statements and returns what the function does.

        parameters: (dtype, shape) of each.  What is in the pool outside may be captured.
        """
        outer, pool = self.statements, list(self.pool)
        self.statements, self.depth = [], self.depth + 1
        refs = [Ref(self.new_name(), dtype, shape) for dtype, shape in parameters]
        self.pool = [ref for ref in pool if self.chance(0.5)] + refs
        returns = make(refs)
        found = {"parameters": [ref.name for ref in refs], "statements": self.statements, "returns": code(returns)}
        self.statements, self.pool, self.depth = outer, pool, self.depth - 1
        return {"body": found}


def together(a, b):
    """The shape that two shapes broadcast to; None where they do not."""
    count = max(len(a), len(b))
    a, b = [1] * (count - len(a)) + list(a), [1] * (count - len(b)) + list(b)
    if any(x != y and x != 1 and y != 1 for x, y in zip(a, b)):
        return None
    return [y if x == 1 else x for x, y in zip(a, b)]


def code(value):
    """An argument as JSON holds it."""
    if isinstance(value, Ref):
        return {"t": value.name}
    if isinstance(value, (list, tuple)):
        return [code(item) for item in value]
    if isinstance(value, dict):
        if "array" in value or "body" in value:
            return value
        return {key: code(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return encode(value)
    if isinstance(value, np.generic):
        return value.item()
    return value


def references(value, found=None):
    """The names of what a statement, or an argument, refers to; those that a body defines itself are left out."""
    found = [] if found is None else found
    if isinstance(value, dict):
        if "t" in value and len(value) == 1:
            found.append(value["t"])
        elif "body" in value and isinstance(value["body"], dict):
            body = value["body"]
            own = set(body["parameters"])
            inner = references(body["returns"], [])
            for statement in body["statements"]:
                own.add(statement["out"])
                inner += references([statement["args"], statement["kwargs"]], [])
            found.extend(name for name in inner if name.split(".")[0] not in own)
        elif "array" not in value:
            for item in value.values():
                references(item, found)
    elif isinstance(value, list):
        for item in value:
            references(item, found)
    return found


def make(seed, only=None):
    """The program of a seed. only: names of families, "module.function"; all when None."""
    from tests.soak import families  # noqa: PLC0415 - families import this module's helpers

    m = Maker(seed)
    if m.chance(0.5):
        m.profile = m.choice(values.PROFILES)
    m.invalid = 0.15 if m.chance(0.25) else 0.0
    programs = [
        function
        for module in families.STATEFUL
        for function in module.PROGRAMS
        if only is None or function.__module__.split(".")[-1] + "." + function.__name__ in only
    ]
    if programs and m.chance(0.15 if only is None else 1):
        make_runs = m.weighted(programs, [function.weight for function in programs])
        return {"seed": seed, "statements": m.statements, "runs": make_runs(m)}
    table = [
        (function, function.weight)
        for module in families.MODULES
        for function in module.FAMILIES
        if only is None or function.__module__.split(".")[-1] + "." + function.__name__ in only
    ]
    if not table:
        raise ValueError(
            "No family is called {}: module.function, such as state.variables".format(", ".join(only or []))
        )
    functions, weights = [function for function, _ in table], [weight for _, weight in table]
    for _ in range(m.int(3, 10)):
        m.weighted(functions, weights)(m)
    runs = [{"feed": dict(m.fed), "fetch": None}]
    unfed = [ref for ref in m.pool if ref.name not in m.fed and ref.name not in m.fixed]
    others = [ref for ref in unfed if ref.shape is not None and ref.dtype != "string"]
    if others and m.chance(0.3):
        ref = m.choice(others)
        again = {"dtype": ref.dtype, "value": encode(m.array(ref.dtype, ref.shape))}
        runs.append({"feed": dict(m.fed, **{ref.name: again}), "fetch": None})
    return {"seed": seed, "statements": m.statements, "runs": runs}
