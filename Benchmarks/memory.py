#!/usr/bin/env python3
"""Peak memory: stated by plans, and used by runs. `memory.py PROGRAM TIMED PICTURE…`, JPEGs of any kind; TIMED is
Peers/timed.c, built.

A run's peak is that of its process minus that of a process that only plans the same. Both are of the largest resident
set, including the program's shared pages. "Else transcode" is the alternative if the coded data turn out damaged: the
plan includes it, an undamaged image does not need it.

"""
import json
import os
import subprocess
import sys
import tempfile

MEGA = 1e6  # decimal, as in all tables


def peak(timed, words):
    """Peak bytes of a process that must succeed."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        ["sh", "-c", 'exec 3>&%d; exec "$@"' % writer, "sh", timed] + words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, pass_fds=[writer])
    os.close(writer)
    with os.fdopen(reader) as lines:
        _, kilobytes, status = lines.read().split()
    if int(status):
        sys.exit(f"{' '.join(words)}: {process.communicate()[1].decode(errors='replace')}")
    process.wait()
    return int(kilobytes) * 1024


def jobs(width, height):
    """Names and arguments of operations on a displayed image: each route, and each kind of it."""
    yield "as it is", ["fix", "--to", "tag"]
    yield "turned by tag", ["rotate", "cw"]
    yield "turned without loss", ["fix", "--edge", "trim"]
    yield "cut to blocks", ["crop", "0,0,%d,%d" % (width // 32 * 16, height // 32 * 16), "--space", "stored"]
    yield "re-encoded", ["fix", "--edge", "recode", "--quality", "90"]
    yield "a large part", ["crop", "2,2,%d,%d" % (width * 2 // 3 // 4 * 4, height * 2 // 3 // 4 * 4)]
    yield "a large part, odd", ["crop", "1,1,%d,%d" % (width * 2 // 3 // 2 * 2, height * 2 // 3 // 2 * 2)]
    yield "a part of 1000", ["crop", "102,52,1000,1000"]
    yield "1024 of it at 512", ["crop", "%d,%d,1024,1024" % (width // 3, height // 3), "--size", "512x512"]
    yield "half the size", ["thumb", str(max(width, height) // 2)]
    yield "at 1024", ["thumb", "1024"]
    yield "at 256", ["thumb", "256"]
    yield "padded", ["crop", "16,16,%d,%d" % (width, height), "--pad", "#ffffff"]
    yield "as PNG", ["crop", "1,1,2000,2000", "--format", "png"]
    yield "as PNG at 1024", ["thumb", "1024", "--format", "png"]


def measure(program, timed, path, scratch):
    described = json.loads(subprocess.run([program, "info", "--json", path], stdout=subprocess.PIPE, check=True).stdout)
    size = described["displayed"] if "displayed" in described else described["size"]
    for name, words in jobs(size["width"], size["height"]):
        words = words + ["--max-pixels", "4000000000"]
        planned = subprocess.run([program, "plan"] + words + ["--json", path], stdout=subprocess.PIPE, check=False)
        if planned.returncode:
            continue
        plan = json.loads(planned.stdout)
        out = os.path.join(scratch, "out.png" if "png" in words else "out.jpg")
        before = peak(timed, [program, "plan"] + words + [path])
        taken = max(peak(timed, [program] + words + [path, "-o", out, "--force"]) for _ in range(2)) - before
        kind = plan["route"] + (" by " + plan["form"] if "form" in plan else "")
        words_of_plan = subprocess.run([program, "plan"] + words + [path], stdout=subprocess.PIPE, check=True).stdout.decode()
        if "are damaged: transcode" in words_of_plan:
            kind += ", else transcode"
        yield name, kind, plan["peakBytes"], taken


def main():
    program, timed, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    print("| picture | what | route | MB by the plan | MB taken | of what was said |\n|---|---|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as scratch:
        for path in paths:
            for name, kind, said, taken in measure(program, timed, path, scratch):
                share = f"{taken / said:.0%}" if said else "-"
                print(f"| {os.path.basename(path)} | {name} | {kind} | {said / MEGA:.1f} | {taken / MEGA:.1f} | {share} |", flush=True)


main()
