"""What is true of the finished site: it loads nothing from elsewhere, no link in it is broken, and it is small."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MOST = 40_000_000  # bytes of the whole site

_LOADING = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "link": "href",
}
_NOT_LOADED = {"canonical", "search", "index", "next", "prev", "author", "license"}  # what `link` may be, beside
_IN_CSS = re.compile(r"""(?:url\(|@import)\s*["']?(?:https?:)?//[^)"'\s]+""")


class _Page(HTMLParser):
    """The addresses that a page loads, those that it links to, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag in _LOADING and not (tag == "link" and values.get("rel") in _NOT_LOADED):
            self.loads.append(values.get(_LOADING[tag], ""))
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])


def faults(site: Path) -> Iterator[str]:
    """A line for each thing that is wrong."""
    files = [file for file in sorted(site.rglob("*.html")) if site / "_static" not in file.parents]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    pages = {file: _Page(text) for file, text in texts.items()}
    home = str(Path(__file__).parents[2])
    for file, page in pages.items():
        name = file.relative_to(site)
        if home in texts[file]:
            yield f"{name} names a folder of the machine that built it"
        for address in page.loads:
            parts = urlsplit(address)
            if parts.netloc:
                yield f"{name} loads {address}, which a page without a network cannot"
            elif parts.path and not (file.parent / unquote(parts.path)).exists():
                yield f"{name} loads {address}, which is not there"
        for address in sorted(set(page.links)):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file.resolve()
            if not target.exists():
                yield f"{name} links to {address}, which is not there"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name} links to {address}, and there is no such place in that page"
    for file in sorted(site.rglob("*.css")):
        for match in _IN_CSS.findall(file.read_text(encoding="utf-8")):
            yield f"{file.relative_to(site)} loads {match}, which a page without a network cannot"
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    if size > MOST:
        yield f"the site has {size / 1e6:.0f} MB, and may have {MOST / 1e6:.0f}"
