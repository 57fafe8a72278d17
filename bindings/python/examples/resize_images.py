"""A resizer with img2dataset's contract that keeps images upright: bytes in; bytes, sizes and an error out.

img2dataset decodes without the orientation tag and encodes without it, so photos of phones lie on their side in the
data set. This decodes upright, and the result needs no tag.

Run: python resize_images.py SIDE OUTPUT IMAGE...
"""

from __future__ import annotations

import io
import pathlib
import sys
from typing import NamedTuple, Optional

import upright


class Resized(NamedTuple):
    """What img2dataset's resizer returns, with the tag that was applied."""

    image: Optional[bytes]
    width: int
    height: int
    original_width: int
    original_height: int
    orientation: int
    error: Optional[str]


class UprightResizer:
    """Makes images fit into `side` pixels, upright, as JPEG; nothing is enlarged.

    An image of more than `max_pixels` is refused before it is decoded, and one that takes longer than `max_seconds`
    ends with an error: one hostile file does not stop a shard.
    """

    def __init__(self, side: int = 256, quality: int = 95, max_pixels: int = 100_000_000, max_seconds: float = 30) -> None:
        self.side, self.quality, self.max_pixels, self.max_seconds = side, quality, max_pixels, max_seconds

    def __call__(self, stream: io.BytesIO) -> Resized:
        try:
            with upright.open(stream, max_pixels=self.max_pixels, max_seconds=self.max_seconds) as image:
                small = image.thumbnail_to_bytes(self.side, format="jpeg", quality=self.quality)
                width, height = upright.open(small).displayed_size
                return Resized(small, width, height, *image.displayed_size, image.orientation, None)
        except upright.UprightError as error:
            return Resized(None, 0, 0, 0, 0, 0, str(error))


if __name__ == "__main__":
    resizer, output = UprightResizer(int(sys.argv[1])), pathlib.Path(sys.argv[2])
    for name in map(pathlib.Path, sys.argv[3:]):
        result = resizer(io.BytesIO(name.read_bytes()))
        if result.image:
            (output / (name.stem + ".jpg")).write_bytes(result.image)
        print(name, result.error or f"{result.width}x{result.height}, tag {result.orientation} applied")
