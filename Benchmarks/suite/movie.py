"""Rotating a 2 GB movie file, its header at the end, by its track's matrix."""
import filecmp
import json
import os
import shutil

from racing import Race, Wrong
from setting import output


def measure(setting):
    path = os.path.join(setting.corpus, "movie.mp4")
    if not os.path.exists(path):
        return
    ours, floor, copy = (setting.out(name) for name in ("ours.mp4", "floor.mp4", "copy.mp4"))
    for place in (ours, floor):
        shutil.copyfile(path, place)

    def lies(place):
        def check(number):
            said = json.loads(output(setting.program, "info", "--json", place))["orientation"]
            if said != (6, 1)[number % 2]:
                raise Wrong(f"the movie's orientation is {said}")
            if place == floor and number and not filecmp.cmp(ours, floor, shallow=False):
                raise Wrong("it does not write the same bytes as upright")
        return check

    table = Race(setting, "movie", f"Turn a movie of {os.path.getsize(path) / 1e9:.2f} GB, its header at the end", setting.few(5))
    table.add("upright: rotate -i, flushed", lambda number: [
        setting.program, "rotate", ("cw", "ccw")[number % 2], "-i", ours], [ours], check=lies(ours), rounds=(0, 1))
    table.add("floor: C, boxes walked, 36 bytes written, flushed", lambda number: [
        setting.find("turn_movie") or "", floor, "61"[number % 2]], [floor], "turn_movie", lies(floor), rounds=(0, 1))
    table.add("ffmpeg: stream copy", lambda number: [
        setting.find("ffmpeg") or "", "-y", "-loglevel", "error", "-i", path, "-c", "copy", "-metadata:s:v", f"rotate={(270, 0)[number % 2]}",
        copy], [path], "ffmpeg", lambda number: lies(copy)(number), rounds=(0,))
    yield table.finish()
