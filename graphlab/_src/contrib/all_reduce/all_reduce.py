"""Reductions over tensors on several devices, one result for each: rings, halves, shards, and levels of these.

input_tensors: of one static shape and dtype, each on a device.  red_op: reduces two tensors, or for shuffles a list.
un_op: a function of what is reduced; None for none.
"""

from graphlab._src.contrib import nccl
from graphlab._src.graph import DeviceSpec
from graphlab._src.graph.scopes import colocate_with, control_dependencies, device
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.slicing import slice_


def _flatten_tensors(tensors):
    """(the tensors as vectors, their common shape)."""
    if not tensors:
        raise ValueError("tensors cannot be empty")
    shape = tensors[0].shape
    for tensor in tensors:
        shape = shape.merge_with(tensor.shape)
    if not shape.is_fully_defined():
        raise ValueError("Tensors must have statically known shape.")
    return (tensors if len(shape) == 1 else _reshape_tensors(tensors, [-1])), shape


def _reshape_tensors(tensors, shape):
    return _each_at_its_place(lambda tensor: reshape(tensor, shape), tensors)


def _each_at_its_place(function, tensors):
    """The function's result for each tensor, on the tensor's device."""
    results = []
    for tensor in tensors:
        with colocate_with(tensor):
            results.append(function(tensor))
    return results


def _reshape_back(tensors, shape):
    return tensors if len(shape) == 1 else _reshape_tensors(tensors, shape)


def _padded_split(tensor, pieces):
    """(so many pieces of a vector, all of one size; how many zeros were added for that)."""
    if len(tensor.shape) != 1:
        raise ValueError("input tensor must be 1D")
    length = tensor.shape.as_list()[0]
    with colocate_with(tensor):
        if length % pieces == 0:
            return split(tensor, pieces), 0
        chunk = 1 + length // pieces
        if pieces > length:
            missing = pieces - length
        elif (pieces - 1) * chunk >= length:
            missing = pieces * chunk - length
        else:
            last = length - (pieces - 1) * chunk
            parts = split(tensor, [chunk] * (pieces - 1) + [last])
            parts[-1] = concat([parts[-1], zeros([chunk - last], dtype=tensor.dtype)], 0)
            return parts, chunk - last
        return split(concat([tensor, zeros([missing], dtype=tensor.dtype)], 0), pieces), missing


def _strip_padding(tensors, pad_len):
    """The vectors without so many elements at their end."""
    if not tensors:
        raise ValueError("tensors cannot be empty")
    if len(tensors[0].shape) > 1:
        raise ValueError("tensors must be 1D")
    length = tensors[0].shape.as_list()[0] - pad_len
    if length < 0:
        raise ValueError("pad_len longer than tensor")
    return _each_at_its_place(lambda tensor: slice_(tensor, [0], [length]), tensors)


def _ragged_split(tensor, pieces):
    """So many pieces of a vector; what is left over is in the last one."""
    if len(tensor.shape) != 1:
        raise ValueError("input tensor must be 1D")
    length = tensor.shape.as_list()[0]
    chunk = length // pieces
    if length == pieces * chunk:
        return split(tensor, pieces)
    return split(tensor, [chunk] * (pieces - 1) + [length - (pieces - 1) * chunk])


def _ring_permutations(num_workers, num_subchunks, gpu_perm):
    """For each subchunk a ring of all devices: ([subchunk][device] -> the one before it, its place in the ring).

    gpu_perm: the order of the devices of each worker; each subchunk begins elsewhere in it.
    """
    gpus = len(gpu_perm)
    devices = num_workers * gpus
    if devices == 0:
        return [], []
    if num_subchunks > gpus:
        raise ValueError(f"num_subchunks {num_subchunks} must be <= num_gpus {gpus}")
    predecessors, ranks = [], []
    for subchunk in range(num_subchunks):
        first = subchunk * max(1, gpus // num_subchunks)
        turned = [*gpu_perm[first:], *gpu_perm[:first]]
        ring = [worker * gpus + gpu for worker in range(num_workers) for gpu in turned]
        places = [ring.index(place) for place in range(devices)]
        ranks.append(places)
        predecessors.append([ring[place - 1] for place in places])
    return predecessors, ranks


def build_ring_all_reduce(input_tensors, num_workers, num_subchunks, gpu_perm, red_op, un_op=None):
    """Reduces on rings of devices, on which each passes a part of the tensor to the next one at a time.

    num_subchunks: rings at a time.  gpu_perm: the order of the devices of each worker.
    """
    if len(input_tensors) < 2:
        raise ValueError("input_tensors must be length 2 or longer")
    input_tensors, shape = _flatten_tensors(input_tensors)
    rings = _ring_permutations(num_workers, num_subchunks, gpu_perm)
    chunks, pad_len = _build_ring_gather(
        input_tensors, [t.device for t in input_tensors], num_subchunks, *rings, red_op
    )
    if un_op:
        chunks = _apply_unary_to_chunks(un_op, chunks)
    outputs = _build_ring_scatter(*rings, chunks)
    if pad_len > 0:
        outputs = _strip_padding(outputs, pad_len)
    return _reshape_back(outputs, shape)


def _build_ring_gather(input_tensors, devices, num_subchunks, pred_by_s_d, rank_by_s_d, red_op):
    """([device][chunk] -> tensor, where each device has num_subchunks chunks that are reduced; the added zeros)."""
    chunks, pad_len = [], 0
    for tensor, place in zip(input_tensors, devices, strict=True):
        with device(place):
            parts, pad_len = _padded_split(tensor, len(devices) * num_subchunks)
            chunks.append(list(parts))
    for tick in range(len(devices) - 1):
        steps = _ring_steps(tick + 2, len(devices), num_subchunks, pred_by_s_d, rank_by_s_d)
        reduced = []
        for here, before, chunk in steps:
            with device(devices[here]):
                reduced.append(red_op(chunks[before][chunk], chunks[here][chunk]))
        for (here, _, chunk), tensor in zip(steps, reduced, strict=True):
            chunks[here][chunk] = tensor
    return chunks, pad_len


def _ring_steps(behind, devices, num_subchunks, pred_by_s_d, rank_by_s_d):
    """[(device, the one before it, the chunk that it receives)] of one tick: the chunk so many places behind its own."""
    return [
        (here, pred_by_s_d[s][here], (rank_by_s_d[s][here] - behind) % devices * num_subchunks + s)
        for here in range(devices)
        for s in range(num_subchunks)
    ]


def _apply_unary_to_chunks(f, chunks_by_dev):
    """The function's result for each chunk, on the chunk's device."""
    results = []
    for chunks in chunks_by_dev:
        with colocate_with(chunks[0]):
            results.append([f(chunk) for chunk in chunks])
    return results


def _build_ring_scatter(pred_by_s_d, rank_by_s_d, chunks_by_dev):
    """Each device's whole tensor, after reduced chunks have gone round the rings."""
    devices, count = len(chunks_by_dev), len(chunks_by_dev[0])
    if count % devices:
        raise ValueError("Expect number of chunks per device to be divisible by num_devices")
    for tick in range(devices - 1):
        steps = _ring_steps(tick + 1, devices, count // devices, pred_by_s_d, rank_by_s_d)
        passed = []
        for here, before, chunk in steps:
            with colocate_with(chunks_by_dev[here][0]):
                passed.append(identity(chunks_by_dev[before][chunk]))
        for (here, _, chunk), tensor in zip(steps, passed, strict=True):
            chunks_by_dev[here][chunk] = tensor
    outputs = []
    for chunks in chunks_by_dev:
        with colocate_with(chunks[0]):
            outputs.append(concat(chunks, 0))
    return outputs


def build_recursive_hd_all_reduce(input_tensors, red_op, un_op=None):
    """Reduces between pairs of devices, halves of the tensor first, and then halves of these (Thakur et al., 2005).

    The number of tensors must be a power of 2, and divide the tensors' size.
    """
    devices = [tensor.device for tensor in input_tensors]
    input_tensors, shape = _flatten_tensors(input_tensors)
    shards = _build_recursive_hd_gather(input_tensors, devices, red_op)
    if un_op:
        shards = [un_op(shard) for shard in shards]
    return _reshape_back(_build_recursive_hd_scatter(shards, devices), shape)


def _pairs(devices, span):
    """The pairs of places in a list that are so far apart."""
    return [(left, left + span) for left in range(len(devices)) if left % (2 * span) < span]


def _spans(devices):
    """1, 2, 4… below the number of devices."""
    hops = len(devices).bit_length() - 1
    if len(devices) != 2**hops:
        raise ValueError("num_devices must be a power of 2")
    return [2**hop for hop in range(hops)]


def _build_recursive_hd_gather(input_tensors, devices, red_op):
    """For each device the part of the tensors that it has reduced."""
    chunks = list(input_tensors)
    for span in _spans(devices):
        for left, right in _pairs(devices, span):
            of_left, of_right = split(chunks[left], 2), split(chunks[right], 2)
            with device(devices[left]):
                chunks[left] = red_op(of_left[0], of_right[0])
            with device(devices[right]):
                chunks[right] = red_op(of_left[1], of_right[1])
    return chunks


def _build_recursive_hd_scatter(input_tensors, devices):
    """For each device the whole tensor, of the parts that devices have reduced."""
    chunks = list(input_tensors)
    for span in reversed(_spans(devices)):
        for left, right in _pairs(devices, span):
            both = [chunks[left], chunks[right]]
            for place in (left, right):
                with device(devices[place]):
                    chunks[place] = concat(both, 0)
    return chunks


def build_shuffle_all_reduce(input_tensors, gather_devices, red_op, un_op=None):
    """Reduces a shard of the tensors on each of gather_devices, as parameter servers do."""
    input_tensors, shape = _flatten_tensors(input_tensors)
    devices = [tensor.device for tensor in input_tensors]
    shards = _build_shuffle_gather(input_tensors, gather_devices, red_op, un_op)
    return _reshape_back(_build_shuffle_scatter(shards, devices), shape)


def _build_shuffle_gather(input_tensors, gather_devices, red_op, un_op=None):
    """The reduced shards, one on each of gather_devices."""
    if len(input_tensors[0].shape) != 1:
        raise ValueError("input_tensors must be 1D")
    shards = _each_at_its_place(lambda tensor: _ragged_split(tensor, len(gather_devices)), input_tensors)
    reduced = []
    for place, parts in zip(gather_devices, zip(*shards, strict=True), strict=True):
        with device(place):
            shard = red_op(list(parts))
            reduced.append(un_op(shard) if un_op else shard)
    return reduced


def _build_shuffle_scatter(reduced_shards, dst_devices):
    """The whole tensor, on each of dst_devices."""
    outputs = []
    for place in dst_devices:
        with device(place):
            outputs.append(concat(reduced_shards, 0))
    return outputs


def _split_by_task(devices, values):
    """(devices, values), each as a list for every task."""
    if len(devices) != len(values):
        raise ValueError("len(devices) must equal len(values)")
    by_task = {}
    for name, value in zip(devices, values, strict=True):
        spec = DeviceSpec.from_string(name)
        if spec.task is None:
            raise AssertionError(f"failed to parse device {name}")
        by_task.setdefault((spec.job or "localhost", spec.replica or 0, spec.task), []).append((name, value))
    return tuple([[pair[i] for pair in pairs] for pairs in by_task.values()] for i in range(2))


def build_nccl_all_reduce(input_tensors, red_op, un_op=None):
    """Adds up the tensors on each device. red_op: tf.add."""
    if red_op is not add:
        raise ValueError("red_op not supported by NCCL all-reduce: ", red_op)
    outputs = nccl.all_sum(input_tensors)
    return _each_at_its_place(un_op, outputs) if un_op else outputs


def _build_nccl_hybrid(input_tensors, red_op, upper_level_f):
    """Reduces within each task, then one value of each task by upper_level_f."""
    input_tensors, shape = _flatten_tensors(input_tensors)
    devices, values = _split_by_task([tensor.device for tensor in input_tensors], input_tensors)
    per_task = []
    for of_task in values:
        reduced = build_nccl_all_reduce(of_task, red_op)
        with control_dependencies(reduced), device(reduced[0].device):
            per_task.append(identity(reduced[0]))
    outputs = []
    for places, result in zip(devices, upper_level_f(per_task), strict=True):
        with device(places[0]):
            source = nccl.broadcast(identity(result))
        for place in places:
            with device(place):
                outputs.append(identity(source))
    return _reshape_back(outputs, shape)


def _reduce_non_singleton(input_tensors, red_f, un_op):
    """Several tensors reduced by red_f; of a single one, what un_op makes of it."""
    if len(input_tensors) > 1:
        return red_f(input_tensors)
    return _each_at_its_place(un_op, input_tensors) if un_op else input_tensors


def _ring_of_tasks(subdiv, red_op, un_op):
    def reduced(tensors):
        return build_ring_all_reduce(tensors, len(tensors), subdiv, [0], red_op, un_op)

    return lambda tensors: _reduce_non_singleton(tensors, reduced, un_op)


def build_nccl_then_ring(input_tensors, subdiv, red_op, un_op=None):
    """Adds up within tasks, and then on a ring of tasks, in subdiv parts at a time."""
    return _build_nccl_hybrid(input_tensors, red_op, _ring_of_tasks(subdiv, red_op, un_op))


def build_nccl_then_recursive_hd(input_tensors, red_op, un_op=None):
    """Adds up within tasks, and then between pairs of tasks."""
    return _build_nccl_hybrid(input_tensors, red_op, lambda x: build_recursive_hd_all_reduce(x, red_op, un_op))


def build_nccl_then_shuffle(input_tensors, gather_devices, nccl_red_op, shuffle_red_op, un_op=None):
    """Adds up within tasks, and then in shards on gather_devices by shuffle_red_op, which reduces a list."""

    def upper_level_f(tensors):
        return build_shuffle_all_reduce(tensors, gather_devices, shuffle_red_op, un_op)

    return _build_nccl_hybrid(input_tensors, nccl_red_op, upper_level_f)


def _build_shuffle_hybrid(input_tensors, gather_devices, red_op, upper_level_f):
    """Reduces each task's tensors on one of gather_devices, then one value of each task by upper_level_f."""
    input_tensors, shape = _flatten_tensors(input_tensors)
    devices, values = _split_by_task([tensor.device for tensor in input_tensors], input_tensors)
    if len(gather_devices) != len(devices):
        raise ValueError("For shuffle hybrid, gather_devices must contain one device per worker. ")
    per_task = [
        _build_shuffle_gather(of_task, [place], red_op)[0]
        for of_task, place in zip(values, gather_devices, strict=True)
    ]
    outputs = []
    for places, result in zip(devices, upper_level_f(per_task), strict=True):
        outputs += _build_shuffle_scatter([result], places)
    return _reshape_back(outputs, shape)


def build_shuffle_then_ring(input_tensors, gather_devices, subdiv, red_n_op, red_op, un_op=None):
    """Reduces within tasks on gather_devices by red_n_op, which reduces a list, and then on a ring of tasks by red_op."""
    return _build_shuffle_hybrid(input_tensors, gather_devices, red_n_op, _ring_of_tasks(subdiv, red_op, un_op))


def build_shuffle_then_shuffle(input_tensors, first_gather_devices, second_gather_devices, red_op, un_op=None):
    """Reduces within tasks on first_gather_devices, and then between them in shards on second_gather_devices."""

    def reduced(tensors):
        return build_shuffle_all_reduce(tensors, second_gather_devices, red_op, un_op)

    def upper_level_f(tensors):
        return _reduce_non_singleton(tensors, reduced, un_op)

    return _build_shuffle_hybrid(input_tensors, first_gather_devices, red_op, upper_level_f)
