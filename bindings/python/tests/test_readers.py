"""File objects that are no files of a disk: only the ranges that are needed are read."""

from __future__ import annotations

import io
import pathlib
import threading

import numpy as np
import PIL.Image
import pytest

import upright
from conftest import encoded, run_python, scene


class Counted:
    """A file object that counts what is read."""

    def __init__(self, data: bytes) -> None:
        self._file, self.count, self.calls = io.BytesIO(data), 0, 0

    def read(self, count: int = -1) -> bytes:
        data = self._file.read(count)
        self.count += len(data)
        self.calls += 1
        return data

    def seek(self, place: int, whence: int = 0) -> int:
        return self._file.seek(place, whence)

    def tell(self) -> int:
        return self._file.tell()


def noise(width: int, height: int) -> PIL.Image.Image:
    values = np.random.default_rng(7).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return PIL.Image.fromarray(values, "RGB")


FORMATS = {"JPEG": {"quality": 95}, "PNG": {}, "WEBP": {"lossless": True}, "TIFF": {}, "GIF": {}}


# A GIF states nowhere how many frames it has, so its blocks are walked to its end.
@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "GIF"])
def test_headers_of_a_large_file_take_few_bytes(kind: str) -> None:
    data = encoded(noise(900, 700), kind, 6, **FORMATS[kind])
    assert len(data) > 500_000
    file = Counted(data)
    info = upright.probe(file)  # type: ignore[arg-type]
    assert info == upright.probe(data) and info.format == kind.lower()
    # A PNG's chunks of 64 KB are passed over one by one, because its tag may follow the pixels.
    assert file.count < 16_384 and file.calls < (40 if kind == "PNG" else 4), (file.count, file.calls)
    opened = Counted(data)
    with upright.open(opened) as image:  # type: ignore[arg-type]
        assert image.orientation == info.orientation and image.displayed_size == info.displayed_size
    assert opened.count < 16_384


def test_a_small_file_is_read_once() -> None:
    data = encoded(scene(40, 24), "JPEG", 6)
    file = Counted(data)
    assert upright.probe(file).orientation == 6  # type: ignore[arg-type]
    assert file.count <= 2 * len(data)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_object_gives_what_its_bytes_give(kind: str, tmp_path: pathlib.Path) -> None:
    data = encoded(scene(203, 150), kind, 1 if kind == "GIF" else 6, **FORMATS[kind])
    # The image is what follows the position, which stays.
    file = Counted(b"start" + data)
    file.seek(5)
    ours, theirs = upright.open(file), upright.open(data)  # type: ignore[arg-type]
    assert np.array_equal(ours.numpy(), theirs.numpy()) and file.tell() == 5
    assert np.array_equal(ours.crop(10, 20, 50, 40), theirs.crop(10, 20, 50, 40))
    assert np.array_equal(ours.thumbnail(32), theirs.thumbnail(32))
    assert ours.plan() == theirs.plan() and file.tell() == 5
    if kind != "GIF":
        assert ours.to_upright() == theirs.to_upright()
        ours.save(tmp_path / "a")
        assert (tmp_path / "a").read_bytes() == theirs.to_upright()


def test_a_region_at_the_top_is_read_alone() -> None:
    data = encoded(noise(900, 700), "PNG", 1)
    file = Counted(data)
    with upright.open(file) as image:  # type: ignore[arg-type]
        image.crop(0, 0, 900, 8)
    assert file.count < len(data) // 4, (file.count, len(data))


@pytest.mark.parametrize("kind", [ValueError, OSError, KeyboardInterrupt, ZeroDivisionError])
@pytest.mark.parametrize("call", ["numpy", "plan", "to_upright"])
def test_what_a_file_object_raises_is_raised(photo: bytes, kind: "type[BaseException]", call: str) -> None:
    class Failing(Counted):
        failure: "BaseException | None" = None

        def read(self, count: int = -1) -> bytes:
            if self.failure is not None:
                raise self.failure
            return super().read(count)

    file = Failing(photo)
    image = upright.open(file)  # type: ignore[arg-type]
    expected = image.numpy()
    file.failure = kind("from the file object")
    with pytest.raises(kind, match="from the file object"):
        getattr(image, call)()
    file.failure = None
    assert np.array_equal(image.numpy(), expected)


def test_a_file_object_that_became_shorter_is_an_error(photo: bytes) -> None:
    file = Counted(photo)
    image = upright.open(file)  # type: ignore[arg-type]
    file._file.truncate(len(photo) // 2)
    with pytest.raises(upright.FileError):
        image.numpy()


def test_streams_without_seek_are_read_whole(photo: bytes) -> None:
    class Stream(io.RawIOBase):
        def __init__(self) -> None:
            self.inner = io.BytesIO(photo)

        def readable(self) -> bool:
            return True

        def readinto(self, room: "memoryview") -> int:  # type: ignore[override]
            return self.inner.readinto(room)

    with upright.open(Stream()) as image:  # type: ignore[arg-type]
        assert image.displayed_size == (150, 203) and image.numpy().shape == (203, 150, 3)
    # What is in memory may be closed at once.
    memory = io.BytesIO(photo)
    image = upright.open(memory)
    memory.close()
    assert image.numpy().shape == (203, 150, 3)


def test_threads_share_a_file_object(photo: bytes) -> None:
    image = upright.open(Counted(photo))  # type: ignore[arg-type]
    expected, found = image.numpy(), []
    threads = [threading.Thread(target=lambda: found.append(image.numpy())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(np.array_equal(each, expected) for each in found)


def test_a_fork_does_not_wait_for_a_thread_that_reads_a_file_object(tmp_path: pathlib.Path) -> None:
    """The reading thread needs the interpreter, which the forking one holds."""
    path = tmp_path / "photo.jpg"
    path.write_bytes(encoded(noise(400, 300), "JPEG", 6, quality=95))
    code = f"""
import faulthandler, os, sys, threading
faulthandler.dump_traceback_later(40, exit=True)
import upright
from test_readers import Counted
sys.setswitchinterval(1e-6)
data = open({str(path)!r}, "rb").read()
image, stop = upright.open(Counted(data)), threading.Event()
expected = image.numpy().tobytes()

def busy():
    while not stop.is_set():
        assert image.numpy().tobytes() == expected

threads = [threading.Thread(target=busy) for _ in range(3)]
for thread in threads: thread.start()
for round in range(60):
    child = os.fork()
    if child == 0: os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
stop.set()
for thread in threads: thread.join()
print("done")
"""
    result = run_python(code, timeout=60)
    assert result.returncode == 0 and result.stdout == "done\n", result.stderr
