"""All charts together: as HTML in the colours of the page around it, and as one still SVG image."""

import html
import string

from graphlab._src.viz.scalars.chart import COLORS, HEIGHT, WIDTH, chart

_GAP = 8
_LEGEND = 22
_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

_LOOK = string.Template("""
$scope text { font-family: $font; fill: $dim; font-size: 10.5px; }
$scope .tag, $scope .last { font-size: 12px; fill: $ink; }
$scope .tag { font-weight: 600; }
$scope .last, $scope .y { text-anchor: end; font-variant-numeric: tabular-nums; }
$scope .x { text-anchor: middle; }
$scope .frame { fill: $back; stroke: $rule; }
$scope .grid { stroke: $rule; fill: none; }
$scope .axis, $scope .mark { stroke: $axis; fill: none; }
$scope .line { fill: none; stroke-width: 1.7; stroke-linejoin: round; stroke-linecap: round; }
$scope .raw { opacity: 0.28; stroke-width: 1.2; }
""")
# The tones of the graph's diagram: on light and on dark.
_LIGHT = ("#2f6fbf", "#b45f06", "#00806a", "#7b5ea7", "#c2255c", "#7d6b00", "#56657a")
_DARK = ("#7db2f2", "#f0a55c", "#4fcdb4", "#c4a5ea", "#ff86b3", "#d8c550", "#a3b1c6")
_ON_WHITE = {"ink": "#212121", "dim": "#646464", "back": "#fff", "rule": "#e0e0e0", "axis": "#a0a0a0"}
_ON_BLACK = {"ink": "#e6e6e6", "dim": "#a6a6a6", "back": "#111", "rule": "#333", "axis": "#777"}

_PAGE = ".graphlab-scalars"
_THEME = {
    "ink": "var(--jp-ui-font-color1, var(--vscode-foreground, #212121))",
    "back": "var(--jp-layout-color0, var(--vscode-editor-background, #fff))",
    "dim": "var(--jp-ui-font-color2, var(--vscode-descriptionForeground, #646464))",
}
_THEME["rule"] = f"color-mix(in srgb, {_THEME['ink']} 14%, {_THEME['back']})"
_THEME["axis"] = f"color-mix(in srgb, {_THEME['ink']} 42%, {_THEME['back']})"
_LAYOUT = string.Template("""
.graphlab-scalars { font: 12px/1.4 $font; color: $ink; }
.graphlab-scalars .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: ${gap}px; }
.graphlab-scalars .charts svg { width: 100%; max-width: 460px; border: 1px solid $rule; border-radius: 6px; background: $back; }
.graphlab-scalars .runs { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0 2px 6px; }
.graphlab-scalars .runs svg { width: 18px; height: 8px; margin-right: 6px; vertical-align: middle; }
.graphlab-scalars .none { color: $dim; }
""")
_DARK_PAGES = ('[data-jp-theme-light="false"] .graphlab-scalars', ".vscode-dark .graphlab-scalars")


def _tones(scope, tones):
    return "".join(f"{scope} .c{i} {{ stroke: {tone}; }}\n" for i, tone in enumerate(tones))


def _page_style():
    font = f"var(--jp-ui-font-family, {_FONT})"
    parts = [_LAYOUT.substitute(_THEME, font=font, gap=_GAP), _LOOK.substitute(_THEME, scope=_PAGE, font=font)]
    return "".join([*parts, _tones(_PAGE, _LIGHT), *(_tones(scope, _DARK) for scope in _DARK_PAGES)])


def _still_style():
    light = _LOOK.substitute(_ON_WHITE, scope="", font=_FONT) + _tones("", _LIGHT)
    dark = _LOOK.substitute(_ON_BLACK, scope="", font=_FONT) + _tones("", _DARK)
    return f"{light}@media (prefers-color-scheme: dark) {{{dark}}}"


def _charts(series, smoothing):
    """({run: its colour}, [the chart of each tag])."""
    runs = sorted({run for of_tag in series.values() for run in of_tag})
    colors = {run: i % COLORS for i, run in enumerate(runs)}
    return colors, [chart(tag, dict(sorted(series[tag].items())), colors, smoothing) for tag in sorted(series)]


def _legend_of(colors):
    """The runs to name: all, unless the folder itself is the only one."""
    return {} if list(colors) == ["."] else colors


def as_html(series, smoothing, nothing):
    """HTML for a cell's output. series: {tag: {run: (steps, values)}}.  nothing: what to say when it is empty."""
    colors, charts = _charts(series, smoothing)
    legend = "".join(
        f'<span><svg viewBox="0 0 18 8"><path class="line c{color}" d="M1 4h16"/></svg>{html.escape(run)}</span>'
        for run, color in _legend_of(colors).items()
    )
    drawn = "".join(f'<svg viewBox="0 0 {WIDTH} {HEIGHT}">{one}</svg>' for one in charts)
    body = f'<div class="runs">{legend}</div><div class="charts">{drawn}</div>'
    if not charts:
        body = f'<div class="none">{html.escape(nothing)}</div>'
    return f'<div class="graphlab-scalars"><style>{_page_style()}</style>{body}</div>'


def as_svg(series, smoothing, nothing):
    """One still SVG image of the charts, three to a row, for front ends that show no HTML."""
    colors, charts = _charts(series, smoothing)
    columns = min(3, max(1, len(charts)))
    rows = -(-len(charts) // columns)
    legend = _legend_of(colors)
    top = _LEGEND if legend or not charts else 0
    width = columns * (WIDTH + _GAP) + _GAP
    height = top + rows * (HEIGHT + _GAP) + _GAP
    parts = [f'<rect class="frame" width="{width}" height="{height}" style="stroke: none"/>']
    x = _GAP
    for run, color in legend.items():
        parts.append(f'<path class="line c{color}" d="M{x} 15h16"/><text x="{x + 22}" y="19">{html.escape(run)}</text>')
        x += 40 + 6 * len(run)
    if not charts:
        parts.append(f'<text x="{_GAP}" y="19">{html.escape(nothing)}</text>')
    for i, one in enumerate(charts):
        x, y = _GAP + i % columns * (WIDTH + _GAP), top + _GAP + i // columns * (HEIGHT + _GAP)
        frame = f'<rect class="frame" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        parts.append(f'<g transform="translate({x} {y})">{frame}{one}</g>')
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_still_style()}</style>{"".join(parts)}</svg>'


def as_text(series, nothing):
    """The last value of each tag and run, a line each."""
    lines = [
        f"{tag}  {'' if run == '.' else f'{run}  '}{values[-1]:g}  at step {steps[-1]}"
        for tag, runs in sorted(series.items())
        for run, (steps, values) in sorted(runs.items())
    ]
    return "\n".join(lines) or nothing
