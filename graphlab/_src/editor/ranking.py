"""Which entries a reader most likely wants for a selection: these come first."""

from collections.abc import Sequence

from graphlab._src.editor.fits import Fit
from graphlab._src.editor.likeness import Likeness

_NOTHING = "program.placeholders placeholder get_variable program.session program.initialize data.circles data.stripes constant"
_SCALAR = """
    train.AdamOptimizer train.GradientDescentOptimizer summary.scalar program.run train.MomentumOptimizer multiply add
"""
_IMAGES = """
    layers.conv2d layers.max_pooling2d nn.relu layers.batch_normalization layers.flatten layers.dropout
    image.resize_images
"""
_ROWS = "layers.dense nn.relu layers.dropout nn.softmax layers.batch_normalization argmax reduce_mean program.run"
_SEQUENCES = "keras.layers.LSTM layers.conv1d nn.dynamic_rnn keras.layers.GRU reduce_mean layers.dense transpose"
_CLASSES = "one_hot cast keras.layers.Embedding gather"
_PAIR = """
    add multiply concat matmul losses.softmax_cross_entropy losses.sparse_softmax_cross_entropy losses.mean_squared_error
    losses.sigmoid_cross_entropy subtract stack metrics.accuracy equal
"""
_LABELLED = """
    losses.sparse_softmax_cross_entropy program.accuracy nn.sparse_softmax_cross_entropy_with_logits metrics.accuracy
    nn.in_top_k gather
"""
_OPERATIONS = "program.train program.loop program.run program.session"
_BOOLS = "cast where logical_not logical_and reduce_all reduce_any boolean_mask"
_TEXTS = "strings.split strings.length strings.lower strings.to_number string_split"


def likely(selected: Sequence[Likeness]) -> list[str]:
    """The ids of what is most likely wanted for a selection."""
    return _first(selected).split()


def ranked(fits: Sequence[Fit], selected: Sequence[Likeness]) -> list[Fit]:
    """The Fits, best first, and after them what does not fit."""
    first = likely(selected)
    order = {name: i for i, name in enumerate([*first, *(fit[0] for fit in fits if fit[0] not in first)])}
    return sorted(fits, key=lambda fit: (bool(fit[1]), order[fit[0]]))


def _first(selected: Sequence[Likeness]) -> str:
    if not selected:
        return _NOTHING
    if any(one.kind == "operation" for one in selected):
        return _OPERATIONS
    dtypes = [one.dtype for one in selected]
    if len(selected) == 2:
        return (
            _LABELLED if any(dtype.is_integer for dtype in dtypes) and not all(d.is_integer for d in dtypes) else _PAIR
        )
    if len(selected) > 2:
        return "concat stack add_n"
    dtype, dims = dtypes[0], selected[0].dims
    if dtype.name == "bool":
        return _BOOLS
    if dtype.name == "string":
        return _TEXTS
    if dtype.is_integer:
        return _CLASSES
    rank = None if dims is None else len(dims)
    return {0: _SCALAR, 4: _IMAGES, 3: _SEQUENCES}.get(-1 if rank is None else rank, _ROWS)
