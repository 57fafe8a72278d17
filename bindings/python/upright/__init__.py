"""Upright images: which way is up, boxes that fit, pixels that are rotated once.

    import upright

    with upright.open("photo.jpg") as image:
        image.orientation, image.displayed_size     # 6, (3024, 4032)
        face = image.crop(775, 516, 829, 828, size=(512, 512))   # uint8 (512, 512, 3), upright
        stored = upright.boxes.to_stored([[775, 516, 829, 828]], image)

Two spaces occur everywhere: *displayed* is the image as a person sees it, *stored* is the grid that the file holds.
"""

from __future__ import annotations

from . import boxes, jobs, labels
from ._decode import decode, decode_many
from ._errors import (
    FileError,
    InputError,
    LimitError,
    LossWarning,
    MachineError,
    UnsupportedError,
    UprightError,
    UsageError,
)
from ._fix import fix
from ._image import Image, open, version
from ._info import Finding, Info, probe, probe_many
from ._pixels import Pixels

__version__ = "0.2.0"

__all__ = [
    "FileError", "Finding", "Image", "Info", "InputError", "LimitError", "LossWarning", "MachineError", "Pixels",
    "UnsupportedError", "UprightError", "UsageError", "boxes", "decode", "decode_many", "fix", "jobs", "labels", "open",
    "probe", "probe_many", "version",
]
