"""tf.contrib.checkpoint: objects that tf.train.Checkpoint tracks."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.state.trackable import NoDependency
    from graphlab._src.state.tracked_structures import List, Mapping
    from graphlab._src.train.tracking.checkpoint import CheckpointManager
    from graphlab._src.train.tracking.dot_graph import dot_graph_from_checkpoint, list_objects, object_metadata
    from graphlab._src.train.tracking.trackable import Checkpointable, UniqueNameTracker
else:
    __getattr__, __dir__ = attach(__name__)
