"""One tag as a chart: a line for each run over the steps, as SVG."""

import html
import math

import numpy as np

from graphlab._src.viz.scalars.ticks import short, ticks, written

WIDTH, HEIGHT = 360, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 12, 30, 30
_COLUMNS = 240  # of a line; more points than two in each would not be seen
COLORS = 7


def chart(tag, runs, colors, smoothing):
    """The chart's SVG elements, for a surface of WIDTH by HEIGHT.

    runs: {run: (steps, values)}.  colors: {run: a number below COLORS}.
    smoothing: from 0 to below 1, how much of a line goes on; the values themselves are drawn faintly then.
    """
    lines = {run: _smoothed(steps, values, smoothing) for run, (steps, values) in runs.items()}
    shown = [values for steps, values in (*runs.values(), *lines.values())]
    x_range = _range([steps for steps, _ in runs.values()], 0.0)
    y_range = _range(shown, 0.06)

    def at(steps, values):
        along = (np.asarray(steps, float) - x_range[0]) / (x_range[1] - x_range[0])
        up = (np.asarray(values, float) - y_range[0]) / (y_range[1] - y_range[0])
        return _LEFT + along * (WIDTH - _LEFT - _RIGHT), HEIGHT - _BOTTOM - up * (HEIGHT - _TOP - _BOTTOM)

    parts = _axes(x_range, y_range, at)
    for run, (steps, values) in runs.items():
        if smoothing:
            parts.append(_line(at(steps, values), f"raw c{colors[run]}", run, values[-1], steps[-1]))
        parts.append(_line(at(*lines[run]), f"c{colors[run]}", run, values[-1], steps[-1]))
    last = short(next(iter(runs.values()))[1][-1]) if len(runs) == 1 else ""
    parts.append(f'<text class="tag" x="{_LEFT - 36}" y="17">{html.escape(_ending(tag))}</text>')
    parts.append(f'<text class="last" x="{WIDTH - _RIGHT}" y="17">{last}</text>')
    return "".join(parts)


def _ending(tag, most=36):
    return tag if len(tag) <= most else "…" + tag[1 - most :]


def _smoothed(steps, values, smoothing):
    """The mean of the values so far, the older the less they count; the first are not drawn towards 0."""
    if not smoothing:
        return steps, values
    smooth, mean, weight = [], 0.0, 0.0
    for value in values:
        if math.isfinite(value):
            mean = mean * smoothing + (1 - smoothing) * value
            weight = weight * smoothing + (1 - smoothing)
            value = mean / weight
        smooth.append(value)
    return steps, smooth


def _range(lists, margin):
    """(low, high) of the finite numbers, with a margin as a part of their span; never empty."""
    numbers = np.concatenate([np.asarray(one, float) for one in lists])
    numbers = numbers[np.isfinite(numbers)]
    low, high = (float(numbers.min()), float(numbers.max())) if len(numbers) else (0.0, 1.0)
    if low == high:
        around = abs(low) / 2 or 1.0
        return low - around, high + around
    span = (high - low) * margin
    return low - span, high + span


def _axes(x_range, y_range, at):
    parts = []
    marks = ticks(y_range[0], y_range[1], 6)
    for mark in marks:
        _, y = at(x_range[0], mark)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(f'<text class="y" x="{_LEFT - 6}" y="{y + 3.5:.1f}">{written(mark, marks)}</text>')
    marks = [mark for mark in ticks(x_range[0], x_range[1], 5) if mark == int(mark)]
    for mark in marks:
        x, _ = at(mark, y_range[0])
        parts.append(f'<path class="mark" d="M{x:.1f} {HEIGHT - _BOTTOM}v4"/>')
        parts.append(f'<text class="x" x="{x:.1f}" y="{HEIGHT - _BOTTOM + 16}">{written(mark, marks)}</text>')
    parts.append(f'<path class="axis" d="M{_LEFT} {HEIGHT - _BOTTOM}H{WIDTH - _RIGHT}"/>')
    return parts


def _line(points, name, run, value, step):
    """A line through points; where one is not finite there is a gap, and a point by itself is a dot."""
    x, y = _thinned(*points)
    title = f"<title>{html.escape(run)}: {value:g} at step {step}</title>"
    drawn, pen_up = [], True
    for i in range(len(x)):
        if not math.isfinite(y[i]):
            pen_up = True
            continue
        alone = pen_up and (i + 1 == len(x) or not math.isfinite(y[i + 1]))
        drawn.append(f"{'M' if pen_up else 'L'}{x[i]:.1f} {y[i]:.1f}{'h0' if alone else ''}")
        pen_up = False
    return f'<path class="line {name}" d="{"".join(drawn)}">{title}</path>'


def _thinned(x, y):
    """The lowest and the highest point of each column of the chart, in order, where there are many."""
    if len(x) <= 2 * _COLUMNS:
        return x, y
    selected = set()
    for column in np.array_split(np.arange(len(x)), _COLUMNS):
        heights = np.nan_to_num(y[column], nan=0.0, posinf=0.0, neginf=0.0)
        selected |= {int(column[heights.argmin()]), int(column[heights.argmax()])}
        selected |= set(column[~np.isfinite(y[column])][:1].tolist())
    order = sorted(selected | {0, len(x) - 1})
    return x[order], y[order]
