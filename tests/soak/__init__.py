"""The reliability campaign: `python -m tests.soak`, or `make soak`. docs/reliability.md describes its parts and figures.

What programs, families, values, codec, execute and oracle hold also runs on Python 3.7, beside TensorFlow 1.15.
"""
