"""ModelAverageOptimizer: workers train by themselves, and now and then begin anew at the mean of their variables."""

from graphlab._src.contrib.opt.center_variables import GLOBAL_VARIABLE_NAME
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import colocate_with
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import floormod
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.state.conditional_accumulator import ConditionalAccumulator
from graphlab._src.state.initialization import (
    global_variables_initializer,
    local_variables_initializer,
    trainable_variables,
)
from graphlab._src.state.queue import FIFOQueue
from graphlab._src.state.scope import get_variable
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.sessions.hook import SessionRunHook


class ModelAverageCustomGetter:
    """The custom_getter of variable_scope for ModelAverageOptimizer.

    Trainable variables are local, and beside each is a center variable that all workers share,
    global_center_variable/NAME.  worker_device: where local variables are.
    """

    def __init__(self, worker_device):
        self._worker_device = worker_device
        self._local_2_global = {}

    def __call__(self, getter, name, trainable, collections, *args, **kwargs):
        graph = get_default_graph()
        if not trainable:
            collections = collections or []
            device = self._worker_device if GraphKeys.LOCAL_VARIABLES in collections else None
            with graph.device(device):
                return getter(name, *args, trainable=trainable, collections=collections, **kwargs)
        with graph.device(self._worker_device):
            local = getter(name, *args, trainable=True, collections=[GraphKeys.LOCAL_VARIABLES], **kwargs)
        self._local_2_global[local] = Variable(
            local.initialized_value(),
            name=f"{GLOBAL_VARIABLE_NAME}/{name}",
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES],
        )
        return local


class ModelAverageOptimizer(Optimizer):
    """Model averaging: every interval_steps steps all workers begin anew at the mean of their variables.

    opt: an Optimizer.  num_worker: how many workers there are, which wait for each other.
    is_chief: this one updates the center variables.  ma_custom_getter: the getter that made the variables, by reference:
    resource variables are refused.
    """

    def __init__(
        self,
        opt,
        num_worker,
        is_chief,
        ma_custom_getter,
        interval_steps=100,
        use_locking=True,
        name="ModelAverageOptimizer",
    ):
        super().__init__(use_locking, name)
        self._opt = opt
        self._num_worker = num_worker
        self._is_chief = is_chief
        self._local_2_global = ma_custom_getter._local_2_global
        self._interval_steps = interval_steps
        self._chief_init_op = None
        self._local_step = get_variable(
            initializer=0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], name="local_step"
        )
        self._opt._prepare()

    def compute_gradients(self, *args, **kwargs):
        """opt's gradients."""
        return self._opt.compute_gradients(*args, **kwargs)

    def _update_locals(self, variables):
        """Sets local variables to the center ones."""
        if not variables:
            raise ValueError("The list of local_variables should not be empty")
        updates = []
        for local in variables:
            with get_default_graph().device(local.device):
                updates.append(assign(local, self._local_2_global[local].read_value()))
        return group(*updates)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Applies gradients to local variables, and averages when it is time; global_step counts averages."""
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required")
        graph = get_default_graph()
        with graph.control_dependencies([self._opt.apply_gradients(pairs)]):
            counted = assign_add(self._local_step, 1, name="local_step_update").op
        variables = [v for g, v in pairs if g is not None]
        for local in variables:
            if not local.dtype._is_ref_dtype:
                raise ValueError("Unknown local variable type!")
        with colocate_with(global_step):
            queue = FIFOQueue(-1, ["bool"], shapes=[[]], shared_name="sync_queue")
        accumulators = [self._accumulator(local) for local in variables]
        with graph.control_dependencies([counted]):
            is_time = equal(floormod(self._local_step, self._interval_steps), 0)
            done = cond(is_time, lambda: self._average(variables, accumulators, queue, global_step), no_op)
        steps = []
        for local, accumulator in zip(variables, accumulators, strict=True):
            with graph.device(self._local_2_global[local].device):
                steps.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
        self._chief_init_op = group(*steps)
        return done

    def _accumulator(self, local):
        center = self._local_2_global[local]
        with get_default_graph().device(center.device):
            return ConditionalAccumulator(
                local.dtype.base_dtype, shape=local.shape, shared_name=f"{center.name}/var_accum"
            )

    def _average(self, variables, accumulators, queue, global_step):
        graph = get_default_graph()
        centers = [self._local_2_global[local] for local in variables]
        applied, means = [], []
        for local, center, accumulator in zip(variables, centers, accumulators, strict=True):
            with graph.device(center.device):
                applied.append(accumulator.apply_grad(local, local_step=global_step))
                means.append(accumulator.take_grad(self._num_worker))
        with graph.control_dependencies(applied):
            if self._is_chief:
                updates = []
                for center, mean in zip(centers, means, strict=True):
                    with graph.device(center.device):
                        updates.append(assign(center, mean))
                with graph.device(global_step.device):
                    updates.append(assign_add(global_step, 1))
                with graph.control_dependencies(updates), graph.device(global_step.device):
                    synchronized = queue.enqueue_many(fill([self._num_worker - 1], False))
            else:
                with graph.device(global_step.device):
                    synchronized = queue.dequeue()
        with graph.control_dependencies([synchronized]):
            return self._update_locals(variables)

    def get_init_op(self):
        """Sets local variables to the center ones."""
        return self._update_locals(trainable_variables())

    def make_session_run_hook(self):
        """A hook that sets local variables to the center ones when a session begins."""
        return _ModelAverageOptimizerHook(self, self._is_chief)


class _ModelAverageOptimizerHook(SessionRunHook):
    """Initializes what ModelAverageOptimizer reads, before a session's first run."""

    def __init__(self, ma_optimizer, is_chief):
        self._ma_optimizer = ma_optimizer
        self._is_chief = is_chief

    def begin(self):
        """Makes the operations while the graph may change."""
        self._local_init_op = local_variables_initializer()
        self._global_init_op = self._chief_init_op = None
        if self._is_chief:
            self._global_init_op = global_variables_initializer()
            self._chief_init_op = self._ma_optimizer._chief_init_op
        self._variable_init_op = self._ma_optimizer.get_init_op()
