"""The pixels of a large JPEG rotated upright losslessly, block by block."""
import pictures
from racing import Race


def measure(setting):
    path, out = setting.picture("24-420"), setting.out
    table = Race(setting, "lossless", "Lossless turn, 24 megapixels, tag 6", decibels="to the turned pixels of the source; no loss but rounding")

    def turned(result):
        """The blocks are in their positions; a note reports a tag that would rotate the image once more."""
        def check(_):
            near = pictures.compare(out(result), lambda w, h: pictures.expected(path, w, h), 40, tag=1)
            kept = pictures.tag_of(out(result)) != 1
            return {"decibels": round(near, 1), "note": "leaves the tag at 6: viewers turn the picture once more" if kept else ""}
        return check

    table.add("upright: fix", [setting.program, "fix", path, "-o", out("ours.jpg"), "--force"], [path], check=turned("ours.jpg"))
    table.add("exiftran: -a", [setting.find("exiftran") or "", "-a", "-o", out("exiftran.jpg"), path], [path], "exiftran", turned("exiftran.jpg"))
    table.add("jpegtran: -rotate 90", [
        setting.find("jpegtran") or "", "-copy", "all", "-rotate", "90", "-outfile", out("jpegtran.jpg"), path], [path], "jpegtran",
              turned("jpegtran.jpg"))
    table.add("jpegtran -optimize: -rotate 90", [
        setting.find("jpegtran") or "", "-copy", "all", "-optimize", "-rotate", "90", "-outfile", out("optimised.jpg"), path], [path], "jpegtran",
              turned("optimised.jpg"))
    yield table.finish()
