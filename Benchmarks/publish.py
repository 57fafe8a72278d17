#!/usr/bin/env python3
"""Publishes a result: `publish.py Results/DATE-NAME.json` writes the result's page, its chart, and the table in docs/speed.md.

`publish.py --check` compares all of that with the result that docs/speed.md names.
"""
import json
import os
import re
import sys

import chart

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(os.path.dirname(HERE), "docs", "speed.md")
RESULTS, CHART = os.path.join(HERE, "Results"), os.path.join(HERE, "Results", "chart.svg")
COLUMNS = 120
SECTION = re.compile(r"(?<=<!-- speed -->\n).*?(?=<!-- end of speed -->)", re.DOTALL)
sys.path.insert(0, os.path.join(HERE, "suite"))
import goals  # noqa: E402
import report  # noqa: E402


def table(result):
    """A row for each job of the chart: ours, its peak memory, and the others' times relative to ours.

    Others that are too many for one line continue in a row without a job.
    """
    yield "| | `upright` | peak | others (times as long as `upright`) |"
    yield "|---|--:|--:|---|"
    tables = {found["key"]: found for found in result["tables"]}
    for key, title in chart.SHOWN.items():
        if key in tables:
            ours, *others = chart.programs(tables[key])
            others.sort(key=lambda row: chart.ratio(ours, row))
            line = f"| {title} | {chart.duration(ours)} | {max(ours['megabytes']):.0f} MB |"
            for index, row in enumerate(others):
                comma = "," if index + 1 < len(others) else ""
                word = f" {chart.label(row)} {chart.times(chart.ratio(ours, row))}{comma}"
                if len(line + word) + 2 > COLUMNS:
                    yield line + " |"
                    line = "| | | |"
                line += word
            yield line + " |"


def section(result, name):
    """The generated part of docs/speed.md."""
    cores, said = result["machine"]["cores"], goals.table({found["key"]: found for found in result["tables"]})
    measured = [row for row in said if row[2] != goals.UNKNOWN]
    reached = sum(row[2] == goals.YES for row in measured)
    place = f"../Benchmarks/Results/{name}.md"
    return "\n".join([
        "![How long upright takes, compared with other programs](../Benchmarks/Results/chart.svg)", "",
        f"Photos of 24 megapixels (tag 6) unless stated otherwise, {cores} cores. Times are medians of one run. The programs took",
        f"turns, and each first had to deliver the right image. Machine, versions, lower bounds and quality are in [the full",
        f"result]({place}), and our goals: {reached} of {len(measured)} are reached.",
        "", *table(result), "",
        "`make bench` measures on your machine, with your photos (`UPRIGHT_PHOTOS`); see [Benchmarks](../Benchmarks/README.md).", "",
    ])


def written(name):
    """The expected contents of each file."""
    with open(os.path.join(RESULTS, name + ".json")) as file:
        result = json.load(file)
    with open(PAGE) as file:
        page = file.read()
    if not SECTION.search(page):
        sys.exit("publish.py: docs/speed.md lacks the marks <!-- speed --> and <!-- end of speed -->")
    return {
        os.path.join(RESULTS, name + ".md"): report.markdown(result), CHART: chart.chart(result, name + ".md"),
        PAGE: SECTION.sub(lambda _: section(result, name), page),
    }


def published():
    """The name of the result that docs/speed.md shows."""
    with open(PAGE) as file:
        found = re.search(r"\(\.\./Benchmarks/Results/([\w-]+)\.md\)", SECTION.search(file.read()).group())
    return found.group(1) if found else sys.exit("publish.py: docs/speed.md names no result")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checking = sys.argv[1] == "--check"
    name = published() if checking else os.path.splitext(os.path.basename(sys.argv[1]))[0]
    for path, text in written(name).items():
        if not checking:
            with open(path, "w") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path).read() != text:
            sys.exit(f"{os.path.relpath(path)} is not what Results/{name}.json says; Benchmarks/publish.py writes it")
    print(f"docs/speed.md shows Results/{name}.md")


main()
