"""Gradients through images that are resized, cropped and turned; what is done by chance, which has no values to keep."""


def build(tf):
    x = tf.placeholder(tf.float32, [1, 4, 3, 3], name="x")
    flexible = tf.placeholder(tf.float32, [None, None, None, 3], name="flexible")
    for method in range(3):
        resized = tf.image.resize_images(x, [6, 5], method)
        tf.identity(tf.gradients(tf.square(resized), x)[0], name=f"slope_{method}")
    tf.gradients(tf.image.resize_nearest_neighbor(flexible, [4, 4]), flexible)
    tf.gradients(tf.image.random_flip_left_right(x[0], seed=3), x)
    tf.image.random_flip_left_right(x[0])
    tf.image.random_flip_up_down(x, seed=5)
    tf.image.random_flip_up_down(flexible)
    tf.image.random_brightness(x[0], 0.3, seed=1)
    tf.image.random_contrast(x[0], 0.2, 1.8, seed=2)
    tf.image.random_hue(x[0], 0.1, seed=2)
    tf.image.random_saturation(x[0], 0.2, 1.8, seed=2)
    tf.random_crop(x[0], [2, 2, 3], seed=4)
    tf.image.random_crop(flexible, [1, 2, 2, 3])


RUNS = []
