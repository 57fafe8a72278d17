"""Pixels against Pillow: exif_transpose, crop, resize. Every tag, every format that Pillow writes here."""

from __future__ import annotations

import io

import numpy as np
import PIL.features
import PIL.Image
import PIL.ImageOps
import pytest

import upright
from conftest import TAGS, corpus, decibels, encoded, run_python, scene, shown

KINDS = {
    "PNG": ({}, np.inf), "JPEG": ({"quality": 95}, 45), "WEBP": ({"lossless": True}, np.inf), "TIFF": ({}, np.inf),
    "AVIF": ({"quality": 90}, 40),  # chroma is enlarged in another way by libavif than by libheif
}


@pytest.fixture(params=[kind for kind in KINDS if kind != "AVIF" or PIL.features.check("avif")])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def opened(kind: str, tag: int, size: "tuple[int, int]" = (83, 60)) -> "tuple[bytes, upright.Image]":
    if kind in ("WEBP", "TIFF", "AVIF"):
        size = (84, 60)
    data = encoded(scene(*size), kind, tag, **KINDS[kind][0])
    return data, upright.open(data)


@pytest.mark.parametrize("tag", TAGS)
def test_the_whole_image_is_what_pillow_displays(kind: str, tag: int) -> None:
    data, image = opened(kind, tag)
    expected = shown(data)
    assert image.displayed_size == (expected.shape[1], expected.shape[0])
    if kind != "AVIF":
        assert image.orientation == tag
    assert decibels(image.numpy(), expected) >= KINDS[kind][1]


@pytest.mark.parametrize("tag", TAGS)
def test_a_displayed_region_is_pillows_crop(kind: str, tag: int) -> None:
    data, image = opened(kind, tag)
    width, height = image.displayed_size
    for x, y, w, h in [(0, 0, 1, 1), (width - 1, height - 1, 1, 1), (7, 11, 30, 20), (0, 0, width, height), (3, 0, 9, height)]:
        expected = shown(data)[y:y + h, x:x + w]
        assert decibels(image.crop(x, y, w, h), expected) >= min(KINDS[kind][1], 40), (x, y, w, h)


@pytest.mark.parametrize("tag", TAGS)
def test_a_stored_region_is_the_same_pixels_upright(tag: int) -> None:
    data, image = opened("PNG", tag)
    x, y, w, h = 5, 9, 31, 17
    part = PIL.Image.open(io.BytesIO(data)).crop((x, y, x + w, y + h))
    exif = PIL.Image.Exif()
    exif[0x0112] = tag
    part.getexif()[0x0112] = tag
    expected = np.asarray(PIL.ImageOps.exif_transpose(part))
    assert np.array_equal(image.crop(x, y, w, h, space="stored"), expected)
    (dx, dy, dw, dh), = upright.boxes.to_displayed([[x, y, w, h]], image)
    assert np.array_equal(image.crop(int(dx), int(dy), int(dw), int(dh)), expected)


def test_a_region_beyond_the_edge_is_clipped(photo: bytes) -> None:
    image = upright.open(photo)
    assert image.crop(140, 195, 100, 100).shape == (8, 10, 3)
    with pytest.raises(upright.UsageError):
        image.crop(1000, 1000, 5, 5)
    with pytest.raises(upright.UsageError):
        image.crop(0, 0, 0, 5)


def test_sizes(photo: bytes) -> None:
    image = upright.open(photo)
    assert image.crop(0, 0, 100, 50, size=(64, 64)).shape == (64, 64, 3)
    assert image.crop(0, 0, 100, 50, size=50).shape == (25, 50, 3)
    assert image.thumbnail(60).shape == (60, 44, 3)
    assert image.thumbnail((1000, 1000)).shape == (203, 150, 3)
    small = PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(photo))).resize((75, 101), PIL.Image.Resampling.LANCZOS)
    assert decibels(image.crop(0, 0, 150, 203, size=(75, 101)), np.asarray(small)) > 38


def test_modes() -> None:
    image = scene(40, 30).convert("RGBA")
    image.putalpha(PIL.Image.linear_gradient("L").resize((40, 30)))
    data = encoded(image, "PNG", 8)
    opened = upright.open(data)
    assert np.array_equal(opened.numpy(mode="RGBA"), shown(data, "RGBA"))
    over = PIL.Image.alpha_composite(PIL.Image.new("RGBA", (30, 40), "white"), PIL.Image.fromarray(shown(data, "RGBA")))
    difference = opened.numpy().astype(int) - np.asarray(over.convert("RGB")).astype(int)
    assert abs(difference).max() <= 1
    gray = upright.open(encoded(scene(40, 30).convert("L"), "PNG", 5))
    assert gray.numpy(mode="L").shape == (40, 30)
    assert np.array_equal(gray.numpy()[..., 1], gray.numpy(mode="L"))


def test_pillow_images_are_equal_to_arrays(photo: bytes) -> None:
    image = upright.open(photo)
    assert np.array_equal(np.asarray(image.pil()), image.numpy())
    assert image.pil().getexif().get(0x0112) is None


def test_without_numpy_pixels_have_the_same_bytes(photo: bytes, tmp_path: object) -> None:
    code = f"""
import sys
sys.modules["numpy"] = None
import upright
image = upright.open({photo!r})
pixels = image.crop(3, 4, 50, 60)
assert pixels.shape == (60, 50, 3) and pixels.view.shape == (60, 50, 3), pixels.shape
assert pixels.__array_interface__["shape"] == (60, 50, 3)
boxes = upright.boxes.to_stored([[1, 2, 3, 4]], image)
assert boxes == [[2.0, 146.0, 4.0, 3.0]], boxes
assert upright.boxes.to_displayed(boxes, image) == [[1.0, 2.0, 3.0, 4.0]]
sys.stdout.write(pixels.tobytes().hex())
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    assert bytes.fromhex(result.stdout) == upright.open(photo).crop(3, 4, 50, 60).tobytes()


@pytest.mark.parametrize("tag", TAGS)
def test_encoded_images_are_upright_and_have_tag_1(kind: str, tag: int) -> None:
    data, image = opened(kind, tag, (80, 64))
    result = image.to_upright()
    again = upright.open(result)
    assert again.orientation == 1 and again.info.format == image.info.format
    assert decibels(np.asarray(PIL.Image.open(io.BytesIO(result)).convert("RGB")), shown(data)) >= min(KINDS[kind][1], 38)


def test_a_jpeg_on_whole_blocks_is_rotated_losslessly() -> None:
    data = encoded(scene(160, 128), "JPEG", 6, quality=90)
    image = upright.open(data)
    assert image.plan()["route"] == "transform"
    assert decibels(shown(image.to_upright()), shown(data)) > 50


def test_retagged_files_keep_their_pixels(photo: bytes) -> None:
    for tag in TAGS:
        result = upright.open(photo).retagged(tag)
        assert PIL.Image.open(io.BytesIO(result)).getexif()[0x0112] == tag
        assert np.array_equal(
            np.asarray(PIL.Image.open(io.BytesIO(result))), np.asarray(PIL.Image.open(io.BytesIO(photo))))


def test_formats_are_chosen(photo: bytes) -> None:
    image = upright.open(photo)
    for word, name in [("jpeg", "JPEG"), ("jpg", "JPEG"), ("png", "PNG"), ("webp", "WEBP"), ("tiff", "TIFF")]:
        assert PIL.Image.open(io.BytesIO(image.thumbnail_to_bytes(32, format=word))).format == name
    assert PIL.Image.open(io.BytesIO(image.crop_to_bytes(1, 2, 30, 40, format="png"))).size == (30, 40)
    with pytest.raises(upright.UsageError):
        image.to_upright(format="nonsense")
    with pytest.raises(upright.UprightError):
        image.to_upright(format="mov")


@pytest.mark.skipif(corpus() is None, reason="UPRIGHT_CORPUS names no folder")
def test_photos_of_cameras_look_as_in_pillow() -> None:
    folder = corpus()
    assert folder is not None
    compared = 0
    for path in sorted([*folder.glob("real/jpg/*.jpg"), *folder.glob("eightway/*.jpg"), *folder.glob("real/webp/Photo*")]):
        try:
            expected = shown(path.read_bytes())
        except OSError:
            continue
        with upright.open(path) as image:
            height, width = expected.shape[:2]
            assert image.displayed_size == (width, height), path
            x, y, w, h = width // 3, height // 4, width // 5 + 1, height // 3 + 1
            part = image.crop(x, y, w, h)
        assert decibels(part, expected[y:y + h, x:x + w]) >= 45, path
        compared += 1
    assert compared > 20
