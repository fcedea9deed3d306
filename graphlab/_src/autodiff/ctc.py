"""ctc_loss_dense and ctc_loss_v2: CTC of labels in a matrix, whose gradient comes with the loss."""

# The operation library states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.ctc.loss import ctc_loss
from graphlab._src.ops.ctc.repeated import size_at
from graphlab._src.ops.functional.ctc_states import ctc_loss_and_grad
from graphlab._src.ops.joining import concat
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.transpose import transpose


def ctc_loss_v2(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Any:
    """ctc_loss for labels in a SparseTensor or in a matrix, with the blank where blank_index says.

    labels: a SparseTensor, which needs a blank_index; or int [batch, labels], of which label_length, [batch], count, and
    the blank is class 0 when left out.  logit_length: of the sequences, [batch].  unique: what ctc_unique_labels returns.
    logits: [time, batch, classes], or [batch, time, classes] with logits_time_major=False.
    In a matrix there may be no labels, and more than fit: that has a loss above 700, where a SparseTensor is refused.
    """
    if not isinstance(labels, SparseTensor):
        blank = 0 if blank_index is None else blank_index
        return ctc_loss_dense(labels, logits, label_length, logit_length, logits_time_major, unique, blank, name)
    if blank_index is None:
        raise ValueError("blank_index must be given when using SparseTensor labels.")
    logits = convert_to_tensor(logits, name="logits")
    classes = size_at(logits, 2)
    blank = blank_index + classes if blank_index < 0 else blank_index
    if not (isinstance(classes, int) and blank == classes - 1):
        logits = concat([logits[:, :, :blank], logits[:, :, blank + 1 :], logits[:, :, blank : blank + 1]], axis=2)
        values = where(labels.values < blank, labels.values, labels.values - 1)
        labels = SparseTensor(labels.indices, values, labels.dense_shape)
    return ctc_loss(labels, logits, logit_length, time_major=logits_time_major)


def ctc_loss_dense(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int = 0,
    name: str | None = None,
) -> Any:
    """-log of the probability of the first label_length labels of each row, [batch].

    labels: int [batch, labels].  The other arguments are those of ctc_loss_v2.
    """
    with name_scope(name, "ctc_loss_dense", [logits, labels, label_length, logit_length]):
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        lengths = [
            convert_to_tensor(label_length, name="label_length"),
            convert_to_tensor(logit_length, name="logit_length"),
        ]
        if not logits_time_major:
            logits = transpose(logits, [1, 0, 2])
        if blank_index != 0:
            blank = blank_index + size_at(logits, 2) if blank_index < 0 else blank_index
            logits = concat([logits[:, :, blank : blank + 1], logits[:, :, :blank], logits[:, :, blank + 1 :]], axis=2)
            labels = where(labels < blank, labels + 1, labels)

        @custom_gradient
        def loss(logits: Any, *others: Any) -> Any:
            labels, label_length, logit_length, *unique = others
            value, gradient = ctc_loss_and_grad(logits, labels, label_length, logit_length, unique)

            def of_inputs(dloss: Any) -> list[Any]:
                return [reshape(dloss, [1, -1, 1]) * gradient, *[None] * len(others)]

            return value, of_inputs

        return loss(logits, labels, *lengths, *(unique or ()))
