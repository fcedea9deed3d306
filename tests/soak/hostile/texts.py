"""Texts and values that try to be more than that: markup, addresses, styles, control characters, enormous ones, wrong types.

Whatever runs sets window.__pwned or opens a dialog; whatever is fetched comes from evil.test, which no page may do.
"""

import copy

EVIL = "http://evil.test/"

MARKUP = [
    "<img src=x onerror=window.__pwned=1>",
    "</script><script>window.__pwned=1</script>",
    "<!--<script>window.__pwned=1</script>-->",
    "]]><script xmlns='http://www.w3.org/1999/xhtml'>window.__pwned=1</script>",
    "<svg onload=window.__pwned=1>",
    "<svg><script>window.__pwned=1</script></svg>",
    "<svg><foreignObject><iframe srcdoc='<script>parent.__pwned=1</script>'></iframe></foreignObject></svg>",
    "<iframe src=javascript:parent.__pwned=1></iframe>",
    f"<object data={EVIL}x></object><embed src={EVIL}x>",
    f"<link rel=stylesheet href={EVIL}x><style>@import '{EVIL}x';</style>",
    f"<meta http-equiv=refresh content='0;url={EVIL}x'>",
    f"<base href={EVIL}>",
    "<a href=javascript:window.__pwned=1>x</a>",
    "<math><mtext><table><mglyph><style><img src=x onerror=window.__pwned=1>",
    "<template><script>window.__pwned=1</script></template>",
    "<details open ontoggle=window.__pwned=1>",
    "<input autofocus onfocus=window.__pwned=1>",
    "<form action=javascript:window.__pwned=1><button>",
    '"onmouseover="window.__pwned=1" x="',
    "'onfocus='window.__pwned=1' autofocus x='",
    "'-(window.__pwned=1)-'",
    '";window.__pwned=1;//',
    "${window.__pwned=1}",
    "{{constructor.constructor('window.__pwned=1')()}}",
    "javascript:window.__pwned=1",
    "java\nscript:window.__pwned=1",
    "data:text/html,<script>parent.__pwned=1</script>",
    "[link](javascript:window.__pwned=1)",
    f"![image]({EVIL}x)",
    f"url({EVIL}x)",
    f"red;background:url({EVIL}x)",
    f"}} * {{ background: url({EVIL}x) }} @import url({EVIL}x);",
    f"\\75rl({EVIL}x)",
    f"var(--x, url({EVIL}x))",
    f"image-set('{EVIL}x' 1x)",
    "expression(window.__pwned=1)",
    '"] [onload="window.__pwned=1',
    "&lt;script&gt;window.__pwned=1&lt;/script&gt;",
    "&#60;img src=x onerror=window.__pwned=1&#62;",
    "<?xml-stylesheet href='javascript:window.__pwned=1'?>",
    "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>&a;",
    f"//evil.test/x {EVIL}x https://evil.test/x",
    'x" URL="javascript:window.__pwned=1',  # Graphviz' attributes
    "<<table href='javascript:window.__pwned=1'><tr><td>x</td></tr></table>>",
    "\\E\\G\\L\\N\\T",
    "..\\..\\..\\etc\\passwd",
    "../../../../etc/passwd",
    "%3Cscript%3Ewindow.__pwned=1%3C/script%3E",
]
CHARACTERS = [
    *("", " ", "\x00", "\x07bell", "\x1b[31mred\x1b]0;title\x07", "\x7f\x9b", "line\nbreak\r\n\ttab"),
    *("rtl\u202egpj.exe", "\u2066isolate\u2069", "zero\u200bwidth\ufeff", "\u2028\u2029", "e\u0301" * 300),
    *("\ud800", "\udfff\ud800", "😀" * 50, "\ufdfd" * 40, "\u0600\u0601", "a" + "\u0335" * 500, "\ufffe\uffff"),
]
KEYS = [
    *("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__", "valueOf", "then"),
    *("length", "name", "0", "-1", "NaN", "undefined", "null", "[object Object]"),
]
TYPES = ["NoOp", "Const", "Placeholder", "VariableV2", "MatMul", "Switch", "Merge", "Enter", "While", "Add", "Identity"]
WRONG = [
    *(None, True, False, 0, -1, 1, 3, 1.5, -0.0, 1e300, -1e300, 2**31, 2**53, -(2**31), 10**40),
    *([], {}, [[]], [{}], [None], [[[]]], [0], [-1], [10**9], [1e300], [[0, 0]], [["x", 1]]),
    *({"length": 10**9}, {"length": -1}, {"then": "x"}, {"type": "show"}, {"__proto__": {"x": 1}}, {"toString": 1}),
]


def text(random, most=100_000):
    """Some text; about one in a hundred is enormous."""
    kind = random.random()
    if kind < 0.6:
        return random.choice(MARKUP)
    if kind < 0.75:
        return random.choice(CHARACTERS)
    if kind < 0.85:
        return random.choice(KEYS)
    if kind < 0.9:
        return random.choice(TYPES)
    if kind < 0.99:
        return random.choice(MARKUP) + random.choice(CHARACTERS) + random.choice(MARKUP)
    return random.choice(("a", "<b>", "/", "*", "é", "&", "\n", "a/")) * random.choice((1000, most // 5, most))


def nested(depth):
    """A list in a list in a list."""
    made = []
    for _ in range(depth):
        made = [made]
    return made


def value(random):
    """A value of any JSON type."""
    kind = random.random()
    if kind < 0.35:
        return text(random, 20_000)
    if kind < 0.85:
        return copy.deepcopy(random.choice(WRONG))
    if kind < 0.9:
        return [text(random, 1000) for _ in range(random.randrange(5))]
    if kind < 0.95:
        return {text(random, 100): copy.deepcopy(random.choice(WRONG)) for _ in range(random.randrange(5))}
    return random.choice((nested(400), [0] * 50_000, {str(i): i for i in range(2000)}, ["<b>"] * 5_000))
