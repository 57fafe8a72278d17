"""Other programs that change photos in place, with the same power cuts, and the table of the results."""
import datetime
import os
import platform
import re
import shutil
import subprocess

import power
from operation import Operation, content, hidden
from setting import Skipped
from verdict import Verdict, state

WHAT = "the power cuts on other programs: what is neither the old nor the new photo afterwards, and what was done and is gone"
TRIALS, SHORT = 20, 4
RESULTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Results")

EACH = "for photo in \"$@\"; do {} || exit 1; done"
# name | program | arguments for its version | arguments; photos follow
PEERS = [
    ("exiftool", "exiftool", ["exiftool", "-ver"], ["exiftool", "-q", "-n", "-Orientation=8"]),
    ("exiftool -overwrite_original", "exiftool", ["exiftool", "-ver"], ["exiftool", "-q", "-overwrite_original", "-n", "-Orientation=8"]),
    ("exiftool -overwrite_original_in_place", "exiftool", ["exiftool", "-ver"], ["exiftool", "-q", "-overwrite_original_in_place", "-n", "-Orientation=8"]),
    ("exiv2", "exiv2", ["exiv2", "--version"], ["exiv2", "-Mset Exif.Image.Orientation Short 8", "modify"]),
    ("jhead -norot", "jhead", ["jhead", "-V"], ["jhead", "-norot"]),
    ("exiftran -9 -i", "exiftran", ["dpkg-query", "-W", "-f", "${Version}", "exiftran"], ["exiftran", "-9", "-i"]),
    ("jpegtran + mv", "jpegtran", ["jpegtran", "-version"],
     ["sh", "-c", EACH.format('jpegtran -rotate 90 -copy all -outfile "$photo.new" "$photo" && mv "$photo.new" "$photo"'), "sh"]),
]


def run(setting):
    if os.geteuid() != 0:
        raise Skipped("to mount a file system takes root")
    found = [peer for peer in PEERS if shutil.which(peer[1])]
    for peer in PEERS:
        if peer not in found:
            print(f"SKIPPED peers {peer[0]}: there is no {peer[1]} (Torture/setup installs it)", flush=True)
    photos = {f"patch{number}.jpg": setting.album.photo("patch", number) for number in range(8)}
    done = [Operation(name, name, words + list(photos), photos).learned() for name, _, _, words in found]
    ours = Operation("upright rotate cw -i", "", [setting.program.path, "rotate", "cw", "-i", *photos], photos).learned()
    baked = Operation("upright fix -i", "", [setting.program.path, "fix", "-i", *photos], photos).learned()
    rows = []
    for kind in ("ext4", "xfs"):
        for result in power.cuts(setting, kind, setting.chosen([*done, ours, baked]), "peers", looked_at, (TRIALS, SHORT)):
            rows.append(result)
            yield result
    if setting.count(TRIALS, SHORT) >= TRIALS and not setting.only:
        write(rows, {name: version(words) for name, _, words, _ in found}, setting.program.version, len(photos))


def looked_at(operation, folder, program, acknowledged=(), number=0):
    """As for our own, but nothing can be repaired, and a backup that equals the old photo is treated as the photo."""
    verdict = Verdict(strays=[name for name in os.listdir(folder) if name not in operation.new and not name.endswith("_original")])
    for name in operation.new:
        now = state(operation, folder, name)
        if now not in ("old", "new") and content(folder, f"{name}_original") != operation.old(name):
            verdict.damaged.append(f"{name}: {now}")
        elif name in acknowledged and now != "new":
            verdict.lost.append(f"{name}: {now}")
    verdict.strays += [name for name in hidden(folder) if name not in verdict.strays]
    return verdict


def version(words):
    said = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace").stdout
    number = re.search(r"\d+\.\d+(\.\d+)*", said)
    return number.group() if number else "?"


def write(rows, versions, ours, photos):
    """The table of one run, as Markdown."""
    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    os.makedirs(RESULTS, exist_ok=True)
    table = {}
    for result in rows:
        table.setdefault(result.operation, {})[result.place] = result
    lines = [
        "# Power cuts: what programs leave of photos", "",
        f"{date}, {platform.system()} {platform.release().split('-')[0]}, {os.cpu_count()} cores; upright {ours}. `Torture/run peers` makes this page anew.", "",
        f"{photos} JPEGs, tiny to 260 KB, are changed by one call of each program while another process flushes the file system's log every 0.7 ms; at a",
        "random moment, in two of five trials within 50 ms after the program has ended with success, the file system stops as in a power cut, and is",
        "mounted again. *Destroyed* is a photo that is neither the old nor the new one, with no backup that is the old one; *undone* is one that is the",
        "old one again after the program had ended with success.", "",
        "| Program | Version | ext4: destroyed | undone | XFS: destroyed | undone |", "|---|---|--:|--:|--:|--:|"]
    for name, found in table.items():
        cells = [f"{result.damaged} of {result.trials * photos} | {result.lost}" for result in (found["ext4"], found["xfs"])]
        lines.append(f"| `{name}` | {versions.get(name, ours)} | " + " | ".join(cells) + " |")
    lines += ["", "A device's own cache, which may write in another order, is not part of it."]
    with open(os.path.join(RESULTS, f"{date}-power-cuts.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
