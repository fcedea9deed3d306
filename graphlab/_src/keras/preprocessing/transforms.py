"""Images turned, moved, sheared, zoomed, and made lighter or darker."""

import importlib
from typing import Any

import numpy as np
import PIL.ImageEnhance

from graphlab._src.keras.preprocessing.image_arrays import array_to_img, img_to_array


def apply_affine_transform(
    x,
    theta: float = 0,
    tx: float = 0,
    ty: float = 0,
    shear: float = 0,
    zx: float = 1,
    zy: float = 1,
    row_axis=0,
    col_axis=1,
    channel_axis=2,
    fill_mode="nearest",
    cval=0.0,
    order=1,
):
    """An image turned by theta and sheared by shear degrees, moved by tx rows and ty columns, zoomed by zx and zy.

    fill_mode: what lies outside: "constant" (cval), "nearest", "reflect" or "wrap".  order: of the splines between pixels.
    """
    parts = []
    if theta != 0:
        angle = np.deg2rad(theta)
        parts.append([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    if tx != 0 or ty != 0:
        parts.append([[1, 0, tx], [0, 1, ty], [0, 0, 1]])
    if shear != 0:
        lean = np.deg2rad(shear)
        parts.append([[1, -np.sin(lean), 0], [0, np.cos(lean), 0], [0, 0, 1]])
    if zx != 1 or zy != 1:
        parts.append([[zx, 0, 0], [0, zy, 0], [0, 0, 1]])
    if not parts:
        return x
    matrix = np.eye(3)
    for part in parts:
        matrix = matrix @ np.array(part)
    row, column = x.shape[row_axis] / 2 + 0.5, x.shape[col_axis] / 2 + 0.5
    there, back = np.eye(3), np.eye(3)
    there[:2, 2], back[:2, 2] = (row, column), (-row, -column)
    matrix = there @ matrix @ back
    images: Any = importlib.import_module("scipy.ndimage")
    found = [
        images.affine_transform(channel, matrix[:2, :2], matrix[:2, 2], order=order, mode=fill_mode, cval=cval)
        for channel in np.moveaxis(x, channel_axis, 0)
    ]
    return np.moveaxis(np.stack(found), 0, channel_axis)


def random_rotation(
    x, rg, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1
):
    """Turned by at most rg degrees."""
    angle = np.random.uniform(-rg, rg)
    return apply_affine_transform(
        x, theta=angle, channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order
    )


def random_shift(
    x, wrg, hrg, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1
):
    """Moved by at most a part wrg of the width and hrg of the height."""
    tx = np.random.uniform(-hrg, hrg) * x.shape[row_axis]
    ty = np.random.uniform(-wrg, wrg) * x.shape[col_axis]
    return apply_affine_transform(
        x, tx=tx, ty=ty, channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order
    )


def random_shear(
    x, intensity, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1
):
    """Sheared by at most `intensity` degrees."""
    lean = np.random.uniform(-intensity, intensity)
    return apply_affine_transform(
        x, shear=lean, channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order
    )


def random_zoom(
    x, zoom_range, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1
):
    """Zoomed by factors between the two of zoom_range."""
    if len(zoom_range) != 2:
        raise ValueError(f"`zoom_range` should be a tuple or list of two floats. Received: {zoom_range}")
    zx, zy = (1, 1) if tuple(zoom_range) == (1, 1) else np.random.uniform(zoom_range[0], zoom_range[1], 2)
    return apply_affine_transform(
        x, zx=zx, zy=zy, channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order
    )


def apply_channel_shift(x, intensity, channel_axis=0):
    """All channels with `intensity` more, within what there was."""
    return np.clip(x + intensity, np.min(x), np.max(x))


def random_channel_shift(x, intensity_range, channel_axis=0):
    """All channels with at most intensity_range more or less."""
    return apply_channel_shift(x, np.random.uniform(-intensity_range, intensity_range), channel_axis)


def apply_brightness_shift(x, brightness):
    """`brightness` times as bright, as Pillow does it."""
    return img_to_array(PIL.ImageEnhance.Brightness(array_to_img(x)).enhance(brightness))


def random_brightness(x, brightness_range):
    """As bright as a number between the two of brightness_range says."""
    if len(brightness_range) != 2:
        raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
    return apply_brightness_shift(x, np.random.uniform(brightness_range[0], brightness_range[1]))
