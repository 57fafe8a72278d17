"""The expected image, computed in double precision from a full decode, and the difference of another from it."""
import functools
import os
import subprocess

import numpy
from PIL import Image

from racing import Wrong

Image.MAX_IMAGE_PIXELS = None
# How an image in the file's row order becomes that of each tag: swap the axes or not, then which axes are reversed.
TURNED = {1: (0, 0, 0), 2: (0, 0, 1), 3: (0, 1, 1), 4: (0, 1, 0), 5: (1, 0, 0), 6: (1, 0, 1), 7: (1, 1, 1), 8: (1, 1, 0)}
# Below this it is another image, or has another orientation: those have 8 to 15 dB.
LEAST_DECIBELS = 20


def upright(pixels, tag):
    """Stored pixels as displayed."""
    axes, down, across = TURNED[tag]
    pixels = pixels.transpose(1, 0, 2) if axes else pixels
    return pixels[:: -1 if down else 1, :: -1 if across else 1]


def tag_of(path):
    with Image.open(path) as picture:
        return picture.getexif().get(274, 1)


@functools.lru_cache(maxsize=2)
def displayed(path):
    """All pixels of a file, upright."""
    with Image.open(path) as picture:
        pixels = numpy.asarray(picture.convert("RGB"))
        return upright(pixels, picture.getexif().get(274, 1))


def weights(source, target, support=3.0):
    """For each target sample, the first source sample it uses and the weights of all: Lanczos, widened if the image
    shrinks.
    """
    scale = source / target
    width = max(scale, 1)
    for index in range(target):
        centre = (index + 0.5) * scale
        first, last = max(0, int(numpy.floor(centre - support * width))), min(source, int(numpy.ceil(centre + support * width)))
        across = (numpy.arange(first, last) + 0.5 - centre) / width
        kernel = numpy.sinc(across) * numpy.sinc(across / support) * (abs(across) < support)
        yield first, kernel / kernel.sum()


def shrunk(pixels, height):
    """Rows resampled; the result's first axis is the second of the source, so that applying it twice gives an image
    again.
    """
    source, width, channels = pixels.shape
    result = numpy.empty((height, width, channels))
    for row, (first, kernel) in enumerate(weights(source, height)):
        result[row] = numpy.tensordot(kernel, pixels[first : first + len(kernel)].astype(numpy.float64), axes=1)
    return result.transpose(1, 0, 2)


def lanczos(pixels, width, height):
    """An image resampled with Lanczos-3 in double precision, in the stored values, as all peers do."""
    return shrunk(shrunk(pixels, height), width).clip(0, 255)


@functools.lru_cache(maxsize=8)
def expected(path, width, height, region=None):
    """The expected image for a file, or for a displayed region of it, at that size."""
    pixels = displayed(path)
    if region:
        x, y, side = region
        pixels = pixels[y : y + side, x : x + side]
    return pixels.astype(numpy.float64) if pixels.shape[:2] == (height, width) else lanczos(pixels, width, height)


def region_by_djpeg(path, stored, tag):
    """A square of a file that is too large to be decoded whole: (x, y, side) as stored, upright."""
    x, y, side = stored
    said = subprocess.run(["djpeg", "-crop", f"{side}x{side}+{x}+{y}", path], stdout=subprocess.PIPE, check=True).stdout
    fields = said.split(None, 4)
    width, height = int(fields[1]), int(fields[2])
    pixels = numpy.frombuffer(said[-3 * width * height :], numpy.uint8).reshape(height, width, 3)
    return upright(pixels[:, width - side :], tag)


def decibels(pixels, reference):
    error = ((pixels.astype(numpy.float64) - reference) ** 2).mean()
    return 99.0 if error == 0 else float(10 * numpy.log10(255**2 / error))


def compare(result, reference_of, least=LEAST_DECIBELS, tag=None):
    """The difference of a file from the expected image, in dB; raises if it is another image. `tag` overrides the one
    in the file.

    `reference_of` returns the pixels for a width and a height: programs round the shorter side differently.

    """
    if not os.path.exists(result) or os.path.getsize(result) == 0:
        raise Wrong("nothing was written")
    with Image.open(result) as picture:
        pixels = numpy.asarray(picture.convert("RGB"))
        said = picture.getexif().get(274, 1) if tag is None else tag
    pixels = upright(pixels, said)
    reference = reference_of(pixels.shape[1], pixels.shape[0])
    if reference.shape != pixels.shape:
        raise Wrong(f"{pixels.shape[1]}x{pixels.shape[0]} instead of {reference.shape[1]}x{reference.shape[0]}")
    near = decibels(pixels, reference)
    if near < least:
        raise Wrong(f"another picture, {near:.1f} dB")
    return near
