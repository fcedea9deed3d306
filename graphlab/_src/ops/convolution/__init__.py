"""Convolutions in one to three dimensions, dense, by channel, dilated and turned round."""
