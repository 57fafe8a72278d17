"""The program `upright` beside the library: for what the library does not do itself."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any, Iterable, Optional, Sequence, Union

from . import _native
from ._errors import UnsupportedError, UprightError, make_error
from ._source import Path, path_bytes


def path() -> str:
    """The path of the program.

    Raises:
        UnsupportedError: It is missing.
    """
    found = os.path.join(os.path.dirname(_native.PATH), "upright")
    if not os.access(found, os.X_OK):
        raise UnsupportedError(f"the program upright is missing: not found at {found}", name="unsupported", code=69)
    return found


def run(words: "Sequence[Union[str, bytes]]", accepted: "Iterable[int]" = (0,)) -> "list[dict[str, Any]]":
    """Runs the program and returns the objects that it printed, one per line.

    Raises:
        UprightError: It ended with another exit code than the accepted ones; the message is what it wrote.
    """
    call = subprocess.run(
        [os.fsencode(path()), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if call.returncode not in accepted:
        raise _error(call.returncode, call.stderr.decode("utf-8", "replace").strip())
    return [json.loads(line) for line in call.stdout.splitlines() if line.strip()]


def _error(code: int, message: str) -> UprightError:
    return make_error(code, "program", message or f"upright ended with exit code {code}")


def words(paths: "Iterable[Path]") -> "list[bytes]":
    """Paths as arguments behind ``--``: none is read as an option."""
    return [b"--", *map(path_bytes, paths)]


def option(name: str, value: "Optional[Path]") -> "list[Union[str, bytes]]":
    """An option with its value; nothing if there is none."""
    if value is None:
        return []
    path = path_bytes(value)
    # A path, never an option or standard output.
    return [name, b"./" + path if path.startswith(b"-") else path]


def one_or_many(paths: "Union[Path, Iterable[Path]]") -> "list[Path]":
    """A list, also of a single path."""
    return [paths] if isinstance(paths, (str, bytes, bytearray, os.PathLike)) else list(paths)
