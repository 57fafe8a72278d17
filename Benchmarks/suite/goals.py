"""Compares the project's goals with the measurements."""
import statistics

YES, NO, UNKNOWN = "yes", "**no**", "not measured"
# In place of a peer's name: the fastest one.
BEST = "the quickest"


def label(row):
    """The program of a row: the text before the colon. `floor` is the minimum that the job takes."""
    return row["name"].split(":")[0]


def row(tables, key, name):
    """The first row of a program."""
    return next((found for found in tables.get(key, {}).get("rows", []) if label(found) == name), None)


def best(tables, key):
    """The name of the fastest peer that does the job; None if there is none."""
    others = [found for found in tables.get(key, {}).get("rows", []) if not label(found).startswith(("upright", "floor", "scale")) and found["seconds"]]
    return label(min(others, key=lambda found: statistics.median(found["seconds"]))) if others else None


def ratio(tables, key, peer, measure="seconds"):
    """Our time for each unit of a peer's time, at the median of the rounds; None if one was missing."""
    ours, other = row(tables, key, "upright"), row(tables, key, best(tables, key) if peer == BEST else peer)
    if not ours or not other:
        return None
    if measure == "megabytes":
        return max(ours[measure]) / max(other[measure])
    return statistics.median(a / b for a, b in zip(ours[measure], other[measure]))


class Goal:
    """A sentence, a measured figure, its written form, and whether it is good enough."""

    def __init__(self, text, measured, shown, reached):
        self.text, self.measured, self.shown, self.reached = text, measured, shown, reached

    def cells(self, tables):
        figure = self.measured(tables)
        if figure is None:
            return [self.text, "–", UNKNOWN]
        return [self.text, self.shown.format(figure), YES if self.reached(figure) else NO]


def at_most(text, key, peer, limit, measure="seconds"):
    other = peer.replace("floor", "the floor")
    return Goal(f"{text}: at most {limit} times {other}", lambda tables: ratio(tables, key, peer, measure), "{:.3g} times", lambda it: it <= limit)


def at_least(text, key, peer, limit):
    def measured(tables):
        share = ratio(tables, key, peer)
        return share and 1 / share
    return Goal(f"{text}: {peer} takes at least {limit} times as long", measured, "{:.3g} times", lambda it: it >= limit)


def memory(text, key, limit):
    def measured(tables):
        ours = row(tables, key, "upright")
        return ours and max(ours["megabytes"])
    return Goal(f"{text}: at most {limit} MB", measured, "{:.1f} MB", lambda it: it <= limit)


def milliseconds(text, key, name, limit):
    def measured(tables):
        found = row(tables, key, name)
        return found and found["seconds"] and 1000 * statistics.median(found["seconds"])
    return Goal(f"{text}: at most {limit} ms", measured, "{:.3g} ms", lambda it: it <= limit)


def quality(text, key, limit):
    return Goal(f"{text}: at least {limit} dB", lambda tables: (row(tables, key, "upright") or {}).get("decibels"), "{:.1f} dB", lambda it: it >= limit)


def quality_of_peer(text, key, peer):
    def measured(tables):
        ours, other = row(tables, key, "upright"), row(tables, key, peer)
        return ours and other and ours["decibels"] - other["decibels"]
    return Goal(f"{text}: as near to the source as {peer}", measured, "{:+.2f} dB", lambda it: it >= 0)


def refusal(text, key):
    return Goal(text, lambda tables: (row(tables, key, "upright") or {}).get("refusal"), "{}", lambda said: said.startswith("refused"))


GOALS = [
    at_most("Turn one photo by its tag", "turn-one", "jpegexiforient", 1.3),
    at_most("Turn one photo by its tag", "turn-one", "exiv2", 0.06),
    at_least("Turn 1,000 photos by their tag", "turn-many", "jpegexiforient", 25),
    at_most("Read one photo's orientation", "read-one", "floor", 1.5),
    at_most("Crop, 24 megapixels", "crop-24-420", "pyvips", 0.15),
    at_most("Crop, 24 megapixels", "crop-24-420", "floor", 0.75),
    memory("Crop, 24 megapixels", "crop-24-420", 16),
    at_most("Thumbnail 1024", "thumb-1024", "vipsthumbnail", 0.45),
    at_most("Thumbnail 256", "thumb-256", "vipsthumbnail", 0.33),
    quality("Thumbnail 1024", "thumb-1024", 50),
    quality("Thumbnail 256", "thumb-256", 50),
    at_most("Thumbnail 256, progressive", "thumb-256-progressive", "vipsthumbnail", 0.45),
    at_most("Turn RGBA in memory", "memory-rgba", "memcpy", 1.2),
    at_least("Turn RGBA in memory", "memory-rgba", "OpenCV", 2.5),
    at_most("Turn RGB in memory", "memory-rgb", "memcpy", 2.2),
    at_least("Turn RGB in memory", "memory-rgb", "OpenCV", 3),
    at_least("Turn gray in memory", "memory-gray", "OpenCV", 1.0),
    at_most("Lossless turn", "lossless", "exiftran", 0.3),
    at_most("Lossless turn, memory", "lossless", "exiftran", 0.3, "megabytes"),
    at_most("Lossless turn of a folder in place", "turn-folder", "exiftran", 0.7),
    at_most("Turned upright and re-encoded", "encode", "vips", 0.35),
    at_most("Turned upright and re-encoded, memory", "encode", "vips", 0.5, "megabytes"),
    quality_of_peer("Turned upright and re-encoded", "encode", "vips"),
    at_most("Thumbnail 1024, 1,007 megapixels", "giga-thumb", "vipsthumbnail", 1.0),
    memory("Thumbnail 1024, 1,007 megapixels", "giga-thumb", 96),
    at_most("Crop, 1,007 megapixels", "giga-crop", "pyvips", 0.12),
    milliseconds("Crop, 1,007 megapixels, with an index", "giga-crop", "upright with an index", 20),
    memory("Crop, 1,007 megapixels", "giga-crop", 64),
    at_most("Lossless turn, 1,007 megapixels", "giga-turn", "jpegtran", 0.5),
    memory("Lossless turn, 1,007 megapixels", "giga-turn", 256),
    at_most("Turned upright and re-encoded, 1,006 megapixels", "giga-encode", "vips", 0.5),
    memory("Turned upright and re-encoded, 1,006 megapixels", "giga-encode", 256),
    refusal("What the memory limit forbids is refused before it is begun", "giga-thumb"),
    at_most("Thumbnails 256 of 200 photos on all cores", "folder", "Pillow", 0.6),
]


FORMATS = {
    "png": "PNG", "webp": "WebP", "strips": "TIFF in strips", "tiles": "TIFF in tiles", "heic": "HEIC",
}
for _kind, _name in FORMATS.items():
    GOALS.append(at_most(f"Thumbnail 512 of a {_name}", f"thumb-{_kind}", BEST, 0.9))
    GOALS.append(at_most(f"Thumbnail 512 of a {_name}, memory", f"thumb-{_kind}", BEST, 1.0, "megabytes"))
GOALS.append(at_most("Crop of a TIFF in tiles", "crop-tiles", "vips", 0.5))
GOALS.append(at_most("A million boxes of COCO to YOLO, and from stored to displayed", "labels", "panlabel", 0.3))


def table(tables):
    """The rows of `goal | measured | reached`."""
    return [goal.cells(tables) for goal in GOALS]
