"""`make api`: writes docs/api_coverage.md, and prints how much of what programs use is there."""

from tests.api import coverage

coverage.PAGE.write_text(coverage.page(), encoding="utf-8")
used = coverage.used()
print("Not there, and the files that use it; * where TensorFlow 1.15 has it neither:")
for symbol, files, found in sorted(used, key=lambda row: -row[1]):
    if not found:
        print(f"{files:5d}  {symbol}{' *' if symbol in coverage.NOT_TENSORFLOW_S else ''}")
of_tensorflow = [row for row in used if row[0] not in coverage.NOT_TENSORFLOW_S]
for rows, what in ((of_tensorflow, "what programs use of TensorFlow 1.15"), (used, "all names that programs use")):
    share = sum(files for _, files, found in rows if found) / sum(files for _, files, _ in rows)
    print(f"Weighted by files, {share:.1%} of {what} is there.")
