"""The normal distribution function, its logarithm and its inverse; the logarithm of Laplace's."""

import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.comparison import greater, less
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.power import exp, log, log1p, sqrt
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import shape
from graphlab._src.ops.special import erf, erfc

# Between these log(ndtr(x)) is exact enough; below it is a series, above it -ndtr(-x).
LOGNDTR_FLOAT32_LOWER, LOGNDTR_FLOAT32_UPPER = np.array(-10, np.float32), np.array(5, np.float32)
LOGNDTR_FLOAT64_LOWER, LOGNDTR_FLOAT64_UPPER = np.array(-20, np.float64), np.array(8, np.float64)
_PLAIN = {
    "float32": (LOGNDTR_FLOAT32_LOWER, LOGNDTR_FLOAT32_UPPER),
    "float64": (LOGNDTR_FLOAT64_LOWER, LOGNDTR_FLOAT64_UPPER),
}

# Rational approximations of the inverse (Cephes, ndtri.c), highest power first, as (numerator, denominator): around the
# middle, for 2 <= z < 8 and for z >= 8, where z is sqrt(-2 log p).
_MIDDLE = (
    [-5.99633501014107895267e1, 9.80010754185999661536e1, -5.66762857469070293439e1, 1.39312609387279679503e1]
    + [-1.23916583867381258016e0],
    [1.0, 1.95448858338141759834e0, 4.67627912898881538453e0, 8.63602421390890590575e1, -2.25462687854119370527e2]
    + [2.00260212380060660359e2, -8.20372256168333339912e1, 1.59056225126211695515e1, -1.18331621121330003142e0],
)
_OUTER = (
    [4.05544892305962419923e0, 3.15251094599893866154e1, 5.71628192246421288162e1, 4.40805073893200834700e1]
    + [1.46849561928858024014e1, 2.18663306850790267539e0, -1.40256079171354495875e-1, -3.50424626827848203418e-2]
    + [-8.57456785154685413611e-4],
    [1.0, 1.57799883256466749731e1, 4.53907635128879210584e1, 4.13172038254672030440e1, 1.50425385692907503408e1]
    + [2.50464946208309415979e0, -1.42182922854787788574e-1, -3.80806407691578277194e-2, -9.33259480895457427372e-4],
)
_FAR = (
    [3.23774891776946035970e0, 6.91522889068984211695e0, 3.93881025292474443415e0, 1.33303460815807542389e0]
    + [2.01485389549179081538e-1, 1.23716634817820021358e-2, 3.01581553508235416007e-4, 2.65806974686737550832e-6]
    + [6.23974539184983293730e-9],
    [1.0, 6.02427039364742014255e0, 3.67983563856160859403e0, 1.37702099489081330271e0, 2.16236993594496635890e-1]
    + [1.34204006088543189037e-2, 3.28014464682127739104e-4, 2.89247864745380683936e-6, 6.79019408009981274425e-9],
)


def _float_tensor(x, name):
    x = convert_to_tensor(x, name=name)
    if x.dtype not in (dtypes.float32, dtypes.float64):
        raise TypeError(f"{name}.dtype={x.dtype} is not handled, it must be float32 or float64.")
    return x


def ndtr(x, name="ndtr"):
    """The probability of a draw from the standard normal distribution that is at most x."""
    with name_scope(name, values=[x]):
        return _ndtr(_float_tensor(x, "x"))


def _ndtr(x):
    half_sqrt_2 = constant(math.sqrt(0.5), dtype=x.dtype, name="half_sqrt_2")
    w = x * half_sqrt_2
    z = abs_(w)
    inner, near = less(z, half_sqrt_2), 1.0 + erf(w)
    return 0.5 * where_v2(inner, near, where_v2(greater(w, 0.0), 2.0 - erfc(z), erfc(z)))


def log_ndtr(x, series_order=3, name="log_ndtr"):
    """The logarithm of `ndtr`, also where that is too small for a float.

    series_order: how many terms the asymptotic series has that is used far below 0; 0 to 30.
    """
    if not isinstance(series_order, int):
        raise TypeError("series_order must be a Python integer.")
    if not 0 <= series_order <= 30:
        raise ValueError(f"series_order must be {'non-negative' if series_order < 0 else '<= 30'}.")
    with name_scope(name, values=[x]):
        x = _float_tensor(x, "x")
        low, high = _PLAIN[x.dtype.name]
        above = greater(x, high)
        far, between = -_ndtr(-x), greater(x, low)
        middle = log(_ndtr(maximum(x, low)))
        return where_v2(above, far, where_v2(between, middle, log_ndtr_lower(minimum(x, low), series_order)))


def log_ndtr_lower(x, series_order):
    """log_ndtr of numbers far below 0, by an asymptotic series."""
    scale = -0.5 * square(x) - log(-x) - 0.5 * math.log(2 * math.pi)
    return scale + log(log_ndtr_asymptotic_series(x, series_order))


def log_ndtr_asymptotic_series(x, series_order):
    """The series of so many terms, in 1/x², by which log_ndtr differs from its leading term; 1 for no terms."""
    squared = square(x)
    sums, power = [zeros_like(x), zeros_like(x)], squared
    for n in range(1, series_order + 1):
        sums[n % 2] += float(math.prod(range(2 * n - 1, 1, -2))) / power
        power *= squared
    even, odd = sums
    return 1.0 + even - odd


def _polynomial(x, coefficients):
    """The polynomial by Horner's method; the coefficient of the highest power comes first."""
    if not coefficients:
        return zeros_like(x)
    return np.array(coefficients[-1], x.dtype.as_numpy_dtype) + _polynomial(x, coefficients[:-1]) * x


def ndtri(p, name="ndtri"):
    """The number that a draw from the standard normal distribution is below with the probability p."""
    with name_scope(name, values=[p]):
        p = _float_tensor(p, "p")
        tail = math.exp(-2)
        lower = where_v2(p > 1 - tail, 1.0 - p, p)
        safe = where_v2(lower <= 0, fill(shape(p), np.array(0.5, p.dtype.as_numpy_dtype)), lower)
        w = safe - 0.5
        ww = w**2
        above, below = _MIDDLE
        middle = w + w * ww * (_polynomial(ww, above) / _polynomial(ww, below))
        middle *= -math.sqrt(2 * math.pi)
        z = sqrt(-2.0 * log(safe))
        first = z - log(z) / z
        far, outer = (_polynomial(1.0 / z, above) / _polynomial(1.0 / z, below) / z for above, below in (_FAR, _OUTER))
        far, outer = first - far, first - outer
        x = where_v2(safe > tail, middle, where_v2(z >= 8.0, far, outer))
        x = where_v2(p > 1 - tail, x, -x)
        infinity = constant(np.inf, dtype=p.dtype)
        infinity = fill(shape(p), infinity)
        return where_v2(p <= 0, -infinity, where_v2(p >= 1, infinity, x))


def erfinv(x, name="erfinv"):
    """The inverse of the error function."""
    with name_scope(name, values=[x]):
        x = _float_tensor(x, "x")
        return ndtri((x + 1.0) / 2.0) / math.sqrt(2)


def log_cdf_laplace(x, name="log_cdf_laplace"):
    """The logarithm of the probability of a draw from the standard Laplace distribution that is at most x."""
    with name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        lower = -math.log(2) + x
        upper = log1p(-0.5 * exp(-abs_(x)))
        return where_v2(x < 0, lower, upper)
