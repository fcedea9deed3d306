"""Runs a program with graphlab and holds it to what TensorFlow made of it.

A value that differs is looked at again with TensorFlow's values fed for all that is before it: what differs then is the
fault of that one statement, the rest was rounding carried along.
"""

import dataclasses

import graphlab as tf
from tests.soak import known
from tests.soak.execute import Machine, described, fetch, fetch_in
from tests.soak.programs import references
from tests.soak.tolerance import difference, size_of

KINDS = ("value", "dtype", "shape less known", "shape more known", "error", "unexpected error", "missing error")


@dataclasses.dataclass
class Fault:
    """One difference. kind: one of KINDS.  call: what differs.  reason: why it is expected, or ""."""

    seed: int
    kind: str
    statement: dict
    detail: str
    reason: str = ""

    @property
    def call(self):
        return self.statement.get("call", "?")


class Comparison:
    """One program under graphlab. faults: what was found.  make_machine: Machine, or one of tests.soak.ways."""

    def __init__(self, program, reference, make_machine=Machine):
        self.program = program
        self.reference = reference
        self.by_name = {statement["out"]: statement for statement in program["statements"]}
        self.faults = []
        self.values = 0  # how many arrays were compared
        self.machine = make_machine(tf, program)

    def add(self, kind, name, detail):
        statement = self.by_name.get(name.split(".")[0], {})
        fault = Fault(self.program["seed"], kind, statement, detail)
        fault.reason = known.reason(fault)
        self.faults.append(fault)

    def check(self):
        """Builds and runs it all; returns the faults."""
        self.machine.build()
        self.check_built()
        stateful = any(run["fetch"] is not None for run in self.program["runs"])
        (self.check_state if stateful else self.check_runs)()
        return self.faults

    def check_built(self):
        for name, expected in self.reference["built"].items():
            got = self.machine.built.get(name, {"lacks": name})
            if "lacks" in expected or "lacks" in got:
                continue
            if "error" in expected and "error" in got:
                if expected["error"][0] != got["error"][0]:
                    self.add("error", name, f"{got['error']}, not {expected['error']}")
            elif "error" in expected:
                self.add("missing error", name, f"built, not {expected['error']}")
                self.drop(name)
            elif "error" in got:
                self.add("unexpected error", name, f"while built: {got['error']}")
            else:
                self.check_static(name, expected["outputs"], got["outputs"])

    def drop(self, name):
        for key in [key for key in self.machine.outputs if self.machine.owner[key] == name]:
            del self.machine.outputs[key]

    def check_static(self, name, expected, got):
        if expected.keys() != got.keys():
            self.add("value", name, f"outputs {sorted(got)}, not {sorted(expected)}")
            self.drop(name)
            return
        for suffix, item in expected.items():
            other = got[suffix]
            if not isinstance(item, list) or not isinstance(other, list):
                if item != other:
                    self.add("value", name, f"output {suffix!r} is {other}, not {item}")
                continue
            if item[0] != other[0]:
                self.add("dtype", name, f"static {other[0]}, not {item[0]}")
            if item[1] != other[1]:
                self.add(_knowledge(item[1], other[1]), name, f"{other[1]}, not {item[1]}")

    # Programs that compute values only

    def check_runs(self):
        for run, expected in zip(self.program["runs"], self.reference["runs"], strict=True):
            names = [name for name in expected["values"] if name in self.machine.outputs]
            if names:
                self.check_values(run, expected, names)
            for name, error in expected["errors"].items():
                if name in self.machine.outputs:
                    self.check_error(run, name, error)

    def check_values(self, run, expected, names):
        feeds = self.machine.feeds(run["feed"])
        got, left = {}, list(names)
        for _ in range(4):
            try:
                got = fetch(self.machine, left, feeds)
                break
            except Exception as error:
                culprit = self.first_to_fail(run, left, feeds)
                if culprit is None:
                    self.add("unexpected error", left[-1], f"only in one run with others: {described(error)}")
                    return
                name, error = culprit
                self.add("unexpected error", name, f"{name}: {described(error)}")
                owner = self.machine.owner[name]
                left = [other for other in left if owner not in self.machine.upstream(other)]
        self.values += len(got)
        faulty = set()
        for name, value in got.items():
            array, reference = self.machine.value(value), self.machine.value(expected["values"][name])
            owner = self.machine.owner[name]
            if owner in faulty or not difference(reference, array, self.call_of(name)):
                continue
            what = self.again(run, expected, name, reference)
            if what:
                faulty.add(owner)
                self.add("value" if not what.startswith("dtype") else "dtype", name, f"{name}: {what}")

    def call_of(self, name):
        return self.by_name[self.machine.owner[name]]["call"]

    def first_to_fail(self, run, names, feeds):
        """The first tensor that can't be fetched alone, and why; None where all can."""
        for name in names:
            try:
                fetch(self.machine, [name], feeds)
            except Exception as error:
                return name, error
        return None

    def again(self, run, expected, name, reference):
        """What is different when all that the statement is made of has TensorFlow's values."""
        machine = self.machine
        owner = machine.owner[name]
        above = machine.upstream(name) - {owner}
        feeds = machine.feeds(run["feed"])
        direct = set(references([self.by_name[owner]["args"], self.by_name[owner]["kwargs"]]))
        scale = max([0.0, *[size_of(array) for array in feeds.values()]]) if self.call_of(name) in SUMMING else 0.0
        for other, value in expected["values"].items():
            if other not in machine.outputs or machine.owner[other] not in above:
                continue
            tensor = machine.outputs[other]
            array = machine.value(value)
            if isinstance(tensor, tf.Tensor) and machine.graph.is_feedable(tensor):
                if not tensor.shape.is_compatible_with(array.shape):
                    return ""  # TensorFlow's own static shape was wrong, as it is where what decides it is fed
                feeds.setdefault(tensor, array)
            if other in direct or other.split(".")[0] in direct or self.call_of(name) in SUMMING:
                scale = max(scale, size_of(array))
        try:
            value = fetch(machine, [name], feeds)[name]
        except Exception as error:
            return f"fails with TensorFlow's inputs: {described(error)}"
        call = self.call_of(name)
        return difference(reference, machine.value(value), call, scale if call in SUMMING else 0.0)

    def check_error(self, run, name, error):
        try:
            fetch(self.machine, [name], self.machine.feeds(run["feed"]))
        except Exception as other:
            if type(other).__name__ != error[0]:
                self.add("error", name, f"{name}: {described(other)}, not {error}")
        else:
            self.add("missing error", name, f"{name}: ran, not {error}")

    # Programs with state

    def check_state(self):
        with self.machine.session() as session:
            for number, (run, expected) in enumerate(zip(self.program["runs"], self.reference["runs"], strict=True)):
                names = [name for name in run["fetch"] if name in self.machine.outputs]
                if not names:
                    return
                try:
                    got = fetch_in(session, self.machine, names, self.machine.feeds(run["feed"]))
                except Exception as error:
                    wanted = expected["errors"].get("")
                    if wanted is None:
                        self.add("unexpected error", names[0], f"run {number}: {described(error)}")
                        return
                    if wanted[0] != type(error).__name__:
                        self.add("error", names[0], f"run {number}: {described(error)}, not {wanted}")
                    continue
                if expected["errors"]:
                    self.add("missing error", names[0], f"run {number}: ran, not {expected['errors']['']}")
                    return
                for name in names:
                    if expected["values"][name] is None or got[name] is None:
                        continue
                    self.values += 1
                    reference, array = (self.machine.value(side[name]) for side in (expected["values"], got))
                    what = difference(reference, array, "train", size_of(reference) / 10)
                    if what:
                        self.add("value", self._changed_by(number), f"run {number}, {name}: {what}")
                        return

    def _changed_by(self, number):
        """What the last run before this one did."""
        runs = self.program["runs"]
        for run in reversed(runs[:number]):
            if len(run["fetch"]) == 1:
                return run["fetch"][0]
        return runs[number]["fetch"][0]


# What adds up numbers: how exact it can be follows from their size, not from that of the result.
SUMMING = frozenset(
    """tf.reduce_sum tf.reduce_mean tf.cumsum tf.matmul operator.matmul tf.tensordot tf.einsum tf.linalg.matvec tf.add_n
    tf.accumulate_n tf.nn.moments tf.nn.weighted_moments tf.math.reduce_variance tf.math.reduce_std tf.nn.conv2d
    tf.nn.depthwise_conv2d tf.nn.separable_conv2d tf.nn.conv1d tf.nn.conv2d_transpose tf.nn.conv3d tf.nn.atrous_conv2d
    tf.nn.fused_batch_norm fused_inference tf.nn.batch_normalization tf.nn.avg_pool tf.gradients through tf.fft tf.ifft tf.fft2d tf.ifft2d tf.spectral.rfft
    tf.spectral.irfft tf.signal.dct tf.cross tf.segment_sum tf.segment_mean tf.unsorted_segment_sum tf.unsorted_segment_mean
    tf.sparse.segment_sum tf.sparse.segment_mean tf.sparse.segment_sqrt_n tf.scatter_nd tf.tensor_scatter_add
    tf.tensor_scatter_sub tf.trace tf.matrix_inverse tf.matrix_solve tf.matrix_solve_ls tf.matrix_triangular_solve
    tf.cholesky_solve tf.cholesky tf.matrix_determinant tf.linalg.logdet tf.linalg.slogdet tf.linalg.expm tf.svd product
    tf.self_adjoint_eigvals tf.sparse_tensor_dense_matmul tf.sparse_reduce_sum tf.reduce_logsumexp tf.math.cumulative_logsumexp
    tf.nn.log_softmax tf.nn.softmax_cross_entropy_with_logits tf.nn.softmax_cross_entropy_with_logits_v2
    tf.nn.sparse_softmax_cross_entropy_with_logits tf.nn.sigmoid_cross_entropy_with_logits
    tf.nn.weighted_cross_entropy_with_logits tf.losses.mean_squared_error tf.losses.absolute_difference tf.losses.huber_loss
    tf.losses.hinge_loss tf.losses.log_loss tf.losses.cosine_distance tf.nn.lrn tf.image.resize_bilinear tf.image.resize_bicubic
    tf.image.resize_area tf.image.adjust_contrast tf.image.rgb_to_yiq tf.image.yiq_to_rgb
    tf.image.rgb_to_yuv tf.image.yuv_to_rgb tf.image.resize_images tf.image.crop_and_resize tf.image.adjust_saturation
    tf.image.adjust_hue tf.image.rgb_to_hsv tf.image.hsv_to_rgb tf.cond
    tf.while_loop tf.map_fn tf.scan tf.foldl tf.foldr case tf.switch_case grow array_loop rnn dense tf.linspace
    tf.image.sobel_edges tf.image.total_variation tf.image.per_image_standardization layer keras_layer cells metric
    tf.fake_quant_with_min_max_args tf.fake_quant_with_min_max_vars
    tf.fake_quant_with_min_max_vars_per_channel tf.mod tf.floormod operator.mod""".split()
)


def _knowledge(expected, got):
    """How one static shape relates to another."""
    if got is None:
        return "shape less known"
    if expected is None:
        return "shape more known"
    if len(expected) != len(got) or any(a != b for a, b in zip(expected, got, strict=True) if None not in (a, b)):
        return "value"
    less = any(b is None and a is not None for a, b in zip(expected, got, strict=True))
    return "shape less known" if less else "shape more known"
