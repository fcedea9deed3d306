"""Rewriting of a graph for training with quantized numbers: batch norms are folded, fake quantization is inserted."""
