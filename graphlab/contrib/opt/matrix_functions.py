"""tf.contrib.opt.matrix_functions: roots of positive semidefinite matrices by iteration."""

from graphlab._src.contrib.opt.matrix_functions import matrix_inverse_pth_root, matrix_square_root

__all__ = ["matrix_inverse_pth_root", "matrix_square_root"]
