"""Calls of PyAV: the frame as it is, and rotated by its property."""
import av
from PIL import Image


def answer(image, operation, target, w, h):
    if operation == "thumb":
        image.thumbnail((w, h))
    image.save(target)


def first(source):
    with av.open(source) as container:
        return next(container.decode(video=0))


def plain(operation, source, target, *, w, h, x, y):
    answer(Image.fromarray(first(source).to_ndarray(format="rgb24")), operation, target, w, h)


def rotated(operation, source, target, *, w, h, x, y):
    frame = first(source)
    image = Image.fromarray(frame.to_ndarray(format="rgb24"))
    answer(image.rotate(frame.rotation, expand=True), operation, target, w, h)
