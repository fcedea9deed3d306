"""Exercises of lesson 14: devices and clusters."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.exercise import checker


@checker(
    "ex14_place",
    "A variable here, the product there",
    hints=(
        "`tf.device` opens a block; what is made in it is placed there. Two places need two blocks.",
        'Make the variable in `with tf.device("/cpu:0"):` and the product in `with tf.device("/cpu:1"):`.',
        "In the first block `w = tf.Variable(tf.ones([4, 2]))`; in the second `return tf.matmul(x, w)`.",
    ),
)
def place(trial, build: Function):
    """Write `build(x)` for `x` of shape [?, 4]. It makes a variable `w` of shape [4, 2], all ones, on the device `/cpu:0`, and returns the
    product of `x` and `w`, computed on `/cpu:1`."""
    x = trial.placeholder([None, 4])
    y = trial.is_tensor(trial.call(build, x), [None, 2], "What `build` returns")
    trial.has_variables(1, "Make one variable, `w`.")
    w = trial.variables(y)[0]
    product = next((op for op in trial.executed(y) if op.type in ("MatMul", "BatchMatMul", "BatchMatMulV2")), y.op)
    both = "A block `with tf.device(…):` holds for all that is made in it. The variable and the product need blocks of their own."
    for op, index, what in ((w, 0, "The variable"), (product, 1, "The product")):
        trial.that(
            op.device,
            "",
            f"{what}, `{op.name}`, is on no device of your choice.",
            "Make it in a block `with tf.device(…):`. A name scope is only a name.",
            [op],
        )
        spec = tf.DeviceSpec.from_string(op.device)
        trial.that(
            (spec.device_type, spec.device_index) == ("CPU", index),
            f"`{op.name}` is on `{op.device}`",
            f"{what}, `{op.name}`, is on `{op.device}`, not on `/device:CPU:{index}`.",
            both,
            [op],
        )
    with tf.Session(graph=trial.graph, config=tf.ConfigProto(device_count={"CPU": 2})) as session:
        trial.run([v.initializer for v in trial.graph.get_collection("variables")], session=session)
        trial.value(
            y,
            [[10.0, 10.0]],
            {x: [[1.0, 2.0, 3.0, 4.0]]},
            session,
            "the product",
            hint="The variable must be all ones: `tf.ones([4, 2])`.",
        )


@place.solved_by
def _():
    def build(x):
        with tf.device("/cpu:0"):
            w = tf.Variable(tf.ones([4, 2]), name="w")
        with tf.device("/cpu:1"):
            return tf.matmul(x, w)

    return build


@place.mistake("blocks of their own")
def _():
    def build(x):
        with tf.device("/cpu:1"):
            w = tf.Variable(tf.ones([4, 2]), name="w")
            return tf.matmul(x, w)

    return build


@place.mistake("on no device of your choice")
def _():
    def build(x):
        with tf.device("/cpu:0"):
            w = tf.Variable(tf.ones([4, 2]), name="w")
        return tf.matmul(x, w)

    return build


@place.mistake("only a name")
def _():
    def build(x):
        with tf.name_scope("cpu0"):
            w = tf.Variable(tf.ones([4, 2]), name="w")
        with tf.name_scope("cpu1"):
            return tf.matmul(x, w)

    return build


@place.mistake("all ones")
def _():
    def build(x):
        with tf.device("/cpu:0"):
            w = tf.Variable(tf.zeros([4, 2]), name="w")
        with tf.device("/cpu:1"):
            return tf.matmul(x, w)

    return build


@checker(
    "ex14_towers",
    "One batch on two devices",
    hints=(
        "Each device computes the gradient on its own part of the batch, with the same variable. What makes one gradient of two?",
        "`tf.split(x, len(devices))`; for each part a block `with tf.device(device):` with loss and `tf.gradients`; then the mean.",
        "In the block: `loss = tf.reduce_mean(tf.square(tf.matmul(part_x, w) - part_y))`, `grads.append(tf.gradients(loss, w)[0])`. After it `tf.add_n(grads) / len(grads)`.",
    ),
    on_error={"as a Python": "The static shapes are known: `tf.split(x, 2)`, or `x[:2]` and `x[2:]`."},
)
def towers(trial, mean_gradient: Function):
    """Write `mean_gradient(x, y, w, devices)`. `x`: [4, 2], `y`: [4, 1], `w`: a variable [2, 1], `devices`: names of two devices. Each
    device works on its half of the batch: it computes the mean of (x · w − y)², squared element by element, and the gradient of that in `w`. Return
    the mean of the two gradients: it is the gradient on the whole batch."""
    x, y = trial.placeholder([4, 2]), trial.placeholder([4, 1], "y")
    with trial.graph.as_default():
        w = tf.Variable([[1.0], [-1.0]], name="w")
    found = trial.is_tensor(
        trial.call(mean_gradient, x, y, w, ["/cpu:0", "/cpu:1"]),
        [2, 1],
        "What `mean_gradient` returns",
        "It must be one gradient in `w`, the mean of the two.",
    )
    trial.has_variables(1, "All devices must use the same variable, `w`. Make none.")
    products = [op for op in trial.executed(found) if op.type in ("MatMul", "BatchMatMul", "BatchMatMulV2", "Mul")]
    whole = [op for op in products if any(4 in (tensor.dims or ()) for tensor in op.inputs)]
    trial.that(
        not whole,
        "no device works on the whole batch",
        "A product is computed of the whole batch `x`.",
        "Each device needs its part only: `tf.split(x, len(devices))`.",
        whole,
    )
    placed = {tf.DeviceSpec.from_string(op.device).device_index for op in products if op.device}
    trial.that(
        {0, 1} <= placed,
        "both devices compute",
        f"Products are on {len(placed)} of the 2 devices.",
        "Make the loss of each part in `with tf.device(device):`.",
        products,
    )
    rows, targets = np.array([[1.0, 2.0], [0.0, 1.0], [3.0, 1.0], [2.0, 2.0]]), np.array([[1.0], [2.0], [0.0], [5.0]])
    expected = 2 * rows.T @ (rows @ [[1.0], [-1.0]] - targets) / 4
    with tf.Session(graph=trial.graph, config=tf.ConfigProto(device_count={"CPU": 2})) as session:
        session.run(w.initializer)
        trial.value(
            found,
            expected,
            {x: rows, y: targets},
            session,
            "the gradient",
            hint="The mean of the gradients, not their sum; and in each part the mean of the squares.",
        )


@towers.solved_by
def _():
    def mean_gradient(x, y, w, devices):
        gradients = []
        for device, part_x, part_y in zip(devices, tf.split(x, len(devices)), tf.split(y, len(devices)), strict=True):
            with tf.device(device):
                loss = tf.reduce_mean(tf.square(tf.matmul(part_x, w) - part_y))
                gradients.append(tf.gradients(loss, w)[0])
        return tf.add_n(gradients) / len(devices)

    return mean_gradient


@towers.mistake("not their sum")
def _():
    def mean_gradient(x, y, w, devices):
        gradients = []
        for device, part_x, part_y in zip(devices, tf.split(x, 2), tf.split(y, 2), strict=True):
            with tf.device(device):
                loss = tf.reduce_mean(tf.square(tf.matmul(part_x, w) - part_y))
                gradients.append(tf.gradients(loss, w)[0])
        return tf.add_n(gradients)

    return mean_gradient


@towers.mistake("its part only")
def _():
    def mean_gradient(x, y, w, devices):
        gradients = []
        for device in devices:
            with tf.device(device):
                loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
                gradients.append(tf.gradients(loss, w)[0])
        return tf.add_n(gradients) / len(devices)

    return mean_gradient


@towers.mistake("its part only")
def _():
    def mean_gradient(x, y, w, devices):
        gradients = []
        for device in devices:
            with tf.device(device):
                loss = tf.reduce_mean(tf.square(tf.matmul(tf.identity(x), w) - y))
                gradients.append(tf.gradients(loss, w)[0])
        return tf.add_n(gradients) / len(devices)

    return mean_gradient


@towers.mistake("the mean of the two")
def _():
    def mean_gradient(x, y, w, devices):
        gradients = []
        for device, part_x, part_y in zip(devices, tf.split(x, 2), tf.split(y, 2), strict=True):
            with tf.device(device):
                loss = tf.reduce_mean(tf.square(tf.matmul(part_x, w) - part_y))
                gradients.append(tf.gradients(loss, w)[0])
        return tf.stack(gradients)

    return mean_gradient


@towers.mistake("with tf.device(device)")
def _():
    def mean_gradient(x, y, w, devices):
        gradients = []
        for part_x, part_y in zip(tf.split(x, 2), tf.split(y, 2), strict=True):
            loss = tf.reduce_mean(tf.square(tf.matmul(part_x, w) - part_y))
            gradients.append(tf.gradients(loss, w)[0])
        return tf.add_n(gradients) / len(devices)

    return mean_gradient


@towers.mistake("the same variable")
def _():
    def mean_gradient(x, y, w, devices):
        gradients = []
        for device, part_x, part_y in zip(devices, tf.split(x, 2), tf.split(y, 2), strict=True):
            with tf.device(device):
                mine = tf.Variable(w.initialized_value())
                loss = tf.reduce_mean(tf.square(tf.matmul(part_x, mine) - part_y))
                gradients.append(tf.gradients(loss, mine)[0])
        return tf.add_n(gradients) / len(devices)

    return mean_gradient


@checker(
    "ex14_cluster",
    "Parameters on one job, work on another",
    hints=(
        "`tf.device` accepts a function too: it is called with each operation, and returns where that goes. TensorFlow has one for this case.",
        "`tf.train.replica_device_setter(cluster=…, worker_device=…)` places variables on the tasks of `ps` and the rest on the worker.",
        'The worker device names its task: `f"/job:worker/task:{task}"`.',
    ),
    on_error={
        "Unknown attribute": "A device is written so: `/job:worker/task:0`.",
        "Expected binary or unicode string": "Return what `tf.device` accepts, not a `tf.device`; a function must return the name of a device.",
    },
)
def cluster_devices(trial, placement: Function):
    """Write `placement(cluster, task)`. `cluster` is a `tf.train.ClusterSpec` with the jobs `ps` and `worker`. Return what `tf.device` accepts, so that
    in `with tf.device(placement(cluster, task)):` variables are placed on the tasks of `ps`, one after the other, and all other
    operations on task number `task` of `worker`."""
    for tasks, task in ((2, 1), (3, 0)):
        graph = trial.new_graph()
        cluster = tf.train.ClusterSpec(
            {"ps": [f"localhost:{2222 + i}" for i in range(tasks)], "worker": ["localhost:2232", "localhost:2233"]}
        )
        device = trial.call(placement, cluster, task)
        if not (isinstance(device, str) or callable(device)):
            raise RefutedError(
                "`placement` must return the name of a device or a function.",
                "Return what `tf.train.replica_device_setter` returns; the `with` block is the checker's.",
            )

        def build(device=device, tasks=tasks):
            with tf.device(device):
                variables = [tf.Variable(tf.zeros([2, 2]), name=f"v{i}") for i in range(tasks)]
                return variables, tf.matmul(tf.ones([2, 2]), variables[0], name="product")

        variables, product = trial.call(build)
        for i, variable in enumerate(variables):
            _is_on(trial, variable.op, "ps", i, "Variables belong to `ps`, task after task.")
        _is_on(trial, product.op, "worker", task, 'The worker\'s task is `task`: `f"/job:worker/task:{task}"`.')
    trial.graph = graph


def _is_on(trial, op, job, task, hint):
    """States on which task of which job an operation is placed."""
    spec = tf.DeviceSpec.from_string(op.device)
    trial.that(
        spec.job == job and spec.task == task,
        f"`{op.name}` is on `/job:{job}/task:{task}`",
        f"`{op.name}` is on `{op.device}`, not on `/job:{job}/task:{task}`.",
        hint,
        [op],
    )


@cluster_devices.solved_by
def _():
    def placement(cluster, task):
        return tf.train.replica_device_setter(cluster=cluster, worker_device=f"/job:worker/task:{task}")

    return placement


@cluster_devices.mistake("Variables belong to `ps`")
def _():
    def placement(cluster, task):
        return f"/job:worker/task:{task}"

    return placement


@cluster_devices.mistake("The worker's task is `task`")
def _():
    def placement(cluster, task):
        return tf.train.replica_device_setter(cluster=cluster)

    return placement


@cluster_devices.mistake("Variables belong to `ps`")
def _():
    def placement(cluster, task):
        return tf.train.replica_device_setter(ps_tasks=1, worker_device=f"/job:worker/task:{task}")

    return placement


@cluster_devices.mistake("the `with` block is the checker's")
def _():
    def placement(cluster, task):
        return tf.device(f"/job:worker/task:{task}").__enter__()

    return placement
