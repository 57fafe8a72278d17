"""Calls of GdkPixbuf, which GTK uses: on the file as it is, and with apply_embedded_orientation."""
import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

KINDS = {"jpg": "jpeg", "png": "png", "tif": "tiff"}


def answer(image, operation, target, w, h, x, y):
    if operation == "thumb":
        scale = min(w / image.get_width(), h / image.get_height())
        size = [max(1, round(side * scale)) for side in (image.get_width(), image.get_height())]
        image = image.scale_simple(*size, GdkPixbuf.InterpType.BILINEAR)
    elif operation == "crop":
        image = image.new_subpixbuf(x, y, w, h)
    elif operation == "rotate":
        image = image.rotate_simple(GdkPixbuf.PixbufRotation.CLOCKWISE)
    kind = KINDS.get(target.rsplit(".", 1)[1])
    if kind is None:
        raise NotImplementedError
    image.savev(target, kind, [], [])


def plain(operation, source, target, *, w, h, x, y):
    answer(GdkPixbuf.Pixbuf.new_from_file(source), operation, target, w, h, x, y)


def oriented(operation, source, target, *, w, h, x, y):
    answer(GdkPixbuf.Pixbuf.new_from_file(source).apply_embedded_orientation(), operation, target, w, h, x, y)
