"""VGG networks: blocks of small convolutions, each half as large as the one before."""

from graphlab._src.keras.applications.common import finished, images, pooled
from graphlab._src.keras.layers import catalog as layers


def vgg(name, counts, include_top, weights, input_tensor, input_shape, pooling, classes):
    """A VGG network. counts: of the convolutions in each block."""
    taken = x = images(include_top, weights, input_tensor, input_shape, classes)
    for block, count in enumerate(counts, 1):
        filters = min(64 * 2 ** (block - 1), 512)
        for number in range(1, count + 1):
            conv = layers.Conv2D(filters, 3, activation="relu", padding="same", name=f"block{block}_conv{number}")
            x = conv(x)
        x = layers.MaxPooling2D(2, strides=2, name=f"block{block}_pool")(x)
    if include_top:
        x = layers.Flatten(name="flatten")(x)
        for place in ("fc1", "fc2"):
            x = layers.Dense(4096, activation="relu", name=place)(x)
        x = layers.Dense(classes, activation="softmax", name="predictions")(x)
    else:
        x = pooled(x, pooling)
    return finished(name, taken, x, input_tensor, weights, include_top)
