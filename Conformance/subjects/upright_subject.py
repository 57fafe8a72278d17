"""Calls of the package of this program for Python (docs/python.md)."""
import upright


def run(operation, source, target, *, w, h, x, y):
    kind = {"jpg": "jpeg", "tif": "tiff"}.get(target.rsplit(".", 1)[1], target.rsplit(".", 1)[1])
    with upright.open(source) as image:
        if operation == "thumb":
            data = image.thumbnail_to_bytes((w, h), format=kind)
        elif operation == "crop":
            data = image.crop_to_bytes(x, y, w, h, format=kind)
        elif operation in ("load", "convert"):
            data = image.to_upright(format=kind)
        elif operation in ("bake", "keep"):
            data = image.to_upright()
        else:
            raise NotImplementedError
    with open(target, "wb") as file:
        file.write(data)
