"""SyncReplicasOptimizer: several workers compute gradients, of which one step is taken."""

from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.graph import GraphKeys, IndexedSlices, Tensor, name_scope
from graphlab._src.graph.scopes import colocate_with, control_dependencies, device
from graphlab._src.ops.constants import fill
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.state.assignment import assign
from graphlab._src.state.conditional_accumulator import ConditionalAccumulator, SparseConditionalAccumulator
from graphlab._src.state.initialization import global_variables, report_uninitialized_variables
from graphlab._src.state.queue import FIFOQueue
from graphlab._src.state.variable import Variable
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.queue_runner import QueueRunner
from graphlab._src.train.sessions.hook import SessionRunHook
from graphlab._src.train.sessions.manager import what_is_missing


class SyncReplicasOptimizer(Optimizer):
    """Wraps an optimizer, so that it makes one step for the mean of several workers' gradients.

    opt: the optimizer.  replicas_to_aggregate: how many gradients make a step.  total_num_replicas: how many workers there
    are; as many when left out.  variable_averages, variables_to_average: moving averages that follow each step.
    Gradients wait in accumulators; a worker goes on when it gets a token, which the chief's queue runner hands out
    after each step.
    """

    def __init__(
        self,
        opt,
        replicas_to_aggregate,
        total_num_replicas=None,
        variable_averages=None,
        variables_to_average=None,
        use_locking=False,
        name="sync_replicas",
    ):
        if total_num_replicas is None:
            total_num_replicas = replicas_to_aggregate
        super().__init__(use_locking, name)
        logging.info(
            "SyncReplicasV2: replicas_to_aggregate=%s; total_num_replicas=%s", replicas_to_aggregate, total_num_replicas
        )
        self._opt = opt
        self._replicas_to_aggregate = replicas_to_aggregate
        self._total_num_replicas = total_num_replicas
        self._tokens_per_step = max(total_num_replicas, replicas_to_aggregate)
        self._averages = variable_averages
        self._to_average = variables_to_average
        self._global_step = None
        self._sync_token_queue = None
        self._chief_queue_runner = None
        self._local_step: Any = None
        self.local_step_init_op = None
        self.chief_init_op = None
        self.ready_for_local_init_op = None

    def compute_gradients(self, *args, **kwargs):
        """The wrapped optimizer's gradients: of this worker."""
        return self._opt.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """An operation that hands the gradients in and waits for the step that they are part of.

        grads_and_vars: (gradient, variable) pairs.  global_step: counts the steps; it must be there.
        """
        if not grads_and_vars:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required to check staleness")
        self._global_step = global_step
        anchor = no_op()
        with colocate_with(anchor):
            self._local_step = Variable(
                initial_value=0,
                trainable=False,
                collections=[GraphKeys.LOCAL_VARIABLES],
                dtype=global_step.dtype.base_dtype,
                name="sync_rep_local_step",
            )
        self.local_step_init_op = assign(self._local_step, global_step)
        self.ready_for_local_init_op = report_uninitialized_variables(global_variables())
        with name_scope(None, self._name):
            accumulators, handed_in, means = [], [], []
            for gradient, var in grads_and_vars:
                with device(var.device):
                    if gradient is None:
                        means.append((None, var))
                        continue
                    accumulator, done, mean = self._accumulate(gradient, var)
                    handed_in.append(done)
                    means.append((mean, var))
                    accumulators.append((accumulator, var.device))
            with device(global_step.device), name_scope(""):
                update = self._opt.apply_gradients(means, global_step)
            step_dtype = global_step.dtype.base_dtype
            with device(global_step.device), name_scope(""):
                tokens = FIFOQueue(-1, step_dtype, shapes=(), name="sync_token_q", shared_name="sync_token_q")
                dummy = FIFOQueue(1, dtypes.int32, shapes=(), name="dummy_queue", shared_name="dummy_queue")
            self._sync_token_queue = tokens
            with device(global_step.device), name_scope(""):
                with control_dependencies(handed_in):
                    token = tokens.dequeue()
                train_op = assign(self._local_step, token)
                with control_dependencies([update]):
                    sync = tokens.enqueue_many((fill([self._tokens_per_step], global_step),))
                if self._averages is not None:
                    with control_dependencies([sync]), name_scope(""):
                        sync = self._averages.apply(self._to_average)
                self._chief_queue_runner = QueueRunner(dummy, [sync])
            starts = [self.local_step_init_op]
            for accumulator, where in accumulators:
                with device(where):
                    starts.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
            self.chief_init_op = group(*starts)
        return train_op

    def _accumulate(self, gradient, var):
        """(accumulator, what adds the gradient, the mean of all) for one variable."""
        name = f"{var.name}/grad_accum"
        if isinstance(gradient, Tensor):
            accumulator = ConditionalAccumulator(gradient.dtype, shape=var.get_shape(), shared_name=name)
            done = accumulator.apply_grad(gradient, local_step=self._local_step)
            return accumulator, done, accumulator.take_grad(self._replicas_to_aggregate)
        if not isinstance(gradient, IndexedSlices):
            raise ValueError("Unknown grad type!")
        accumulator = SparseConditionalAccumulator(gradient.dtype, shape=(), shared_name=name)
        done = accumulator.apply_indexed_slices_grad(gradient, local_step=self._local_step)
        return accumulator, done, accumulator.take_indexed_slices_grad(self._replicas_to_aggregate)

    def get_chief_queue_runner(self):
        """The QueueRunner that the chief starts: it runs the steps. Raises ValueError before apply_gradients()."""
        if self._chief_queue_runner is None:
            raise ValueError("Should be called after apply_gradients().")
        return self._chief_queue_runner

    def get_init_tokens_op(self, num_tokens=-1):
        """An operation that hands the first tokens out, which the chief runs once.

        num_tokens: how many; replicas_to_aggregate when left out.
        """
        if self._sync_token_queue is None or self._global_step is None:
            raise ValueError("get_init_tokens_op() should be called after apply_gradients().")
        needed = self._replicas_to_aggregate - self._total_num_replicas
        if num_tokens == -1:
            num_tokens = self._replicas_to_aggregate
        elif num_tokens < needed:
            raise ValueError(f"Too few tokens to finish the first step: {num_tokens} (given) vs {needed} (needed)")
        if num_tokens <= 0:
            return no_op(name="no_init_tokens")
        with device(self._global_step.device), name_scope(""):
            return self._sync_token_queue.enqueue_many((fill([num_tokens], self._global_step),))

    def make_session_run_hook(self, is_chief, num_tokens=-1):
        """The hook that makes all ready in a MonitoredSession; num_tokens as get_init_tokens_op() expects it."""
        return _SyncReplicasHook(self, is_chief, num_tokens)

    def get_slot(self, *args, **kwargs):
        """The wrapped optimizer's slot."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args, **kwargs):
        """The names of the wrapped optimizer's slots."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self):
        """The wrapped optimizer's variables."""
        return self._opt.variables()


class _SyncReplicasHook(SessionRunHook):
    def __init__(self, optimizer, is_chief, num_tokens):
        self._sync_optimizer = optimizer
        self._is_chief = is_chief
        self._num_tokens = num_tokens
        self._init_op = self._ready_op = self._runner = self._tokens = None

    def begin(self):
        optimizer = self._sync_optimizer
        if optimizer.chief_init_op is None:
            raise ValueError("SyncReplicasOptimizer.apply_gradient should be called before using the hook.")
        self._ready_op = optimizer.ready_for_local_init_op
        self._init_op = optimizer.local_step_init_op
        if self._is_chief:
            self._init_op = optimizer.chief_init_op
            self._runner = optimizer.get_chief_queue_runner()
            self._tokens = optimizer.get_init_tokens_op(self._num_tokens)

    def after_create_session(self, session, coord):
        message = what_is_missing(self._ready_op, session, "Model is not ready for SyncReplicasOptimizer local init.")
        if message:
            raise RuntimeError(
                "Init operations did not make model ready for SyncReplicasOptimizer local_init. Init op: "
                f"{self._init_op.name if self._init_op is not None else None}, error: {message}"
            )
        session.run(self._init_op)
        if self._tokens is not None:
            session.run(self._tokens)
        if self._runner is not None:
            self._runner.create_threads(session, coord=coord, daemon=True, start=True)
