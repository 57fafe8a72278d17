"""An image of a thousand megapixels: a thumbnail, a crop, a rotation and a re-encoded one, with peak memory."""
import hashlib
import os
import subprocess

import numpy
from PIL import Image

import crop
import pictures
from racing import Race, Wrong
from setting import output

ALLOWED = ["--max-pixels", "2000000000"]


def eighth(path):
    """The image at an eighth, upright: close enough to distinguish the right thumbnail from a wrong one."""
    with Image.open(path) as picture:
        tag = picture.getexif().get(274, 1)
        picture.draft("RGB", (picture.width // 8, picture.height // 8))
        return pictures.upright(numpy.asarray(picture), tag)


def refusal(setting, path):
    """The message if the plan needs more memory than is allowed."""
    words = [setting.program, "thumb", "1024", *ALLOWED, "--max-memory", "1M", path, "-o", setting.out("refused.jpg")]
    said = output(*words, errors=subprocess.STDOUT).strip()
    return "refused" if "memory" in said and not os.path.exists(setting.out("refused.jpg")) else f"not refused: {said}"


def thumb(setting, path):
    small, out = eighth(path), setting.out
    table = Race(setting, "giga-thumb", "Thumbnail 1024, 1,007 megapixels", setting.few(3),
                 "to Lanczos-3 of the picture decoded at 1/8, JPEG's own loss included")

    def near(result):
        return lambda _: {"decibels": round(pictures.compare(out(result), lambda w, h: pictures.lanczos(small, w, h)), 1)}

    table.add("upright: thumb", [setting.program, "thumb", "1024", "--quality", "90", *ALLOWED, path, "-o", out("ours.jpg"), "--force"], [path],
              check=near("ours.jpg"))
    table.rows[0]["refusal"] = refusal(setting, path)
    table.add("floor: libjpeg, decoded at 1/8, nothing else", [setting.find("decode_floor") or "", path, "1"], [path], "decode_floor")
    table.add("vipsthumbnail: -s", [setting.find("vipsthumbnail") or "", path, "-s", "1024x1024", "-o", out("vips.jpg[Q=90]")], [path], "vipsthumbnail",
              near("vips.jpg"))
    table.add("Pillow: draft(), thumbnail()", setting.peer("pillow", "thumb", path, out("pillow.jpg"), 1024), [path], "python:PIL",
              near("pillow.jpg"), "its limit on pixels is lifted")
    return table.finish()


def square(setting, path):
    x, y, side = crop.region(setting, "giga-420")
    row = setting.listing["pictures"]["giga-420"]
    reference = pictures.region_by_djpeg(path, (y, row["height"] - x - side, side), pictures.tag_of(path))
    half, out = pictures.lanczos(reference, side // 2, side // 2), setting.out
    table = Race(setting, "giga-crop", "Crop 1024×1024 to 512×512, 1,007 megapixels", setting.few(3),
                 "to Lanczos-3 of the region, JPEG's own loss included")

    def near(result):
        return lambda _: {"decibels": round(pictures.compare(out(result), lambda w, h: half), 1)}

    words = [str(number) for number in (x, y, side, side // 2)]
    table.add("upright: crop", [
        setting.program, "crop", f"{x},{y},{side},{side}", "--size", f"{side // 2}x{side // 2}", "--quality", "90", *ALLOWED, path, "-o",
        out("ours.jpg"), "--force"], [path], check=near("ours.jpg"))
    table.add("upright with an index: crop --cache, the index saved before", [
        setting.program, "crop", "--cache", out("indexes"), f"{x},{y},{side},{side}", "--size", f"{side // 2}x{side // 2}", "--quality", "90",
        *ALLOWED, path, "-o", out("indexed.jpg"), "--force"], [path], check=near("indexed.jpg"))
    table.add("floor: libjpeg, rows skipped, 4/8, no filter, no metadata", [
        setting.find("crop_floor") or "", path, out("floor.jpg"), *words[:3]], [path], "crop_floor", near("floor.jpg"))
    table.add("pyvips: autorot().crop()", setting.peer("pyvips", "crop", path, out("vips.jpg"), *words), [path], "python:pyvips", near("vips.jpg"))
    table.add("pyvips by hand: sequential, place in the file worked out", setting.peer("pyvips", "crop-by-hand", path, out("hand.jpg"), *words), [path],
              "python:pyvips", near("hand.jpg"))
    return table.finish()


def turned(setting, path):
    out = setting.out
    table = Race(setting, "giga-turn", "Lossless turn, 1,007 megapixels, tag 6", setting.few(3))
    reference = []

    def same(result):
        """The coded image of jpegtran, byte for byte; metadata may differ."""
        def check(_):
            digest = coded(out(result))
            reference.append(digest)
            if digest != reference[0]:
                raise Wrong("other coded data than the first")
            return {"note": "leaves the tag at 6: viewers turn the picture once more" if pictures.tag_of(out(result)) != 1 else ""}
        return check

    table.add("upright: fix", [setting.program, "fix", *ALLOWED, path, "-o", out("ours.jpg"), "--force"], [path], check=same("ours.jpg"))
    table.add("upright, one thread: fix --jobs 1", [setting.program, "fix", "--jobs", "1", *ALLOWED, path, "-o", out("one.jpg"), "--force"], [path],
              check=same("one.jpg"))
    table.add("jpegtran: -rotate 90", [
        setting.find("jpegtran") or "", "-copy", "all", "-rotate", "90", "-outfile", out("jpegtran.jpg"), path], [path], "jpegtran",
              same("jpegtran.jpg"))
    return table.finish()


def coded(path):
    """A digest of what follows the last start-of-scan header."""
    with open(path, "rb") as file:
        bytes_ = file.read()
    return hashlib.sha256(bytes_[bytes_.rindex(b"\xff\xda"):]).hexdigest()


def ragged(setting, path):
    """The image with partial blocks at two edges, so that its pixels cannot be rotated without loss."""
    made = setting.out("ragged.jpg")
    if not os.path.exists(made):
        subprocess.run([setting.find("jpegtran"), "-copy", "all", "-crop", "32758x30714+0+0", "-outfile", made, path], check=True)
    return made


def encoded(setting, path):
    path, out = ragged(setting, path), setting.out
    small = eighth(path)
    table = Race(setting, "giga-encode", "Turned upright and re-encoded at quality 90, 1,006 megapixels with ragged edges, tag 6", setting.few(3),
                 "to the source, both decoded at 1/8")

    def near(result):
        def check(_):
            made = eighth(out(result))
            if made.shape != small.shape:
                raise Wrong(f"another size at an eighth: {made.shape[1]}x{made.shape[0]}")
            return {"decibels": round(pictures.decibels(made, small), 1), "bytes": os.path.getsize(out(result))}
        return check

    table.add("upright: fix --edge recode", [
        setting.program, "fix", "--edge", "recode", "--quality", "90", *ALLOWED, path, "-o", out("ours.jpg"), "--force"], [path],
              check=near("ours.jpg"))
    table.add("vips: autorot, 4:2:0", [setting.find("vips") or "", "autorot", path, out("vips.jpg[Q=90,subsample_mode=on]")], [path], "vips",
              near("vips.jpg"), "with a temporary file of the decoded image")
    return table.finish()


def measure(setting):
    path = setting.picture("giga-420")
    if path:
        yield thumb(setting, path)
        yield square(setting, path)
        if setting.find("jpegtran"):
            yield turned(setting, path)
            yield encoded(setting, path)
