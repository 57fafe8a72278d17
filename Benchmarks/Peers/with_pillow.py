"""The jobs through Pillow: `with_pillow.py crop|thumb|upright|folder …`; quality 90, Lanczos, upright by the tag."""
import glob
import multiprocessing
import os
import sys

from PIL import Image, ImageOps

Image.MAX_IMAGE_PIXELS = None


def opened(source):
    """An image that is not decoded yet; HEIC through a library, because Pillow has none."""
    if source.endswith(".heic"):
        from pillow_heif import register_heif_opener
        register_heif_opener()
    return Image.open(source)


def crop(source, target, x, y, side, size):
    x, y, side, size = int(x), int(y), int(side), int(size)
    picture = ImageOps.exif_transpose(opened(source)).crop((x, y, x + side, y + side))
    picture.resize((size, size), Image.LANCZOS).save(target, quality=90)


def thumb(source, target, size):
    size = int(size), int(size)
    picture = opened(source)
    picture.draft("RGB", size)
    picture.thumbnail(size, Image.LANCZOS, reducing_gap=2.0)
    ImageOps.exif_transpose(picture).convert("RGB").save(target, quality=90)


def upright(source, target):
    picture = Image.open(source)
    turned = ImageOps.exif_transpose(picture)
    turned.save(target, quality=90, exif=turned.getexif().tobytes(), icc_profile=picture.info.get("icc_profile"))


def one_of_folder(words):
    """Whether one file succeeded: a bad one must not stop the others."""
    try:
        thumb(*words)
    except (OSError, SyntaxError):
        return False
    return True


def folder(source, target, size, cores):
    jobs = [(path, os.path.join(target, os.path.basename(path)), size) for path in sorted(glob.glob(source + "/*.jpg"))]
    with multiprocessing.Pool(int(cores)) as pool:
        sys.exit(not all(pool.map(one_of_folder, jobs, 8)))


if __name__ == "__main__":
    {"crop": crop, "thumb": thumb, "upright": upright, "folder": folder}[sys.argv[1]](*sys.argv[2:])
