"""Optimizers of workers with variables of their own, which now and then meet at center variables that all share."""

from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.ops.arithmetic import add_n, multiply, subtract
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import floormod
from graphlab._src.ops.statistics import l2_loss
from graphlab._src.state.assignment import assign, assign_add, assign_sub
from graphlab._src.state.initialization import global_variables_initializer, local_variables_initializer
from graphlab._src.state.queue import FIFOQueue
from graphlab._src.state.scope import get_variable
from graphlab._src.state.variable_creators import variable_creator_scope
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.sessions.hook import SessionRunHook

LOCAL_VARIABLE_NAME = "local_center_variable"
GLOBAL_VARIABLE_NAME = "global_center_variable"
GRAD_VARIABLE_NAME = "grad_variable"
GLOBAL_STEP = "global_step"


class _CenterGetter:
    """A custom_getter of variable_scope: a local variable, and a center one and a second local one beside it."""

    _beside = ""

    def __init__(self, worker_device):
        self._worker_device = worker_device
        self._beside_map = {}
        self._global_map = {}

    def __call__(self, getter, name, trainable, collections, *args, **kwargs):
        graph = get_default_graph()
        if not trainable:
            collections = collections or []
            device = self._worker_device if GraphKeys.LOCAL_VARIABLES in collections and self._moves_others else None
            with graph.device(device):
                return getter(name, *args, trainable=trainable, collections=collections, **kwargs)
        with graph.device(self._worker_device):
            local = getter(name, *args, trainable=True, collections=[GraphKeys.LOCAL_VARIABLES], **kwargs)
        if kwargs.get("reuse") is True:
            return local
        center = getter(
            f"{GLOBAL_VARIABLE_NAME}/{name}", *args, trainable=False, collections=[GraphKeys.GLOBAL_VARIABLES], **kwargs
        )
        with graph.device(self._worker_device):
            beside = getter(
                f"{self._beside}/{name}", *args, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], **kwargs
            )
        whole = kwargs.get("partitioner") is None
        parts = ([one] if whole else list(one) for one in (local, center, beside))
        for one, shared, other in zip(*parts, strict=True):
            self._global_map[one] = shared
            self._beside_map[one] = other
        return local

    _moves_others = True


class ElasticAverageCustomGetter(_CenterGetter):
    """The custom_getter of variable_scope for ElasticAverageOptimizer.

    Trainable variables are local, with a local copy of the center variable, local_center_variable/NAME, and the center
    variable, global_center_variable/NAME.  worker_device: where local variables are.
    """

    _beside = LOCAL_VARIABLE_NAME

    @property
    def _local_map(self):
        return self._beside_map


class AGNCustomGetter(_CenterGetter):
    """The custom_getter of variable_scope for AGNOptimizer.

    Trainable variables are local, with a sum of gradients, grad_variable/NAME, and a center variable,
    global_center_variable/NAME.  worker_device: where local variables are.
    """

    _beside = GRAD_VARIABLE_NAME
    _moves_others = False

    @property
    def _grad_map(self):
        return self._beside_map


class _InitHook(SessionRunHook):
    """Sets local variables to the center ones when a session begins."""

    def __init__(self, optimizer, is_chief, task_index):
        self._optimizer = optimizer
        self._is_chief = is_chief
        self._task_index = task_index

    def begin(self):
        """Builds the operations."""
        self._local_init_op = local_variables_initializer()
        self._global_init_op = global_variables_initializer() if self._is_chief else None
        self._variable_init_op = self._optimizer.get_init_op(self._task_index)

    def after_create_session(self, session, coord):
        """Sets the variables."""
        session.run(self._variable_init_op)


class _CenterOptimizer(Optimizer):
    def __init__(self, opt, num_worker, getter, communication_period, use_locking, name):
        super().__init__(use_locking, name)
        self._opt = opt
        self._num_worker = num_worker
        self._period = communication_period
        self._global_map = getter._global_map
        self._beside_map = getter._beside_map
        self._local_step = get_variable(
            initializer=0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], name="local_step"
        )
        self._opt._prepare()

    def _trained(self):
        """The local variables; ValueError when there is none, or one was made without the getter."""
        found = get_default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES)
        if not found:
            raise ValueError(
                "The lists of local_variables, global_center_variables, local_center_variables should not be empty"
            )
        return found

    def _count(self):
        return assign_add(self._local_step, 1, name="local_step_update").op

    def _is_time(self):
        return equal(floormod(self._local_step, self._period), 0)

    def make_session_run_hook(self, is_chief, task_index):
        """A hook that sets local variables to the center ones when a session begins."""
        return _InitHook(self, is_chief, task_index)


class ElasticAverageOptimizer(_CenterOptimizer):
    """Elastic averaging: workers are pulled to a center, and the center to them (Zhang et al., 2015).

    opt: an Optimizer.  ea_custom_getter: the getter that made the variables.  communication_period: every so many steps
    a worker meets the center.  moving_rate: how far both move, 0.9 / communication_period / num_worker when left out.
    rho: how strong the loss pulls, moving_rate / learning rate when left out.  synchronous: workers begin together.
    """

    BETA = 0.9

    def __init__(
        self,
        opt,
        num_worker,
        ea_custom_getter,
        communication_period=10,
        moving_rate=None,
        rho=None,
        use_locking=True,
        synchronous=False,
        name="ElasticAverageOptimizer",
    ):
        super().__init__(opt, num_worker, ea_custom_getter, communication_period, use_locking, name)
        self._synchronous = synchronous
        self._moving_rate = self.BETA / communication_period / num_worker if moving_rate is None else moving_rate
        self._rho = self._moving_rate / opt._learning_rate if rho is None else rho

    def compute_gradients(
        self,
        loss,
        var_list=None,
        gate_gradients=Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        grad_loss=None,
    ):
        """A list of (gradient, variable) of the loss and of half the squared distances to the center, times rho."""
        variables = var_list or self._trained()
        distances = [l2_loss(subtract(one, self._beside_map[one])) for one in variables]
        return self._opt.compute_gradients(
            loss + self._rho * add_n(distances),
            variables,
            gate_gradients,
            aggregation_method,
            colocate_gradients_with_ops,
            grad_loss,
        )

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Applies gradients to local variables, and meets the center when it is time; global_step counts meetings."""
        graph = get_default_graph()
        pairs = list(grads_and_vars)
        shared = graph.get_collection_ref(GraphKeys.GLOBAL_VARIABLES)
        before = list(shared)
        applied = self._opt.apply_gradients(pairs)
        with graph.control_dependencies([applied]):
            counted = self._count()
        own = [one for one in shared if not any(one is known for known in before)]
        shared[:] = before  # what the inner optimizer remembers is each worker's own
        graph.get_collection_ref(GraphKeys.LOCAL_VARIABLES).extend(own)
        variables = [v for g, v in pairs if g is not None]
        with graph.control_dependencies([counted]):
            return cond(self._is_time(), lambda: self._meet(variables, global_step), no_op)

    def _meet(self, variables, global_step):
        graph = get_default_graph()
        centers = [self._global_map[one] for one in variables]
        copies = [self._beside_map[one] for one in variables]
        with graph.control_dependencies([copy.assign(one) for copy, one in zip(copies, centers, strict=True)]):
            gaps = [subtract(one, copy) for one, copy in zip(variables, copies, strict=True)]
            updates = []
            for one, center, gap in zip(variables, centers, gaps, strict=True):
                updates.append(assign_sub(one, multiply(self._moving_rate, gap)))
                updates.append(assign_add(center, multiply(self._moving_rate, gap)))
            if global_step is not None:
                updates.append(assign_add(global_step, 1))
        return group(*updates)

    def get_init_op(self, task_index):
        """Sets local variables to the center ones; synchronous: when all workers have done so."""
        updates = []
        for one in self._trained():
            updates.append(assign(one, self._global_map[one]))
            updates.append(assign(self._beside_map[one], self._global_map[one]))
        done = group(*updates)
        if not self._synchronous:
            return done
        queues = [
            FIFOQueue(self._num_worker, ["bool"], shapes=[[]], shared_name=f"variable_init_sync_queue{i}")
            for i in range(self._num_worker)
        ]
        with get_default_graph().control_dependencies([done]):
            enqueued = [queue.enqueue(fill([], False)) for i, queue in enumerate(queues) if i != task_index]
        return group(*enqueued, queues[task_index].dequeue_many(self._num_worker - 1))

    def swapping_saver(self, var_list=None, name="swapping_saver", **kwargs):
        """A Saver that saves the center variables under the names of the local ones."""
        if not self._global_map:
            raise RuntimeError(
                "global_center_variable is empty, please make sure this is called after model created and "
                "ElasticAverageCustomGetter is used when declaring you model"
            )
        given = self._trained() if var_list is None else var_list
        given = given if isinstance(given, dict) else {one.op.name: one for one in given}
        return Saver({key: self._global_map.get(one, one) for key, one in given.items()}, name=name, **kwargs)


class AGNOptimizer(_CenterOptimizer):
    """Accumulated gradients: workers train by themselves, and the center with the means of their gradients.

    optimizer: an Optimizer.  custom_getter: the getter that made the variables.
    communication_period: every so many steps the center is updated, and the worker begins there anew.
    """

    def __init__(
        self, optimizer, num_worker, custom_getter, communication_period=10, use_locking=True, name="AGNOptimizer"
    ):
        super().__init__(optimizer, num_worker, custom_getter, communication_period, use_locking, name)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Applies gradients to local variables, and to the center when it is time; global_step counts the latter."""
        graph = get_default_graph()
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        with variable_creator_scope(_as_local):
            updates = [self._opt.apply_gradients(pairs)]
        updates += [assign_add(self._beside_map[v], g) for g, v in pairs]
        variables = [v for _, v in pairs]
        with graph.control_dependencies([self._count()]):
            is_time = self._is_time()
        with graph.control_dependencies(updates):
            return cond(is_time, lambda: self._meet(variables, global_step), no_op)

    def _meet(self, variables, global_step):
        graph = get_default_graph()
        sums = [self._beside_map[one] for one in variables]
        centers = [self._global_map[one] for one in variables]
        with graph.control_dependencies([assign(one, one / self._period) for one in sums]):
            applied = self._opt.apply_gradients(zip(sums, centers, strict=True))
        with graph.control_dependencies([applied]):
            updates = [] if global_step is None else [assign_add(global_step, 1)]
            updates += [assign(one, self._global_map[one].read_value()) for one in variables]
            updates += [assign(one, zeros_like(one)) for one in sums]
            return group(*updates)

    def get_init_op(self, task_index):
        """Sets local variables to the center ones, and sums of gradients to zero."""
        variables = self._trained()
        updates = [assign(one, self._global_map[one]) for one in variables]
        return group(*updates, *(assign(self._beside_map[one], zeros_like(self._beside_map[one])) for one in variables))


def _as_local(next_creator, collections=None, **kwargs):
    found = [one for one in collections or [] if one != GraphKeys.GLOBAL_VARIABLES]
    if not collections or GraphKeys.GLOBAL_VARIABLES in collections:
        found.append(GraphKeys.LOCAL_VARIABLES)
    return next_creator(collections=found, **kwargs)
