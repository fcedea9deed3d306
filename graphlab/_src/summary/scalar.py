"""scalar: a number under a tag, as TensorBoard draws it over the steps."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.proto import Summary
from graphlab._src.summary.message import message
from graphlab._src.summary.scopes import collect, skipped, summary_scope


@op(
    "ScalarSummary",
    "tags: string, values: T -> summary: string",
    types={"T": dtypes.REAL},
    infer=lambda op: (),
    host=True,
    grad=no_gradient,
)
def _scalar_summary(tags, values):
    """A Summary message with numbers under their tags."""
    if tags.shape != values.shape:
        given = f"{list(tags.shape)} != {list(values.shape)}" + (
            f" (tag '{tags.item().decode()}')" if tags.size == 1 else ""
        )
        said = f"tags and values not the same shape: {given}"
        one = Fix("tf.reduce_mean(…) is one number", Edit("wrap", "tensor", "tf.reduce_mean({})", where="op"))
        raise ValueError(explain(said, fix=one if not tags.shape else None))
    pairs = zip(tags.ravel(), values.ravel(), strict=True)
    return message([Summary.Value(tag=tag.decode(), simple_value=float(value)) for tag, value in pairs])


def scalar(name, tensor, collections=None, family=None):
    """A Summary message with one number: string, scalar.

    name: of the operation; with the scopes around it, of the tag.  tensor: one real number.
    collections: the graph collections to add it to; SUMMARIES when left out.
    family: a word before the tag, which groups it in TensorBoard.
    """
    elsewhere = skipped()
    if elsewhere is not None:
        return elsewhere
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        return collect(_scalar_summary(tag, tensor, name=scope), collections)
