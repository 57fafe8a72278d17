"""A square of 1024 pixels of a large photo, as displayed, delivered at 512: an avatar, a detail."""
import pictures
from racing import Race


def region(setting, name):
    """The position of the square and its side: neither at the top of the file nor on whole blocks."""
    width, height = setting.displayed(name)
    side = 1024 if width >= 3000 else width // 64 * 16
    return width * 3 // 8, height * 5 // 12, side


def race(setting, name, title, rounds=None):
    """All programs on one image of the corpus."""
    path, out = setting.picture(name), setting.out
    x, y, side = region(setting, name)
    size = side // 2
    table = Race(setting, f"crop-{name}", title, rounds, "to Lanczos-3 in double precision of the fully decoded picture, JPEG's own loss included")

    def near(result):
        return lambda _: {"decibels": round(pictures.compare(out(result), lambda w, h: pictures.expected(path, w, h, (x, y, side))), 1)}

    def add(label, result, words, needs=None, note=""):
        table.add(label, words, [path], needs, near(result), note)

    square = [str(number) for number in (x, y, side, size)]
    add("upright: crop", "ours.jpg", [
        setting.program, "crop", f"{x},{y},{side},{side}", "--size", f"{size}x{size}", "--quality", "90", path, "-o", out("ours.jpg"), "--force"])
    add("upright with an index: crop --cache, the index saved before", "indexed.jpg", [
        setting.program, "crop", "--cache", out("indexes"), f"{x},{y},{side},{side}", "--size", f"{size}x{size}", "--quality", "90", path, "-o",
        out("indexed.jpg"), "--force"])
    add("floor: libjpeg, rows skipped, 4/8, no filter, no metadata", "floor.jpg", [
        setting.find("crop_floor") or "", path, out("floor.jpg"), *square[:3]], "crop_floor")
    add("pyvips: autorot().crop()", "vips.jpg", setting.peer("pyvips", "crop", path, out("vips.jpg"), *square), "python:pyvips")
    add("pyvips by hand: sequential, place in the file worked out", "hand.jpg", setting.peer(
        "pyvips", "crop-by-hand", path, out("hand.jpg"), *square), "python:pyvips")
    add("ffmpeg: -vf crop,scale", "ffmpeg.jpg", [
        setting.find("ffmpeg") or "", "-y", "-v", "error", "-i", path, "-vf", f"crop={side}:{side}:{x}:{y},scale={size}:{size}", "-q:v", "2",
        out("ffmpeg.jpg")], "ffmpeg")
    add("Pillow: exif_transpose().crop()", "pillow.jpg", setting.peer("pillow", "crop", path, out("pillow.jpg"), *square), "python:PIL")
    add("OpenCV: imread()[…]", "opencv.jpg", setting.peer("opencv", "crop", path, out("opencv.jpg"), *square), "python:cv2")
    add("ImageMagick: -auto-orient -crop", "magick.jpg", [
        setting.find("imagemagick") or "", path, "-auto-orient", "-crop", f"{side}x{side}+{x}+{y}", "+repage", "-resize", f"{size}x{size}",
        "-quality", "90", out("magick.jpg")], "imagemagick")
    return table.finish()


def measure(setting):
    yield race(setting, "24-420", "Crop 1024×1024 to 512×512, 24 megapixels, tag 6")
    if setting.picture("100-420"):
        yield race(setting, "100-420", "Crop 1024×1024 to 512×512, 100 megapixels, tag 6", setting.few(5))
