"""Operation types of old graphs that only have another name now.

Before 2016 what worked on many matrices together was a type of its own; current types do both.
"""

from graphlab._src.base.dtypes import complex64, complex128, float16, float32, float64, int32, int64
from graphlab._src.ops.define import former

_POISSON = {"S": {int32, int64}, "dtype": {float16, float32, float64}}
_REAL = {"T": {float32, float64}}
_MATRICES = {
    "Cholesky": _REAL,
    "MatrixDeterminant": {"T": {float32, float64, complex64, complex128}},
    "MatrixDiag": None,
    "MatrixDiagPart": None,
    "MatrixInverse": _REAL,
    "MatrixSetDiag": None,
    "MatrixSolve": _REAL,
    "MatrixSolveLs": _REAL,
    "MatrixTriangularSolve": _REAL,
    "SelfAdjointEigV2": _REAL,
    "Svd": {"T": {float32, float64, complex64, complex128}},
}

for _name, _types in _MATRICES.items():
    former(f"Batch{_name}", _name, types=_types)
former("BatchMatrixBandPart", "MatrixBandPart", "input: T, num_lower: int64, num_upper: int64 -> band: T")
for _name in ("FFT", "FFT2D", "FFT3D", "IFFT", "IFFT2D", "IFFT3D"):
    former(f"Batch{_name}", _name, "input: complex64 -> output: complex64")
former("InvGrad", "ReciprocalGrad")
former("RandomPoisson", "RandomPoissonV2", "shape: S, rate: dtype -> output: dtype", _POISSON)
