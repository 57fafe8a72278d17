#!/usr/bin/env python3
"""Builds the pictures that the benchmarks run on, from any folder of photos.

usage: corpus.py [PHOTOS] OUT --program UPRIGHT [--giga] [--movie] [--tiny]

What a photo costs to decode depends on its texture: pictures of 24, 48 and 100 megapixels are put together from squares of the photos that have the
most bytes per pixel, at their own resolution, never enlarged. Without PHOTOS the texture is drawn, and the corpus says so. The same photos give the
same bytes. OUT/corpus.json lists what there is; a corpus that is complete already is left as it is.

Needs Pillow, numpy, cjpeg and jpegtran; exiftool gives the pictures a camera's Exif, maker note and profile; ffmpeg makes the movie; formats.py says
what other formats need.
"""
import argparse
import functools
import json
import os
import random
import shutil
import subprocess
import sys

import numpy
from PIL import Image, ImageFile

import formats

TILE = 1000
QUALITY = 95
SIZES = {"24": (6000, 4000), "48": (8064, 6048), "100": (11648, 8736), "ragged": (5990, 3994)}
GIGA = {"giga": (32768, 30720)}
TINY = {"24": (1536, 1024), "ragged": (1534, 1018)}
SAMPLING = {"420": "2x2", "422": "2x1", "444": "1x1"}
REWRITTEN = {"progressive": ["-progressive"], "restart": ["-restart", "1"], "optimised": ["-optimize"]}
TURNS = {2: "mirror-horizontal", 3: "180", 4: "mirror-vertical", 5: "transpose", 6: "cw", 7: "transverse", 8: "ccw"}
UNTURNS = {**TURNS, 6: "ccw", 8: "cw"}
MOVIE_BYTES = 2 << 30


def call(*words, **options):
    """The standard output of a program that has to succeed."""
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, **options).stdout


class Photos:
    """Photos of a folder, those with the most bytes per pixel first, and squares of them."""

    def __init__(self, folder):
        found = []
        for root, _, names in os.walk(folder):
            for path in (os.path.join(root, name) for name in names if name.lower().endswith((".jpg", ".jpeg"))):
                size = self.readable(path)
                if size and min(size) >= TILE:
                    found.append((-os.path.getsize(path) / (size[0] * size[1]), path))
        self.paths = [path for _, path in sorted(found)[:24]]
        self.description = f"squares of {len(self.paths)} photos at their own resolution"
        self.decoded = {}

    @staticmethod
    def readable(path):
        """The size of a photo in colour, if all of it can be read."""
        try:
            with Image.open(path) as picture:
                picture.load()
                return picture.size if picture.mode == "RGB" and picture.format in ("JPEG", "MPO") else None
        except (OSError, SyntaxError, Image.DecompressionBombError):
            return None

    def tile(self, dice):
        path = dice.choice(self.paths)
        if path not in self.decoded:
            self.decoded[path] = numpy.asarray(Image.open(path).convert("RGB"))
        pixels = self.decoded[path]
        x, y = dice.randrange(pixels.shape[1] - TILE + 1), dice.randrange(pixels.shape[0] - TILE + 1)
        square = pixels[y : y + TILE, x : x + TILE]
        return square[:, ::-1] if dice.random() < 0.5 else square


class DrawnTexture:
    """Squares of noise at all scales with edges across: for machines without photos."""

    paths = []
    description = "drawn texture, not photos"

    def tile(self, dice):
        square = self.square(dice.randrange(24))
        return square[:, ::-1] if dice.random() < 0.5 else square

    @functools.lru_cache(maxsize=None)
    def square(self, number):
        noise = numpy.random.RandomState(number)
        total = numpy.zeros((TILE, TILE, 3), numpy.float32)
        for step in (1, 2, 4, 10, 40, 200):
            cells = TILE // step
            light, colour = noise.random_sample((cells, cells, 1)) - 0.5, noise.random_sample((cells, cells, 3)) - 0.5
            total += ((light + 0.25 * colour) * 1.5 * step**0.85).repeat(step, 0).repeat(step, 1)
        across = numpy.arange(TILE) * noise.uniform(0.01, 0.1)
        down = numpy.arange(TILE)[:, None] * noise.uniform(0.01, 0.1)
        total += 20 * numpy.sign(numpy.sin(across + down))[..., None]
        return (total + 128).clip(0, 255).astype(numpy.uint8)


def bands(texture, size, name):
    """A picture of that size, a row of squares at a time."""
    dice, (width, height) = random.Random(name), size
    for top in range(0, height, TILE):
        row = [texture.tile(dice) for _ in range(-(-width // TILE))]
        yield numpy.concatenate(row, axis=1)[: height - top, :width]


def encode(texture, size, name, targets):
    """Writes one picture as several JPEGs; `targets` has the sampling of each path. No more than a row of squares is held."""
    encoders = [
        subprocess.Popen(["cjpeg", "-quality", str(QUALITY), "-sample", f"{factors},1x1,1x1", "-outfile", path], stdin=subprocess.PIPE)
        for path, factors in targets.items()]
    for encoder in encoders:
        encoder.stdin.write(b"P6\n%d %d\n255\n" % size)
    for band in bands(texture, size, name):
        rows = numpy.ascontiguousarray(band).data
        for encoder in encoders:
            encoder.stdin.write(rows)
    for encoder in encoders:
        encoder.stdin.close()
        if encoder.wait():
            sys.exit(f"{' '.join(encoder.args)} failed with status {encoder.returncode}")


def camera(paths):
    """A photo whose Exif serves for all, and whether there is anything that copies it."""
    if not shutil.which("exiftool"):
        return None
    for path in paths:
        if b"Exif\0\0" in open(path, "rb").read(12):
            return path
    return None


# A first segment of Exif that says nothing but: orientation 1.
PLAIN_EXIF = b"\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x01\0\0\0\0\0\0"


def dress(path, donor, program, tag):
    """Gives a bare JPEG a camera's metadata, or the least of it, and a tag. A thumbnail's own tag goes, so that a turn by tag changes one byte."""
    with open(path, "rb") as file:
        bare = file.read()
    with open(path, "wb") as file:
        file.write(bare[:2] + PLAIN_EXIF + bare[2:])
    if donor:
        subprocess.run(
            ["exiftool", "-q", "-q", "-m", "-overwrite_original", "-TagsFromFile", donor, "-all:all", "-icc_profile", "-n", "-IFD0:Orientation=1",
             "-IFD1:Orientation=", path],
            stderr=subprocess.DEVNULL, check=True)
    if tag != 1:
        call(program, "rotate", TURNS[tag], "-i", path)


def pictures(out, texture, sizes, program):
    """The large pictures: name, path, what they are."""
    listed = []
    for name, size in sizes.items():
        whole = {"ragged": ["420"], "giga": ["420"]}.get(name, list(SAMPLING))
        place = {sampling: os.path.join(out, f"{name}-{sampling}.jpg") for sampling in whole}
        encode(texture, size, name, {path: SAMPLING[sampling] for sampling, path in place.items()})
        donor = camera(texture.paths)
        for sampling, path in place.items():
            dress(path, donor, program, 6)
            listed.append((f"{name}-{sampling}", path))
        print(f"{name}: {size[0]}x{size[1]}, {os.path.getsize(place['420']) / 1e6:.1f} MB at 4:2:0", flush=True)
        if name in ("ragged", "giga"):
            continue
        for kind, options in REWRITTEN.items():
            path = os.path.join(out, f"{name}-{kind}.jpg")
            call("jpegtran", "-copy", "all", *options, "-outfile", path, place["420"])
            listed.append((f"{name}-{kind}", path))
        if name == "24":
            listed += eight(out, place["420"], program)
    return listed


def eight(out, path, program):
    """The same stored picture with each of the other tags."""
    upright = shutil.copyfile(path, os.path.join(out, "24-tag1.jpg"))
    call(program, "rotate", UNTURNS[6], "-i", upright)
    listed = [("24-tag1", upright)]
    for tag, turn in TURNS.items():
        if tag != 6:
            other = shutil.copyfile(upright, os.path.join(out, f"24-tag{tag}.jpg"))
            call(program, "rotate", turn, "-i", other)
            listed.append((f"24-tag{tag}", other))
    return listed


def other_formats(out, texture, size, program):
    """The picture of 24 megapixels in other formats, tag 6: what `corpus.json` says of each."""
    pixels = numpy.concatenate(list(bands(texture, size, "24")))
    listed = formats.pictures(out, pixels, "formats", lambda path: call(program, "rotate", TURNS[6], "-i", path))
    return {
        f"formats-{name}": {"file": os.path.basename(path), "width": size[0], "height": size[1], "bytes": os.path.getsize(path)}
        for name, path in listed}


def kinds(out, texture, program, tiny):
    """A few photos of a camera's size, upright, that folders of many are filled with: the photos themselves where there are any."""
    folder = os.path.join(out, "kinds")
    os.makedirs(folder)
    if texture.paths:
        for number, path in enumerate(texture.paths):
            shutil.copyfile(path, os.path.join(folder, f"{number:02}.jpg"))
    else:
        for number in range(2 if tiny else 8):
            path = os.path.join(folder, f"{number:02}.jpg")
            encode(texture, (600, 400) if tiny else (4000, 3000), f"kind {number}", {path: "2x2"})
            dress(path, None, program, 1)
    rows = [json.loads(line) for line in call(program, "info", "--json", folder).splitlines()]
    for row in rows:
        if row["orientation"] != 1:
            call(program, "rotate", UNTURNS[row["orientation"]], "-i", row["path"])
    return [row["path"] for row in rows]


def changed_bytes(path, program):
    """How many bytes a turn by tag changes: one, or more where a thumbnail or XMP says it, too."""
    turned = shutil.copyfile(path, path + ".turned")
    call(program, "rotate", "cw", "-i", turned)
    before, after = (numpy.fromfile(name, numpy.uint8) for name in (path, turned))
    os.remove(turned)
    return int((before != after).sum()) if before.size == after.size else abs(before.size - after.size)


def fill(folder, sources, count):
    """A folder of that many files: the same few in turn."""
    os.makedirs(folder)
    return [shutil.copyfile(sources[number % len(sources)], os.path.join(folder, f"{number:04}.jpg")) for number in range(count)]


def folders(out, texture, program, tiny):
    """`tagged`: a thousand with tag 1, of which a turn changes one byte; `thumbnailed`: those of which it changes more; `batch`: all tags.

    The Exif of the first two comes first in the file: some programs look nowhere else.
    """
    upright = kinds(out, texture, program, tiny)
    first = [path for path in upright if b"Exif\0\0" in open(path, "rb").read(12)]
    once = [path for path in first if changed_bytes(path, program) == 1]
    more = [path for path in first if path not in once]
    fill(os.path.join(out, "tagged"), once or upright, 8 if tiny else 1000)
    if more:
        fill(os.path.join(out, "thumbnailed"), more, 8 if tiny else 200)
    batch = fill(os.path.join(out, "batch"), upright, 8 if tiny else 200)
    for tag, turn in TURNS.items():
        call(program, "rotate", turn, "-i", *batch[tag - 1 :: 8])
    shutil.rmtree(os.path.join(out, "kinds"))


def movie(out):
    """A movie of two gigabytes whose header stands at its end."""
    if not shutil.which("ffmpeg"):
        print("no movie: ffmpeg is not installed")
        return
    short, path = os.path.join(out, "short.mp4"), os.path.join(out, "movie.mp4")
    noise = ["-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=4", "-vf", "noise=alls=60:allf=t"]
    call("ffmpeg", "-y", *noise, "-c:v", "mpeg4", "-q:v", "2", short)
    call("ffmpeg", "-y", "-stream_loop", str(MOVIE_BYTES // os.path.getsize(short)), "-i", short, "-c", "copy", path)
    os.remove(short)


def describe(listed, others, texture, out):
    """What `corpus.json` says."""
    rows = {}
    for name, path in listed:
        with Image.open(path) as picture:
            rows[name] = {"file": os.path.basename(path), "width": picture.width, "height": picture.height, "bytes": os.path.getsize(path)}
    sizes = {folder: sum(entry.stat().st_size for entry in os.scandir(os.path.join(out, folder))) for folder in ("tagged", "thumbnailed", "batch")
             if os.path.isdir(os.path.join(out, folder))}
    return {
        "texture": texture.description, "quality": QUALITY, "pictures": rows, "formats": others,
        "folders": {name: {"files": len(os.listdir(os.path.join(out, name))), "bytes": size} for name, size in sizes.items()},
        "movie": os.path.getsize(os.path.join(out, "movie.mp4")) if os.path.exists(os.path.join(out, "movie.mp4")) else None,
    }


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("photos", nargs="?", help="a folder of JPEGs; without it the texture is drawn")
    words.add_argument("out", help="the folder that is made")
    words.add_argument("--program", default=shutil.which("upright"), help="upright, which writes the tags")
    words.add_argument("--giga", action="store_true", help="a picture of a thousand megapixels, too")
    words.add_argument("--movie", action="store_true", help="a movie of two gigabytes, too")
    words.add_argument("--tiny", action="store_true", help="small pictures, to see whether everything works")
    asked = words.parse_args()
    if not asked.program:
        sys.exit("corpus.py: --program has to name upright")
    done = os.path.join(asked.out, "corpus.json")
    if os.path.exists(done):
        return
    shutil.rmtree(asked.out, ignore_errors=True)
    os.makedirs(asked.out)
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    Image.MAX_IMAGE_PIXELS = None
    texture = Photos(asked.photos) if asked.photos else DrawnTexture()
    if asked.photos and not texture.paths:
        print(f"{asked.photos} has no photo of at least {TILE}x{TILE}; the texture is drawn")
        texture = DrawnTexture()
    sizes = TINY if asked.tiny else {**SIZES, **(GIGA if asked.giga else {})}
    listed = pictures(asked.out, texture, sizes, asked.program)
    others = other_formats(asked.out, texture, sizes["24"], asked.program)
    folders(asked.out, texture, asked.program, asked.tiny)
    if asked.movie:
        movie(asked.out)
    with open(done, "w") as file:
        json.dump(describe(listed, others, texture, asked.out), file, indent=1)


main()
