"""How long something takes, counted in buckets for Prometheus.

The library's own histogram takes two locks and a dozen calls for a value, and a move is four values. These are
observed on the event loop alone, so here it is a count, a sum, and no lock.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.utils import floatToGoString

__all__ = ["Timings"]


class Timings:
    """How often something took how many seconds: a collector of one histogram.

    >>> timings = Timings("answer_seconds", "How long an answer takes", (0.1, 1.0))
    >>> for seconds in (0.1, 0.5, 3.0):
    ...     timings.observe(seconds)
    >>> [sample.value for family in timings.collect() for sample in family.samples]
    [1, 2, 3, 3, 3.6]
    """

    def __init__(self, name: str, text: str, buckets: Sequence[float]) -> None:
        self._name, self._text = name, text
        self._buckets = tuple(buckets)
        self._counts = [0] * (len(self._buckets) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long once."""
        self._counts[bisect_left(self._buckets, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The histogram as it is now."""
        bounds = map(floatToGoString, (*self._buckets, float("inf")))
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._text, buckets, self._sum)
