"""slim.summaries: summaries of tensors under their own names."""

from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.ops.printing import print_
from graphlab._src.ops.statistics import zero_fraction
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.image import image
from graphlab._src.summary.scalar import scalar


def _get_summary_name(tensor, name=None, prefix=None, postfix=None):
    """prefix/name/postfix; the name of the tensor's operation when left out."""
    return "/".join(part for part in (prefix, name or tensor.op.name, postfix) if part)


def _printed(add, tensor, name, print_summary):
    """What add(name, tensor) adds; print_summary: the tensor is printed when the summary is computed."""
    summary = add(name, tensor, collections=[] if print_summary else None)
    if print_summary:
        summary = print_(summary, [tensor], name)
        add_to_collection(GraphKeys.SUMMARIES, summary)
    return summary


def add_histogram_summary(tensor, name=None, prefix=None):
    """A histogram of a tensor, called prefix/name; name: that of its operation when left out."""
    return histogram(_get_summary_name(tensor, name, prefix), tensor)


def add_image_summary(tensor, name=None, prefix=None, print_summary=False):
    """A summary of images [batch, height, width, channels]; see add_histogram_summary for names.

    print_summary: print the tensor when the summary is computed.
    """
    return _printed(image, tensor, _get_summary_name(tensor, name, prefix), print_summary)


def add_scalar_summary(tensor, name=None, prefix=None, print_summary=False):
    """A summary of one number; see add_image_summary."""
    return _printed(scalar, tensor, _get_summary_name(tensor, name, prefix), print_summary)


def add_zero_fraction_summary(tensor, name=None, prefix=None, print_summary=False):
    """How much of a tensor is 0, called prefix/name/Fraction_of_Zero_Values; see add_image_summary."""
    name = _get_summary_name(tensor, name, prefix, "Fraction_of_Zero_Values")
    return add_scalar_summary(zero_fraction(tensor), name, print_summary=print_summary)


def add_histogram_summaries(tensors, prefix=None):
    """add_histogram_summary for each of several tensors."""
    return [add_histogram_summary(tensor, prefix=prefix) for tensor in tensors]


def add_image_summaries(tensors, prefix=None):
    """add_image_summary for each of several tensors."""
    return [add_image_summary(tensor, prefix=prefix) for tensor in tensors]


def add_scalar_summaries(tensors, prefix=None, print_summary=False):
    """add_scalar_summary for each of several tensors."""
    return [add_scalar_summary(tensor, prefix=prefix, print_summary=print_summary) for tensor in tensors]


def add_zero_fraction_summaries(tensors, prefix=None):
    """add_zero_fraction_summary for each of several tensors."""
    return [add_zero_fraction_summary(tensor, prefix=prefix) for tensor in tensors]
