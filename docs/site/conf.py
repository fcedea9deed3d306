"""Sphinx's configuration of the site, whose sources `python -m docs.site` collects."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import graphlab

project = "graphlab"
author = "graphlab contributors"
project_copyright = "graphlab contributors, Apache License 2.0"
version = release = graphlab.__version__

extensions = ["myst_nb", "graphlab.viz.sphinx", "docs.site.mathml"]
exclude_patterns = ["**/.ipynb_checkpoints", "README.md"]
nitpicky = False  # names in docstrings are prose; links between pages are checked by MyST

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # code blocks of docstrings are sketches at times

nb_execution_mode = "cache"
nb_execution_cache_path = os.environ["GRAPHLAB_DOCS_CACHE"]
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_merge_streams = True
nb_ipywidgets_js = {}  # would come from a CDN, and a page has no kernel for widgets

smartquotes = False  # what is in quotes here is mostly code
toc_object_entries_show_parents = "hide"

html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_title = "graphlab"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).parent / "scorer.js")
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # would be fetched, which a page from a file may not
html_theme_options = {
    "navbar_align": "left",
    "show_prev_next": True,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "back_to_top_button": True,
}
html_context = {"default_mode": "auto"}
html_sidebars = {"index": [], "start": []}
