"""The examples, each against an outside oracle."""

from __future__ import annotations

import io
import json
import pathlib
import subprocess
import sys

import numpy as np
import PIL.Image
import PIL.ImageOps
import pytest

import upright
from conftest import HERE, TAGS, decibels, encoded, scene, shown
from detection_dataset import DetectionDataset
from resize_images import UprightResizer

EXAMPLES = HERE.parent / "examples"


def marked(tag: int) -> "tuple[bytes, tuple[int, int, int, int]]":
    """A stored image of 96 x 64 pixels with a red box at the stored place that is returned."""
    image = PIL.Image.new("RGB", (96, 64), (20, 40, 60))
    box = (12, 20, 30, 8)
    image.paste((250, 10, 10), (box[0], box[1], box[0] + box[2], box[1] + box[3]))
    return encoded(image, "PNG", tag), box


@pytest.mark.parametrize("space", ["stored", "displayed"])
def test_boxes_of_the_data_set_are_where_pillow_shows_the_object(tmp_path: pathlib.Path, space: str) -> None:
    images, rows = [], []
    for tag in TAGS:
        data, box = marked(tag)
        (tmp_path / f"{tag}.png").write_bytes(data)
        if space == "displayed":
            red = np.argwhere(shown(data)[..., 0] > 200)
            (top, left), (bottom, right) = red.min(0), red.max(0)
            box = (int(left), int(top), int(right - left + 1), int(bottom - top + 1))
        images.append({"id": tag, "file_name": f"{tag}.png"})
        rows.append({"image_id": tag, "category_id": tag, "bbox": box})
    (tmp_path / "coco.json").write_text(json.dumps({"images": images, "annotations": rows}))
    data_set = DetectionDataset(str(tmp_path), str(tmp_path / "coco.json"), space, side=192)
    assert len(data_set) == 8
    for index in range(8):
        pixels, target = data_set[index]
        (left, top, right, bottom), = target["boxes"]
        red = np.argwhere(pixels[..., 0] > 135)
        assert np.abs(red.min(0) - (top, left)).max() <= 1.5 and np.abs(red.max(0) + 1 - (bottom, right)).max() <= 1.5
        resized = PIL.ImageOps.exif_transpose(PIL.Image.open(tmp_path / f"{index + 1}.png")).resize((192, 192), PIL.Image.Resampling.LANCZOS)
        assert decibels(pixels, np.asarray(resized)) > 35
        assert target["labels"].tolist() == [index + 1]


def test_the_data_set_runs_as_a_program(tmp_path: pathlib.Path) -> None:
    (tmp_path / "1.png").write_bytes(marked(6)[0])
    (tmp_path / "coco.json").write_text(json.dumps({
        "images": [{"id": 1, "file_name": "1.png"}],
        "annotations": [{"image_id": 1, "category_id": 3, "bbox": marked(6)[1]}]}))
    call = [sys.executable, EXAMPLES / "detection_dataset.py", tmp_path, tmp_path / "coco.json", "stored"]
    result = subprocess.run(call, env={"PYTHONPATH": str(HERE.parent), **_environment()}, capture_output=True, text=True)
    assert result.returncode == 0 and "1.png (512, 512, 3)" in result.stdout, result.stderr


@pytest.mark.parametrize("tag", TAGS)
def test_resized_images_look_like_pillows(tag: int) -> None:
    data = encoded(scene(640, 360), "JPEG", tag, quality=95)
    result = UprightResizer(128)(io.BytesIO(data))
    whole = PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(data)))
    assert (result.original_width, result.original_height, result.orientation) == (*whole.size, tag)
    assert result.error is None and result.image is not None
    found = PIL.Image.open(io.BytesIO(result.image))
    assert found.size == (result.width, result.height) and max(found.size) == 128
    assert found.getexif().get(0x0112, 1) == 1
    assert decibels(np.asarray(found), np.asarray(whole.resize(found.size, PIL.Image.Resampling.LANCZOS))) > 38


def test_a_resizer_outlives_hostile_files() -> None:
    resizer = UprightResizer(64, max_pixels=10_000)
    for data in [b"", b"no image", encoded(scene(200, 100), "JPEG", 6), encoded(scene(20, 10), "PNG", 3)[:60]]:
        result = resizer(io.BytesIO(data))
        assert result.image is None and result.error


def test_the_resizer_runs_as_a_program(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.jpg").write_bytes(encoded(scene(64, 32), "JPEG", 6))
    (tmp_path / "out").mkdir()
    call = [sys.executable, EXAMPLES / "resize_images.py", "16", tmp_path / "out", tmp_path / "a.jpg"]
    result = subprocess.run(call, env={"PYTHONPATH": str(HERE.parent), **_environment()}, capture_output=True, text=True)
    assert result.returncode == 0 and "8x16, tag 6 applied" in result.stdout, result.stderr
    assert PIL.Image.open(tmp_path / "out" / "a.jpg").size == (8, 16)


@pytest.mark.parametrize("space", ["stored", "displayed"])
@pytest.mark.parametrize("processes", [None, 2])
def test_boxes_of_a_hugging_face_set_are_where_the_object_is(
    tmp_path: pathlib.Path, space: str, processes: "int | None"
) -> None:
    datasets = pytest.importorskip("datasets")
    from hugging_face import upright_row

    rows = []
    for tag in TAGS:
        data, box = marked(tag)
        if space == "displayed":
            box = _red(shown(data))
        path = tmp_path / f"{tag}.png"
        path.write_bytes(data)
        image = {"bytes": data, "path": None} if tag % 2 else {"bytes": None, "path": str(path)}
        rows.append({"image": image, "objects": {"bbox": [box], "category": [tag]}})
    data_set = datasets.Dataset.from_list(rows).cast_column("image", datasets.Image(decode=False))
    before = data_set.cast_column("image", datasets.Image())
    mapped = data_set.map(
        upright_row, fn_kwargs={"space": space, "side": 192}, features=data_set.features, num_proc=processes,
    ).cast_column("image", datasets.Image())
    assert len(mapped) == 8
    for number, (old, new) in enumerate(zip(before, mapped)):
        pixels = np.asarray(new["image"])
        assert pixels.shape == (192, 192, 3)
        # What the feature itself shows, which applies the tag by Pillow.
        whole = old["image"].convert("RGB").resize((192, 192), PIL.Image.Resampling.LANCZOS)
        assert decibels(pixels, np.asarray(whole)) > 35
        box = new["objects"]["bbox"][0]
        assert np.abs(np.subtract(box, _red(pixels, 135))).max() <= 3 and new["objects"]["category"] == [number + 1]


def test_a_hugging_face_folder_runs_as_a_program(tmp_path: pathlib.Path) -> None:
    datasets = pytest.importorskip("datasets")
    (tmp_path / "in").mkdir()
    data, box = marked(6)
    (tmp_path / "in" / "a.png").write_bytes(data)
    (tmp_path / "in" / "metadata.jsonl").write_text(
        json.dumps({"file_name": "a.png", "objects": {"bbox": [box], "category": [3]}}) + "\n")
    call = [sys.executable, EXAMPLES / "hugging_face.py", tmp_path / "in", tmp_path / "out"]
    environment = {**_environment(), "PYTHONPATH": str(HERE.parent), "HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    result = subprocess.run(call, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    row = datasets.load_from_disk(tmp_path / "out")[0]
    assert row["image"].size == (512, 512)
    red = _red(np.asarray(row["image"]), 135)
    assert np.abs(np.subtract(row["objects"]["bbox"][0], red)).max() <= 8


@pytest.mark.parametrize("tag", TAGS)
def test_detections_are_where_pillow_shows_the_object(tag: int) -> None:
    supervision = pytest.importorskip("supervision")
    from supervision_detections import fiftyone_boxes, upright_detections

    data, (left, top, width, height) = marked(tag)
    mask = np.zeros((1, 64, 96), dtype=bool)
    mask[0, top:top + height, left:left + width] = True
    found = supervision.Detections(
        xyxy=np.array([[left, top, left + width, top + height]], dtype=np.float32), mask=mask,
        class_id=np.array([tag]), confidence=np.array([0.5], dtype=np.float32), data={"name": np.array(["mark"])})
    with upright.open(data) as image:
        mapped = upright_detections(found, image)
        shares = fiftyone_boxes(found.xyxy, image)
    expected = _red(shown(data))
    left, top, width, height = expected
    assert mapped.xyxy.tolist() == [[left, top, left + width, top + height]] and mapped.xyxy.dtype == np.float32
    assert np.array_equal(mapped.mask[0], shown(data)[..., 0] > 200)
    assert mapped.class_id.tolist() == [tag] and mapped.confidence.tolist() == [0.5] and mapped.data["name"][0] == "mark"
    sides = np.array([*PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(data))).size] * 2)
    assert np.allclose(np.array(shares[0]) * sides, expected)


def test_detections_run_as_a_program(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("supervision")
    (tmp_path / "6.png").write_bytes(marked(6)[0])
    call = [sys.executable, EXAMPLES / "supervision_detections.py", tmp_path / "6.png", "12,20,42,28"]
    result = subprocess.run(call, env={"PYTHONPATH": str(HERE.parent), **_environment()}, capture_output=True, text=True)
    assert result.returncode == 0 and result.stdout.splitlines()[0] == "[[36.0, 12.0, 44.0, 42.0]]", result


def _red(pixels: "np.ndarray", least: int = 200) -> "tuple[int, int, int, int]":
    """Where the object is: left, top, width, height."""
    red = np.argwhere(pixels[..., 0] > least)
    (top, left), (bottom, right) = red.min(0), red.max(0)
    return int(left), int(top), int(right - left + 1), int(bottom - top + 1)


def _environment() -> "dict[str, str]":
    import os

    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_examples_are_short() -> None:
    for path in EXAMPLES.glob("*.py"):
        assert len(path.read_text().splitlines()) <= 60, path
