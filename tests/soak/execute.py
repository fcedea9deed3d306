"""Builds a program's statements under a module `tf`, and runs its runs: TensorFlow 1.15's or graphlab.

What comes out is plain data: for each statement its static shapes and dtypes or the error that it raised, for each run
the values or the errors.
"""

import operator
from typing import Any

from tests.soak import special
from tests.soak.codec import decode, encode, is_array
from tests.soak.programs import references

PATIENCE = 20000  # milliseconds for one run


class Machine:
    """One program's graph as it is built. env: {name: what a statement returned}.

    outputs: {name: tensor} of all that can be fetched.  built: {statement's name: its description}.
    options: fields of its sessions' ConfigProto.
    """

    options: Any = {}

    def __init__(self, tf, program):
        self.tf = tf
        self.program = program
        self.env = {}
        self.outputs = {}
        self.built = {}
        self.owner = {}  # name of an output -> its statement's
        self.graph = tf.Graph()
        self.start = None  # what sets the variables, where a program without runs of its own has some

    def build(self, skip=()):
        """Runs the statements; those in skip, and what depends on what is not there, are left out."""
        with self.graph.as_default():
            for statement in self.program["statements"]:
                name = statement["out"]
                if name in skip:
                    continue
                lacking = [ref for ref in references([statement["args"], statement["kwargs"]]) if ref not in self.env]
                if lacking:
                    self.built[name] = {"lacks": lacking[0]}
                    continue
                try:
                    self.remember(name, self.call(statement, self.env))
                except Exception as error:
                    self.built[name] = {"error": described(error)}
                    self.graph._set_control_flow_context(None)  # TensorFlow stays in a loop whose body raised
                    continue
            if self.tf.global_variables() or self.tf.local_variables():
                self.start = [self.tf.global_variables_initializer(), self.tf.local_variables_initializer()]

    def remember(self, name, result):
        self.env[name] = result
        described = {}
        for suffix, item in self.flat(result):
            key = name + suffix
            self.env[key] = item
            if item is None:
                described[suffix] = None
            elif isinstance(item, self.tf.Tensor):
                shape = item.shape
                dims = None if shape.ndims is None else [None if d.value is None else int(d.value) for d in shape.dims]
                described[suffix] = [item.dtype.name, dims]
                self.outputs[key] = item
                self.owner[key] = name
            elif isinstance(item, self.tf.Operation):
                described[suffix] = "operation"
                self.outputs[key] = item
                self.owner[key] = name
            else:
                described[suffix] = "object"
        self.built[name] = {"outputs": described}

    def flat(self, result):
        tf = self.tf
        if isinstance(result, tf.SparseTensor):
            return [("", result)] + [
                ("." + part, getattr(result, part)) for part in ("indices", "values", "dense_shape")
            ]
        if isinstance(result, tf.IndexedSlices):
            return [("", result)] + [("." + part, getattr(result, part)) for part in ("indices", "values")]
        if isinstance(result, (list, tuple)):
            found = []
            for i, item in enumerate(result):
                found += [("." + str(i) + suffix, inner) for suffix, inner in self.flat(item)]
            return found
        return [("", result)]

    def call(self, statement, env):
        name = statement["call"]
        args = [self.argument(item, env) for item in statement["args"]]
        kwargs = {key: self.argument(item, env) for key, item in statement["kwargs"].items()}
        if name == "operator.getitem":
            return args[0][tuple(args[1])]
        if name.startswith("operator."):
            return getattr(operator, name[9:])(*args)
        if name.startswith("."):
            return getattr(args[0], name[1:])(*args[1:], **kwargs)
        if name.startswith("tf."):
            return self.look_up(name)(*args, **kwargs)
        return getattr(special, name)(self, *args, **kwargs)

    def look_up(self, name):
        found = self.tf
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        return found

    def argument(self, item, env) -> Any:
        if isinstance(item, list):
            return [self.argument(one, env) for one in item]
        if item == "...":
            return Ellipsis
        if not isinstance(item, dict):
            return item
        if is_array(item):
            return decode(item)
        if "t" in item:
            return env[item["t"]]
        if "dtype" in item:
            return self.tf.as_dtype(item["dtype"])
        if "slice" in item:
            return slice(*[self.argument(one, env) for one in item["slice"]])
        if "body" in item:
            return self.function(item["body"], env)
        return {key: self.argument(one, env) for key, one in item.items()}

    def function(self, body, env):
        def run(*args):
            inner = dict(env)
            for name, value in zip(body["parameters"], args):
                inner[name] = value
                for suffix, part in self.flat(value):
                    inner[name + suffix] = part
            for statement in body["statements"]:
                result = self.call(statement, inner)
                inner[statement["out"]] = result
                for suffix, part in self.flat(result):
                    inner[statement["out"] + suffix] = part
            return self.argument(body["returns"], inner)

        return run

    # Runs

    def feeds(self, given):
        """{tensor: array} from what a run feeds by name; what was not built is left out."""
        found = {}
        # Two names may be one tensor, as that of a cast to its own type: the same value counts on both sides.
        for name, item in sorted(given.items()):
            tensor = self.outputs.get(name)
            if tensor is not None:
                found[tensor] = self.value(item["value"], item["dtype"])
        return found

    def value(self, item, dtype=None):
        """An array as this side's NumPy has it."""
        bfloat16 = self.tf.bfloat16.as_numpy_dtype
        array = decode(item, bfloat16)
        return array.astype(bfloat16) if dtype == "bfloat16" and array.dtype != bfloat16 else array

    def session(self):
        config = self.tf.ConfigProto(operation_timeout_in_ms=PATIENCE, **self.options)
        return self.tf.Session(graph=self.graph, config=config)

    def run(self, session, tensors, feeds):
        """The values of tensors, in a list."""
        return session.run(tensors, feeds)

    def everything(self, feeds):
        """The names of the tensors that a run without list fetches; not what it feeds."""
        return [
            name
            for name, tensor in self.outputs.items()
            if isinstance(tensor, self.tf.Tensor)
            and tensor not in feeds
            and not tensor.dtype._is_ref_dtype
            and tensor.dtype.name not in ("resource", "variant")
        ]

    def upstream(self, name):
        """The names of the statements that an output needs, its own among them."""
        by_name = {statement["out"]: statement for statement in self.program["statements"]}
        seen, left = set(), [self.owner[name]]
        while left:
            one = left.pop()
            if one in seen or one not in by_name:
                continue
            seen.add(one)
            left += [ref.split(".")[0] for ref in references([by_name[one]["args"], by_name[one]["kwargs"]])]
        return seen


def described(error):
    """An error as it is compared: its class, and the first line of what it says."""
    lines = (str(getattr(error, "message", "") or error) or "").splitlines()
    first = " ".join(lines[:2]) if lines and "root error" in lines[0] else "".join(lines[:1])
    return [type(error).__name__, first[:200]]


def fetch(machine, names, feeds):
    """{name: encoded value} in a session of its own; raises what the run raises."""
    with machine.session() as session:
        if machine.start is not None:
            session.run(machine.start)
        return fetch_in(session, machine, names, feeds)


def fetch_in(session, machine, names, feeds):
    """{name: encoded value}; raises what the run raises."""
    found = machine.run(session, [machine.outputs[name] for name in names], feeds)
    return {name: None if value is None else encode(value) for name, value in zip(names, found)}


def reference(tf, program):
    """What TensorFlow makes of a program: {"built": …, "runs": [{"values", "errors"}]}."""
    machine = Machine(tf, program)
    machine.options = {"intra_op_parallelism_threads": 1, "inter_op_parallelism_threads": 1}
    machine.build()
    runs = []
    stateful = any(run["fetch"] is not None for run in program["runs"])
    if stateful:
        with machine.session() as session:
            for run in program["runs"]:
                names = [name for name in run["fetch"] if name in machine.outputs]
                try:
                    found = fetch_in(session, machine, names, machine.feeds(run["feed"]))
                    runs.append({"values": found, "errors": {}})
                except Exception as error:
                    runs.append({"values": {}, "errors": {"": described(error)}})
        return {"built": machine.built, "runs": runs}
    for run in program["runs"]:
        feeds = machine.feeds(run["feed"])
        names = machine.everything(feeds)
        try:
            runs.append({"values": fetch(machine, names, feeds) if names else {}, "errors": {}})
        except Exception:
            runs.append(one_by_one(machine, names, feeds))
    return {"built": machine.built, "runs": runs}


def one_by_one(machine, names, feeds):
    """Each tensor in a run of its own; of those that fail only the first on each way is noted."""
    values, errors, broken = {}, {}, set()
    fed = {name for name, tensor in machine.outputs.items() if tensor in feeds}
    for name in names:
        if name not in fed and broken & machine.upstream(name):
            continue
        try:
            values.update(fetch(machine, [name], feeds))
        except Exception as error:
            errors[name] = described(error)
            if "may not be fed" in errors[name][1]:
                break  # which is of the run, not of this tensor
            broken.add(machine.owner[name])
    return {"values": values, "errors": errors}
