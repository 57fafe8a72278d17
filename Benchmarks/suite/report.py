"""The measurements, as Markdown."""
import goals
from racing import spread


def line(cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def milliseconds(seconds):
    """Three significant digits."""
    figure = seconds * 1000
    return f"{figure:.2f}" if figure < 10 else f"{figure:.1f}" if figure < 100 else f"{figure:.0f}"


def figures(table):
    """The rows of one job: each program's time, and its ratio to ours."""
    ours = table["rows"][0]["seconds"]
    for row in table["rows"]:
        ratios = [f"{number:.2f}" for number in spread([other / own for other, own in zip(row["seconds"], ours)])]
        near = f"{row['decibels']:.1f}" if "decibels" in row else ""
        peak = f"{max(row['megabytes']):.1f}" if row["megabytes"] else ""
        yield [row["name"], *map(milliseconds, spread(row["seconds"])), peak, near, *ratios]


def job(table):
    """One job's table, with the omitted programs and the reasons."""
    rounds = f"{table['rounds']} round" + "s" * (table["rounds"] > 1)
    lines = [f"## {table['title']}", "", line([rounds, "min ms", "median", "max", "peak MB", "dB", "times ours: min", "median", "max"])]
    lines.append("|---|" + "--:|" * 8)
    lines += [line(cells) for cells in figures(table)]
    notes = [f"{row['name']}: {row['note']}." for row in table["rows"] if row.get("note")]
    notes += [f"{row['name']} was left out: {row['reason']}." for row in table["skipped"]]
    if table["decibels"]:
        notes.insert(0, f"dB: PSNR {table['decibels']}.")
    return "\n".join(lines + ([""] + [f"- {note}" for note in notes] if notes else []))


def checked(table):
    """Which programs gave the right result, and which did not: for a run whose times mean nothing."""
    lines = [table["title"]]
    lines += [f"  right: {row['name']}" + (f", {row['decibels']:.1f} dB" if "decibels" in row else "") for row in table["rows"]]
    lines += [f"  left out: {row['name']}: {row['reason']}" for row in table["skipped"]]
    return "\n".join(lines)


def pictures(corpus):
    """The large images, those of one size together."""
    sizes = {}
    for name, row in corpus["pictures"].items():
        sizes.setdefault(name.split("-")[0], []).append((name.split("-")[1], row))
    for rows in sizes.values():
        first, others = rows[0][1], ", ".join(kind for kind, _ in rows[1:])
        yield f"{first['width']}x{first['height']}, {first['bytes'] / 1e6:.1f} MB at 4:2:0" + (f" ({others})" if others else "")


def heading(result):
    """Machine, commit, corpus, versions."""
    machine, corpus = result["machine"], result["corpus"]
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items() if version)
    missing = ", ".join(name for name, version in result["versions"].items() if not version)
    yield f"# Speed beside others, {result['date']}"
    yield ""
    yield f"{machine['system']}, {machine['kernel']}, {machine['architecture']}; {machine['processor']}, {machine['cores']} cores,"
    yield f"{machine['gibibytes']} GiB; load before the run {machine['load']:.1f}. Commit {result['commit']}."
    yield ""
    yield f"{versions}." + (f" Not there: {missing}." if missing else "")
    yield ""
    shown = "; ".join(pictures(corpus))
    yield f"Pictures: {corpus['texture']}, JPEG of quality {corpus['quality']}, tag 6 unless stated otherwise: {shown}."
    if corpus.get("formats"):
        others = ", ".join(f"{name.removeprefix('formats-')} {row['bytes'] / 1e6:.1f} MB" for name, row in corpus["formats"].items())
        yield f"The 24 megapixels in other formats, tag 6 or what says so there: {others}."
    yield "Folders: " + "; ".join(
        f"{name}, {row['files']} files, {row['bytes'] / 1e6:.0f} MB together" for name, row in corpus["folders"].items()) + "."
    yield ""
    yield "Whole processes, each run as a new process, in turn in every round; all did the same job right before any was timed. Before each run"
    yield "everything was flushed and what it reads was in the cache. Peak memory is that of the process, or of the largest where it starts several."
    yield "Ratios are taken round by round. The file of this name that ends in .json has every single time, and the commands."


def wanted(result):
    """The goals, and whether they were reached."""
    tables = {table["key"]: table for table in result["tables"]}
    head = ["## Goals", "", line(["goal", "measured, at the median", "reached"]), "|---|--:|---|"]
    return "\n".join(head + [line(cells) for cells in goals.table(tables)])


def markdown(result):
    """The whole page."""
    return "\n\n".join(["\n".join(heading(result)), wanted(result), *map(job, result["tables"])]) + "\n"
