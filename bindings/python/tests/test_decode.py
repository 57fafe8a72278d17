"""Whole images in one call, and many at a time: the pixels, errors and memory of `open`."""

from __future__ import annotations

import gc
import io
import pathlib
import threading
import zipfile

import numpy as np
import pytest

import upright
from conftest import TAGS, encoded, run_python, scene, shown


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_decode_is_what_pillow_displays(kind: str, tag: int) -> None:
    data = encoded(scene(83, 60), kind, tag, **({"quality": 95} if kind == "JPEG" else {}))
    assert np.array_equal(upright.decode(data), shown(data))
    for mode in ("L", "RGB", "RGBA"):
        with upright.open(data) as image:
            assert np.array_equal(upright.decode(data, mode=mode), image.numpy(mode=mode))
            assert np.array_equal(upright.decode(data, mode=mode, size=20), image.thumbnail(20, mode=mode))
            assert np.array_equal(upright.decode(data, size=(9, 40)), image.thumbnail((9, 40)))


def test_decode_takes_what_open_takes(tmp_path: pathlib.Path, photo: bytes) -> None:
    path, expected = tmp_path / "1.jpg", shown(photo)
    path.write_bytes(photo)
    archive = tmp_path / "1.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("1.jpg", photo)
    with path.open("rb") as file, zipfile.ZipFile(archive) as packed, packed.open("1.jpg") as member:
        sources = [path, str(path), photo, bytearray(photo), memoryview(photo), io.BytesIO(photo), file, member]
        for source in sources:
            assert np.array_equal(upright.decode(source), expected), type(source)
        for row in upright.decode_many(sources[:5] + [io.BytesIO(photo), file], threads=3):
            assert np.array_equal(row, expected)
        assert member.tell() == 0
        [row] = upright.decode_many([member])
        assert np.array_equal(row, expected) and member.tell() == 0


def test_decode_fails_as_open_does(tmp_path: pathlib.Path, photo: bytes) -> None:
    with pytest.raises(upright.InputError):
        upright.decode(photo[:-40])
    assert upright.decode(photo[:-40], allow_damaged=True).shape == (203, 150, 3)
    with pytest.raises(upright.LimitError):
        upright.decode(photo, max_pixels=100)
    with pytest.raises(FileNotFoundError):
        upright.decode(tmp_path / "none.jpg")
    for wrong in ({"mode": "CMYK"}, {"size": 0}, {"max_pixels": 0}, {"size": (3, "x")}):
        with pytest.raises(upright.UsageError):
            upright.decode(photo, **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        upright.decode(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_decode_many_gives_one_result_for_each_in_order(tmp_path: pathlib.Path, threads: "int | None") -> None:
    files = [encoded(scene(40 + 3 * index, 30), ("JPEG", "PNG")[index % 2], TAGS[index % 8]) for index in range(40)]
    sources: "list[object]" = list(files)
    sources[5], sources[11] = files[5][:60], tmp_path / "none.jpg"
    results = upright.decode_many(sources, threads=threads)  # type: ignore[arg-type]
    assert len(results) == 40
    for index, (data, result) in enumerate(zip(files, results)):
        if index in (5, 11):
            assert isinstance(result, (upright.InputError, FileNotFoundError)), index
        else:
            assert isinstance(result, np.ndarray) and np.array_equal(result, shown(data)), index
    assert upright.decode_many([]) == []


def test_decode_many_refuses_what_is_not_several(photo: bytes) -> None:
    for wrong in (photo, "photo.jpg", pathlib.Path("photo.jpg")):
        with pytest.raises(TypeError, match="decode_many takes several images"):
            upright.decode_many(wrong)  # type: ignore[arg-type]
    for threads in (0, -1, 1.5, "x"):
        with pytest.raises(ValueError, match="^threads: "):
            upright.decode_many([photo], threads=threads)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        upright.decode_many([photo, 5])  # type: ignore[list-item]


def test_pixels_stay_as_long_as_an_array_of_them(photo: bytes) -> None:
    expected = shown(photo)
    part = upright.decode(photo)[10:20, 5:7]
    gc.collect()
    others = [upright.decode(photo) for _ in range(30)]
    assert np.array_equal(part, expected[10:20, 5:7])
    others[0][:] = 7
    assert np.array_equal(others[1], expected), "arrays share no memory"
    assert others[0].flags.writeable and others[0].flags.c_contiguous


def test_threads_may_decode_at_the_same_time(photo: bytes) -> None:
    expected, wrong = shown(photo), []

    def work() -> None:
        for _ in range(20):
            if not all(np.array_equal(row, expected) for row in upright.decode_many([photo] * 3, threads=2)):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_memory_is_freed_and_numpy_is_not_needed(tmp_path: pathlib.Path, photo: bytes) -> None:
    path = tmp_path / "1.jpg"
    path.write_bytes(photo)
    run = run_python(f"""
import resource, sys
sys.modules["numpy"] = None
import upright
data = open({str(path)!r}, "rb").read()
pixels = upright.decode(data)
assert type(pixels) is upright.Pixels and pixels.shape == (203, 150, 3) and len(pixels.data) == 203 * 150 * 3
for _ in range(200): upright.decode(data)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(3000): upright.decode(data)
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 20000
""")
    assert run.returncode == 0, run.stderr


def test_a_process_forks_after_readers_were_called_by_several_threads(tmp_path: pathlib.Path, photo: bytes) -> None:
    path = tmp_path / "1.jpg"
    path.write_bytes(photo)
    run = run_python(f"""
import io, os
import upright
from upright import _native, _source
data = open({str(path)!r}, "rb").read()
readers = [_source.Reader(io.BytesIO(data), None) for _ in range(16)]
natives = (_native.Source * 16)(*[reader.native for reader in readers])
pixels, errors = (_native.Pixels * 16)(), (_native.Error * 16)()
for _ in range(10):
    request = _native.Request(kind=_native.WHOLE)
    assert _native.LIBRARY.upright_decode_all(natives, 16, request, 3, 4, pixels, errors) == 0
    for row in pixels:
        assert (row.width, row.height) == (150, 203) and row.rows.count == 150 * 203 * 3
        _native.LIBRARY.upright_free(row.rows)
child = os.fork()
if child == 0:
    os._exit(0 if upright.decode(data).shape == (203, 150, 3) else 1)
assert os.waitpid(child, 0)[1] == 0
""", timeout=60)
    assert run.returncode == 0, run.stderr
