"""Converts a million COCO boxes to YOLO, as displayed instead of as stored; the peer, which has no spaces, does
everything else.
"""
import io
import json
import os
import random

from PIL import Image

from racing import Race, Wrong

WIDTH, HEIGHT = 64, 48
PER_PICTURE = 200


def tagged(tag):
    """A small photo with a tag."""
    held = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = tag
    Image.new("RGB", (WIDTH, HEIGHT), (90, 120, 150)).save(held, "JPEG", exif=exif.tobytes())
    return held.getvalue()


def data_set(setting, count):
    """A folder with photos of all tags and `annotations.json` next to it, as a program without spaces between tokens
    writes it.
    """
    folder = setting.out("labels")
    os.makedirs(os.path.join(folder, "images"))
    photos, numbers = [tagged(tag) for tag in range(1, 9)], random.Random(7)
    images, boxes = [], []
    for picture in range(count // PER_PICTURE):
        name = f"{picture:06d}.jpg"
        with open(os.path.join(folder, "images", name), "wb") as file:
            file.write(photos[picture % 8])
        images.append({"id": picture + 1, "file_name": name, "width": WIDTH, "height": HEIGHT})
        for _ in range(PER_PICTURE):
            x, y = round(numbers.uniform(0, WIDTH - 9), 2), round(numbers.uniform(0, HEIGHT - 9), 2)
            wide, high = round(numbers.uniform(1, WIDTH - x), 2), round(numbers.uniform(1, HEIGHT - y), 2)
            boxes.append({
                "id": len(boxes) + 1, "image_id": picture + 1, "category_id": 1 + numbers.randrange(80), "bbox": [x, y, wide, high],
                "area": round(wide * high, 2), "iscrowd": 0})
    names = [{"id": number + 1, "name": f"thing-{number + 1}"} for number in range(80)]
    path = os.path.join(folder, "annotations.json")
    with open(path, "w") as file:
        json.dump({"images": images, "annotations": boxes, "categories": names}, file)
    return folder, path, boxes


def rows(folder, picture):
    """The rows of one image."""
    for place in (folder, os.path.join(folder, "labels")):
        path = os.path.join(place, f"{picture:06d}.txt")
        if os.path.exists(path):
            with open(path) as file:
                return [[float(word) for word in line.split()] for line in file]
    raise Wrong(f"there is no file of picture {picture}")


def middle(box, turned):
    """The center of a box relative to the photo of tag 6, as stored or as displayed."""
    x, y = (box[0] + box[2] / 2) / WIDTH, (box[1] + box[3] / 2) / HEIGHT
    return (1 - y, x) if turned else (x, y)


def measure(setting):
    count = 2_000 if setting.checking else 1_000_000
    folder, path, boxes = data_set(setting, count)
    table = Race(setting, "labels", f"COCO to YOLO, {count:,} boxes on {count // PER_PICTURE:,} photos of all tags", setting.few(5))

    def holds(out, turned):
        def check(_):
            found = rows(out, 5)
            if len(found) != PER_PICTURE:
                raise Wrong(f"{len(found)} rows instead of {PER_PICTURE}")
            wanted = sorted(middle(box["bbox"], turned) for box in boxes[5 * PER_PICTURE:6 * PER_PICTURE])
            for one, other in zip(sorted((row[1], row[2]) for row in found), wanted):
                if abs(one[0] - other[0]) > 1e-5 or abs(one[1] - other[1]) > 1e-3:
                    raise Wrong(f"a box lies at {one}, not at {other}")
        return check

    ours, theirs = setting.out("labels-ours"), setting.out("labels-panlabel")
    table.add("upright: labels convert --from-space stored --to-space displayed", lambda number: [
        setting.program, "labels", "convert", "--to", "yolo", "--from-space", "stored", "--to-space", "displayed", "--images", os.path.join(folder, "images"), "--force",
        "-o", f"{ours}-{number}", path], [path], check=holds(f"{ours}-0", True))
    panlabel = os.path.join(os.path.dirname(setting.python), "panlabel")
    table.add("panlabel: convert, as stored", lambda number: [
        panlabel, "convert", "--from", "coco", "--to", "yolo", "-i", path, "-o", f"{theirs}-{number}", "--allow-lossy"], [path],
        "python:panlabel", holds(f"{theirs}-0", False))
    yield table.finish()
