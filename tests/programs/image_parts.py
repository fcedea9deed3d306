"""Parts of images by coordinates, boxes that are drawn and suppressed, images compared, and their edges."""

import numpy as np


def build(tf):
    images = tf.placeholder(tf.float32, [2, 6, 7, 3], name="images")
    other = tf.placeholder(tf.float32, [2, 6, 7, 3], name="other")
    boxes = tf.placeholder(tf.float32, [None, 4], name="boxes")
    which = tf.placeholder(tf.int32, [None], name="which")
    scores = tf.placeholder(tf.float32, [None], name="scores")

    crops = tf.image.crop_and_resize(images, boxes, which, [3, 4], extrapolation_value=0.5, name="crops")
    nearest = tf.image.crop_and_resize(images, boxes, box_indices=which, crop_size=[1, 5], method="nearest")
    to_image, to_boxes = tf.gradients(tf.square(crops), [images, boxes])
    tf.identity(nearest, name="nearest")
    tf.identity(to_image, name="to_image")
    tf.identity(to_boxes, name="to_boxes")

    inner = np.array([[0.1, -0.2], [0.0, 0.1]], np.float32)
    tf.image.extract_glimpse(images, [3, 4], inner, name="glimpse")
    tf.image.extract_glimpse(images, [2, 2], [[1.0, 2.0], [3.0, 4.0]], False, False, name="glimpse_by_pixels")

    tf.image.draw_bounding_boxes(images, tf.stack([boxes, boxes[::-1]]), name="drawn")
    tf.image.draw_bounding_boxes(images, tf.stack([boxes, boxes]), colors=[[0.5, 0.25, 1.0]], name="coloured")

    tf.identity(tf.image.non_max_suppression(boxes, scores, 3, 0.3), name="kept")
    tf.identity(tf.image.non_max_suppression(boxes, scores, 5, score_threshold=0.4), name="kept_above")
    soft = tf.image.non_max_suppression_with_scores(boxes, scores, 4, 1.0, 0.1, soft_nms_sigma=0.5)
    tf.identity(soft[0], name="soft")
    tf.identity(soft[1], name="soft_scores")
    padded = tf.image.non_max_suppression_padded(boxes, scores, 7, pad_to_max_output_size=True)
    tf.identity(padded[0], name="padded")
    tf.identity(padded[1], name="count")
    overlaps = np.array([[1, 0.6, 0.1, 0], [0.6, 1, 0, 0.7], [0.1, 0, 1, 0.2], [0, 0.7, 0.2, 1]], np.float32)
    tf.identity(tf.image.non_max_suppression_overlaps(overlaps, scores, 3), name="kept_by_overlaps")
    combined = tf.image.combined_non_max_suppression(
        tf.reshape(boxes, [1, 4, 1, 4]), tf.reshape(tf.stack([scores, 1 - scores], 1), [1, 4, 2]), 2, 3
    )
    for part, name in zip(combined, ["best_boxes", "best_scores", "best_classes", "best_count"]):
        tf.identity(part, name=name)

    tf.identity(tf.image.psnr(images, other, 1.0), name="likeness")
    tf.identity(tf.image.sobel_edges(images), name="sobel")
    tf.identity(tf.image.total_variation(images), name="variation")
    for part, name in zip(tf.image.image_gradients(images), ["down", "right"]):
        tf.identity(part, name=name)


DATA = np.random.RandomState(6)
FEEDS = {
    "images:0": DATA.rand(2, 6, 7, 3).astype(np.float32),
    "other:0": DATA.rand(2, 6, 7, 3).astype(np.float32),
    "boxes:0": np.array(
        [[0.1, 0.2, 0.7, 0.8], [0.05, 0.25, 0.75, 0.85], [0.9, 0.1, 0.3, 0.6], [-0.2, 0.5, 0.4, 1.3]], np.float32
    ),
    "which:0": np.array([0, 1, 0, 1], np.int32),
    "scores:0": np.array([0.6, 0.9, 0.35, 0.5], np.float32),
}
NAMES = (
    "crops nearest to_image to_boxes glimpse glimpse_by_pixels drawn coloured kept kept_above soft soft_scores padded "
    "count kept_by_overlaps best_boxes best_scores best_classes best_count likeness sobel variation down right"
)
RUNS = [([name + ":0" for name in NAMES.split()], FEEDS)]
