"""Orientation by tag: of one photo, and of a thousand, read and rotated, where one byte changes."""
import json
import os
import re
import shutil

from racing import Race, Wrong
from setting import output


def orientations(setting, paths):
    """The tags as read by a program that is not in the race, if there is one."""
    if setting.find("exiftool"):
        said = json.loads(output("exiftool", "-q", "-j", "-n", "-IFD0:Orientation", *paths))
        return {row.get("Orientation") for row in said}
    return {json.loads(line)["orientation"] for line in output(setting.program, "info", "--json", *paths).splitlines()}


def says(setting, paths, tag_of_round):
    """A check that all files have the tag of that round."""
    def check(number):
        found = orientations(setting, paths)
        if found != {tag_of_round(number)}:
            raise Wrong(f"the tags are {sorted(map(str, found))}, not {tag_of_round(number)}")
    return check


def copied(setting, name, paths):
    """A program's own copy of the files."""
    folder = setting.out(name)
    os.makedirs(folder)
    return [shutil.copy(path, folder) for path in paths]


# How each program prints a tag: alone or at the end of a line, after its name, in JSON.
PRINTED = re.compile(r'^(?:.*\s)?([1-8])$|\btag ([1-8])\b|"orientation":([1-8])\b', re.MULTILINE)


def read(setting, key, title, paths, rounds, options=()):
    """All programs that read the tags of these files, in one process each; they must print as many, and the right ones.
    """
    table = Race(setting, key, title, rounds)
    tags = orientations(setting, paths)

    def add(label, words, needs=None):
        def prints(_):
            said = [int("".join(found)) for found in PRINTED.findall(output(*words))]
            if set(said) != tags or len(said) != len(paths):
                raise Wrong(f"{len(said)} tags are printed for {len(paths)} files: {sorted(set(said))}")
        table.add(label, words, paths, needs, prints)

    add(" ".join(["upright: info", *options]), [setting.program, "info", *options, *paths])
    if len(paths) == 1:
        add("floor: C, one read of 64 KiB", [setting.find("tag_floor") or "", *paths], "tag_floor")
    add("exiv2: -g Exif.Image.Orientation", [setting.find("exiv2") or "", "-g", "Exif.Image.Orientation", "-Pv", *paths], "exiv2")
    add("exiftool: -n -Orientation", [setting.find("exiftool") or "", "-n", "-Orientation", *paths], "exiftool")
    return table.finish()


def read_one(setting):
    paths = [setting.picture("24-420")]
    return read(setting, "read-one", "Read the orientation of one photo, 24 megapixels", paths, 3 * setting.rounds)


def turn(setting, table, paths, job):
    """All programs that rotate by tag, each on its own copies of the same files: from 1 to 6 and back. Ours runs first
    as the others do, without waiting for the disk.
    """
    tag = lambda number: (6, 1)[number % 2]

    def add(label, words, needs=None, own=True):
        mine = copied(setting, f"{job}-{len(table.rows) + len(table.skipped)}", paths) if own and (not needs or setting.find(needs)) else paths
        table.add(label, lambda number: words(number, mine), mine, needs, says(setting, mine, tag), rounds=(0, 1))

    def ours(number, mine, *options):
        return [setting.program, "rotate", ("cw", "ccw")[number % 2], "-i", *options, *mine]

    add("upright: rotate -i --durability relaxed", lambda number, mine: ours(number, mine, "--durability", "relaxed"))
    add("upright flushed: rotate -i", ours)
    if job == "one":
        add("floor: C, two bytes written, flushed", lambda number, mine: [setting.find("tag_floor"), *mine, str(tag(number)), "flush"], "tag_floor")
        add("floor: C, two bytes written", lambda number, mine: [setting.find("tag_floor"), *mine, str(tag(number))], "tag_floor")
        add("jpegexiforient: -N", lambda number, mine: [setting.find("jpegexiforient"), f"-{tag(number)}", *mine], "jpegexiforient")
    else:
        add("jpegexiforient: a loop of sh", lambda number, mine: [
            "sh", "-c", 'for path; do jpegexiforient -%d "$path"; done' % tag(number), "sh", *mine], "jpegexiforient")
    add("exiv2: -M set", lambda number, mine: [
        setting.find("exiv2"), "-M", f"set Exif.Image.Orientation Short {tag(number)}", *mine], "exiv2")
    add("exiftool: -Orientation=", lambda number, mine: [
        setting.find("exiftool"), "-q", "-m", "-n", f"-IFD0:Orientation={tag(number)}", "-overwrite_original", *mine], "exiftool")
    return table.finish()


def turn_one(setting):
    upright = setting.picture("24-tag1")
    return turn(setting, Race(setting, "turn-one", "Turn one photo by its tag, 24 megapixels", 3 * setting.rounds), [upright], "one")


def read_many(setting):
    paths = setting.folder("tagged")
    return read(setting, "read-many", f"Read the orientation of {len(paths)} photos, one process", paths, setting.few(5), ["--json"])


def turn_many(setting):
    paths = setting.folder("tagged")
    yield turn(setting, Race(setting, "turn-many", f"Turn {len(paths)} photos by their tag", setting.few(4)), paths, "many")
    twice = setting.folder("thumbnailed")
    if twice:
        title = f"Turn {len(twice)} photos by their tag and the thumbnail's, which peers leave as it is"
        yield turn(setting, Race(setting, "turn-thumbnailed", title, setting.few(4)), twice, "thumbnailed")


def measure(setting):
    yield read_one(setting)
    yield turn_one(setting)
    yield read_many(setting)
    yield from turn_many(setting)
