"""multi_gpu_model: a Keras model of which each GPU runs a copy on its part of the batch."""

from collections import Counter

from graphlab._src.graph.scopes import device, name_scope
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.layers.lambda_layer import Lambda
from graphlab._src.keras.layers.merging import concatenate
from graphlab._src.keras.layers.weight_values import get_session
from graphlab._src.keras.models import clone_model
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import shape
from graphlab._src.ops.slicing import slice_


def multi_gpu_model(model, gpus, cpu_merge=True, cpu_relocation=False):
    """A model with the weights and outputs of `model` that computes a part of each batch on each GPU.

    gpus: their numbers, or how many; at least 2.  cpu_merge: joins the parts on the CPU, on the first GPU otherwise.
    cpu_relocation: makes new weights on the CPU, for a model that was not made there.
    """
    numbers = _numbers(gpus)
    _check_devices(gpus, numbers)
    if cpu_relocation:
        with device("/cpu:0"):
            model = clone_model(model)
    outputs = [[] for _ in model.outputs]
    for part, number in enumerate(numbers):
        with device(f"/gpu:{number}"), name_scope(f"replica_{number}"):
            made = model([_part_of(tensor, part, len(numbers)) for tensor in model.inputs])
            for parts, output in zip(outputs, made if isinstance(made, list) else [made], strict=True):
                parts.append(output)
    names = _each_once(model.output_names)
    with device("/cpu:0" if cpu_merge else f"/gpu:{numbers[0]}"):
        merged = [concatenate(parts, axis=0, name=name) for name, parts in zip(names, outputs, strict=True)]
    return Model(model.inputs, merged)


def _numbers(gpus):
    """The numbers of the GPUs."""
    listed = isinstance(gpus, (list, tuple))
    if (len(gpus) if listed else gpus) <= 1:
        count = "len(gpus)" if listed else "gpus"
        raise ValueError(
            f"For multi-gpu usage to be effective, call `multi_gpu_model` with `{count} >= 2`. Received: `gpus={gpus}`"
        )
    return list(gpus) if listed else list(range(gpus))


def _check_devices(gpus, numbers):
    """Refuses GPUs that Keras' session does not have."""
    wanted = ["/cpu:0", *(f"/gpu:{number}" for number in numbers)]
    found = ["/" + name.lower().split("device:")[1] for name in _device_names()]
    if not set(wanted) <= set(found):
        raise ValueError(
            f"To call `multi_gpu_model` with `gpus={gpus}`, we expect the following devices to be available: {wanted}. "
            f"However this machine only has: {found}. Try reducing `gpus`."
        )


def _device_names():
    return [found.name for found in get_session().list_devices()]


def _part_of(tensor, part, parts):
    """One part of a batch, as a layer's output; the last one has what remains when the batch can't be divided evenly."""
    layer = Lambda(_part, output_shape=tuple(tensor.shape.as_list())[1:], arguments={"i": part, "parts": parts})
    return layer(tensor)


def _part(data, i, parts):
    sizes = shape(data)
    batch, rest = sizes[:1], sizes[1:]
    step = batch // parts
    size = concat([batch - step * i if i == parts - 1 else step, rest], axis=0)
    return slice_(data, concat([step, rest * 0], axis=0) * i, size)


def _each_once(names):
    """Names of outputs, those that occur several times with a number."""
    often = {name for name, times in Counter(names).items() if times > 1}
    seen = Counter()
    unique = []
    for name in names:
        seen[name] += 1
        unique.append(f"{name}_{seen[name]}" if name in often else name)
    return unique
