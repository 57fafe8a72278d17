"""What runs the program: label files, and files fixed in place."""

from __future__ import annotations

import io
import json
import pathlib
import subprocess
import sys

import numpy as np
import PIL.Image
import pytest

import upright
from conftest import ROOT, encoded, scene, shown
from upright import _native

pytestmark = pytest.mark.skipif(
    not (pathlib.Path(_native.PATH).parent / "upright").exists(), reason="there is no program beside the library")


@pytest.fixture
def data_set(tmp_path: pathlib.Path) -> pathlib.Path:
    """Two photos with tag 6, of 80 x 48 stored pixels, and boxes in the stored image."""
    images = tmp_path / "images"
    images.mkdir()
    for number in (1, 2):
        (images / f"{number}.jpg").write_bytes(encoded(scene(80, 48), "JPEG", 6, quality=95))
    coco = {
        "images": [{"id": number, "file_name": f"{number}.jpg", "width": 80, "height": 48} for number in (1, 2)],
        "annotations": [
            {"id": number, "image_id": number, "category_id": 1, "bbox": [60, 5, 10, 20], "area": 200, "iscrowd": 0}
            for number in (1, 2)
        ],
        "categories": [{"id": 1, "name": "face"}],
    }
    (tmp_path / "stored.json").write_text(json.dumps(coco))
    return tmp_path


def test_the_space_of_labels_is_found_out_and_changed(data_set: pathlib.Path) -> None:
    lines = upright.labels.audit(data_set / "stored.json", data_set / "images")
    assert lines[-1]["verdict"] == "stored", lines[-1]
    upright.labels.convert(
        data_set / "stored.json", data_set / "displayed.json", images=data_set / "images", from_space="stored",
        to_space="displayed")
    found = json.loads((data_set / "displayed.json").read_text())
    info = upright.probe(data_set / "images" / "1.jpg")
    expected = upright.boxes.to_displayed([60, 5, 10, 20], info).tolist()
    assert found["annotations"][0]["bbox"] == expected
    assert (found["images"][0]["width"], found["images"][0]["height"]) == info.displayed_size
    with pytest.raises(upright.UprightError):
        upright.labels.convert(
            data_set / "stored.json", data_set / "displayed.json", images=data_set / "images", from_space="stored",
            to_space="displayed")


def test_the_module_runs_the_program(data_set: pathlib.Path) -> None:
    image = str(data_set / "images" / "1.jpg")
    call = subprocess.run(
        [sys.executable, "-B", "-m", "upright", "info", "--json", image], cwd=ROOT / "bindings" / "python",
        stdout=subprocess.PIPE, check=True)
    assert json.loads(call.stdout)["orientation"] == 6
    call = subprocess.run(
        [sys.executable, "-B", "-m", "upright", "info", image + "x"], cwd=ROOT / "bindings" / "python",
        stderr=subprocess.PIPE, check=False)
    assert call.returncode == 74 and b"1.jpgx" in call.stderr


def test_faults_of_the_program_are_exceptions(data_set: pathlib.Path) -> None:
    with pytest.raises(upright.UprightError) as missing:
        upright.labels.audit(data_set / "missing.json", data_set / "images")
    assert missing.value.code and "missing" in str(missing.value)
    with pytest.raises(upright.UsageError):
        upright.fix(data_set / "images" / "1.jpg", edge="nonsense")


def test_fix_in_place(data_set: pathlib.Path) -> None:
    path = data_set / "images" / "1.jpg"
    before = shown(path.read_bytes())
    planned = upright.fix(path, dry_run=True)
    assert planned[0]["route"] == "transform" and upright.probe(path).orientation == 6
    lines = upright.fix([path, data_set / "images" / "2.jpg"], journal=data_set / "journal.jsonl")
    assert len([line for line in lines if "path" in line]) == 2
    again = PIL.Image.open(io.BytesIO(path.read_bytes()))
    assert again.getexif().get(0x0112, 1) == 1
    assert np.abs(np.asarray(again).astype(int) - before.astype(int)).mean() < 1


def test_a_name_that_looks_like_an_option_is_a_file(data_set: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data_set)
    pathlib.Path("--json").write_bytes(encoded(scene(80, 48), "JPEG", 6))
    assert upright.fix("--json", output="out.jpg")[0]["output"] == "out.jpg"
