"""Images for tests, made by Pillow, which shares no code with Upright."""

from __future__ import annotations

import io
import os
import pathlib
import subprocess
import sys

import numpy as np
import PIL.Image
import PIL.ImageOps
import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
os.environ.setdefault("UPRIGHT_LIBRARY", str(ROOT / ".build" / "debug" / "libupright-c.so"))
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "examples"))

TAGS = range(1, 9)


def scene(width: int, height: int) -> PIL.Image.Image:
    """Smooth colors that differ in every corner, so that no orientation looks like another."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    red, green = 255 * x / max(1, width - 1), 255 * y / max(1, height - 1)
    blue = 127 + 90 * np.sin(x / 17) * np.cos(y / 23)
    return PIL.Image.fromarray(np.stack([red, green, blue], axis=-1).round().astype(np.uint8), "RGB")


def encoded(image: PIL.Image.Image, kind: str, tag: int, **options: object) -> bytes:
    """The file's bytes with an orientation tag."""
    exif = PIL.Image.Exif()
    exif[0x0112] = tag
    stream = io.BytesIO()
    image.save(stream, kind, exif=exif.tobytes() if kind != "TIFF" else exif, **options)
    return stream.getvalue()


def shown(data: bytes, mode: str = "RGB") -> np.ndarray:
    """What Pillow displays."""
    return np.asarray(PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(data))).convert(mode))


def decibels(one: np.ndarray, other: np.ndarray) -> float:
    """The peak signal-to-noise ratio."""
    assert one.shape == other.shape, (one.shape, other.shape)
    error = np.mean((one.astype(np.float64) - other.astype(np.float64)) ** 2)
    return float("inf") if error == 0 else 10 * np.log10(255 * 255 / error)


def corpus() -> "pathlib.Path | None":
    """The folder of real images that UPRIGHT_CORPUS names."""
    folder = os.environ.get("UPRIGHT_CORPUS")
    return pathlib.Path(folder) if folder and pathlib.Path(folder).is_dir() else None


def run_python(code: str, timeout: float = 60) -> "subprocess.CompletedProcess[str]":
    """Runs Python code in a process of its own."""
    path = os.pathsep.join([str(HERE.parent), str(HERE)])
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
        timeout=timeout)


@pytest.fixture(scope="session")
def photo() -> bytes:
    """A JPEG of 203 x 150 stored pixels with tag 6."""
    return encoded(scene(203, 150), "JPEG", 6, quality=95)
