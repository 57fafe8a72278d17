"""The jobs through pyvips: `with_pyvips.py crop|crop-by-hand|thumb …`; quality 90, upright by the tag."""
import sys

import pyvips


def delivered(picture, target, size):
    picture.thumbnail_image(int(size), height=int(size), size="force").write_to_file(target, **({"Q": 90} if target.endswith("jpg") else {}))


def thumb(source, target, size):
    pyvips.Image.thumbnail(source, int(size), height=int(size)).write_to_file(target, Q=90)


def crop(source, target, x, y, side, size):
    picture = pyvips.Image.new_from_file(source).autorot()
    delivered(picture.crop(int(x), int(y), int(side), int(side)), target, size)


def crop_by_hand(source, target, x, y, side, size):
    """The caller computes the square's stored position, for tag 6, so that rows can be read in order and only once."""
    x, y, side = int(x), int(y), int(side)
    picture = pyvips.Image.new_from_file(source, access="sequential")
    piece = picture.crop(y, picture.height - x - side, side, side).copy_memory()
    delivered(piece.autorot(), target, size)


{"crop": crop, "crop-by-hand": crop_by_hand, "thumb": thumb}[sys.argv[1]](*sys.argv[2:])
