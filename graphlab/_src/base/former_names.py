"""Names that TensorFlow had before 1.0 and what they are called since: for errors, and for `graphlab run --legacy`."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from graphlab._src.base.errors import explain

_Function = TypeVar("_Function", bound=Callable[..., Any])

_LINALG = (
    "cholesky cholesky_solve matrix_determinant matrix_inverse matrix_solve matrix_solve_ls matrix_triangular_solve "
    "self_adjoint_eig self_adjoint_eigvals svd fft ifft fft2d ifft2d fft3d ifft3d"
)

# Names without "tf.", of functions and modules -> what they are now.
FORMER = {
    "sub": "subtract",
    "mul": "multiply",
    "neg": "negative",
    "inv": "reciprocal",
    "pack": "stack",
    "unpack": "unstack",
    "select": "where",
    "listdiff": "setdiff1d",
    "complex_abs": "abs",
    "concat_v2": "concat",
    "split_v": "split",
    "batch_matmul": "matmul",
    **{f"batch_{name}": name for name in _LINALG.split()},
    **{f"batch_matrix_{name}": f"matrix_{name}" for name in "band_part diag diag_part set_diag transpose".split()},
    "scalar_summary": "summary.scalar",
    "histogram_summary": "summary.histogram",
    "image_summary": "summary.image",
    "audio_summary": "summary.audio",
    "merge_summary": "summary.merge",
    "merge_all_summaries": "summary.merge_all",
    "train.SummaryWriter": "summary.FileWriter",
    "nn.rnn": "nn.static_rnn",
    "nn.bidirectional_rnn": "nn.static_bidirectional_rnn",
    "nn.state_saving_rnn": "nn.static_state_saving_rnn",
    "nn.seq2seq": "contrib.legacy_seq2seq",
    "nn.deconv2d": "nn.conv2d_transpose",
    "nn.rnn_cell.OutputProjectionWrapper": "contrib.rnn.OutputProjectionWrapper",
    "nn.rnn_cell.InputProjectionWrapper": "contrib.rnn.InputProjectionWrapper",
    "nn.rnn_cell.EmbeddingWrapper": "contrib.rnn.EmbeddingWrapper",
    "image.per_image_whitening": "image.per_image_standardization",
    "contrib.ctc": "nn",
    "models.rnn.rnn": "nn",
    "models.rnn.rnn_cell": "nn.rnn_cell",
    "models.rnn.seq2seq": "contrib.legacy_seq2seq",
    "models": "nn.rnn_cell and tf.contrib.legacy_seq2seq",
    "python.ops.seq2seq": "contrib.legacy_seq2seq",
    "ops.seq2seq": "contrib.legacy_seq2seq",
}

_RUN = "`graphlab run --legacy` runs programs with the names of 2016"


def renamed(symbol):
    """A sentence on a name without its "tf.", for what it has been called since TensorFlow 1.0; None for other names."""
    while symbol:
        if symbol in FORMER:
            return f"since TensorFlow 1.0 it is tf.{FORMER[symbol]}; {_RUN}"
        symbol = symbol.rpartition(".")[0]
    return None


def reordered(form):
    """The `fix` for a call in an order of arguments that changed with TensorFlow 1.0."""
    return f"since TensorFlow 1.0 it is {form}; {_RUN}"


def former_keywords(names: str, form: str) -> Callable[[_Function], _Function]:
    """Decorates a function: called with a keyword of before 1.0, it says today's form."""

    def decorate(function: _Function) -> _Function:
        @functools.wraps(function)
        def checked(*args: Any, **keywords: Any) -> Any:
            for name in names.split():
                if name in keywords:
                    message = f"{function.__name__}() got an unexpected keyword argument {name!r}"
                    raise TypeError(explain(message, fix=reordered(form)))
            return function(*args, **keywords)

        return checked  # pyright: ignore[reportReturnType]

    return decorate
