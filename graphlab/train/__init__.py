"""tf.train: optimizers, checkpoints, sessions and input queues for training."""

import sys
from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach
from graphlab._src.play.train_namespace import TrainNamespace
from graphlab._src.train.global_step import (
    assert_global_step,
    create_global_step,
    get_global_step,
    get_or_create_global_step,
    global_step,
)

# What is not in the block has the name of its module, which would be found in its place.
if TYPE_CHECKING:
    from graphlab._src.cluster.cluster_spec import ClusterSpec
    from graphlab._src.cluster.device_setter import replica_device_setter
    from graphlab._src.cluster.server import Server
    from graphlab._src.io.checkpoint.reader import NewCheckpointReader
    from graphlab._src.io.export_meta_graph import export_meta_graph
    from graphlab._src.io.file_ops import match_filenames_once
    from graphlab._src.io.graphdef import write_graph
    from graphlab._src.proto import ClusterDef, JobDef, SaverDef, ServerDef
    from graphlab._src.proto.example import (
        BytesList,
        Example,
        Feature,
        FeatureList,
        FeatureLists,
        Features,
        FloatList,
        Int64List,
        SequenceExample,
    )
    from graphlab._src.state.moving_averages import ExponentialMovingAverage
    from graphlab._src.summary.iterator import summary_iterator
    from graphlab._src.train import queue_runner
    from graphlab._src.train.batching import (
        batch,
        batch_join,
        maybe_batch,
        maybe_batch_join,
        maybe_shuffle_batch,
        maybe_shuffle_batch_join,
        shuffle_batch,
        shuffle_batch_join,
    )
    from graphlab._src.train.coordinator import Coordinator, LooperThread
    from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverHook, CheckpointSaverListener
    from graphlab._src.train.hooks.feed_fn import FeedFnHook
    from graphlab._src.train.hooks.final_ops import FinalOpsHook
    from graphlab._src.train.hooks.global_step_waiter import GlobalStepWaiterHook
    from graphlab._src.train.hooks.logging_tensor import LoggingTensorHook
    from graphlab._src.train.hooks.nan_tensor import NanLossDuringTrainingError, NanTensorHook
    from graphlab._src.train.hooks.profiler import ProfilerHook
    from graphlab._src.train.hooks.progress import ProgressHook
    from graphlab._src.train.hooks.step_counter import StepCounterHook
    from graphlab._src.train.hooks.stop_at_step import StopAtStepHook
    from graphlab._src.train.hooks.summary_saver import SummarySaverHook
    from graphlab._src.train.hooks.timer import SecondOrStepTimer
    from graphlab._src.train.input_producers import (
        input_producer,
        limit_epochs,
        range_input_producer,
        slice_input_producer,
        string_input_producer,
    )
    from graphlab._src.train.optimizers.adadelta import AdadeltaOptimizer
    from graphlab._src.train.optimizers.adagrad import AdagradOptimizer
    from graphlab._src.train.optimizers.adagrad_da import AdagradDAOptimizer
    from graphlab._src.train.optimizers.adam import AdamOptimizer
    from graphlab._src.train.optimizers.ftrl import FtrlOptimizer
    from graphlab._src.train.optimizers.gradient_descent import GradientDescentOptimizer
    from graphlab._src.train.optimizers.momentum import MomentumOptimizer
    from graphlab._src.train.optimizers.optax import OptaxOptimizer
    from graphlab._src.train.optimizers.optimizer import Optimizer
    from graphlab._src.train.optimizers.proximal_adagrad import ProximalAdagradOptimizer
    from graphlab._src.train.optimizers.proximal_gradient_descent import ProximalGradientDescentOptimizer
    from graphlab._src.train.optimizers.rmsprop import RMSPropOptimizer
    from graphlab._src.train.optimizers.sync_replicas import SyncReplicasOptimizer
    from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner, start_queue_runners
    from graphlab._src.train.saving.checkpoint_state import (
        checkpoint_exists,
        generate_checkpoint_state_proto,
        get_checkpoint_mtimes,
        get_checkpoint_state,
        latest_checkpoint,
        remove_checkpoint,
        update_checkpoint_state,
    )
    from graphlab._src.train.saving.checkpoint_utils import (
        checkpoints_iterator,
        list_variables,
        load_checkpoint,
        load_variable,
    )
    from graphlab._src.train.saving.initialize import init_from_checkpoint
    from graphlab._src.train.saving.meta_graph import import_meta_graph
    from graphlab._src.train.saving.saver import Saver
    from graphlab._src.train.saving.warm_start import VocabInfo, warm_start
    from graphlab._src.train.schedules import (
        cosine_decay,
        cosine_decay_restarts,
        exponential_decay,
        inverse_time_decay,
        linear_cosine_decay,
        natural_exp_decay,
        noisy_linear_cosine_decay,
        piecewise_constant,
        polynomial_decay,
    )
    from graphlab._src.train.schedules import piecewise_constant as piecewise_constant_decay
    from graphlab._src.train.sdca.ops import sdca_fprint, sdca_optimizer, sdca_shrink_l1
    from graphlab._src.train.sessions.creators import ChiefSessionCreator, SessionCreator, WorkerSessionCreator
    from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
    from graphlab._src.train.sessions.manager import SessionManager
    from graphlab._src.train.sessions.monitored import MonitoredSession, SingularMonitoredSession
    from graphlab._src.train.sessions.scaffold import Scaffold
    from graphlab._src.train.sessions.training import MonitoredTrainingSession
    from graphlab._src.train.supervisor import Supervisor, basic_train_loop
    from graphlab._src.train.tracking.checkpoint import Checkpoint, CheckpointManager
    from graphlab.train import experimental
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "SyncReplicasOptimizer",
    "replica_device_setter",
    "ServerDef",
    "Server",
    "JobDef",
    "ClusterSpec",
    "ClusterDef",
    "AdadeltaOptimizer",
    "AdagradDAOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "BytesList",
    "Checkpoint",
    "CheckpointManager",
    "CheckpointSaverHook",
    "CheckpointSaverListener",
    "ChiefSessionCreator",
    "Coordinator",
    "Example",
    "ExponentialMovingAverage",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FeedFnHook",
    "FinalOpsHook",
    "FloatList",
    "FtrlOptimizer",
    "GlobalStepWaiterHook",
    "GradientDescentOptimizer",
    "Int64List",
    "LoggingTensorHook",
    "LooperThread",
    "MomentumOptimizer",
    "NewCheckpointReader",
    "MonitoredSession",
    "MonitoredTrainingSession",
    "NanLossDuringTrainingError",
    "NanTensorHook",
    "OptaxOptimizer",
    "Optimizer",
    "ProfilerHook",
    "ProgressHook",
    "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer",
    "QueueRunner",
    "RMSPropOptimizer",
    "Saver",
    "SaverDef",
    "Scaffold",
    "SecondOrStepTimer",
    "SequenceExample",
    "SessionCreator",
    "SessionManager",
    "SessionRunArgs",
    "SessionRunContext",
    "SessionRunHook",
    "SessionRunValues",
    "SingularMonitoredSession",
    "StepCounterHook",
    "StopAtStepHook",
    "SummarySaverHook",
    "Supervisor",
    "WorkerSessionCreator",
    "VocabInfo",
    "add_queue_runner",
    "assert_global_step",
    "basic_train_loop",
    "batch",
    "batch_join",
    "checkpoint_exists",
    "checkpoints_iterator",
    "cosine_decay",
    "cosine_decay_restarts",
    "create_global_step",
    "experimental",
    "exponential_decay",
    "export_meta_graph",
    "generate_checkpoint_state_proto",
    "get_checkpoint_mtimes",
    "get_checkpoint_state",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
    "import_meta_graph",
    "init_from_checkpoint",
    "input_producer",
    "inverse_time_decay",
    "latest_checkpoint",
    "limit_epochs",
    "linear_cosine_decay",
    "list_variables",
    "load_checkpoint",
    "load_variable",
    "match_filenames_once",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "natural_exp_decay",
    "noisy_linear_cosine_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
    "queue_runner",
    "range_input_producer",
    "remove_checkpoint",
    "sdca_fprint",
    "sdca_optimizer",
    "sdca_shrink_l1",
    "shuffle_batch",
    "shuffle_batch_join",
    "slice_input_producer",
    "start_queue_runners",
    "string_input_producer",
    "summary_iterator",
    "update_checkpoint_state",
    "warm_start",
    "write_graph",
]

sys.modules[__name__].__class__ = TrainNamespace  # gl.train(session, train_op, …)
