"""Calls of wand (ImageMagick): on the file as it is, and with auto_orient."""
from wand.image import Image


def answer(image, operation, target, w, h, x, y):
    if operation == "thumb":
        image.transform(resize=f"{w}x{h}")
    elif operation == "crop":
        image.crop(x, y, width=w, height=h)
    elif operation == "rotate":
        image.rotate(90)
    elif operation == "strip":
        image.strip()
    image.save(filename=target)


def plain(operation, source, target, *, w, h, x, y):
    with Image(filename=source) as image:
        if operation == "bake":
            image.auto_orient()
        answer(image, operation, target, w, h, x, y)


def oriented(operation, source, target, *, w, h, x, y):
    with Image(filename=source) as image:
        image.auto_orient()
        image.reset_coords()
        answer(image, operation, target, w, h, x, y)
