"""tf.random.experimental: generators whose state is a variable."""

from graphlab._src.state.generator import Generator, create_rng_state, get_global_generator, set_global_generator

__all__ = ["Generator", "create_rng_state", "get_global_generator", "set_global_generator"]
