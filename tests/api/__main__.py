"""`make api`: writes docs/api_coverage.md, and prints how much of what programs use is there."""

from tests.api import coverage

coverage.PAGE.write_text(coverage.page(), encoding="utf-8")
found, total = coverage.used()
missing = [
    (int(row["files"]), row["symbol"]) for row in coverage.table("usage.tsv") if not coverage.is_covered(row["symbol"])
]
print("Not there, and the files that use it:")
for files, symbol in sorted(missing, reverse=True):
    print(f"{files:5d}  {symbol}")
print(f"Weighted by files, {found / total:.1%} of what programs use is there.")
