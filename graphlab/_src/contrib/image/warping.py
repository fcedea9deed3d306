"""Images warped by a flow: one vector for each pixel, or splines between control points."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.constants import ones_like, zeros
from graphlab._src.ops.diagonal import eye, matrix_diag_part
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.grids import meshgrid
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.linalg import matrix_solve
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import log, sqrt
from graphlab._src.ops.power import pow as pow_
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.ops.transpose import transpose

_EPSILON = 1e-10


def _interpolate_bilinear(grid, query_points, name="interpolate_bilinear", indexing="ij"):
    """The values between pixels of images [n, height, width, channels] at points [n, count, 2]: [n, count, channels].

    A point outside has the value of the nearest border.  indexing: "ij" for points (y, x), "xy" for (x, y).
    """
    if indexing not in ("ij", "xy"):
        raise ValueError("Indexing mode must be 'ij' or 'xy'")
    with name_scope(name):
        grid, points = convert_to_tensor(grid), convert_to_tensor(query_points)
        if grid.shape.ndims != 4:
            raise ValueError(f"Grid must be 4 dimensional. Received size: {grid.shape}")
        if points.shape.ndims != 3:
            raise ValueError(f"Query points must be 3 dimensional. Received size: {points.shape}")
        for axis, what in ((1, "height"), (2, "width")):
            size = grid.shape.as_list()[axis]
            if size is not None and size < 2:
                raise ValueError(f"Grid {what} must be at least 2.")
        sizes = shape_of(grid)
        count, height, width, channels = (sizes[i] for i in range(4))
        corners, parts = [], []
        coordinates = unstack(points, 2, axis=2)
        for axis, place in enumerate((0, 1) if indexing == "ij" else (1, 0)):
            at = coordinates[place]
            last = cast(sizes[axis + 1] - 2, points.dtype)
            low = minimum(maximum(constant(0.0, points.dtype), floor(at)), last)
            corners.append(cast(low, dtypes.int32))
            parts.append(expand_dims(clip_by_value(cast(at - low, grid.dtype), 0.0, 1.0), 2))
        flat = reshape(grid, [count * height * width, channels])
        offsets = reshape(range_(count) * height * width, [count, 1])

        def pixels(y, x):
            found = gather(flat, offsets + y * width + x)
            return reshape(found, [count, shape_of(points)[1], channels])

        y, x = corners
        top_left, top_right = pixels(y, x), pixels(y, x + 1)
        bottom_left, bottom_right = pixels(y + 1, x), pixels(y + 1, x + 1)
        top = parts[1] * (top_right - top_left) + top_left
        bottom = parts[1] * (bottom_right - bottom_left) + bottom_left
        return parts[0] * (bottom - top) + top


def dense_image_warp(image, flow, name="dense_image_warp"):
    """Images whose pixel (y, x) is that of `image` at (y, x) - flow[y, x], between pixels by bilinear interpolation.

    image: floating point [n, height, width, channels].  flow: [n, height, width, 2].
    """
    with name_scope(name):
        image, flow = convert_to_tensor(image), convert_to_tensor(flow)
        sizes = shape_of(image)
        count, height, width = sizes[0], sizes[1], sizes[2]
        x, y = meshgrid(range_(width), range_(height))
        points = expand_dims(cast(stack([y, x], axis=2), flow.dtype), 0) - flow
        found = _interpolate_bilinear(image, reshape(points, [count, height * width, 2]))
        return reshape(found, sizes)


def _phi(squares, order):
    """The radial basis function of a polyharmonic spline, of squared distances."""
    with name_scope("phi"):
        safe = maximum(squares, _EPSILON)
        if order == 1:
            return sqrt(safe)
        if order == 2:
            return 0.5 * squares * log(safe)
        if order == 4:
            return 0.5 * square(squares) * log(safe)
        power = pow_(safe, 0.5 * order)
        return 0.5 * power * log(safe) if order % 2 == 0 else power


def interpolate_spline(
    train_points, train_values, query_points, order, regularization_weight=0.0, name="interpolate_spline"
):
    """Values at query_points [b, m, d] by polyharmonic splines through known ones: [b, m, k].

    train_points: [b, n, d].  train_values: [b, n, k].  order: 1, 2 for thin plates, 3, …
    regularization_weight: above 0, values are approached and not met.
    """
    with name_scope(name):
        known, values, points = (convert_to_tensor(item) for item in (train_points, train_values, query_points))
        dims, outputs = known.shape.as_list()[-1], values.shape.as_list()[-1]
        if dims is None:
            raise ValueError("The dimensionality of the input points (d) must be statically-inferrable.")
        if outputs is None:
            raise ValueError("The dimensionality of the output values (k) must be statically-inferrable.")
        with name_scope("solve"):
            count, batch = shape_of(known)[1], shape_of(known)[0]
            products = matmul(known, known, adjoint_b=True)
            norms = expand_dims(matrix_diag_part(products), 2)
            a = _phi(norms - 2 * products + transpose(norms, [0, 2, 1]), order)
            if regularization_weight > 0:
                a += regularization_weight * expand_dims(eye(count, dtype=known.dtype), 0)
            b = concat([known, ones_like(known[..., :1])], 2)
            left = concat([a, transpose(b, [0, 2, 1])], 1)
            right = concat([b, zeros([batch, dims + 1, dims + 1], known.dtype)], 1)
            rhs = concat([values, zeros([batch, dims + 1, outputs], known.dtype)], 1)
            solved = matrix_solve(concat([left, right], 2), rhs)
        with name_scope("predict"):
            own = expand_dims(reduce_sum(square(points), 2), 2)
            others = expand_dims(reduce_sum(square(known), 2), 1)
            distances = own - 2 * matmul(points, known, adjoint_b=True) + others
            padded = concat([points, ones_like(points[..., :1])], 2)
            return matmul(_phi(distances, order), solved[:, :count]) + matmul(padded, solved[:, count:])


def sparse_image_warp(
    image,
    source_control_point_locations,
    dest_control_point_locations,
    interpolation_order=2,
    regularization_weight=0.0,
    num_boundary_points=0,
    name="sparse_image_warp",
):
    """(warped images, the flow): images in which control points move from source to destination, and splines between them.

    image: [n, height, width, channels] of known shape.  locations: [n, count, 2], (y, x).
    interpolation_order, regularization_weight: as in interpolate_spline.
    num_boundary_points: how many points of each border stay where they are, with one corner; 0 lets borders move.
    """
    image, source, target = (
        convert_to_tensor(item) for item in (image, source_control_point_locations, dest_control_point_locations)
    )
    with name_scope(name):
        sizes: Any = image.shape.as_list()
        count, height, width, _ = sizes
        flows = target - source
        if num_boundary_points > 0:
            target, flows = with_still_border(target, flows, height, width, num_boundary_points - 1)
        points = constant(for_each(grid_locations(height, width).reshape(-1, 2), count), image.dtype)
        flow = interpolate_spline(target, flows, points, interpolation_order, regularization_weight)
        flow = reshape(flow, [count, height, width, 2])
        return dense_image_warp(image, flow), flow


def grid_locations(image_height, image_width):
    """The place (y, x) of each pixel: [height, width, 2]."""
    y, x = (np.linspace(0, size - 1, size) for size in (image_height, image_width))
    return np.stack(np.meshgrid(y, x, indexing="ij"), -1)


def for_each(np_array, batch_size):
    """The array for each image: [batch_size, …]."""
    return np.tile(np_array[None], [batch_size] + [1] * np_array.ndim)


def with_still_border(
    control_point_locations, control_point_flows, image_height, image_width, boundary_points_per_edge
):
    """(locations, flows) of control points with those along the border, which stay where they are.

    locations, flows: [n, count, 2].  boundary_points_per_edge: without corners.
    """
    count, kind = control_point_locations.shape.as_list()[0], control_point_locations.dtype
    still = for_each(boundary_locations(image_height, image_width, boundary_points_per_edge), count)
    return (
        concat([control_point_locations, constant(still, kind)], 1),
        concat([control_point_flows, constant(np.zeros_like(still), kind)], 1),
    )


def boundary_locations(image_height, image_width, num_points_per_edge):
    """Points (y, x) along the border: the corners, and num_points_per_edge between two of them."""
    y, x = (np.linspace(0, size - 1, num_points_per_edge + 2) for size in (image_height, image_width))
    y, x = np.meshgrid(y, x, indexing="ij")
    on_border = (x == 0) | (x == image_width - 1) | (y == 0) | (y == image_height - 1)
    return np.stack([y[on_border], x[on_border]], axis=-1)
