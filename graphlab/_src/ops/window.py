"""Sliding windows: their axes, starts, strides and the number of their positions.

Attributes are as the operations have them: a number for each axis of the image, and data_format says which is which.
"""

import dataclasses

from graphlab._src.base.shapes import ShapeError, is_number

_LARGER = 'the window is larger than the image: padding="SAME" lets it reach beyond the border'


@dataclasses.dataclass(frozen=True)
class Window:
    """The positions of a sliding window; `strides`, `dilations` and `explicit` have an entry for each spatial axis.

    padding: b"SAME", b"VALID" or b"EXPLICIT".  explicit: (before, after), what EXPLICIT adds.
    """

    rank: int
    channel: int
    axes: tuple
    strides: tuple
    dilations: tuple
    padding: bytes
    explicit: tuple

    @classmethod
    def of(cls, rank, strides, padding, data_format=b"N", dilations=(), explicit=()):
        """From the attributes of an operation on images of that rank."""
        channel = 1 if data_format.startswith(b"NC") else rank - 1
        axes = tuple(range(2, rank)) if channel == 1 else tuple(range(1, rank - 1))
        dilations, explicit = dilations or (1,) * rank, explicit or (0,) * (2 * rank)
        return cls(
            rank,
            channel,
            axes,
            tuple([strides[i] for i in axes]),
            tuple([dilations[i] for i in axes]),
            padding,
            tuple([(explicit[2 * i], explicit[2 * i + 1]) for i in axes]),
        )

    @classmethod
    def everywhere(cls, strides, padding, dilations=()):
        """One that moves along all axes, those of the batch and the channels too."""
        rank = len(strides)
        dilations = tuple(dilations) or (1,) * rank
        return cls(rank, rank - 1, tuple(range(rank)), tuple(strides), dilations, padding, ((0, 0),) * rank)

    def reach(self, sizes):
        """How far windows of these sizes reach, holes included."""
        return [None if k is None else (k - 1) * d + 1 for k, d in zip(sizes, self.dilations, strict=True)]

    def places(self, image, sizes, running=False):
        """The number of positions of the window along each spatial axis; ShapeError when it is larger than the image.

        running: whether this is in a run, for which TensorFlow's kernels allow a window that is a little larger.
        """
        if len(image) != len(self.axes):
            raise ValueError(
                f"input must be {self.rank}-dimensional: tensor_in_shape must have {self.rank - 2} spatial dimensions"
            )
        found = []
        moves = zip(self.axes, image, self.reach(sizes), self.strides, self.explicit, strict=True)
        for axis, n, k, stride, (before, after) in moves:
            if axis in (0, self.channel) and k == 1 and stride == 1:  # the batch and the channels may be empty
                found.append(n)
            elif n is None or (k is None and self.padding != b"SAME"):
                found.append(None)
            elif self.padding == b"SAME":
                found.append(-(-n // stride))
            elif n + before + after < k and not running:
                raise ShapeError(
                    f"Negative dimension size caused by subtracting {k} from {n + before + after}", _LARGER
                )
            else:
                found.append(_count(n + before + after, k, stride))
        return found

    def widths(self, image, sizes):
        """[(before, after), …]: what is added to each spatial axis, so that the window has its places."""
        if self.padding != b"SAME":
            return list(self.explicit)
        found = []
        for n, k, stride in zip(image, self.reach(sizes), self.strides, strict=True):
            more = max((-(-n // stride) - 1) * stride + k - n, 0)
            found.append((more // 2, more - more // 2))
        return found

    def spatial(self, dims):
        """The spatial sizes among the dims of an image."""
        return [dims[axis] for axis in self.axes]

    def dims(self, batch, spatial, channels):
        """The dims of an image."""
        return (batch, channels, *spatial) if self.channel == 1 else (batch, *spatial, channels)


def _count(size, reach, stride):
    """The places along an axis, as TensorFlow's kernels count them."""
    if is_number(size) and size < reach:
        if size - reach + stride <= -stride:
            raise ValueError(
                f"Computed output size would be negative: {-((reach - size - stride) // stride)} "
                f"[input_size: {size}, effective_filter_size: {reach}, stride: {stride}]"
            )
        return 0
    return (size - reach) // stride + 1


def check_per_axis(op, rank, **attributes):
    """ShapeError unless these attributes have a positive number for each axis; {attribute: its word in messages}."""
    for name, word in attributes.items():
        values = op.attrs[name]
        if len(values) != rank:
            raise ShapeError(
                f"{op.type} requires the {word} attribute to contain {rank} values, but got: {len(values)}",
                f"pass in {name} a number for each axis of the input",
            )
        for value in values:
            if value <= 0:
                raise ShapeError(f"{word.capitalize()} must be > 0, but got {value}")
            if value >= 2**31:
                raise ShapeError(f"Attr {name} has value {value} out of range for an int32")


def per_axis(value, count, channel, name):
    """A number for each axis of an image, from a number, one for each of `count` spatial axes, or one for each axis.

    channel: the axis of the channels.
    """
    if value is None:
        value = [1]
    elif not hasattr(value, "__len__"):
        value = [value]
    given = len(value)
    if given == count + 2:
        return value
    if given not in (1, count):
        raise ValueError(f"{name} should be of length 1, {count} or {count + 2} but was {given}")
    value = list(value) * (count if given == 1 else 1)
    return [1, 1, *value] if channel == 1 else [1, *value, 1]
