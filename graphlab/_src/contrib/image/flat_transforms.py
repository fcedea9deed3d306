"""Projective transforms as eight numbers, and as matrices of homogeneous coordinates."""

from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.constants import ones
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape, shape


def flat_transforms_to_matrices(transforms):
    """Matrices [n, 3, 3] of flat transforms [n, 8] or [8]."""
    with name_scope("flat_transforms_to_matrices"):
        transforms = convert_to_tensor(transforms, name="transforms")
        if transforms.shape.ndims not in (1, 2):
            raise ValueError(f"Transforms should be 1D or 2D, got: {transforms}")
        transforms = reshape(transforms, constant([-1, 8]))
        count = shape(transforms)[0]
        return reshape(concat([transforms, ones([count, 1])], axis=1), constant([-1, 3, 3]))


def matrices_to_flat_transforms(transform_matrices):
    """Flat transforms [n, 8] of matrices [n, 3, 3] or [3, 3], scaled so that the last element is 1."""
    with name_scope("matrices_to_flat_transforms"):
        matrices = convert_to_tensor(transform_matrices, name="transform_matrices")
        if matrices.shape.ndims not in (2, 3):
            raise ValueError(f"Matrices should be 2D or 3D, got: {matrices}")
        flat = reshape(matrices, constant([-1, 9]))
        flat /= flat[:, 8:9]
        return flat[:, :8]
