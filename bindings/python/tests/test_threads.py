"""The second thread that reads a JPEG: where there is one, and where not."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import PIL.Image
import pytest

_CODE = """
import os, sys, threading, upright
path = sys.argv[1]
def crop():
    # The most threads that were there during a crop, without the one that counts.
    counts, done = [], threading.Event()
    def count():
        while not done.is_set():
            counts.append(len(os.listdir("/proc/self/task")))
    counter = threading.Thread(target=count)
    counter.start()
    with upright.open(path) as image:
        width, height = image.displayed_size
        for _ in range(5):
            image.crop(width - 64, height - 64, 64, 64)
    done.set()
    counter.join()
    return max(counts) - 1
{before}
child = os.fork()
if child == 0:
    os._exit(crop())
_, status = os.waitpid(child, 0)
print(crop(), status >> 8)
"""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("threads") / "large.jpg"
    PIL.Image.effect_noise((3000, 2000), 80).convert("RGB").save(path, quality=90)
    return path


def _threads(photo: pathlib.Path, before: str, **environment: str) -> "tuple[int, int]":
    """How many threads a process and its forked child have during a crop."""
    answer = subprocess.run(
        [sys.executable, "-c", _CODE.format(before=before), str(photo)], capture_output=True, text=True, timeout=60,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **environment}, check=True)
    own, forked = answer.stdout.split()
    return int(own), int(forked)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core: no call has a second thread")
@pytest.mark.parametrize("before", ["", "upright.probe(path)", "crop()"])
def test_a_forked_child_starts_no_threads(photo: pathlib.Path, before: str) -> None:
    own, forked = _threads(photo, before)
    assert own > 1
    assert forked == 1


def test_the_environment_and_the_cores_bound_the_threads(photo: pathlib.Path) -> None:
    assert _threads(photo, "", UPRIGHT_THREADS="1") == (1, 1)
    assert _threads(photo, "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})") == (1, 1)


@pytest.mark.parametrize("threads", ["abc", "0", "-1", "1.5", "", "2x"])
def test_a_number_of_threads_that_is_none_is_named(photo: pathlib.Path, threads: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", "import sys, upright\nfor _ in range(2): upright.open(sys.argv[1]).crop(0, 0, 64, 64)",
         str(photo)], capture_output=True, text=True, timeout=60, env={**os.environ, "UPRIGHT_THREADS": threads})
    assert answer.returncode == 0
    assert answer.stderr == "upright: UPRIGHT_THREADS is ignored: it must be a whole number of at least 1\n"


def test_a_number_of_threads_needs_no_word(photo: pathlib.Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", "import sys, upright; upright.open(sys.argv[1]).crop(0, 0, 64, 64)", str(photo)],
        capture_output=True, text=True, timeout=60, env={**os.environ, "UPRIGHT_THREADS": "9"})
    assert (answer.returncode, answer.stderr) == (0, "")
