"""Thumbnails of the same 24 megapixels as PNG, WebP, TIFF, HEIC, AVIF and JPEG XL, and a square of a tiled TIFF."""
import crop
import pictures
from racing import Race

# The corpus's name of each, and the usual jobs.
KINDS = {
    "png": "PNG", "webp": "WebP", "lossless-webp": "WebP without loss", "strips": "TIFF, Deflate in strips", "lzw": "TIFF, LZW in strips",
    "plain": "TIFF, not packed", "tiles": "TIFF, Deflate in tiles", "heic": "HEIC, a grid of tiles", "avif": "AVIF", "jxl": "JPEG XL",
}
WORKER = "the memory of its worker counts with its own"
DECIBELS = "to Lanczos-3 in double precision of the pixels that all files were made of, their loss and JPEG's included"


def checks(setting, kind, table, out, region=None):
    """Adds a program; its result is compared with the lossless image."""
    path, whole = setting.picture(f"formats-{kind}"), setting.picture("formats-png")

    def near(result):
        return lambda _: {"decibels": round(pictures.compare(out(result), lambda w, h: pictures.expected(whole, w, h, region)), 1)}

    return lambda label, result, words, needs=None, note="": table.add(label, words, [path], needs, near(result), note)


def needs_for_pillow(kind):
    return "python:pillow_heif" if kind == "heic" else "python:PIL"


def thumb(setting, kind):
    """512 pixels on the longer side: a card in a list, on a fine screen."""
    name = f"formats-{kind}"
    path, out = setting.picture(name), setting.out
    longest = max(setting.displayed(name))
    size = 512 if longest >= 4000 else longest * 512 // 6000
    table = Race(setting, f"thumb-{kind}", f"Thumbnail 512, 24 megapixels: {KINDS[kind]}", setting.few(7), DECIBELS)
    add = checks(setting, kind, table, out)
    add("upright: thumb", "ours.jpg", [setting.program, "thumb", str(size), "--quality", "90", path, "-o", out("ours.jpg"), "--force"], note=WORKER)
    add("vipsthumbnail: -s", "vips.jpg", [
        setting.find("vipsthumbnail") or "", path, "-s", f"{size}x{size}", "-o", out("vips.jpg[Q=90]")], "vipsthumbnail")
    add("pyvips: thumbnail()", "wheel.jpg", setting.peer("pyvips", "thumb", path, out("wheel.jpg"), size), "python:pyvips")
    add("Pillow: thumbnail()", "pillow.jpg", setting.peer("pillow", "thumb", path, out("pillow.jpg"), size), needs_for_pillow(kind))
    add("OpenCV: IMREAD_REDUCED, INTER_AREA", "opencv.jpg", setting.peer("opencv", "thumb", path, out("opencv.jpg"), size, 8), "python:cv2")
    add("ImageMagick: -auto-orient, -thumbnail", "magick.jpg", [
        setting.find("imagemagick") or "", path, "-auto-orient", "-thumbnail", f"{size}x{size}", "-quality", "90", out("magick.jpg")], "imagemagick")
    return table.finish()


def square(setting, kind):
    """A square of 1024 pixels of the image, unscaled."""
    name = f"formats-{kind}"
    path, out = setting.picture(name), setting.out
    x, y, side = crop.region(setting, name)
    table = Race(setting, f"crop-{kind}", f"Crop 1024×1024, 24 megapixels: {KINDS[kind]}", setting.few(7), DECIBELS)
    add = checks(setting, kind, table, out, (x, y, side))
    words = [str(number) for number in (x, y, side, side)]
    add("upright: crop", "ours.jpg", [
        setting.program, "crop", f"{x},{y},{side},{side}", "--quality", "90", path, "-o", out("ours.jpg"), "--force"], note=WORKER)
    stored = words if kind == "heic" else [str(number) for number in (y, setting.row(name)["height"] - x - side, side, side)]
    add("vips: crop, place in the file worked out", "vips.jpg", [setting.find("vips") or "", "crop", path, out("vips.jpg[Q=90]"), *stored], "vips")
    add("pyvips: autorot().crop()", "wheel.jpg", setting.peer("pyvips", "crop", path, out("wheel.jpg"), *words), "python:pyvips")
    add("Pillow: exif_transpose().crop()", "pillow.jpg", setting.peer("pillow", "crop", path, out("pillow.jpg"), *words), needs_for_pillow(kind))
    return table.finish()


def measure(setting):
    present = [kind for kind in KINDS if setting.picture(f"formats-{kind}")]
    for kind in present:
        yield thumb(setting, kind)
    for kind in present:
        if kind in ("tiles", "heic"):
            yield square(setting, kind)
