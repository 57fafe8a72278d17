"""Pixels against Pillow: exif_transpose, crop, resize. Every tag, every format that Pillow writes here."""

from __future__ import annotations

import io
import pathlib

import numpy as np
import PIL.features
import PIL.Image
import PIL.ImageOps
import pytest

import upright
from conftest import TAGS, corpus, decibels, encoded, run_python, scene, shown

# How Pillow encodes an image, and the decibels at which what is decoded must be Pillow's.
KINDS = {
    "PNG": ("PNG", {}, np.inf), "JPEG": ("JPEG", {"quality": 95}, np.inf), "TIFF": ("TIFF", {}, np.inf),
    "JPEG 4:4:4": ("JPEG", {"quality": 95, "subsampling": 0}, np.inf), "WEBP": ("WEBP", {"lossless": True}, np.inf),
    "AVIF 4:4:4": ("AVIF", {"quality": 90, "subsampling": "4:4:4"}, 45),
    # Its chroma is enlarged in another way by libavif (Pillow) than by libheif.
    "AVIF": ("AVIF", {"quality": 90}, 40),
}
LOSSLESS = ("PNG", "WEBP", "TIFF")


@pytest.fixture(params=[kind for kind in KINDS if "AVIF" not in kind or PIL.features.check("avif")])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def opened(kind: str, tag: int, size: "tuple[int, int]" = (83, 60)) -> "tuple[bytes, upright.Image]":
    name, options, _ = KINDS[kind]
    if name in ("WEBP", "TIFF", "AVIF"):
        size = (84, 60)
    data = encoded(scene(*size), name, tag, **options)
    return data, upright.open(data)


@pytest.mark.parametrize("tag", TAGS)
def test_the_whole_image_is_what_pillow_displays(kind: str, tag: int) -> None:
    data, image = opened(kind, tag)
    expected = shown(data)
    assert image.displayed_size == (expected.shape[1], expected.shape[0])
    if "AVIF" not in kind:
        assert image.orientation == tag
    assert decibels(image.numpy(), expected) >= KINDS[kind][2]


@pytest.mark.parametrize("tag", TAGS)
def test_a_displayed_region_is_pillows_crop(kind: str, tag: int) -> None:
    data, image = opened(kind, tag)
    width, height = image.displayed_size
    for x, y, w, h in [(0, 0, 1, 1), (width - 1, height - 1, 1, 1), (7, 11, 30, 20), (0, 0, width, height), (3, 0, 9, height)]:
        expected = shown(data)[y:y + h, x:x + w]
        assert decibels(image.crop(x, y, w, h), expected) >= KINDS[kind][2], (x, y, w, h)


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


@pytest.mark.parametrize("size", [(75, 101), (120, 160), (300, 406), (20, 27), (64, 64)])
def test_resizing_is_pillows_with_the_same_filter(size: "tuple[int, int]") -> None:
    """Lanczos. Far smaller JPEGs are decoded at a reduced size first, which Pillow only does if `draft` asks for it."""
    for kind, least in [("PNG", 55), ("JPEG", 50 if min(size) >= 60 else 45)]:
        data = encoded(scene(203, 150), kind, 6)
        full = PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(data)))
        expected = np.asarray(full.resize(size, PIL.Image.Resampling.LANCZOS))
        assert decibels(upright.open(data).crop(0, 0, 150, 203, size=size), expected) >= least, kind


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
    found = decibels(np.asarray(PIL.Image.open(io.BytesIO(result)).convert("RGB")), shown(data))
    # Moved blocks are the same; JPEG's smooth enlargement of chroma is not the same in all directions. AVIF is encoded
    # again, which loses something.
    assert found >= (np.inf if kind in LOSSLESS else 45 if "JPEG" in kind else 40)


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


def corpus_files() -> "list[pathlib.Path]":
    folder = corpus()
    patterns = ["real/jpg/*", "real/png/**/*", "real/webp/*", "real/tif/*", "eightway/Landscape_1.jpg", "eightway/Portrait_6.jpg"]
    found = (path for pattern in patterns for path in (folder.glob(pattern) if folder else []))
    return sorted(path for path in found if path.is_file())


@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.name)
def test_photos_of_cameras_look_as_in_pillow_for_all_tags(path: pathlib.Path) -> None:
    """Whole images and regions. Both use the same decoders for JPEG, PNG and WebP, so nothing may differ."""
    data = path.read_bytes()
    try:
        stored = PIL.Image.open(io.BytesIO(data))
        stored.load()
    except (OSError, SyntaxError):
        pytest.skip("Pillow does not read it")
    # Over white is upright's choice where Pillow drops alpha, so images with alpha are compared with it.
    mode = "RGBA" if "A" in stored.mode or "transparency" in stored.info else "RGB"
    stored = stored.convert(mode)
    for tag in TAGS:
        stored.getexif()[0x0112] = tag
        expected = np.asarray(PIL.ImageOps.exif_transpose(stored))
        with upright.open(upright.open(data).retagged(tag)) as image:
            assert image.orientation == tag
            height, width = expected.shape[:2]
            assert image.displayed_size == (width, height)
            assert np.array_equal(image.numpy(mode=mode), expected), tag
            x, y, w, h = width // 3, height // 4, width // 5 + 1, height // 3 + 1
            assert np.array_equal(image.crop(x, y, w, h, mode=mode), expected[y:y + h, x:x + w]), tag


@pytest.mark.skipif(corpus() is None, reason="UPRIGHT_CORPUS names no folder")
def test_the_corpus_has_photos_that_pillow_reads() -> None:
    assert sum(path.suffix.lower() in (".jpg", ".jpeg") for path in corpus_files()) >= 15
