"""Losses that are scaled up, so that small gradients survive in float16."""
