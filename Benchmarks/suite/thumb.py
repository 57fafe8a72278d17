"""An upright thumbnail of one large photo: time as a JPEG of quality 90, and the accuracy of its pixels before any
JPEG, as a PNG.
"""
import pictures
from racing import Race


def sizes(setting, name):
    """The longer side of a large and of a small thumbnail."""
    longest = max(setting.displayed(name))
    return (1024, 256) if longest >= 4000 else (longest * 1024 // 6000, longest * 256 // 6000)


def race(setting, name, size, key, title, rounds=None):
    """All programs on one image of the corpus."""
    path, out = setting.picture(name), setting.out
    longest = max(setting.displayed(name))
    # libjpeg scales down by 1, 2, 4 and 8 at full speed: the largest factor that still leaves the thumbnail's size.
    denominator = max(number for number in (1, 2, 4, 8) if longest // number >= size)
    table = Race(setting, key, title, rounds, "to Lanczos-3 in double precision of the fully decoded picture, before JPEG")

    def add(label, result, words_to, needs=None):
        def true(_):
            target = out(result + ".png")
            setting.call(words_to(target))
            near = pictures.compare(target, lambda w, h: pictures.expected(path, w, h))
            pictures.compare(out(result + ".jpg"), lambda w, h: pictures.expected(path, w, h))
            return {"decibels": round(near, 1)}
        table.add(label, words_to(out(result + ".jpg")), [path], needs, true)

    box = f"{size}x{size}"
    add("upright: thumb", "ours", lambda target: [
        setting.program, "thumb", str(size), "--quality", "90", path, "-o", target, "--force"])
    for number in dict.fromkeys((denominator, max(denominator // 2, 1))):
        table.add(f"floor: libjpeg, decoded at 1/{number}, nothing else", [setting.find("decode_floor") or "", path, str(8 // number)], [path],
                  "decode_floor")
    add("vipsthumbnail: -s", "vips", lambda target: [
        setting.find("vipsthumbnail") or "", path, "-s", box, "-o", target + ("[Q=90]" if target.endswith("jpg") else "")], "vipsthumbnail")
    add("Pillow: draft(), thumbnail()", "pillow", lambda target: setting.peer("pillow", "thumb", path, target, size), "python:PIL")
    add("OpenCV: IMREAD_REDUCED, INTER_AREA", "opencv", lambda target: setting.peer("opencv", "thumb", path, target, size, denominator), "python:cv2")
    add("ImageMagick: -define jpeg:size, -thumbnail", "magick", lambda target: [
        setting.find("imagemagick") or "", "-define", f"jpeg:size={2 * size}x{2 * size}", path, "-auto-orient", "-thumbnail", box, "-quality", "90",
        target], "imagemagick")
    return table.finish()


def measure(setting):
    large, small = sizes(setting, "24-420")
    yield race(setting, "24-420", large, "thumb-1024", "Thumbnail 1024, 24 megapixels, tag 6")
    yield race(setting, "24-420", small, "thumb-256", "Thumbnail 256, 24 megapixels, tag 6")
    yield race(setting, "24-progressive", small, "thumb-256-progressive", "Thumbnail 256, 24 megapixels, progressive, tag 6", setting.few(5))
