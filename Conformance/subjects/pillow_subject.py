"""Calls of Pillow: as most tutorials have them, and with exif_transpose."""
from PIL import Image, ImageOps

try:
    import pillow_heif
except ImportError:
    pillow_heif = None


def answer(image, operation, target, w, h, x, y):
    if operation == "thumb":
        image.thumbnail((w, h))
    elif operation == "crop":
        image = image.crop((x, y, x + w, y + h))
    elif operation == "rotate":
        image = image.rotate(-90, expand=True)
    image.save(target)


def plain(operation, source, target, *, w, h, x, y):
    image = Image.open(source)
    if operation == "bake":
        image = ImageOps.exif_transpose(image)
    answer(image, operation, target, w, h, x, y)


def transposed(operation, source, target, *, w, h, x, y):
    answer(ImageOps.exif_transpose(Image.open(source)), operation, target, w, h, x, y)


def heif(operation, source, target, *, w, h, x, y):
    pillow_heif.register_heif_opener()
    if operation == "strip":
        Image.open(source).save(target, exif=None, xmp=None)
    else:
        answer(Image.open(source), operation, target, w, h, x, y)


def jxl(operation, source, target, *, w, h, x, y):
    import pillow_jxl  # noqa: F401

    image = Image.open(source)
    if operation == "strip":
        image.info.pop("exif", None)
        image.getexif().clear()
    answer(image, operation, target, w, h, x, y)
