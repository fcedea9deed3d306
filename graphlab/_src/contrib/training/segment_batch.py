"""NextQueuedSequenceBatch: a batch of segments of sequences, and the operations that save their states."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.training.sequence_checks import with_shape_checked
from graphlab._src.graph import get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.cast import cast
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_not
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import reshape, shape, squeeze


class NextQueuedSequenceBatch:
    """The next segments of a SequenceQueueingStateSaver, [batch, steps, …]; each run must save all of their states."""

    def __init__(self, state_saver):
        self._state_saver = state_saver
        self._indices, self._key, found = state_saver.take()
        self._found = found
        self._of = {
            kind: {place[1]: value for place, value in found.items() if isinstance(place, tuple) and place[0] == kind}
            for kind in ("context", "sequence", "state")
        }
        self._batch_size = squeeze(shape(found["length"]))
        self._done = found["sequence"] + 1 >= found["sequence_count"]
        finish = state_saver.finish(reduce_sum(cast(self._done, dtypes.int32)))
        with get_default_graph().control_dependencies([finish]):
            self._of["state"] = {name: identity(value) for name, value in self._of["state"].items()}

    batch_size = attribute("_batch_size", "The number of segments, int32; fewer at the end with allow_small_batch.")
    insertion_index = attribute("_indices", "int64 [batch]: when each example was added, from -2**63 on.")
    key = attribute("_key", 'string [batch]: "number_of_count:key" of each segment, numbers of five digits.')

    @property
    def next_key(self):
        """string [batch]: the key of the segment that follows each, "STOP:key" after the last."""
        return self._found["next_key"]

    @property
    def length(self):
        """int32 [batch]: how many of the segment's steps are not padding."""
        return self._found["length"]

    @property
    def total_length(self):
        """int32 [batch]: the length of each example before it was padded and cut."""
        return self._found["total_length"]

    @property
    def sequence(self):
        """int32 [batch]: the number of each segment in its example."""
        return self._found["sequence"]

    @property
    def sequence_count(self):
        """int32 [batch]: how many segments each example has."""
        return self._found["sequence_count"]

    @property
    def context(self):
        """The input_context of each segment's example, a dict of tensors [batch, …]."""
        return self._of["context"]

    @property
    def sequences(self):
        """The segments of input_sequences, a dict of tensors [batch, num_unroll, …]."""
        return self._of["sequence"]

    def state(self, state_name):
        """The state [batch, …] that the segments before have saved, the initial one for the first."""
        return self._of["state"][state_name]

    def save_state(self, state_name, value, name=None):
        """The operation that saves the state for the segments that follow.

        value: [batch, …], of the dtype and shape of that state. KeyError for a state without an initial value.
        """
        if state_name not in self._of["state"]:
            raise KeyError(f"state was not declared: {state_name}")
        with name_scope(name, "InputQueueingStateSaver_SaveState", [value]), self._state_saver.beside_queue():
            rows = reshape(where_v2(logical_not(self._done)), [-1])
            keys = gather(self.next_key, rows)
            value = with_shape_checked(
                identity(value, name=f"convert_{state_name}"), shape(self._of["state"][state_name])
            )
            place = ("state", state_name)
            return self._state_saver.insert(place, keys, gather(value, rows), f"BarrierInsertState_{state_name}")
