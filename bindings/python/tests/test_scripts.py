"""The fuzzer of the C library on a few thousand calls, and what makes the wheel."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

import pytest

from conftest import ROOT, encoded, scene
from upright import _native


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        pytest.skip("there is no C compiler")
    program = tmp_path_factory.mktemp("fuzzer") / "library_fuzz"
    subprocess.run(
        [compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "Sources/CUprightABI/include", "-o", program,
         ROOT / "Fuzz/Library/library_fuzz.c", "-ldl"], check=True)
    return program


def fuzz(program: pathlib.Path, executions: int, *files: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [program, _native.PATH, str(executions), "1", *files], cwd=program.parent, capture_output=True, text=True, timeout=300)


def test_arbitrary_calls_end_and_many_of_them_succeed(fuzzer: pathlib.Path) -> None:
    files = []
    for kind, name in [("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp"), ("TIFF", "tif"), ("GIF", "gif"), ("BMP", "bmp")]:
        for tag in (1, 6):
            files.append(fuzzer.parent / f"{tag}.{name}")
            files[-1].write_bytes(encoded(scene(48, 32), kind, tag))
    result = fuzz(fuzzer, 3_000, *files)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.count("calls succeeded") == 8 and "no fault" in result.stdout


def test_calls_that_are_all_refused_are_a_failure(fuzzer: pathlib.Path) -> None:
    path = fuzzer.parent / "text"
    path.write_bytes(b"this is not an image")
    result = fuzz(fuzzer, 1_000, path)
    assert result.returncode == 1 and "decode: fewer than" in result.stderr and "too few" in result.stdout
    # A single execution, as it is repeated after a fault, may be refused.
    assert subprocess.run([fuzzer, _native.PATH, "@7", "1", path], cwd=fuzzer.parent, capture_output=True).returncode == 0


def test_a_wheel_is_not_made_without_the_check_of_its_tag(tmp_path: pathlib.Path) -> None:
    for tool in ("patchelf", "strip", "readelf", "ldd"):
        # What is looked for, not used: this ends before anything is built.
        (tmp_path / tool).symlink_to("/bin/true")
    result = subprocess.run(
        [ROOT / "Scripts/wheel"], capture_output=True, text=True, timeout=60,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHON": "/bin/false", "OUTPUT": str(tmp_path / "out")})
    assert result.returncode == 1 and not (tmp_path / "out").exists()
    assert "auditwheel is missing" in result.stderr and "pip install auditwheel" in result.stderr
    assert "--without-auditwheel" in result.stderr
    usage = subprocess.run(
        [ROOT / "Scripts/wheel", "--nonsense"], capture_output=True, text=True, timeout=60,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert usage.returncode == 64 and "--without-auditwheel" in usage.stderr
