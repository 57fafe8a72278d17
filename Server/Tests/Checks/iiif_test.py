#!/usr/bin/env python3
"""Tests a server of IIIF images: by the IIIF project's own validator, and by Pillow for everything about orientation.

    iiif_test.py --server PROGRAM [--only GROUP…] [--seed N]

Starts PROGRAM on a folder of its own. The validator (Scripts/iiif-validator installs it) knows one square image without
a tag; `EXPECTED` names the tests that a server which follows the specification fails, and why. All else is compared
with Pillow: images of odd sides with the eight tags, any region, size and rotation of them, tiles, and listed sizes.
Without Pillow the test is skipped, without the validator its part, and that is said.
"""

import argparse
import http.client
import io
import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import serving

try:
    from PIL import Image, ImageChops, ImageDraw, ImageOps, ImageStat, features
except ImportError:
    Image = None

# What the validator 1.0.5 fails although the server follows the specification, or because it does not offer an option
# that no level demands.
NOT_WRITTEN = "the format is optional at every level; what is not written gets 400 (3.0, 4.5 and 7.3)"
NO_PYTHON_3 = "the test calls urllib.urlopen, which Python 3 does not have, so that no server can pass"
NO_ANGLES = "other angles than multiples of 90 are optional at every level; without them 501 (3.0, 4.3 and 7.3)"
LEVEL_3 = {
    "format_gif": NOT_WRITTEN,
    "format_jp2": NO_PYTHON_3 + "; and " + NOT_WRITTEN,
    "format_pdf": NO_PYTHON_3 + "; and " + NOT_WRITTEN,
    "format_webp": NO_PYTHON_3,
    "rot_full_non90": NO_ANGLES,
    "rot_region_non90": NO_ANGLES,
}
NO_UPSCALING = "enlarging is optional at every level, and off without --max-area: 501 (3.0, 4.2; 2.1, 4.2)"
CANNOT_BOTH = "wants ^max to stay at 1000 pixels and ^pct:200 to have 2000, but ^max grows to maxArea (3.0, 4.2)"
BOX = "wants 400 for !2000,3000, which is as large as possible but not larger than the region: 1000 pixels (3.0, 4.2)"
# Version, level, whether the server enlarges: the tests that fail.
EXPECTED = {
    ("3.0", 2, False): {"size_noup": BOX},
    ("3.0", 3, False): {"size_noup": BOX, "size_up": NO_UPSCALING, **LEVEL_3},
    ("3.0", 3, True): {"size_noup": BOX, "size_up": CANNOT_BOTH, **LEVEL_3},
    ("2.0", 2, False): {},
    ("2.0", 3, False): {"size_up": NO_UPSCALING, **LEVEL_3},
    ("2.0", 3, True): LEVEL_3,
}

SIZE = (203, 151)  # odd, and not square, of the stored image
TILE = 64
TAGS = range(1, 9)
FORMATS = ["jpg", "png", "webp", "tif"]
REGIONS = ["full", "square", "37,21,91,83", "130,95,500,500", "pct:10.5,20,33.3,41", "0,0,1,1"]
SIZES = ["max", "61,", ",47", "40,60", "!50,50", "!900,31", "pct:37.5", "pct:100"]
ROTATIONS = ["0", "90", "180", "270", "!0", "!90"]


class Failure(Exception):
    pass


def expect(truth, text):
    if not truth:
        raise Failure(text)


# Images.


def painted():
    """An image that differs from all its rotations and mirror images, smooth enough to compare filters."""
    image = Image.new("RGB", SIZE)
    width, height = SIZE
    image.putdata([
        (int(30 + 190 * x / width), int(30 + 190 * y / height),
         int(128 + 90 * math.sin(x / 19 + y * y / 4000) * math.cos(y / 23)))
        for y in range(height) for x in range(width)])
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 12, 60, 30), (230, 30, 40))
    draw.polygon([(150, 100), (190, 110), (150, 140)], (30, 60, 220))
    return image


def displayed(image, tag):
    """As Pillow shows an image with this tag."""
    exif = Image.Exif()
    exif[274] = tag
    data = io.BytesIO()
    image.save(data, "PNG", exif=exif)
    return ImageOps.exif_transpose(Image.open(io.BytesIO(data.getvalue()))).convert("RGB")


def xmp(tag):
    """An APP1 segment of XMP with the same tag."""
    text = (
        b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
        b"xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' "
        b"xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='%d'/></rdf:RDF></x:xmpmeta>" % tag)
    return b"\xff\xe1" + (len(text) + 2).to_bytes(2, "big") + text


class Source:
    """A file with a tag, its pixels as stored and as displayed."""

    def __init__(self, folder, image, tag, extension):
        self.name, self.tag, self.extension = f"tag-{tag}.{extension}", tag, extension
        exif = Image.Exif()
        exif[274] = tag
        data = io.BytesIO()
        if extension == "jpg":
            # Half of them with reduced chroma, whose decoder looks beyond the edges of a region.
            image.save(data, "JPEG", quality=92, subsampling=tag % 2 * 2, exif=exif)
            content = data.getvalue()
            end = 4 + int.from_bytes(content[4:6], "big")
            self.content = content[:end] + xmp(tag) + content[end:]
            self.stored = Image.open(io.BytesIO(content)).convert("RGB")
        else:
            options = {"webp": {"lossless": True}, "tif": {"compression": "tiff_lzw"}}.get(extension, {})
            image.save(data, {"tif": "TIFF"}.get(extension, extension.upper()), exif=exif, **options)
            self.content, self.stored = data.getvalue(), image
        self.displayed = displayed(self.stored, tag)
        with open(os.path.join(folder, self.name), "wb") as file:
            file.write(self.content)


def region(text, size):
    """Left, top, right, bottom."""
    width, height = size
    if text == "full":
        return 0, 0, width, height
    if text == "square":
        side = min(size)
        left, top = (width - side) // 2, (height - side) // 2
        return left, top, left + side, top + side
    if text.startswith("pct:"):
        x, y, w, h = map(float, text[4:].split(","))
        edge = lambda value, side: min(side, math.floor(value * side / 100 + 0.5))
        return edge(x, width), edge(y, height), edge(x + w, width), edge(y + h, height)
    x, y, w, h = map(int, text.split(","))
    return x, y, min(width, x + w), min(height, y + h)


def near(value):
    return max(1, math.floor(value + 0.5))


def scaled_size(text, size):
    """The size of the result, before it is rotated; None if an error is right because it would be larger."""
    width, height = size
    enlarges, text = text.startswith("^"), text.lstrip("^")
    if text in ("max", "full"):
        wanted = size
    elif text.startswith("pct:"):
        wanted = near(width * float(text[4:]) / 100), near(height * float(text[4:]) / 100)
    elif text.startswith("!"):
        box = tuple(map(int, text[1:].split(",")))
        scale = min(box[0] / width, box[1] / height, *([] if enlarges else [1]))
        wanted = min(near(width * scale), box[0]), min(near(height * scale), box[1])
    else:
        w, h = (int(part) if part else None for part in text.split(","))
        wanted = w or near(width * h / height), h or near(height * w / width)
    return wanted if enlarges or wanted[0] <= width and wanted[1] <= height else None


def turned(image, rotation):
    if rotation.startswith("!"):
        image = ImageOps.mirror(image)
    turn = {"90": Image.Transpose.ROTATE_270, "180": Image.Transpose.ROTATE_180, "270": Image.Transpose.ROTATE_90}
    angle = rotation.lstrip("!")
    return image.transpose(turn[angle]) if angle in turn else image


def decibels(one, other):
    error = sum(ImageStat.Stat(ImageChops.difference(one, other)).sum2) / (3 * one.size[0] * one.size[1])
    return 99 if error == 0 else 10 * math.log10(255 * 255 / error)


# Requests.


class Client:
    def __init__(self, host):
        self.host, self.count = host, 0
        self.connection = http.client.HTTPConnection(host, timeout=60)

    def get(self, path, method="GET", **fields):
        self.count += 1
        self.connection.request(method, path, headers={name.replace("_", "-"): text for name, text in fields.items()})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def image(self, path):
        status, headers, content = self.get(path)
        expect(status == 200, f"{path}: {status} {content[:200]}")
        expect(headers["Access-Control-Allow-Origin"] == "*", f"{path}: no Access-Control-Allow-Origin")
        image = Image.open(io.BytesIO(content))
        expect(image.getexif().get(274, 1) == 1, f"{path}: has the tag {image.getexif().get(274)}")
        expect(b"tiff:Orientation" not in content, f"{path}: has XMP with an orientation")
        return image

    def pixels(self, path):
        return self.image(path).convert("RGB")

    def json(self, path):
        status, _, content = self.get(path)
        expect(status == 200, f"{path}: {status} {content[:200]}")
        return json.loads(content)


def compare(client, prefix, source, image, parts, smallest):
    """One request, beside Pillow. Returns the decibels, or None for a request that must be refused."""
    place, size, rotation = parts
    path = f"{prefix}/{source.name}/{place}/{size}/{rotation}/default.png"
    box = region(place, image.size)
    cut = image.crop(box)
    size_wanted = scaled_size(size, cut.size)
    if size_wanted is None:
        status, _, _ = client.get(path)
        wanted = 501 if "/iiif/2" in prefix else 400
        expect(status == wanted, f"{path}: {status} although the region is smaller; {wanted} is right")
        return None
    got = client.pixels(path)
    flat = turned(got, {"90": "270", "270": "90", "!90": "!90"}.get(rotation, rotation))
    expect(flat.size == size_wanted, f"{path}: {flat.size} before it is rotated, not {size_wanted}")
    scaled = cut if flat.size == cut.size else cut.resize(flat.size, Image.Resampling.LANCZOS)
    wanted = turned(scaled, rotation)
    alike = decibels(got, wanted)
    least = 99 if scaled is cut else smallest
    expect(alike >= least, f"{path}: {alike:.1f} dB beside Pillow, less than {least}")
    return alike if scaled is not cut else 99


# Groups of tests. Each returns a line about what it did.


class Suite:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        image = painted()
        self.formats = [
            name for name in FORMATS if name in ("jpg", "png") or features.check({"tif": "libtiff"}.get(name, name))]
        self.sources = [Source(folder, image, tag, name) for name in self.formats for tag in TAGS]
        self.server = serving.Server(options.server, folder, "--tile-size", str(TILE))
        self.client = Client(self.server.host)

    def validator(self):
        os.mkdir(os.path.join(self.folder, "validator"))
        name = os.path.join("validator", "squares-10.png")
        colors = subprocess.run(
            [self.options.python, "-c", "import json; from iiif_validator.validator import ValidationInfo as Info; "
             "print(json.dumps(Info().colorInfo))"], capture_output=True, text=True, check=True).stdout
        colors = json.loads(colors.strip().splitlines()[-1])
        image = Image.new("RGB", (1000, 1000))
        for x, y in itertools.product(range(10), range(10)):
            image.paste(tuple(colors[x][y]), (x * 100, y * 100, x * 100 + 100, y * 100 + 100))
        image.save(os.path.join(self.folder, name))
        enlarging = serving.Server(self.options.server, self.folder, "--max-area", str(25_000_000))
        try:
            for (version, level, is_enlarged), expected in EXPECTED.items():
                host = (enlarging if is_enlarged else self.server).host
                failed, count = self.validated(host, name, version, level)
                text = ", ".join(sorted(failed)) or "none"
                more, fewer = failed - set(expected), set(expected) - failed
                expect(not more, f"version {version}, level {level}: also fails {', '.join(sorted(more))}")
                expect(not fewer, f"version {version}, level {level}: {', '.join(sorted(fewer))} pass; change EXPECTED")
                what = "with --max-area" if is_enlarged else "by default"
                yield f"version {version}, level {level}, {what}: {count} tests; these fail, as expected: {text}"
        finally:
            enlarging.stop()

    def validated(self, host, name, version, level):
        """The names of the tests that fail, and the number of all."""
        program = os.path.join(os.path.dirname(self.options.python), "iiif-validate.py")
        # The validator draws random requests; a seed makes them the same each time. It is not changed otherwise.
        start = ("import random, runpy, sys; random.seed(int(sys.argv[1])); del sys.argv[:2]; "
                 "runpy.run_path(sys.argv[0], run_name='__main__')")
        run = subprocess.run(
            [self.options.python, "-c", start, str(self.options.seed), program, "-s", host, "-p", f"iiif/{version[0]}",
             "-i", urllib.parse.quote(name, safe=""), f"--version={version}", "--level", str(level)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        failed = set(re.findall(r"^\[\d+\] test (\w+) FAIL", run.stdout, re.MULTILINE))
        end = re.search(r"Done \((\d+) tests, (\d+) failures\)", run.stdout)
        is_whole = end and int(end[2]) == len(failed) == run.returncode
        expect(is_whole, "the validator did not finish:\n" + run.stdout[-900:])
        return failed, int(end[1])

    def tags(self):
        """Every region with every size and every rotation; the rotations of the rest take turns."""
        for extension in self.formats:
            values, refused = [], 0
            for source in (one for one in self.sources if one.extension == extension):
                for (row, place), (column, size) in itertools.product(enumerate(REGIONS), enumerate(SIZES)):
                    rotation = ROTATIONS[(row + column + source.tag + self.options.seed) % len(ROTATIONS)]
                    value = compare(self.client, "/iiif/3", source, source.displayed, (place, size, rotation), 40)
                    if value is None:
                        refused += 1
                    else:
                        values.append(value)
            exact = sum(value == 99 for value in values)
            yield (f"{extension}: {len(TAGS)} tags, {len(values)} images, {exact} of them the same pixels, the others "
                   f"{min(values):.1f} dB or more; {refused} refused because they would be larger")

    def version2(self):
        values, refused = [], 0
        sizes = ["full", *SIZES]
        for source in self.sources[::3]:
            for index, (place, size) in enumerate(itertools.product(REGIONS, sizes)):
                if index % 3 == source.tag % 3:
                    rotation = ROTATIONS[(index + source.tag) % len(ROTATIONS)]
                    value = compare(self.client, "/iiif/2", source, source.displayed, (place, size, rotation), 40)
                    refused += value is None
                    values += [value] if value is not None else []
        yield f"version 2.1: {len(values)} images, {min(values):.1f} dB or more; {refused} refused"

    def enlarged(self):
        """With a limit of pixels, after which ^ is allowed."""
        area, values = 200_000, []
        server = serving.Server(self.options.server, self.folder, "--max-area", str(area))
        try:
            client = Client(server.host)
            for source in self.sources:
                for row, place in enumerate(["full", "square", "37,21,91,83"]):
                    size = ["^300,", "^,200", "^!270,270", "^pct:130", "^150,210"][(row + source.tag) % 5]
                    rotation = ROTATIONS[(row + source.tag) % len(ROTATIONS)]
                    parts = place, size, rotation
                    values.append(compare(client, "/iiif/3", source, source.displayed, parts, 40))
                most = client.pixels(f"/iiif/3/{source.name}/full/^max/0/default.png").size
                wanted = [math.sqrt(area * source.displayed.size[i] / source.displayed.size[1 - i]) for i in range(2)]
                near_enough = all(abs(got - side) <= 1 for got, side in zip(most, wanted))
                expect(most[0] * most[1] <= area and near_enough, f"{source.name}: ^max gets {most}, not {wanted}")
            status, _, _ = client.get(f"/iiif/3/{self.sources[0].name}/full/^900,/0/default.png")
            expect(status == 400, f"a size beyond the limit gets {status}")
        finally:
            server.stop()
        yield f"{len(values)} enlarged images, {min(values):.1f} dB or more; ^max is as large as --max-area allows"

    def stored(self):
        values = []
        for source in self.sources:
            info = self.client.json(f"/stored/iiif/3/{source.name}/info.json")
            expect((info["width"], info["height"]) == SIZE, f"/stored/ {source.name}: info.json has another size")
            for index, rotation in enumerate(ROTATIONS):
                parts = (REGIONS[(index + source.tag) % 5], SIZES[0 if index % 2 else 6], rotation)
                values.append(compare(self.client, "/stored/iiif/3", source, source.stored, parts, 40))
            values.append(compare(self.client, "/stored/iiif/3", source, source.stored, ("full", "max", "0"), 40))
        yield f"{len(values)} images of /stored/ have the pixels of the file, whatever its tag"

    def info(self):
        for source in self.sources:
            wanted = source.displayed.size
            three = self.client.json(f"/iiif/3/{source.name}/info.json")
            two = self.client.json(f"/iiif/2/{source.name}/info.json")
            for document in (three, two):
                expect((document["width"], document["height"]) == wanted, f"{source.name}: info.json has another size")
            expect(three["id"] == f"http://{self.server.host}/iiif/3/{source.name}", f"{source.name}: id")
            expect(two["@id"] == f"http://{self.server.host}/iiif/2/{source.name}", f"{source.name}: @id")
            expect(list(three)[0] == "@context" and three["type"] == "ImageService3", f"{source.name}: @context first")
            expect(three["sizes"] == two["sizes"] and three["tiles"] == two["tiles"], f"{source.name}: sizes and tiles")
        yield f"info.json of {len(self.sources)} images, in both versions, has the size as displayed"

    def tiles(self):
        count = 0
        for source in self.sources:
            image = source.displayed
            tiles, = self.client.json(f"/iiif/3/{source.name}/info.json")["tiles"]
            expect(tiles["width"] == TILE, f"{source.name}: tiles of {tiles['width']}")
            # All scale factors for half of the images, the full size for the others too.
            for factor in tiles["scaleFactors"][: None if source.tag % 2 else 1]:
                whole = Image.new("RGB", tuple(math.ceil(side / factor) for side in image.size))
                reach = tiles["width"] * factor
                for x, y in itertools.product(range(0, image.size[0], reach), range(0, image.size[1], reach)):
                    w, h = min(reach, image.size[0] - x), min(reach, image.size[1] - y)
                    size = math.ceil(w / factor), math.ceil(h / factor)
                    # The implementation notes of 2.1 and many clients ask for the width alone.
                    for text in (f"{size[0]},{size[1]}", f"{size[0]},"):
                        path = f"/iiif/3/{source.name}/{x},{y},{w},{h}/{text}/0/default.png"
                        tile = self.client.pixels(path)
                        expect(tile.size == size, f"{path}: {tile.size}, not {size}")
                        count += 1
                    whole.paste(tile, (x // factor, y // factor))
                alike = decibels(whole, image.resize(whole.size, Image.Resampling.LANCZOS) if factor > 1 else image)
                # Filters see other pixels at the edges of tiles than in the whole image.
                least = 99 if factor == 1 else 26
                expect(alike >= least, f"{source.name}: tiles at 1/{factor} join to {alike:.1f} dB, less than {least}")
        yield f"{count} tiles join to the image, at full size with the same pixels"

    def listed(self):
        count = 0
        for source in self.sources:
            for size in self.client.json(f"/iiif/3/{source.name}/info.json")["sizes"]:
                wanted = size["width"], size["height"]
                for version, text in ((3, "{},{}"), (2, "{},{}"), (3, "{},"), (2, "{},")):
                    path = f"/iiif/{version}/{source.name}/full/{text.format(*wanted)}/0/default.png"
                    got = self.client.pixels(path).size
                    expect(got == wanted, f"{path}: {got}, but info.json lists {wanted}")
                    count += 1
        yield f"{count} images of listed sizes have exactly that size"

    def results(self):
        """All formats that are written and that this Pillow reads."""
        info = self.client.json(f"/iiif/3/{self.sources[0].name}/info.json")
        written = ["jpg", "png", *info.get("extraFormats", [])]
        read = [name for name in written if name in self.formats or "." + name in Image.registered_extensions()]
        count = 0
        for source, name, rotation in itertools.product(self.sources, read, ROTATIONS):
            # All for JPEG, which is rotated without decoding; half of the rest, and little AVIF, which takes long.
            turn = source.tag + read.index(name) + ROTATIONS.index(rotation)
            if source.extension != "jpg" and (turn % 2 or name == "avif") or name == "avif" and turn % 3:
                continue
            path = f"/iiif/3/{source.name}/full/max/{rotation}/default.{name}"
            image, wanted = self.client.image(path), turned(source.displayed, rotation)
            if image.format == "TIFF":
                expect(image.tag_v2.get(274, 1) == 1, f"{path}: has a tag")
            image = image.convert("RGB")
            expect(image.size == wanted.size, f"{path}: {image.size}, not {wanted.size}")
            alike = decibels(image, wanted)
            least = 99 if name in ("png", "tif") else 24
            expect(alike >= least, f"{path}: {alike:.1f} dB, less than {least}")
            count += 1
        yield f"{count} images in {', '.join(read)} are upright and have no orientation, in Exif or XMP"

    def statuses(self):
        name, count = self.sources[5].name, 0
        image = f"/iiif/3/{name}"
        table = {
            # ^max has no limit to grow to here, so that it would enlarge.
            400: ["0,0,0,9/max/0/default.png", "900,900,9,9/max/0/default.png", "full/0,/0/default.png",
                  "full/900,/0/default.png", "full/pct:101/0/default.png", "full/full/0/default.png",
                  "full/max/361/default.png", "full/max/-90/default.png", "full/max/0/best.png",
                  "full/max/0/default.gif", "full/max/0/default.jp2", "full/max/0/default.pdf",
                  "full/max/0/default.exe", "+1,0,9,9/max/0/default.png", "1e1,0,9,9/max/0/default.png",
                  "pct:0,0,NaN,9/max/0/default.png", "0,0,4294967297,9/max/0/default.png"],
            501: ["full/max/45/default.png", "full/max/!22.5/default.jpg", "full/^900,/0/default.png",
                  "full/^max/0/default.png"],
            200: ["full/max/360/default.png", "full/max/0/color.png", "full/max/0/gray.png",
                  "full/max/0/bitonal.png", "full/^40,/0/default.png", "full/!900,900/0/default.png", "info.json"],
            404: ["full/max/0", "a/b/c/d/e/f"],
        }
        for status, addresses in table.items():
            for address in addresses:
                got, headers, _ = self.client.get(f"{image}/{address}")
                # A path of another number of parts is no image's.
                fits = got == status or status == 404 and got == 400
                expect(fits, f"{image}/{address}: {got}, not {status}")
                expect(headers["Access-Control-Allow-Origin"] == "*", f"{address}: no Access-Control-Allow-Origin")
                count += 1
        for path, status in {
            "/iiif/3/no.jpg/info.json": 404, "/iiif/3/..%2F..%2Fetc%2Fpasswd/info.json": 400,
            f"/iiif/2/{name}/full/900,/0/default.png": 501, f"/iiif/2/{name}/full/full/45/default.png": 501,
            f"/iiif/2/{name}/full/full/0/default.gif": 400, f"/iiif/3/{'x' * 2100}/info.json": 414,
        }.items():
            got, _, content = self.client.get(path)
            expect(got == status, f"{path[:60]}: {got}, not {status}")
            expect(json.loads(content)["status"] == status, f"{path[:60]}: the content has another status")
            count += 1
        status, headers, _ = self.client.get(image)
        expect(status == 303 and headers["Location"].endswith(f"{image}/info.json"), f"{image}: {status}")
        status, headers, content = self.client.get(image, "OPTIONS", Origin="http://other.example")
        expect(status in (200, 204) and headers["Access-Control-Allow-Methods"], f"OPTIONS: {status}")
        yield f"{count + 2} statuses are those of docs/iiif.md and docs/server.md"

    def caching(self):
        time.sleep(0.2)  # a file that has just changed has no ETag yet
        count = 0
        for source in self.sources[::5]:
            for address in ("info.json", "square/40,/!90/gray.jpg", "pct:0,0,50,50/max/0/color.png"):
                path = f"/iiif/3/{source.name}/{address}"
                status, headers, content = self.client.get(path)
                tag = headers["ETag"]
                expect(tag and not tag.startswith("W/"), f"{path}: no strong ETag")
                again, _, nothing = self.client.get(path, If_None_Match=f'"other", {tag}')
                expect(again == 304 and not nothing, f"{path}: {again} for the same ETag")
                again, head, nothing = self.client.get(path, "HEAD")
                expect(again == 200 and not nothing, f"{path}: HEAD has content")
                expect(head["Content-Length"] == str(len(content)), f"{path}: HEAD has another Content-Length")
                links = dict((name, url) for url, name in re.findall(r'<([^>]*)>;rel="(\w+)"', headers["Link"]))
                expect(links["profile"].endswith("level2.json"), f"{path}: no profile")
                if address != "info.json":
                    address = urllib.parse.urlsplit(links["canonical"]).path
                    _, other, same = self.client.get(address)
                    expect(same == content, f"{path}: the canonical {address} is another image")
                    expect(other["ETag"] == tag, f"{path}: the canonical {address} has another ETag")
                count += 1
        yield f"{count} answers have a strong ETag that gets 304, the same length for HEAD, and a canonical link"


GROUPS = ["validator", "info", "tags", "version2", "enlarged", "stored", "tiles", "listed", "results", "statuses",
          "caching"]


def main():
    parser = argparse.ArgumentParser(description="Tests a server of IIIF images.")
    parser.add_argument("--server", required=True, metavar="PROGRAM", help="upright-server")
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=GROUPS, metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--seed", type=int, default=1, help="of the validator's random requests, and of rotations")
    parser.add_argument("--python", default=sys.executable, help="the Python that has the validator; by default, this")
    options = parser.parse_args()
    if Image is None:
        print("SKIPPED: Pillow is not installed; Scripts/iiif-validator installs it")
        return 0
    begun, failures = time.monotonic(), []
    if "validator" in options.only:
        has = subprocess.run([options.python, "-c", "import iiif_validator.validator"], capture_output=True)
        if has.returncode != 0:
            print("SKIPPED: validator: not installed, or without libmagic1; Scripts/iiif-validator installs it")
            options.only = [group for group in options.only if group != "validator"]
    with tempfile.TemporaryDirectory(prefix="upright-iiif-") as folder:
        suite = Suite(options, folder)
        try:
            for group in options.only:
                try:
                    for line in getattr(suite, group)():
                        print(f"PASS {group}: {line}", flush=True)
                except Failure as failure:
                    failures.append(group)
                    print(f"FAIL {group}: {failure}", flush=True)
            if not suite.server.is_running():
                failures.append("the server ended")
        finally:
            ended = suite.server.stop()
    if ended != 0:
        failures.append(f"the server ended with {ended}")
    seconds = time.monotonic() - begun
    print(f"{'FAIL: ' + ', '.join(failures) if failures else 'PASS'}: {suite.client.count} requests of our own in "
          f"{seconds:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
