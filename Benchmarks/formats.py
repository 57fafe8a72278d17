"""The same picture as PNG, WebP, TIFF, HEIC, AVIF and JPEG XL, as programs and phones write them; `corpus.py` has it made.

Needs Pillow; tiffcp cuts a TIFF into tiles, ffmpeg with libx265 codes the tiles of the HEIC, cjxl makes the JPEG XL. What is not there is left out.
"""
import os
import re
import shutil
import struct
import subprocess

import numpy
from PIL import Image, features

TILE = 512  # of a HEIC, as phones cut it


def run(*words, **options):
    """The standard output of a program that has to succeed."""
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, **options).stdout


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), kind) + body


def full_box(kind, version, flags, *parts):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def hevc(tiles):
    """Each tile coded as a picture of its own: the parameter sets that all share, and the units of each (ITU-T H.265, Annex B)."""
    side = f"{TILE}x{TILE}"
    coded = run(
        "ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", side, "-i", "-", "-c:v", "libx265", "-preset", "fast", "-crf", "15",
        "-pix_fmt", "yuvj420p", "-x265-params", "keyint=1:bframes=0:info=0:log-level=none:pools=none:frame-threads=1", "-f", "hevc", "-",
        input=numpy.stack(tiles).tobytes())
    sets, pictures = {}, []
    for unit in re.split(b"\0*\0\0\1", coded)[1:]:
        kind = unit[0] >> 1 & 63
        if kind in (32, 33, 34):
            sets.setdefault(kind, unit)
        elif kind < 32:
            if unit[2] & 0x80:
                pictures.append(b"")
            pictures[-1] += struct.pack(">I", len(unit)) + unit
    return [sets[kind] for kind in (32, 33, 34)], pictures


def decoder_configuration(sets):
    """`hvcC` (ISO 14496-15, 8.3.3.1): 8 bits, 4:2:0, lengths of four bytes; profile and level stand at the start of the sequence's set."""
    plain = sets[1].replace(b"\0\0\3", b"\0\0")
    arrays = b"".join(struct.pack(">BHH", 0x80 | unit[0] >> 1 & 63, 1, len(unit)) + unit for unit in sets)
    return box(b"hvcC", b"\1", plain[3:15], b"\xf0\0\xfc\xfd\xf8\xf8\0\0\x0f", bytes([len(sets)]), arrays)


def heic(pixels, path):
    """A grid of tiles, as phones write it (ISO 23008-12, 6.6.2.3): each an item of its own, in the colours of sRGB."""
    height, width = pixels.shape[:2]
    down, across = -(-height // TILE), -(-width // TILE)
    whole = numpy.pad(pixels, ((0, down * TILE - height), (0, across * TILE - width), (0, 0)), mode="edge")
    sets, tiles = hevc([whole[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE] for y in range(down) for x in range(across)])
    count = len(tiles)
    if count != down * across:
        raise RuntimeError(f"{count} coded tiles instead of {down * across}")
    numbers = range(1, count + 1)
    grid = struct.pack(">BBBBHH", 0, 0, down - 1, across - 1, width, height)
    kinds = [full_box(b"infe", 2, 1, struct.pack(">HH4sB", number, 0, b"hvc1", 0)) for number in numbers]
    kinds.append(full_box(b"infe", 2, 0, struct.pack(">HH4sB", count + 1, 0, b"grid", 0)))
    parts = struct.pack(f">HH{count}H", count + 1, count, *numbers)
    sizes = [full_box(b"ispe", 0, 0, struct.pack(">II", *size)) for size in ((TILE, TILE), (width, height))]
    colors = box(b"colr", b"nclx", struct.pack(">HHHB", 1, 13, 6, 0x80))
    properties = box(b"ipco", decoder_configuration(sets), *sizes, colors)
    own = b"".join(struct.pack(">HB3B", number, 3, 0x81, 2, 4) for number in numbers) + struct.pack(">HB2B", count + 1, 2, 3, 4)

    def meta(first):
        places, place = b"", first
        for number, tile in zip(numbers, tiles):
            places += struct.pack(">HHHHII", number, 0, 0, 1, place, len(tile))
            place += len(tile)
        places += struct.pack(">HHHHII", count + 1, 1, 0, 1, 0, len(grid))
        return full_box(
            b"meta", 0, 0, full_box(b"hdlr", 0, 0, struct.pack(">I4s13x", 0, b"pict")), full_box(b"pitm", 0, 0, struct.pack(">H", count + 1)),
            full_box(b"iinf", 0, 0, struct.pack(">H", count + 1), *kinds), full_box(b"iref", 0, 0, box(b"dimg", parts)),
            box(b"iprp", properties, full_box(b"ipma", 0, 0, struct.pack(">I", count + 1), own)), box(b"idat", grid),
            full_box(b"iloc", 1, 0, struct.pack(">BBH", 0x44, 0, count + 1), places))

    head = box(b"ftyp", b"heic", struct.pack(">I", 0), b"mif1", b"heic")
    with open(path, "wb") as file:
        file.write(head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", *tiles))


def tiles_of_tiff(path, strips):
    run("tiffcp", "-t", "-w", "256", "-l", "256", "-c", "zip:2", strips, path)


def jpeg_xl(path, png):
    run("cjxl", png, path, "-d", "1", "-e", "4")


def coded(out, prefix):
    """Name, ending, what has to be there, and how each file is made of pixels; later ones may start from earlier ones."""
    def place(name, ending):
        return os.path.join(out, f"{prefix}-{name}.{ending}")

    def saved(**options):
        return lambda pixels, path: Image.fromarray(pixels).save(path, **options)

    rows = [
        ("png", "png", True, saved()),
        ("webp", "webp", features.check("webp"), saved(quality=85)),
        ("lossless-webp", "webp", features.check("webp"), saved(lossless=True, method=2, quality=40)),
        ("strips", "tif", True, saved(compression="tiff_adobe_deflate", tiffinfo={317: 2})),
        ("lzw", "tif", True, saved(compression="tiff_lzw", tiffinfo={317: 2})),
        ("plain", "tif", True, saved()),
        ("tiles", "tif", shutil.which("tiffcp"), lambda pixels, path: tiles_of_tiff(path, place("strips", "tif"))),
        ("heic", "heic", shutil.which("ffmpeg"), heic),
        ("avif", "avif", features.check("avif"), saved(quality=80, speed=8)),
        ("jxl", "jxl", shutil.which("cjxl"), lambda pixels, path: jpeg_xl(path, place("png", "png"))),
    ]
    return [(name, place(name, ending), there, make) for name, ending, there, make in rows]


def pictures(out, pixels, prefix, turn):
    """Writes all that can be written, and has each displayed turned; name, path."""
    listed = []
    for name, path, there, make in coded(out, prefix):
        if not there:
            print(f"no {name}: what makes it is not installed", flush=True)
            continue
        try:
            make(pixels, path)
        except (subprocess.CalledProcessError, RuntimeError, OSError) as reason:
            print(f"no {name}: {reason}", flush=True)
            continue
        listed.append((name, path))
    for _, path in listed:
        turn(path)
    return listed
