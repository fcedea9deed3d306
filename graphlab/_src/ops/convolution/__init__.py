"""Convolutions in one to three dimensions: dense, depthwise, dilated and transposed."""
