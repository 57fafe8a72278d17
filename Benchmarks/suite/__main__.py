"""Runs jobs, each program beside ours, prints the tables, and writes what was measured.

usage: python3 suite --program UPRIGHT --tools DIR --corpus DIR [--rounds N] [--check] [--json FILE] JOB…
"""
import argparse
import datetime
import json
import os
import tempfile

import crop
import encode
import folder
import formats
import giga
import kernels
import labels
import movie
import report
import tags
import thumb
import turn
import turnfolder
from setting import Setting, machine, output

JOBS = {
    "TagFiles": tags, "TurnMovie": movie, "TurnPixels": turn, "CropPhoto": crop, "ThumbPhoto": thumb, "HugePhoto": giga, "ThumbFolder": folder,
    "EncodeUpright": encode, "TurnInMemory": kernels, "TurnFolder": turnfolder, "PictureFormats": formats, "LabelFiles": labels,
}


def commit():
    """The commit that was measured, and whether it has uncommitted changes."""
    here = os.path.dirname(os.path.abspath(__file__))
    name = output("git", "-C", here, "rev-parse", "--short", "HEAD").strip()
    changed = output("git", "-C", here, "status", "--porcelain", "--untracked-files=no", "--", "../../Sources", "../../Package.swift").strip()
    return name + (" with changes" if changed else "")


def measured(setting, jobs):
    """The contents of the result."""
    tables, load = [], os.getloadavg()[0]
    for job in jobs:
        for table in JOBS[job].measure(setting):
            tables.append(table)
            print(report.checked(table) if setting.checking else report.job(table) + "\n", flush=True)
    return {
        "schema": 1, "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "commit": commit(), "machine": {**machine(), "load": load},
        "versions": setting.versions(), "corpus": setting.listing, "tables": tables,
    }


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--program", required=True, help="the release build of upright")
    words.add_argument("--tools", required=True, help="the folder of the C programs of Peers/")
    words.add_argument("--corpus", required=True, help="what corpus.py has built")
    words.add_argument("--rounds", type=int, default=9)
    words.add_argument("--check", action="store_true", help="every job once: is what all deliver right?")
    words.add_argument("--json", help="where to write the result; the same as Markdown goes beside it; not with --check")
    words.add_argument("jobs", nargs="+", metavar="JOB", choices=JOBS, help=", ".join(JOBS))
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        result = measured(Setting(asked.program, asked.tools, asked.corpus, scratch, asked.rounds, asked.check), asked.jobs)
    if asked.check:
        return
    if asked.json:
        with open(asked.json, "w") as file:
            json.dump(result, file, indent=1, ensure_ascii=False)
        with open(os.path.splitext(asked.json)[0] + ".md", "w") as file:
            file.write(report.markdown(result))
    print(report.wanted(result))


if __name__ == "__main__":
    main()
