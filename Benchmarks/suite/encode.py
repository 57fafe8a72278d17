"""A large JPEG with partial edge blocks, rotated upright and re-encoded at quality 90, at the source's chroma sampling.
"""
import os

import pictures
from racing import Race


def measure(setting):
    path, out = setting.picture("ragged-420"), setting.out
    table = Race(setting, "encode", "Turned upright and re-encoded at quality 90, 24 megapixels with ragged edges, tag 6",
                 decibels="to the turned pixels of the source")

    def near(result):
        def check(_):
            close = pictures.compare(out(result), lambda w, h: pictures.expected(path, w, h))
            return {"decibels": round(close, 2), "bytes": os.path.getsize(out(result))}
        return check

    table.add("upright: fix --edge recode", [
        setting.program, "fix", "--edge", "recode", "--quality", "90", path, "-o", out("ours.jpg"), "--force"], [path], check=near("ours.jpg"))
    table.add("vips: autorot, 4:2:0", [setting.find("vips") or "", "autorot", path, out("vips.jpg[Q=90,subsample_mode=on]")], [path], "vips",
              near("vips.jpg"))
    table.add("Pillow: exif_transpose()", setting.peer("pillow", "upright", path, out("pillow.jpg")), [path], "python:PIL", near("pillow.jpg"))
    table.add("ImageMagick: -auto-orient", [setting.find("imagemagick") or "", path, "-auto-orient", "-quality", "90", out("magick.jpg")], [path],
              "imagemagick", near("magick.jpg"))
    table.add("scale: jpegtran -rotate 90", [
        setting.find("jpegtran") or "", "-copy", "all", "-rotate", "90", "-outfile", out("jpegtran.jpg"), path], [path], "jpegtran",
              note="not the same job: lossless, but puts the ragged edge on the wrong side and leaves the tag")
    yield table.finish()
