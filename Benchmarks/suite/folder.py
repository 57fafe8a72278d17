"""Thumbnails of two hundred photos with all tags, on all cores."""
import os

import pictures
from racing import Race, Wrong


def measure(setting):
    paths, size = setting.folder("batch"), "256"
    source, cores = os.path.dirname(paths[0]), str(setting.cores)
    table = Race(setting, "folder", f"Thumbnails 256 of {len(paths)} photos on {cores} cores", setting.few(5),
                 "the least of nine, JPEG's own loss included")

    def all_there(name):
        """Every image exists, and some of each tag are checked."""
        def check(_):
            missing = [path for path in paths if not os.path.exists(os.path.join(setting.out(name), os.path.basename(path)))]
            if missing:
                raise Wrong(f"{len(missing)} of {len(paths)} are missing")
            chosen = dict.fromkeys(paths[number * 23 % len(paths)] for number in range(9))
            return {"decibels": round(min(
                pictures.compare(os.path.join(setting.out(name), os.path.basename(path)), lambda w, h, path=path: pictures.expected(path, w, h))
                for path in chosen), 1)}
        return check

    for name in ("ours", "vips", "pillow"):
        os.makedirs(setting.out(name))
    table.add("upright: thumb -r, each file flushed", [
        setting.program, "thumb", size, "--quality", "90", "-r", source, "-o", setting.out("ours"), "--force"], paths, check=all_there("ours"))
    table.add("Pillow: a pool of processes", setting.peer("pillow", "folder", source, setting.out("pillow"), size, cores), paths, "python:PIL",
              all_there("pillow"))
    table.add("vipsthumbnail: xargs -P, 25 at a time", [
        "sh", "-c", f'ls "$1"/*.jpg | VIPS_CONCURRENCY=1 xargs -P{cores} -n25 vipsthumbnail -s {size}x{size} -o "$2"', "sh", source,
        setting.out("vips/%s.jpg[Q=90]")], paths, "vipsthumbnail", all_there("vips"))
    yield table.finish()
