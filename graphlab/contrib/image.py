"""tf.contrib.image: images moved, rotated and warped, and their connected parts."""

from graphlab._src.contrib.image.colors import adjust_hsv_in_yiq, random_hsv_in_yiq
from graphlab._src.contrib.image.flat_transforms import flat_transforms_to_matrices, matrices_to_flat_transforms
from graphlab._src.contrib.image.matching import bipartite_match
from graphlab._src.contrib.image.transforms import (
    angles_to_projective_transforms,
    compose_transforms,
    connected_components,
    rotate,
    transform,
    translate,
    translations_to_projective_transforms,
)
from graphlab._src.contrib.image.warping import dense_image_warp, interpolate_spline, sparse_image_warp

__all__ = [
    "adjust_hsv_in_yiq",
    "angles_to_projective_transforms",
    "bipartite_match",
    "compose_transforms",
    "connected_components",
    "dense_image_warp",
    "flat_transforms_to_matrices",
    "interpolate_spline",
    "matrices_to_flat_transforms",
    "random_hsv_in_yiq",
    "rotate",
    "sparse_image_warp",
    "transform",
    "translate",
    "translations_to_projective_transforms",
]
