#!/usr/bin/env python3
"""Draws a result as bars, upright next to others: `chart.py RESULT.json [OUT.svg]`, by default Results/chart.svg.

Each job has its own scale, that of the slowest program. Text is text, and colors follow the reader's light or dark
theme.

"""
import json
import os
import statistics
import sys

# The jobs in the chart, and their names there.
SHOWN = {
    "crop-24-420": "Crop 1024×1024, scale to 512×512",
    "thumb-1024": "Thumbnail, 1024 pixels",
    "thumb-256": "Thumbnail, 256 pixels",
    "lossless": "Rotate upright without loss",
    "encode": "Rotate upright, re-encoded",
    "turn-many": "Rotate 1,000 photos by tag",
    "folder": "Thumbnails of 200 photos",
    "giga-crop": "Crop of a 1,007-megapixel photo",
}
WIDTH, MARGIN, GAP, BAR, STEP, HEAD = 860, 24, 36, 14, 21, 34
NAMES, FIGURES = 120, 98
STYLE = """
  text { font-family: system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; font-size: 13px; fill: #1f2328; }
  .card { fill: #ffffff; stroke: #d1d9e0; }
  .title { font-size: 19px; font-weight: 600; }
  .job { font-size: 14px; font-weight: 600; }
  .quiet { fill: #59636e; font-size: 12px; }
  .ours { fill: #0a7d55; font-weight: 700; }
  rect.ours { fill: #12a06f; }
  rect.other { fill: #b6bfc9; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .card { fill: #0d1117; stroke: #3d444d; }
    .quiet { fill: #9198a1; }
    .ours { fill: #3fd39b; }
    rect.ours { fill: #2fbf88; }
    rect.other { fill: #59626d; }
  }
"""


def label(row):
    """The program of a row: the text before the colon."""
    return row["name"].split(":")[0]


def programs(table):
    """One row for each program that does the job, ours first, the others from the fastest to the slowest."""
    first = {}
    for row in table["rows"]:
        if label(row) not in ("floor", "scale"):
            first.setdefault(label(row), row)
    ours, *others = first.values()
    return [ours, *sorted(others, key=lambda row: statistics.median(row["seconds"]))]


def ratio(ours, row):
    """The time relative to ours, at the median of the rounds."""
    return statistics.median(other / own for other, own in zip(row["seconds"], ours["seconds"]))


def duration(row):
    """The median, as text."""
    seconds = statistics.median(row["seconds"])
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


def times(number):
    digits = 2 if number < 0.1 else 1 if number < 10 else 0
    return f"{number:.{digits}f}×"


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def panel(table, left, top, width):
    """One job's bars."""
    ours, *others = programs(table)
    longest = max(statistics.median(row["seconds"]) for row in [ours, *others])
    room = width - NAMES - FIGURES
    yield f'<text class="job" x="{left}" y="{top + 14}">{escaped(SHOWN[table["key"]])}</text>'
    for number, row in enumerate([ours, *others]):
        y, kind = top + HEAD - 8 + number * STEP, "other" if number else "ours"
        length = max(2, room * statistics.median(row["seconds"]) / longest)
        said = duration(row) + (f" · {times(ratio(ours, row))}" if number else "")
        emphasis = "" if number else ' class="ours"'
        yield f'<text{emphasis} x="{left + NAMES - 8}" y="{y + 11.5}" text-anchor="end">{escaped(label(row))}</text>'
        yield f'<rect class="{kind}" x="{left + NAMES}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2"/>'
        yield f'<text{emphasis} x="{left + NAMES + length + 6:.1f}" y="{y + 11.5}">{said}</text>'


def chart(result, source):
    """The whole chart; `source` is the name of the result."""
    tables = [table for key in SHOWN for table in result["tables"] if table["key"] == key and len(programs(table)) > 1]
    width, body, y = (WIDTH - 2 * MARGIN - GAP) // 2, [], 86
    for pair in (tables[index : index + 2] for index in range(0, len(tables), 2)):
        for column, table in enumerate(pair):
            body += panel(table, MARGIN + column * (width + GAP), y, width)
        y += HEAD + STEP * max(len(programs(table)) for table in pair) + 12
    machine = result["machine"]
    what = "24-megapixel photos unless stated otherwise; programs run in turn, each as a new process; medians; × is how many times as long as upright takes."
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, {result['date']}. Every figure: {source}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 22}" width="{WIDTH}" height="{y + 22}" role="img">',
        "<title>How long upright takes, compared with other programs</title>", f"<style>{STYLE}</style>",
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{y + 21}" rx="8"/>',
        f'<text class="title" x="{MARGIN}" y="38">How long it takes: shorter is better</text>',
        f'<text class="quiet" x="{MARGIN}" y="60">{escaped(what)}</text>', *body,
        f'<text class="quiet" x="{MARGIN}" y="{y + 6}">{escaped(where)}</text>', "</svg>", "",
    ]
    return "\n".join(lines)


def main():
    path = sys.argv[1]
    out = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "Results", "chart.svg")
    with open(path) as file:
        drawn = chart(json.load(file), os.path.basename(path).replace(".json", ".md"))
    with open(out, "w") as file:
        file.write(drawn)


if __name__ == "__main__":
    main()
