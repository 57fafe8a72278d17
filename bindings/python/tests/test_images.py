"""Opening, headers, errors, threads, forks and memory."""

from __future__ import annotations

import concurrent.futures
import errno
import gc
import gzip
import hashlib
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import random
import resource
import subprocess
import tempfile
import threading
import warnings

import numpy as np
import PIL.Image
import pytest

import upright
from conftest import ROOT, corpus, encoded, run_python, scene
from upright import _native


def test_every_kind_of_source_is_the_same_image(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo)
    expected = upright.open(photo).numpy()
    descriptor = os.open(path, os.O_RDONLY)
    sources = [
        str(path), path, bytearray(photo), memoryview(photo), io.BytesIO(photo), path.open("rb"),
        path.open("rb", buffering=0), os.fdopen(descriptor, "rb"), gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(photo))),
    ]
    for source in sources:
        with upright.open(source) as image:
            assert np.array_equal(image.numpy(), expected), source
    with tempfile.TemporaryFile() as file:
        file.write(photo)
        file.flush()
        assert np.array_equal(upright.open(file).numpy(), expected)
        assert file.tell() == len(photo)
    with pytest.raises(TypeError):
        upright.open(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        upright.open(io.StringIO("text"))  # type: ignore[arg-type]


def test_headers_are_those_of_the_program(tmp_path: pathlib.Path) -> None:
    program = pathlib.Path(_native.PATH).parent / "upright"
    if not program.exists():
        pytest.skip("there is no program beside the library")
    folder = corpus()
    paths = sorted((folder or tmp_path).glob("real/*/*.*"))[:60] or [tmp_path / "a.png"]
    if folder is None:
        paths[0].write_bytes(encoded(scene(20, 10), "PNG", 6))
    printed = subprocess.run([program, "info", "--json", *paths], stdout=subprocess.PIPE).stdout.splitlines()
    found = upright.probe_many(paths)
    assert len(found) == len(printed) == len(paths)
    for line, info in zip(printed, found):
        facts = json.loads(line)
        if isinstance(info, upright.Info):
            assert info.json == facts
        else:
            assert facts["error"]["code"] == info.name and facts["error"].get("offset") == info.offset


def test_headers_of_many_files_are_those_of_each(tmp_path: pathlib.Path) -> None:
    kinds = [("JPEG", "a.jpg"), ("PNG", "a.png"), ("WEBP", "a.webp"), ("TIFF", "a.tif"), ("GIF", "a.gif"), ("BMP", "a.bmp")]
    paths: "list[str | bytes | os.PathLike[str]]" = []
    for tag in range(1, 9):
        for kind, name in kinds:
            path = tmp_path / f"{tag}-{name}"
            path.write_bytes(encoded(scene(23, 12), kind, tag))
            paths += [path, str(path), path.read_bytes()]
    wrong_name = tmp_path / "png.jpg"
    wrong_name.write_bytes(encoded(scene(23, 12), "PNG", 6))
    not_utf8 = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jpg")
    with open(not_utf8, "wb") as file:
        file.write(encoded(scene(23, 12), "JPEG", 6))
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(b"\xff\xd8\xff")
    paths += [wrong_name, not_utf8, damaged, tmp_path / "missing", tmp_path, tmp_path / "a\0b"]
    if corpus():
        paths += sorted(path for path in corpus().rglob("*") if path.is_file())
    random.Random(5).shuffle(paths)
    found = upright.probe_many(iter(paths), threads=3)
    assert len(found) == len(paths)
    for path, info in zip(paths, found):
        try:
            alone = upright.probe(path)
        except upright.UprightError as error:
            assert type(info) is type(error) and str(info) == str(error), path
        except ValueError:
            assert type(info) is upright.UsageError, path
        else:
            assert isinstance(info, upright.Info)
            assert info == alone and info.json == alone.json and repr(info) == repr(alone), path
    oriented = {os.path.basename(path): info for path, info in zip(paths, found) if not isinstance(path, bytes)}
    for tag in range(1, 9):
        assert oriented[f"{tag}-a.jpg"].orientation == tag
        assert oriented[f"{tag}-a.jpg"].displayed_size == ((23, 12) if tag < 5 else (12, 23))
    assert [finding.code for finding in oriented["png.jpg"].findings] and upright.probe_many([]) == []


def test_what_is_known_of_many_files_is_read_when_used(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(encoded(scene(20, 10), "JPEG", 6))
    info, = upright.probe_many([path])
    assert pickle.loads(pickle.dumps(info)) == info
    path.unlink()
    assert info.orientation == 6 and info.displayed_size == (10, 20)
    with pytest.raises(upright.FileError):
        info.json
    with pytest.raises(AttributeError):
        info.orientation = 1  # type: ignore[misc]


def test_files_that_are_no_images_stay_open_in_no_exception(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(b"no image")
    before, kept = len(os.listdir("/proc/self/fd")), []
    for _ in range(50):
        with pytest.raises(upright.InputError) as caught:
            upright.open(path)
        kept.append(caught.value)
    assert len(os.listdir("/proc/self/fd")) <= before + 1


def test_a_missing_file_is_missing_in_every_call(tmp_path: pathlib.Path) -> None:
    for call in (upright.open, upright.probe):
        with pytest.raises(FileNotFoundError) as missing:
            call(tmp_path / "missing.jpg")
        assert isinstance(missing.value, upright.FileError) and missing.value.errno == errno.ENOENT
        assert str(missing.value) == f"{tmp_path}/missing.jpg: No such file or directory"
        assert type(pickle.loads(pickle.dumps(missing.value))) is type(missing.value)
    found, = upright.probe_many([tmp_path / "missing.jpg"])
    assert isinstance(found, FileNotFoundError)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_damage_is_an_error_unless_allowed(kind: str) -> None:
    data = encoded(scene(640, 480), kind, 6)
    cut = data[: len(data) * 2 // 3]
    try:
        image = upright.open(cut)
    except upright.InputError:
        return
    for call in (image.numpy, image.pil, lambda: image.thumbnail(64), image.to_upright, lambda: image.crop(0, 0, 480, 640)):
        with pytest.raises(upright.InputError):
            call()
    if kind == "JPEG":
        assert upright.open(cut, allow_damaged=True).numpy().shape == (640, 480, 3)
        # A small photo is read to its end, because damage may show only below what it spoils.
        with pytest.raises(upright.InputError):
            upright.open(cut).crop(0, 0, 8, 8, space="stored")
        assert upright.open(cut, allow_damaged=True).crop(0, 0, 8, 8, space="stored").shape == (8, 8, 3)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_an_upright_image_without_its_end_is_not_copied_unless_allowed(kind: str) -> None:
    cut = encoded(scene(64, 48), kind, 1)[:-14]
    with pytest.raises(upright.InputError):
        upright.open(cut).to_upright()
    assert upright.open(cut, allow_damaged=True).to_upright() == cut


def test_what_cannot_be_rotated_is_not_called_upright() -> None:
    frames = [scene(32, 16).rotate(angle) for angle in (0, 180)]
    exif = PIL.Image.Exif()
    exif[0x0112] = 6
    for kind in ("WEBP", "PNG", "TIFF"):
        stream = io.BytesIO()
        frames[0].save(stream, kind, save_all=True, append_images=frames[1:], exif=exif if kind == "TIFF" else exif.tobytes())
        image = upright.open(stream.getvalue())
        assert image.orientation == 6
        if kind == "TIFF":
            # Pages are images of their own; Pillow gives each the tag.
            pages = PIL.Image.open(io.BytesIO(image.to_upright()))
            for number, frame in enumerate(frames):
                pages.seek(number)
                assert np.array_equal(np.asarray(pages.convert("RGB")), np.asarray(frame.transpose(PIL.Image.Transpose.ROTATE_270)))
            continue
        with pytest.raises(upright.UnsupportedError):
            image.to_upright()


def test_an_image_is_an_array_and_is_not_pickled(photo: bytes) -> None:
    image = upright.open(photo)
    assert np.array_equal(np.asarray(image), image.numpy()) and np.asarray(image, dtype=np.float32).dtype == np.float32
    with pytest.raises(TypeError, match="path"):
        pickle.dumps(image)
    box = upright.boxes.to_stored([[1, 1, 2, 2]], image)[0]
    assert image.crop(*box, space="stored").shape == (2, 2, 3)
    assert image.crop(*box.astype(np.float32), space="stored").shape == (2, 2, 3)
    for number in (0.5, float("inf"), float("nan"), np.float32(0.5), "1", None):
        with pytest.raises(upright.UsageError):
            image.crop(number, 0, 2, 2)  # type: ignore[arg-type]
    with pytest.raises(upright.UsageError, match="whole"):
        image.crop(0.5, 0, 2, 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="several"):
        upright.probe_many("a.jpg")


def test_a_pipe_is_read_to_its_end(photo: bytes) -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        thread = threading.Thread(target=lambda: (process.stdin.write(photo), process.stdin.close()))
        thread.start()
        assert upright.open(process.stdout).orientation == upright.open(photo).orientation
        thread.join()


def test_findings_and_repr(photo: bytes) -> None:
    data = bytearray(photo)
    tag = data.index(b"\x01\x12\x00\x03\x00\x00\x00\x01") + 9
    data[tag] = 77
    image = upright.open(data)
    assert image.orientation == 1 and image.findings[0].code
    assert "jpeg 203x150" in repr(image)


def test_whose_fault(photo: bytes, tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError):
        upright.open(tmp_path / "missing.jpg")
    with pytest.raises(upright.FileError) as missing:
        upright.probe(tmp_path / "missing.jpg")
    assert missing.value.errno == errno.ENOENT and "missing.jpg" in str(missing.value)
    assert isinstance(missing.value, OSError) and isinstance(missing.value, upright.MachineError)
    with pytest.raises(upright.InputError) as text:
        upright.open(b"this is not an image")
    assert text.value.name and text.value.code == 69
    with pytest.raises(upright.InputError):
        upright.open(b"")
    with pytest.raises(upright.InputError):
        upright.open(photo[:300]).numpy()
    with pytest.raises(upright.LimitError):
        upright.open(photo, max_pixels=100).numpy()
    with pytest.raises(upright.LimitError):
        upright.open(photo, max_memory=100).numpy()
    with pytest.raises(upright.UsageError):
        upright.open(photo, max_seconds=float("nan")).numpy()
    for wrong in [dict(mode="CMYK"), dict(space="view"), dict(size="big"), dict(size=0), dict(size=(3, -1))]:
        with pytest.raises(upright.UsageError):
            upright.open(photo).crop(0, 0, 5, 5, **wrong)  # type: ignore[arg-type]
    with pytest.raises(upright.UsageError):
        upright.open(photo).crop(0.5, 0, 5, 5)  # type: ignore[arg-type]
    with pytest.raises(upright.UsageError):
        upright.open(photo).crop(2**70, 0, 5, 5)
    with pytest.raises(upright.UsageError):
        upright.open(photo).retagged(9)
    with pytest.raises(upright.UnsupportedError):
        upright.open(photo).to_upright(format="heif")


def test_exceptions_can_be_pickled(tmp_path: pathlib.Path) -> None:
    with pytest.raises(upright.FileError) as missing:
        upright.probe(tmp_path / "missing.jpg")
    again = pickle.loads(pickle.dumps(missing.value))
    assert type(again) is type(missing.value) and str(again) == str(missing.value) and again.errno == errno.ENOENT


def test_a_closed_image_knows_its_headers_only(photo: bytes) -> None:
    with upright.open(photo) as image:
        pass
    assert image.displayed_size == (150, 203)
    for call in [image.numpy, image.to_upright, image.plan, image.__enter__]:
        with pytest.raises(ValueError, match="closed"):
            call()
    image.close()


def test_names_that_are_not_text(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.jpg"
    with open(path, "wb") as file:
        file.write(photo)
    assert upright.open(os.fsdecode(path)).orientation == upright.probe(os.fsdecode(path)).orientation == 6
    with pytest.raises(ValueError):
        upright.probe("a\0b")


def test_save(photo: bytes, tmp_path: pathlib.Path) -> None:
    source, result = tmp_path / "photo.jpg", tmp_path / "result.jpg"
    source.write_bytes(photo)
    for image in [upright.open(source), upright.open(photo)]:
        image.save(result)
        assert upright.open(result).orientation == 1
        assert result.read_bytes() == image.to_upright()
        with pytest.raises(upright.FileError) as taken:
            image.save(result)
        assert taken.value.errno == errno.EEXIST
        image.save(result, quality=50, overwrite=True)
        assert upright.probe(result).format == "jpeg"
        result.unlink()
    with pytest.raises(upright.UsageError):
        upright.open(source).save(source, overwrite=True)
    assert source.read_bytes() == photo
    with pytest.raises(upright.FileError):
        upright.open(source).save(tmp_path / "no" / "folder.jpg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["photo.jpg"]


def test_an_open_image_is_the_file_that_was_opened(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo)
    image = upright.open(path)
    other = tmp_path / "other.jpg"
    other.write_bytes(encoded(scene(10, 10), "JPEG", 1))
    other.replace(path)
    assert image.numpy().shape == (203, 150, 3)


def test_a_file_that_shrinks_is_an_error(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo)
    image = upright.open(path)
    os.truncate(path, 100)
    with pytest.raises(upright.UprightError):
        image.numpy()


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_limits_are_more_than_nothing(photo: bytes) -> None:
    for limits in ({"max_pixels": 0}, {"max_memory": -1}, {"max_seconds": 0.0}):
        with pytest.raises(upright.UsageError):
            upright.open(photo, **limits)


def test_a_name_that_no_file_has_is_one_result_of_many(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(photo)
    found = upright.probe_many([path, "a\0b", path])
    assert isinstance(found[1], upright.UsageError)
    assert found[0] == found[2] and not isinstance(found[0], upright.UprightError)


def test_what_was_written_to_an_open_file_is_read(photo: bytes, tmp_path: pathlib.Path) -> None:
    with open(tmp_path / "a.jpg", "w+b") as file:
        file.write(photo)
        file.seek(0)
        file.write(photo[:2])
        with upright.open(file) as image:
            assert image.displayed_size == upright.open(photo).displayed_size


def test_ten_thousand_opens_take_no_memory(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo)

    def work(count: int) -> None:
        for number in range(count):
            image = upright.open(path if number % 2 else photo)
            image.crop(3, 4, 20, 30)
            if number % 10 == 0:
                image.thumbnail(32)
                image.to_upright()
                with pytest.raises(upright.UprightError):
                    upright.open(photo[:200 + number % 97]).numpy()

    def resident() -> int:
        gc.collect()
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    work(2_000)
    files, before = open_descriptors(), resident()
    work(8_000)
    assert resident() - before < 2 << 20
    assert open_descriptors() <= files


def test_threads_share_images_and_run_at_once(photo: bytes) -> None:
    image = upright.open(photo)
    regions = [(x, y, 40, 50) for x in range(0, 100, 5) for y in range(0, 150, 5)]
    expected = [image.crop(*region) for region in regions]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for found, wanted in zip(pool.map(lambda region: image.crop(*region), regions), expected):
            assert np.array_equal(found, wanted)


def test_the_gil_is_released_while_decoding() -> None:
    data = encoded(scene(3000, 2000), "PNG", 6)
    image, counted, done = upright.open(data), [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            done.wait(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    image.thumbnail(64)
    after = counted[0]
    done.set()
    thread.join()
    assert after - before > 5


def has_worker() -> bool:
    return "worker" in upright.version()


def worker_image() -> bytes:
    """A TIFF, which the worker process decodes."""
    return encoded(scene(84, 60), "TIFF", 6)


def test_the_version_names_the_worker_beside_the_library() -> None:
    facts = upright.version()
    assert facts["version"] == upright.__version__
    assert os.path.samefile(os.path.dirname(facts["worker"]["path"]), os.path.dirname(_native.PATH))
    assert {row["format"] for row in facts["formats"] if row["decodes"]} >= {"jpeg", "png", "webp", "tiff"}


@pytest.mark.parametrize("prepared", ["nothing", "decoded", "while decoding"])
def test_after_fork_both_processes_work(prepared: str) -> None:
    code = f"""
import os, sys, threading, hashlib
import upright
from conftest import encoded, scene
data, jpeg = encoded(scene(84, 60), "TIFF", 6), encoded(scene(84, 60), "JPEG", 6)
digest = lambda: hashlib.sha256(upright.open(data).numpy().tobytes() + upright.open(jpeg).numpy().tobytes()).hexdigest()
prepared, expected = {prepared!r}, None
if prepared != "nothing":
    expected = digest()
stop = threading.Event()
def busy():
    while not stop.is_set():
        digest()
threads = [threading.Thread(target=busy) for _ in range(3)] if prepared == "while decoding" else []
for thread in threads: thread.start()
for round in range(10):
    child = os.fork()
    if child == 0:
        found = digest()
        os._exit(0 if expected in (None, found) else 3)
    _, status = os.waitpid(child, 0)
    assert status == 0, status
    found = digest()
    assert expected in (None, found)
stop.set()
for thread in threads: thread.join()
print("done")
"""
    result = run_python(code, timeout=120)
    assert result.returncode == 0 and result.stdout == "done\n", result.stderr


def test_fork_during_the_first_call_of_another_thread() -> None:
    code = """
import os, signal, threading
import upright
from conftest import encoded, scene
pictures = [encoded(scene(84, 60), form, 6) for form in ("JPEG", "PNG", "TIFF", "WEBP")]
barrier = threading.Barrier(len(pictures) + 1)
def first(data):
    barrier.wait()
    upright.open(data).numpy()
threads = [threading.Thread(target=first, args=(data,)) for data in pictures]
for thread in threads: thread.start()
barrier.wait()
child = os.fork()
if child == 0:
    signal.alarm(60)
    for data in pictures: upright.open(data).numpy()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
for thread in threads: thread.join()
print("done")
"""
    for _ in range(8):
        result = run_python(code, timeout=120)
        assert result.returncode == 0 and result.stdout == "done\n", result.stderr


def test_an_image_that_is_closed_during_a_call_of_another_thread(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "large.jpg"
    path.write_bytes(encoded(scene(1600, 1200), "JPEG", 6))
    expected = upright.open(path).numpy().tobytes()
    for _ in range(20):
        image, found = upright.open(path), []

        def decode() -> None:
            try:
                found.append(image.numpy().tobytes())
            except ValueError as error:
                found.append(str(error))

        thread = threading.Thread(target=decode)
        thread.start()
        image.close()
        others = [os.open("/dev/null", os.O_RDONLY) for _ in range(4)]
        thread.join()
        for other in others:
            os.close(other)
        assert found in ([expected], ["the image is closed"])


def test_loading_changes_neither_the_umask_nor_closed_standard_streams() -> None:
    code = """
import os, stat, tempfile
os.umask(0o027)
os.close(0)
import upright
from conftest import encoded, scene
try:
    os.fstat(0)
    raise SystemExit("standard input was opened")
except OSError:
    pass
assert os.umask(0o027) == 0o027
with tempfile.TemporaryDirectory() as folder:
    upright.open(encoded(scene(84, 60), "PNG", 6)).save(folder + "/result.png")
    assert stat.S_IMODE(os.stat(folder + "/result.png").st_mode) == 0o640
print("done")
"""
    result = run_python(code)
    assert result.returncode == 0 and result.stdout == "done\n", result.stderr


def test_a_name_that_is_not_utf8(tmp_path: pathlib.Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"caf\xe9.png")
    with open(path, "wb") as file:
        file.write(encoded(scene(84, 60), "PNG", 6))
    assert os.fsencode(upright.probe(os.fsdecode(path)).path) == path
    assert os.fsencode(upright.open(os.fsdecode(path)).info.path) == path


def test_worker_processes_end_with_the_process() -> None:
    code = """
import upright
from conftest import encoded, scene
import subprocess, os
upright.open(encoded(scene(84, 60), "TIFF", 6)).numpy()
print(subprocess.run(["pgrep", "-P", str(os.getpid()), "upright-worker"], stdout=subprocess.PIPE, text=True).stdout.split()[0])
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    worker = pathlib.Path("/proc") / result.stdout.strip()
    for _ in range(100):
        if not worker.exists() or "Z" in (worker / "stat").read_text().split(")")[1]:
            return
        threading.Event().wait(0.02)
    raise AssertionError("the worker still runs")


def child_digest(data: bytes) -> str:
    return hashlib.sha256(upright.open(data).numpy().tobytes()).hexdigest()


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_of_processes(method: str) -> None:
    data = worker_image()
    expected = child_digest(data)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(child_digest, [data] * 6) == [expected] * 6


@pytest.mark.skipif(corpus() is None, reason="UPRIGHT_CORPUS names no folder")
def test_real_files_of_formats_that_the_worker_decodes() -> None:
    folder = corpus()
    assert folder is not None
    decoded = set()
    for path in sorted(folder.glob("real/*/*.*")):
        try:
            with upright.open(path) as image:
                pixels = image.thumbnail(64)
                assert max(pixels.shape[:2]) <= 64
                decoded.add(image.info.format)
        except upright.UprightError:
            continue
    assert decoded >= {"jpeg", "png", "webp"}
    if has_worker():
        assert decoded >= {"tiff", "heif", "avif"}


def test_the_header_states_this_version() -> None:
    header = (ROOT / "Sources/CUprightABI/include/upright.h").read_text()
    assert f"#define UPRIGHT_ABI_VERSION {_native.ABI_VERSION}\n" in header
    assert f'version = "{upright.__version__}"' in (ROOT / "Sources/UprightProgram/Program.swift").read_text()


def test_the_structures_have_the_compilers_layout(tmp_path: pathlib.Path) -> None:
    import ctypes
    import shutil

    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("there is no C compiler")
    structures = {"error": _native.Error, "source": _native.Source, "request": _native.Request, "buffer": _native.Buffer}
    lines = ["#include <stdio.h>", '#include "upright.h"', "int main(void) {"]
    expected = []
    for name, structure in structures.items():
        lines.append(f'printf("%zu\\n", sizeof(upright_{name}));')
        expected.append(ctypes.sizeof(structure))
        for field, *_ in structure._fields_:
            lines.append(f'printf("%zu\\n", offsetof(upright_{name}, {field}));')
            expected.append(getattr(structure, field).offset)
    (tmp_path / "layout.c").write_text("\n".join([*lines, "}"]))
    subprocess.run(
        [compiler, "-Wall", "-Werror", "-pedantic", "-std=c99", "-I", ROOT / "Sources/CUprightABI/include", "layout.c",
         "-o", "layout"], cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "layout"], stdout=subprocess.PIPE, text=True).stdout
    assert list(map(int, printed.split())) == expected




def panorama(tag: int) -> bytes:
    """A photo sphere: its position in XMP fits only the orientation that it was made with."""
    packet = (
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        b'<rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:UsePanoramaViewer="True" '
        b'GPano:ProjectionType="equirectangular" GPano:FullPanoWidthPixels="160" GPano:FullPanoHeightPixels="80" '
        b'GPano:CroppedAreaImageWidthPixels="160" GPano:CroppedAreaImageHeightPixels="48" '
        b'GPano:CroppedAreaLeftPixels="0" GPano:CroppedAreaTopPixels="16"/></rdf:RDF></x:xmpmeta>')
    return encoded(scene(160, 48), "JPEG", tag, xmp=packet)


def test_save_names_the_parts_that_are_lost(photo: bytes, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "sphere.jpg"
    path.write_bytes(panorama(3))
    with upright.open(path) as image:
        with pytest.warns(upright.LossWarning, match="lost: panorama") as caught:
            image.save(tmp_path / "a.jpg")
        warning = caught[0].message
        assert (warning.lost, warning.path) == (("panorama",), str(tmp_path / "a.jpg"))
        assert caught[0].filename == __file__ and str(pickle.loads(pickle.dumps(warning))) == str(warning)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            image.save(tmp_path / "b.jpg", allow_loss="panorama")
            image.save(tmp_path / "c.jpg", allow_loss="all")
            image.save(tmp_path / "d.jpg", allow_loss="comment,panorama", strict_parts=True)
            assert image.to_upright() == (tmp_path / "a.jpg").read_bytes()
            upright.open(photo).save(tmp_path / "e.jpg")
            upright.open(photo).save(tmp_path / "f.jpg", strict_parts=True)
            upright.open(panorama(1)).save(tmp_path / "g.jpg", strict_parts=True)
        assert len({(tmp_path / f"{name}.jpg").read_bytes() for name in "abcd"}) == 1
        for allowed in (None, "comment"):
            with pytest.raises(upright.UsageError, match="strict_parts: panorama would be lost") as refusal:
                image.save(tmp_path / "none.jpg", allow_loss=allowed, strict_parts=True)
            assert refusal.value.path == str(path)
        for unknown in ("panoramas", "", "comment,"):
            with pytest.raises(upright.UsageError, match="allowed_losses: neither all nor kinds"):
                image.save(tmp_path / "none.jpg", allow_loss=unknown)
        with pytest.raises(TypeError):
            image.save(tmp_path / "none.jpg", allow_loss=["panorama"])  # type: ignore[arg-type]
    assert not (tmp_path / "none.jpg").exists()


def test_what_only_a_measurement_finds_is_named(tmp_path: pathlib.Path) -> None:
    stream = io.BytesIO()
    exif = PIL.Image.Exif()
    exif[0x0112] = 3
    scene(40, 24).save(stream, "JPEG", exif=exif, comment=b"made by hand")
    data = stream.getvalue() + b"trailing bytes"
    with pytest.warns(upright.LossWarning) as caught:
        upright.open(data).save(tmp_path / "a.png")
    assert set(caught[0].message.lost) == {"comment", "trailer"}
