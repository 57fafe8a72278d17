"""Files that change after they were opened, forks among threads, names of results, and what headers state."""

from __future__ import annotations

import copy
import errno
import io
import os
import pathlib
import pickle
import sys
import time

import numpy as np
import PIL.Image
import pytest

import upright
from conftest import encoded, run_python, scene

# Forks


def test_children_of_busy_threads_neither_wait_nor_keep_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(encoded(scene(24, 16), "JPEG", 6))
    code = f"""
import os, signal, sys, threading
import upright
sys.setswitchinterval(1e-6)
path = {str(path)!r}
image, memory = upright.open(path), upright.open(open(path, "rb").read())
expected, stop = image.numpy().tobytes(), threading.Event()

def busy():
    while not stop.is_set():
        image.numpy()
        memory.plan()
        with upright.open(path) as other:
            other.thumbnail(8)

def is_open():
    names = (os.path.join("/proc/self/fd", name) for name in os.listdir("/proc/self/fd"))
    return [name for name in names if os.path.lexists(name) and os.readlink(name) == path and name.endswith(f"/{{number}}")]

number, = (int(name) for name in os.listdir("/proc/self/fd")
           if os.path.lexists("/proc/self/fd/" + name) and os.readlink("/proc/self/fd/" + name) == path)
threads = [threading.Thread(target=busy) for _ in range(4)]
for thread in threads: thread.start()
for round in range(200):
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        same = image.numpy().tobytes() == expected and memory.numpy().tobytes() == expected
        image.close()
        os._exit(1 if is_open() else 0 if same else 2)
    status = os.waitpid(child, 0)[1]
    if status:
        stop.set()
        raise SystemExit(f"child {{round}} ended with {{status}}")
stop.set()
for thread in threads: thread.join()
assert image.numpy().tobytes() == expected
print("done")
"""
    result = run_python(code, timeout=120)
    assert result.returncode == 0 and result.stdout == "done\n", result.stderr


def test_a_call_that_forks_itself_ends_in_both_processes(tmp_path: pathlib.Path) -> None:
    """As in a signal handler: the child continues a call of the thread that exists there, and the file closes after it."""
    path = tmp_path / "photo.jpg"
    path.write_bytes(encoded(scene(24, 16), "JPEG", 6))
    code = f"""
import os
import upright
image = upright.open({str(path)!r})
source = image._source
with source:
    child = os.fork()
    image.close()
    assert source._file is not None
assert source._file is None
if child == 0: os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print("done")
"""
    result = run_python(code)
    assert result.returncode == 0 and result.stdout == "done\n", result.stderr


# Names of results


@pytest.mark.parametrize("name, format", [
    ("a.jpg", "JPEG"), ("a.JPEG", "JPEG"), ("a.png", "PNG"), ("a.Png", "PNG"), ("a.webp", "WEBP"), ("a.tif", "TIFF"),
    ("a.TIFF", "TIFF"), ("a", "JPEG"), ("a.xyz", "JPEG"), (".png", "JPEG"), ("a.png.bak", "JPEG"), ("a.jfif", "JPEG"),
])
def test_the_extension_sets_the_format(photo: bytes, tmp_path: pathlib.Path, name: str, format: str) -> None:
    upright.open(photo).save(tmp_path / name)
    with PIL.Image.open(tmp_path / name) as found:
        assert found.format == format and found.size == (150, 203)


@pytest.mark.parametrize("name", ["a.avif", "a.JXL"])
def test_extensions_of_formats_that_are_not_written_everywhere(photo: bytes, tmp_path: pathlib.Path, name: str) -> None:
    format = name[2:].lower()
    try:
        expected = upright.open(photo).to_upright(format=format)
    except upright.UnsupportedError:
        with pytest.raises(upright.UnsupportedError):
            upright.open(photo).save(tmp_path / name)
        return
    upright.open(photo).save(tmp_path / name)
    assert upright.probe(tmp_path / name).format == upright.probe(expected).format == format


def test_names_and_formats_that_contradict_each_other(photo: bytes, tmp_path: pathlib.Path) -> None:
    image = upright.open(photo)
    for name, format in [("a.png", "jpeg"), ("a.jpg", "png"), ("a.tif", "webp"), ("a.heic", "jpeg"), ("a.png", "nonsense")]:
        with pytest.raises(upright.UsageError, match=name[1:]):
            image.save(tmp_path / name, format=format)
    for name, format in [("a.jpeg", "jpg"), ("b.tif", "tiff"), ("c", "png"), ("d.xyz", "png")]:
        image.save(tmp_path / name, format=format)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jpeg", "b.tif", "c", "d.xyz"]


def test_extensions_that_cannot_be_written_are_refused_before_anything_is_decoded(tmp_path: pathlib.Path) -> None:
    data = encoded(scene(60, 40), "JPEG", 6)
    damaged = upright.open(data[: len(data) // 2])
    for name in ("a.heic", "a.HEIF", "a.gif", "a.bmp", "a.mov", "a.mp4"):
        with pytest.raises(upright.UnsupportedError, match=str(tmp_path)) as refused:
            damaged.save(tmp_path / name)
        assert refused.value.code == 69 and "written" in refused.value.message
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind, name", [("JPEG", "a.jpg"), ("PNG", "a.png"), ("WEBP", "a.webp"), ("TIFF", "a.tif")])
@pytest.mark.parametrize("size", [(160, 128), (83, 61)])
def test_the_own_extension_changes_nothing(tmp_path: pathlib.Path, kind: str, name: str, size: "tuple[int, int]") -> None:
    image = upright.open(encoded(scene(*size), kind, 6))
    image.save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == image.to_upright()


# Bytes


def test_bytes_are_contents_everywhere(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(photo)
    name = os.fsencode(path)
    for call in (upright.open, upright.probe):
        with pytest.raises(upright.InputError):
            call(name)
    for contents in (photo, bytearray(photo), memoryview(photo)):
        assert upright.probe(contents).displayed_size == upright.open(contents).displayed_size == (150, 203)
        assert upright.probe(contents).path == ""
    found = upright.probe_many([path, photo, name, str(path)])
    assert found[0] == found[3] == upright.probe(path)
    assert found[1] == upright.probe(photo) and isinstance(found[2], upright.InputError)
    for call in (lambda: upright.open(photo).save(name), lambda: upright.fix(name), lambda: upright.labels.audit(name)):
        with pytest.raises(TypeError, match="fsdecode"):
            call()


def test_probe_takes_what_open_takes(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(photo)
    before = len(os.listdir("/proc/self/fd"))
    with path.open("rb") as file:
        for source in (file, io.BytesIO(photo), path, str(path)):
            assert upright.probe(source).displayed_size == (150, 203)
            assert len(os.listdir("/proc/self/fd")) == before + 1
        assert upright.probe(file).path == str(path) and file.tell() == 0
        assert [info.orientation for info in upright.probe_many([file, path])] == [6, 6]
    for wrong in (5, io.StringIO("text")):
        with pytest.raises(TypeError):
            upright.probe(wrong)  # type: ignore[arg-type]


# Info


def test_an_info_is_an_object_of_its_own(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(photo)
    info, (other,) = upright.probe(path), upright.probe_many([path])
    assert info == other and hash(info) == hash(other) and info in {other} and info != upright.probe(photo)
    assert (info == 5) is False and repr(info) == repr(other)
    assert repr(info) == (f"Info(path={str(path)!r}, format='jpeg', orientation=6, stored_size=(203, 150), "
                          "displayed_size=(150, 203), findings=())")
    for again in (pickle.loads(pickle.dumps(info)), copy.copy(other), copy.deepcopy(info), eval(repr(info), vars(upright))):
        assert again == info and type(again) is upright.Info
    assert not isinstance(info, tuple) and not hasattr(info, "__dict__")
    for operation in (len, iter, lambda each: each[0], lambda each: each < other):
        with pytest.raises(TypeError):
            operation(info)
    for name in ("orientation", "path", "_fields", "anything"):
        with pytest.raises(AttributeError):
            setattr(info, name, 1)
        with pytest.raises(AttributeError):
            delattr(info, name)
    path.unlink()
    # What was read stays, and goes with a copy.
    assert pickle.loads(pickle.dumps(info)).json == info.json and info.json["orientation"] == 6


def test_facts_of_another_file_are_not_mixed_with_those_that_are_known(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(photo)
    same, other = upright.probe_many([path, path])
    assert same.json["orientation"] == 6
    path.write_bytes(encoded(scene(203, 150), "JPEG", 8))
    with pytest.raises(upright.FileError, match="changed") as changed:
        other.json
    assert changed.value.errno == errno.ESTALE and changed.value.path == str(path)
    assert same.json["orientation"] == same.orientation == 6


# Files that change


def calls(image: upright.Image, folder: pathlib.Path) -> "list[object]":
    return [
        image.numpy, image.pil, lambda: image.crop(0, 0, 5, 5), lambda: image.thumbnail(16), image.to_upright, image.plan,
        lambda: image.retagged(3), lambda: image.thumbnail_to_bytes(16), lambda: image.crop_to_bytes(0, 0, 5, 5),
        lambda: image.save(folder / "result.jpg"),
    ]


def changes() -> "dict[str, object]":
    def other_size(path: pathlib.Path) -> None:
        path.write_bytes(encoded(scene(300, 40), "JPEG", 3))

    def same_count(path: pathlib.Path) -> None:
        data = bytearray(path.read_bytes())
        data[data.index(b"\x01\x12\x00\x03\x00\x00\x00\x01") + 9] = 3
        time.sleep(0.05)
        path.write_bytes(data)

    def same_time(path: pathlib.Path) -> None:
        before = path.stat()
        same_count(path)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def shorter(path: pathlib.Path) -> None:
        os.truncate(path, 100)

    def longer(path: pathlib.Path) -> None:
        with path.open("ab") as file:
            file.write(b"more")

    return {each.__name__: each for each in (other_size, same_count, same_time, shorter, longer)}


@pytest.mark.parametrize("change", changes())
@pytest.mark.parametrize("source", ["path", "file"])
def test_a_file_that_changes_is_not_read_with_its_old_headers(
    photo: bytes, tmp_path: pathlib.Path, change: str, source: str
) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo)
    with path.open("rb") as file, upright.open(path if source == "path" else file) as image:
        assert image.numpy().shape == (203, 150, 3)
        changes()[change](path)
        for call in calls(image, tmp_path):
            with pytest.raises(upright.FileError, match="changed") as stale:
                call()
            assert stale.value.errno == errno.ESTALE and stale.value.path == str(path)
        assert image.orientation == 6
    assert [each.name for each in tmp_path.iterdir()] == ["photo.jpg"]


def test_a_change_during_a_call_is_noticed(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(encoded(scene(24, 16), "JPEG", 6))
    image = upright.open(path)
    with pytest.raises(upright.FileError) as stale, image._source:
        path.write_bytes(encoded(scene(24, 32), "JPEG", 6))
    assert stale.value.errno == errno.ESTALE


def test_another_name_or_mode_is_not_another_content(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo)
    image, expected = upright.open(path), upright.open(photo).numpy()
    time.sleep(0.02)
    for step in (
        lambda: path.chmod(0o600), lambda: os.link(path, tmp_path / "link"), lambda: path.rename(tmp_path / "other.jpg"),
        lambda: (tmp_path / "other.jpg").unlink(), lambda: (tmp_path / "link").unlink(),
    ):
        step()
        assert np.array_equal(image.numpy(), expected)


def test_images_in_memory_do_not_change(photo: bytes, tmp_path: pathlib.Path) -> None:
    data = bytearray(photo)
    image = upright.open(data)
    data[:] = bytes(len(data))
    assert all(call() is not ... for call in calls(image, tmp_path))


# Types


def test_results_have_types(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    import subprocess

    program = tmp_path / "program.py"
    program.write_text("""
import upright
with upright.open("a.jpg") as image:
    reveal_type(image.crop(0, 0, 1, 1))
    reveal_type(image.thumbnail(5))
    reveal_type(image.numpy())
    reveal_type(upright.boxes.to_stored([[1, 2, 3, 4]], image))
    reveal_type(upright.boxes.to_displayed([[1, 2, 3, 4]], image))
    reveal_type(upright.boxes.points_to_stored([[1, 2]], image))
    reveal_type(upright.boxes.points_to_displayed([[1, 2]], image))
    reveal_type(upright.probe("a.jpg").stored_size)
    upright.probe(b"contents"), upright.probe(open("a.jpg", "rb"))
    for info in upright.probe_many(["a.jpg", b"contents"]):
        reveal_type(info)
upright.fix(b"path")
image.save(b"path")
""")
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}/cache", str(program)], capture_output=True,
        text=True, env={**os.environ, "MYPYPATH": str(pathlib.Path(upright.__file__).parent.parent)})
    found = [line.split("Revealed type is ")[1] for line in result.stdout.splitlines() if "Revealed" in line]
    assert len(found) == 9, result.stdout
    bits = "unsignedinteger[numpy._typing._nbit_base._8Bit]", "numpy.uint8"
    assert all("numpy.ndarray" in text and any(each in text for each in bits) for text in found[:3]), found
    assert all("numpy.ndarray" in text and "float64" in text for text in found[3:7]), found
    assert "tuple[int, int]" in found[7].lower().replace("builtins.", "")
    assert "upright._info.Info" in found[8] and "upright._errors.UprightError" in found[8]
    errors = [line for line in result.stdout.splitlines() if ": error:" in line]
    assert len(errors) == 2 and all("arg-type" in line and "bytes" in line for line in errors), errors
