"""What runs the program: label files, and files fixed in place."""

from __future__ import annotations

import errno
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

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


def test_no_files_have_no_results() -> None:
    assert upright.fix([]) == [] and upright.fix(iter(()), dry_run=True, edge="trim") == []


def test_a_name_that_looks_like_an_option_is_a_file(data_set: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data_set)
    pathlib.Path("--json").write_bytes(encoded(scene(80, 48), "JPEG", 6))
    assert upright.fix("--json", output="out.jpg")[0]["output"] == "out.jpg"


def broken_set(data_set: pathlib.Path) -> pathlib.Path:
    """Labels with rows that no other format can express: a box of text, a missing image, a mask that is too short."""
    coco = json.loads((data_set / "stored.json").read_text())
    row = {"image_id": 1, "category_id": 1, "bbox": [60, 5, 10, 20], "area": 200, "iscrowd": 0}
    coco["annotations"] += [
        {**row, "id": 11, "bbox": [60, 5, "x", 20]}, {**row, "id": 12, "image_id": 77},
        {**row, "id": 13, "iscrowd": 1, "segmentation": {"counts": [0, 10], "size": [48, 80]}},
        {**row, "id": 14, "segmentation": [[60, 5, 65, 9, 61, 30]]}]
    path = data_set / "broken.json"
    path.write_text(json.dumps(coco))
    return path


def test_rows_that_are_left_out_are_in_the_result(data_set: pathlib.Path) -> None:
    labels, images = broken_set(data_set), data_set / "images"
    *problems, totals = upright.labels.convert(labels, data_set / "yolo", images=images, from_space="stored", to="yolo")
    # What is written are two rows of the data set, and the one with an outline, whose outline YOLO's boxes lack.
    assert totals["files"] == 3 and totals["regions"] == 3
    assert [problem["id"] for problem in problems if problem["broken"]] == ["11", "12", "13"]
    assert [problem["code"] for problem in problems if not problem["broken"]] == ["detail-lost"]
    assert "iscrowd" in json.dumps(json.loads(labels.read_text())) and problems[0]["field"] == "annotations[2].bbox[2]"
    kept = upright.labels.convert(
        labels, data_set / "displayed.json", images=images, from_space="stored", to_space="displayed")
    assert {row["id"] for row in kept[:-1] if row["broken"] and "id" in row} == {"11", "12", "13"} and "files" in kept[-1]
    # The first image has rows that cannot be rotated, and a stated size: it stays as a whole, and is named.
    before, after = json.loads(labels.read_text()), json.loads((data_set / "displayed.json").read_text())
    assert any("1.jpg" in row["message"] for row in kept[:-1] if "id" not in row)
    assert before["images"][0] == after["images"][0] and before["images"][1] != after["images"][1]
    for one, other in zip(before["annotations"], after["annotations"]):
        assert (one == other) == (one["image_id"] != 2)
    with pytest.raises(upright.InputError, match=r"annotations\[2\].bbox\[2\]: expected a number") as strict:
        upright.labels.convert(
            labels, data_set / "strict", images=images, from_space="stored", to="yolo", strict=True)
    assert strict.value.code == 2 and not (data_set / "strict").exists() and "{" not in str(strict.value)
    assert {row.get("id") for row in upright.labels.audit(labels, images)} >= {"11", "12", "13"}


def test_a_conversion_without_images_writes_nothing_and_says_so(data_set: pathlib.Path) -> None:
    (data_set / "empty").mkdir()
    for change in ({"to_space": "displayed"}, {"to": "yolo", "to_space": "displayed"}):
        with pytest.raises(upright.UprightError, match="images=") as nothing:
            upright.labels.convert(
                data_set / "stored.json", data_set / "out", images=data_set / "empty", from_space="stored", **change)
        assert "--" not in str(nothing.value) and not (data_set / "out").exists()


def test_images_that_are_there_but_damaged_are_named(data_set: pathlib.Path) -> None:
    damaged = data_set / "damaged"
    damaged.mkdir()
    (damaged / "1.jpg").write_bytes((data_set / "images" / "1.jpg").read_bytes()[:100])
    (damaged / "note.txt").write_text("no image")
    (damaged / "unlabelled.jpg").write_bytes(b"")
    yolo = data_set / "yolo-labels"
    yolo.mkdir()
    (yolo / "1.txt").write_text("0 0.5 0.5 0.2 0.2\n")
    for change in ({}, {"to": "yolo"}):
        with pytest.raises(upright.InputError, match="could be read") as nothing:
            upright.labels.convert(
                data_set / "stored.json", data_set / "out", images=damaged, from_space="stored", to_space="displayed",
                **change)
        own = upright.probe_many([damaged / "1.jpg"])[0]
        assert isinstance(own, upright.InputError) and str(own) in nothing.value.message
        assert "unlabelled" not in nothing.value.message
        assert "note.txt" not in nothing.value.message and "2.jpg" in nothing.value.message
    with pytest.raises(upright.InputError, match="could be read") as nothing:
        upright.labels.convert(
            yolo, data_set / "out", images=damaged, from_format="yolo", from_space="stored", to_space="displayed")
    assert str(own) in nothing.value.message and "unlabelled" not in nothing.value.message
    # With others that are there.
    (damaged / "2.jpg").write_bytes((data_set / "images" / "2.jpg").read_bytes())
    rows = upright.labels.convert(
        data_set / "stored.json", data_set / "out.json", images=damaged, from_space="stored", to_space="displayed")
    assert [(row["path"], row["error"]["message"]) for row in rows if "error" in row] == [(str(damaged / "1.jpg"), own.message)]
    assert rows[-1]["files"] == 1


def test_errors_name_arguments_of_python(data_set: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    images, stored = data_set / "images", data_set / "stored.json"
    first, second = images / "1.jpg", images / "2.jpg"
    taken = data_set / "taken"
    taken.write_bytes(b"")
    half = data_set / "half"
    half.mkdir()
    for number in (1, 2):
        (half / f"{number}.jpg").write_bytes(encoded(scene(80, 48), "JPEG", 3))
    faults = {
        "overwrite=True": lambda: upright.labels.convert(stored, taken, images=images, from_space="stored", to_space="displayed"),
        "from_space=": lambda: upright.labels.convert(stored, data_set / "a", images=half, to_space="displayed"),
        "images=": lambda: upright.labels.audit(stored),
        "resume=True": lambda: upright.fix(first, resume=True),
        "journal=": lambda: upright.fix(first, labels=stored),
        "edge": lambda: upright.fix(first, edge="nonsense"),
        "overwrite=True.*": lambda: upright.fix(first, output=second),
        "several inputs": lambda: upright.fix([first, second], output=data_set / "b.jpg"),
    }
    for words, call in faults.items():
        with pytest.raises(upright.UprightError, match=words) as fault:
            call()
        text = str(fault.value)
        assert "--" not in text and " -o" not in text and " -i" not in text and "Usage" not in text, text
    once = upright.fix([first, second], output=f"{data_set}/results/")
    assert [row["upright"] for row in once] == [True, True]
    many = upright.fix([first, second], output=data_set / "results")
    assert all("error" in row and "--" not in json.dumps(row) for row in many), many


@pytest.mark.parametrize("given, expected", [
    ("a file with this name already exists; --force overwrites it", "a file with this name already exists; overwrite=True overwrites it"),
    ("--edge recode or --edge trim rotates its pixels", "edge='recode' or edge='trim' rotates its pixels"),
    ("use -o FOLDER/, or add --journal FILE, so that", "use output=FOLDER, or add journal=FILE, so that"),
    ("which --edge, -i or --lossless forbids", "which edge, output=None or the option lossless of the program upright forbids"),
    ("The value 'x' is invalid for '--edge <edge>'", "The value 'x' is invalid for 'edge'"),
    ("photos/a--force/x-i.jpg: No such file", "photos/a--force/x-i.jpg: No such file"),
    ("--to says where", "to says where"),
])
def test_sentences_in_python(given: str, expected: str) -> None:
    from upright import _fix, _program

    assert _program.in_python(given, _fix._ARGUMENTS) == expected


def test_fix_in_place_says_which_files_are_not_upright(data_set: pathlib.Path) -> None:
    odd, whole = data_set / "odd.jpg", data_set / "images" / "1.jpg"
    odd.write_bytes(encoded(scene(83, 61), "JPEG", 6))
    for dry_run in (True, False):
        found = {pathlib.Path(row["path"]).name: row for row in upright.fix([odd, whole], dry_run=dry_run)}
        assert found["1.jpg"]["upright"] is True and "why_not" not in found["1.jpg"]
        assert found["odd.jpg"]["upright"] is False and "edge='recode'" in found["odd.jpg"]["why_not"]
        assert "--" not in json.dumps(found["odd.jpg"])
    assert upright.probe(odd).orientation == 6
    row, = upright.fix(odd, edge="trim")
    assert row["upright"] is True and upright.probe(odd).orientation == 1
    (data_set / "tag.jpg").write_bytes(encoded(scene(83, 61), "JPEG", 6))
    assert "upright" not in upright.fix(data_set / "tag.jpg", to="tag")[0]


def test_fix_takes_limits_and_choices(data_set: pathlib.Path) -> None:
    path = data_set / "images" / "1.jpg"
    with pytest.raises(upright.UprightError, match="max_pixels"):
        upright.fix(path, output=data_set / "small.jpg", edge="recode", max_pixels=100)
    row, = upright.fix(path, output=data_set / "result.png", format="png", quality=80, stale="trust-tag", max_seconds=60)
    assert row["upright"] and upright.probe(data_set / "result.png").format == "png"


def test_what_helps_is_named_as_in_python(tmp_path: pathlib.Path) -> None:
    clear = tmp_path / "clear.png"
    clear.write_bytes(encoded(scene(8, 8).convert("RGBA"), "PNG", 1))
    (tmp_path / "there.png").write_bytes(b"")
    elsewhere = "use PNG, or the option background COLOR of the program upright$"
    with upright.open(clear) as image, pytest.raises(upright.UnsupportedError, match=elsewhere):
        image.to_upright(format="jpeg")
    with pytest.raises(upright.UnsupportedError, match=elsewhere):
        upright.fix(clear, output=tmp_path / "clear.jpg")
    with pytest.raises(upright.FileError, match="; overwrite=True overwrites it$"):
        upright.fix(clear, output=tmp_path / "there.png")


def test_a_file_that_fails_is_an_exception_of_its_kind(tmp_path: pathlib.Path) -> None:
    photo, results = tmp_path / "1.jpg", tmp_path / "results"
    photo.write_bytes(encoded(scene(80, 48), "JPEG", 6, quality=95))
    for limits in ({"max_memory": 1000}, {"max_pixels": 10}):
        with pytest.raises(upright.LimitError) as limit:
            upright.fix(photo, output=f"{results}/", **limits)  # type: ignore[arg-type]
        assert (limit.value.name, limit.value.code) == ("limit", 65)
    with pytest.raises(upright.FileError) as missing:
        upright.fix("--help")
    assert isinstance(missing.value, FileNotFoundError) and missing.value.errno == errno.ENOENT
    assert (missing.value.path, missing.value.message) == ("--help", "No such file or directory")
    (tmp_path / "2.jpg").write_bytes(b"x")
    with pytest.raises(upright.UnsupportedError) as unknown:
        upright.fix(tmp_path / "2.jpg")
    assert (unknown.value.name, unknown.value.offset) == ("unrecognized-format", 0)
    for wrong in (5, io.StringIO(str(photo)), None):
        with pytest.raises(TypeError, match="expected a path or several, not"):
            upright.fix(wrong)  # type: ignore[arg-type]


def test_wrong_types_are_named(tmp_path: pathlib.Path) -> None:
    photo = tmp_path / "1.jpg"
    photo.write_bytes(encoded(scene(80, 48), "JPEG", 6, quality=95))
    with upright.open(photo) as image, pytest.raises(TypeError, match="^format: .* not int$"):
        image.save(tmp_path / "2", format=5)  # type: ignore[arg-type]
    for threads in (0, -1, 1.5, "x"):
        with pytest.raises(ValueError, match="^threads: "):
            upright.probe_many([photo], threads=threads)  # type: ignore[arg-type]


# Interruptions


_COUNT = 400


def _folder_of_photos(folder: pathlib.Path) -> None:
    """Far more work than a busy machine does before it delivers a signal: every one of these is encoded anew."""
    folder.mkdir()
    (folder / "0.jpg").write_bytes(encoded(scene(1600, 1200), "JPEG", 6, quality=97))
    for number in range(1, _COUNT):
        os.link(folder / "0.jpg", folder / f"{number}.jpg")


@pytest.mark.parametrize("way", ["keyboard", "SIGTERM", "SIGKILL"])
def test_an_interrupted_batch_leaves_no_unfinished_files(tmp_path: pathlib.Path, way: str) -> None:
    photos, made = tmp_path / "photos", tmp_path / "made"
    _folder_of_photos(photos)
    made.mkdir()
    code = f"""
import signal, sys
sys.path.insert(0, {str(ROOT / "bindings" / "python")!r})
import upright
if {way!r} == "keyboard":
    def stop(number, frame): raise KeyboardInterrupt
    signal.signal(signal.SIGUSR1, stop)
print("ready", flush=True)
upright.fix({str(photos)!r}, output={str(made)!r} + "/", format="webp")
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    deadline = time.monotonic() + 60
    while not list(made.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal({"keyboard": signal.SIGUSR1, "SIGTERM": signal.SIGTERM, "SIGKILL": signal.SIGKILL}[way])
    process.stdout.close()
    assert process.wait(60) != 0
    if way == "keyboard":
        # The program has ended before the interrupt went on.
        assert not list(made.glob(".upright-*"))
    # No later than a moment afterwards, nothing is at work, and all that is there is whole.
    _wait_until_still(made)
    left = [path.name for path in made.iterdir() if path.name.startswith(".upright-")]
    assert not left, left
    finished = list(made.glob("*.webp"))
    assert 0 < len(finished) < _COUNT, len(finished)
    for path in finished:
        with PIL.Image.open(path) as image:
            image.load()
            assert image.size == (1200, 1600)


def _wait_until_still(folder: pathlib.Path) -> None:
    seen, since = sorted(os.listdir(folder)), time.monotonic()
    while time.monotonic() < since + 2:
        time.sleep(0.1)
        names = sorted(os.listdir(folder))
        if names != seen:
            seen, since = names, time.monotonic()


def test_a_size_of_the_other_space_can_be_overridden(data_set: pathlib.Path) -> None:
    coco = json.loads((data_set / "stored.json").read_text())
    for image in coco["images"]:
        image["width"], image["height"] = 48, 80
    # Boxes of the stored image, 80 x 48, that would fit both.
    for row in coco["annotations"]:
        row["bbox"] = [10, 5, 10, 20]
    (data_set / "wrong.json").write_text(json.dumps(coco))
    arguments = {"images": data_set / "images", "from_space": "stored", "to_space": "displayed"}
    rows = upright.labels.convert(data_set / "wrong.json", data_set / "left.json", **arguments)
    assert any(row.get("broken") for row in rows)
    assert json.loads((data_set / "left.json").read_text()) == coco
    rows = upright.labels.convert(data_set / "wrong.json", data_set / "made.json", size_from="file", **arguments)
    made = json.loads((data_set / "made.json").read_text())
    assert made["annotations"][0]["bbox"] == [48 - 5 - 20, 10, 20, 10] and not any(row.get("broken") for row in rows)
    assert (made["images"][0]["width"], made["images"][0]["height"]) == (48, 80)
