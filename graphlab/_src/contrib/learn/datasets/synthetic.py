"""circles and spirals: points of two dimensions in classes that no line divides, drawn by NumPy."""

import numpy as np

from graphlab._src.contrib.learn.datasets.base import Dataset


def circles(n_samples=100, noise=None, seed=None, factor=0.8, n_classes=2, *args, **kwargs):
    """Dataset(data [n_samples, 2], target): circles within one another, each factor times as large as the one before.

    noise: the standard deviation of what is added to the points.  seed: of NumPy's random numbers.
    """
    if seed is not None:
        np.random.seed(seed)
    each = n_samples // n_classes
    angles = np.linspace(0, 2 * np.pi, each)
    scales = np.cumprod([1.0, *[factor] * (n_classes - 1)])
    parts = [(scale * np.cos(angles), scale * np.sin(angles)) for scale in scales]
    extra = n_samples % n_classes
    x_extra = np.cos(np.random.rand(extra) * 2 * np.pi)
    parts.append((x_extra, np.sin(np.random.rand(extra) * 2 * np.pi)))
    return _mixed(parts, [each] * n_classes + [extra], n_samples, noise)


def spirals(n_samples=100, noise=None, seed=None, mode="archimedes", n_loops=2, *args, **kwargs):
    """Dataset(data [n_samples, 2], target): two spirals. mode: "archimedes", "bernoulli" or "fermat"."""
    if mode not in _RADII:
        raise ValueError(f"Cannot generate spiral with mode {mode}")
    if seed is not None:
        np.random.seed(seed)
    each, extra = n_samples // 2, n_samples % 2
    angles = np.linspace(0, 2 * n_loops * np.pi, each)
    parts = [_spiral(mode, angles, offset * np.pi, *args, **kwargs) for offset in (0, 1)]
    if extra:
        parts.append(_spiral(mode, np.random.rand(extra) * 2 * np.pi, *args, **kwargs))
    return _mixed(parts, [each, each, extra], n_samples, noise)


_RADII = {
    "archimedes": lambda angles, exp_scale: angles,
    "bernoulli": lambda angles, exp_scale: np.exp(exp_scale * angles),
    "fermat": lambda angles, exp_scale: np.sqrt(angles),
}


def _spiral(mode, angles, offset=0.0, exp_scale=0.1):
    radii = _RADII[mode](angles, exp_scale)
    x, y = radii * np.cos(angles + offset), radii * np.sin(angles + offset)
    return x / np.max(np.abs(x)), y / np.max(np.abs(y))


def _mixed(parts, counts, n_samples, noise):
    """The points in random order; those of the last part, which are left over, are of class 0."""
    data = np.concatenate([np.stack(part, axis=1) for part in parts])
    target = np.repeat([*range(len(counts) - 1), 0], counts).astype(np.int32)
    order = np.random.permutation(range(n_samples))
    if noise is not None:
        data = data + np.random.normal(scale=noise, size=data.shape)
    return Dataset(data=data[order], target=target[order])


SYNTHETIC = {"circles": circles, "spirals": spirals}


def make_dataset(name, n_samples=100, noise=None, seed=42, *args, **kwargs):
    """One of SYNTHETIC by name; ValueError for other names."""
    if name not in SYNTHETIC:
        raise ValueError(f"Synthetic dataset not found or not implemeted: {name}")
    return SYNTHETIC[name](*args, n_samples=n_samples, noise=noise, seed=seed, **kwargs)
