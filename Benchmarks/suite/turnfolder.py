"""Folders of photos changed in place, on all cores: rotated upright losslessly, and ten thousand by their tag."""
import itertools
import json
import os
import shutil

from racing import Race, Wrong
from setting import output
from tags import says

MANY = 10_000


def sideways(setting):
    """The photos of the folder that can be rotated losslessly, so that all programs have the same to do."""
    said = [json.loads(line) for line in output(setting.program, "fix", "-n", "--json", *setting.folder("batch")).splitlines()]
    return [row["path"] for row in said if row["route"] == "transform"]


def laid(setting, name, paths):
    """Fresh copies, in a folder that is emptied first."""
    place = setting.out(name)
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    copies = [shutil.copy(path, place) for path in paths]
    os.sync()
    return copies


def turn(setting):
    paths, cores = sideways(setting), setting.cores
    table = Race(setting, "turn-folder", f"{len(paths)} photos turned upright without loss, in place, on {cores} cores", setting.few(5))

    def add(label, name, words, needs=None):
        upright = says(setting, [os.path.join(setting.out(name), os.path.basename(path)) for path in paths], lambda _: 1)
        table.add(label, lambda _: [*words, *laid(setting, name, paths)], paths, needs, upright)

    add("upright: fix -i", "fixed", [setting.program, "fix", "-i"])
    add("exiftran: xargs -P, 10 at a time", "exiftran", ["sh", "-c", f'printf "%s\\\\0" "$@" | xargs -0 -P{cores} -n10 exiftran -ai', "sh"], "exiftran")
    add("jhead: xargs -P, 10 at a time", "jhead", ["sh", "-c", f'printf "%s\\\\0" "$@" | xargs -0 -P{cores} -n10 jhead -autorot', "sh"], "jhead")
    return table.finish()


def tag(setting):
    """The same small photo with ten thousand names."""
    photo = setting.out("small.jpg")
    setting.call([setting.program, "thumb", "800", setting.folder("batch")[0], "-o", photo])
    place = setting.out("many")
    os.makedirs(place)
    count = 100 if setting.checking else MANY
    paths = [shutil.copy(photo, os.path.join(place, f"{number}.jpg")) for number in range(count)]
    table = Race(setting, "tag-folder", f"{count:,} photos of {os.path.getsize(photo) // 1000} kB turned by their tag", setting.few(5))
    expected = {}

    def add(label, options):
        def turned(_):
            found = {json.loads(line)["orientation"] for line in output(setting.program, "info", "--json", "-r", place).splitlines()}
            if len(found) != 1 or found == expected.get("last"):
                raise Wrong(f"the tags are {sorted(found)}")
            expected["last"] = found
        table.add(label, lambda number: [setting.program, "rotate", "cw", "-i", "-r", place, *options(number)], paths, check=turned)

    add("upright: rotate -i --durability relaxed", lambda _: ["--durability", "relaxed"])
    add("upright flushed: rotate -i", lambda _: [])
    journals = itertools.count()
    add("upright with a journal: rotate -i --journal", lambda _: ["--journal", os.path.join(setting.scratch, f"journal-{next(journals)}")])
    return table.finish()


def measure(setting):
    yield turn(setting)
    yield tag(setting)
