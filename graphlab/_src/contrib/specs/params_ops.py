"""What texts of parameters are made of: `n=Li(5, 500); d=Ui(1, 5)`."""

import math
import random


def Uf(lo=0.0, hi=1.0):  # noqa: N802
    """A number from lo to hi, each as likely."""
    return random.uniform(lo, hi)


def Ui(lo, hi):  # noqa: N802
    """An integer from lo to hi, each as likely."""
    return random.randint(lo, hi)


def Lf(lo, hi):  # noqa: N802
    """A number from lo to hi, whose logarithms are as likely."""
    return math.exp(random.uniform(math.log(lo), math.log(hi)))


def Li(lo, hi):  # noqa: N802
    """An integer from lo to hi, whose logarithms are about as likely."""
    return int(math.floor(math.exp(random.uniform(math.log(lo), math.log(hi + 1 - 1e-5)))))


def Nt(mu, sigma, limit=3.0):  # noqa: N802
    """A number with a normal distribution, no more than `limit` deviations from its mean."""
    return min(max(random.gauss(mu, sigma), mu - limit * sigma), mu + limit * sigma)


ENVIRONMENT = {
    **{name: value for name, value in vars(math).items() if not name.startswith("_")},
    **{function.__name__: function for function in (Uf, Ui, Lf, Li, Nt)},
}
