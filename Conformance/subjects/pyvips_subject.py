"""Calls of pyvips: on the file as it is, and with autorot."""
import pyvips


def answer(image, operation, target, w, h, x, y):
    if operation == "crop":
        image = image.crop(x, y, w, h)
    elif operation == "rotate":
        image = image.rot90()
    if operation == "strip":
        image.write_to_file(target, strip=True)
    else:
        image.write_to_file(target)


def plain(operation, source, target, *, w, h, x, y):
    if operation == "thumb":
        pyvips.Image.thumbnail(source, w, height=h, size="down").write_to_file(target)
        return
    image = pyvips.Image.new_from_file(source)
    answer(image.autorot() if operation == "bake" else image, operation, target, w, h, x, y)


def rotated(operation, source, target, *, w, h, x, y):
    answer(pyvips.Image.new_from_file(source).autorot(), operation, target, w, h, x, y)
