"""The program `upright` beside the library: for what the library does not do itself."""

from __future__ import annotations

import collections.abc
import errno as errors
import io
import json
import os
import re
import signal
import subprocess
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

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


def run(
    words: "Sequence[Union[str, bytes]]", accepted: "Iterable[int]" = (0,), *, arguments: "Mapping[str, str]",
    lists_defects: bool = False,
) -> "list[dict[str, Any]]":
    """Runs the program and returns the objects that it printed, one per line.

    Args:
        words: Its arguments.
        accepted: Exit codes that are no failure.
        arguments: What its options are called in Python: see `in_python`.
        lists_defects: Whether the objects that it wrote to standard error come first.

    Raises:
        UprightError: It ended with another exit code than the accepted ones; the message is what it wrote.
    """
    call = _completed([os.fsencode(path()), *words])
    if call.returncode not in accepted:
        raise _error(call, arguments)
    lines = [*(call.stderr.splitlines() if lists_defects else []), *call.stdout.splitlines()]
    return [row for row in map(_object, lines) if row is not None]


def _completed(command: "Sequence[Union[str, bytes]]") -> "subprocess.CompletedProcess[bytes]":
    """Runs a command to its end. If this thread is interrupted, the program stops after the current file and removes what
    is unfinished; it also stops if this process ends."""
    environment = {**os.environ, "UPRIGHT_PARENT": str(os.getpid()), "UPRIGHT_SPELLING": "python"}
    with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        try:
            output, complaints = process.communicate()
        except BaseException:
            # A keyboard has sent the signal to both; a second one would end the program at once.
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
            raise
    return subprocess.CompletedProcess(command, process.returncode, output, complaints)


# Seconds for the current file of a program that is asked to stop.
_PATIENCE = 10.0


def _object(line: bytes) -> "Optional[dict[str, Any]]":
    """The object of a line; None for a line that is text for people."""
    if not line.startswith(b"{"):
        return None
    row: "dict[str, Any]" = json.loads(line)
    return row


def in_python(text: str, arguments: "Mapping[str, str]") -> str:
    """A complaint of the program about its own arguments for callers of Python: `--edge trim` is `edge='trim'`. All other
    sentences of the program name arguments of Python already (`UPRIGHT_SPELLING`).

    Args:
        text: The sentence.
        arguments: What stands for an option: `"edge"`, or `"overwrite=True"` for a flag.
    """
    def replaced(match: "re.Match[str]") -> str:
        name, value = arguments.get(match["option"]), match["value"]
        if name is None:
            return f"the option {match['option'].lstrip('-')}{' ' + value if value else ''} of the program upright"
        if not value or "=" in name:
            return name + (" " + value if value else "")
        return f"{name}={value.rstrip('/')}" if value.isupper() or value.endswith("/") else f"{name}={value!r}"

    # Option names in angle brackets are those of ArgumentParser's messages.
    return _OPTION.sub(replaced, re.sub(r"(--[a-z][a-z-]+) <[^>]*>", r"\1", text))


# An option, and a value if it can be nothing else: one of a list, or a placeholder.
_OPTION = re.compile(
    r"(?<![\w./-])(?P<option>--[a-z0-9][a-z0-9-]+|-[ior]\b)(?: (?P<value>[A-Z]+/?(?![\w])|keep-tag|trim|recode|"
    r"trust-tag|trust-pixels|tag\b|pixels\b|stored|displayed|vision|iiif|jpeg|png|webp|avif|jxl|tiff))?")


def _sentences(written: bytes, arguments: "Mapping[str, str]") -> str:
    """What the program wrote to standard error, as one message."""
    found = []
    for line in written.splitlines():
        row = _object(line)
        if row is not None:
            found.append(sentence(row))
            continue
        text = line.decode("utf-8", "replace")
        if text.startswith(("Usage:", "Help:", "  See ")):
            continue
        found.append(in_python(re.sub(r"^(upright|Error): ", "", text).strip(), arguments))
    return "\n".join(shown(found)).strip()


def sentence(row: "Mapping[str, Any]") -> str:
    """The place and the message of an object about a problem."""
    place = ", ".join(str(row[name]) for name in ("path", "field") if name in row)
    return ": ".join(filter(None, (place, str(row.get("error", row).get("message", "")))))


def shown(lines: "Iterable[str]") -> "list[str]":
    """The first lines, and how many are left out."""
    found = list(lines)
    return found[:_SHOWN] + ([f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else [])


_SHOWN = 20


def _error(call: "subprocess.CompletedProcess[bytes]", arguments: "Mapping[str, str]") -> UprightError:
    """The exception for a call: of its only file, if that one failed, otherwise of all that it wrote."""
    # Several faults of the input have an exit code of their own.
    kind = 65 if call.returncode == 2 else call.returncode
    rows = [row for row in map(_object, call.stdout.splitlines()) if row is not None]
    fault = rows[0].get("error") if len(rows) == 1 else None
    message = _sentences(call.stderr, arguments) or f"upright ended with exit code {call.returncode}"
    if isinstance(fault, dict):
        error = _file_error(kind, rows[0], fault)
    else:
        is_limit = len(rows) == 1 and rows[0].get("notUpright") == "limit"
        error = make_error(kind, "limit" if is_limit else "program", message)
    error.code = call.returncode
    return error


def _file_error(kind: int, row: "Mapping[str, Any]", fault: "Mapping[str, Any]") -> UprightError:
    message = str(fault.get("message"))
    number = next((number for number in errors.errorcode if os.strerror(number) == message), 0)
    path, offset = row.get("path"), fault.get("offset")
    return make_error(
        kind, str(fault.get("code")), message, None if path is None else str(path), offset, number)


def words(paths: "Iterable[Path]") -> "list[bytes]":
    """Paths as arguments behind ``--``: none is read as an option."""
    return [b"--", *map(path_bytes, paths)]


def number(name: str, value: "Optional[float]") -> "list[Union[str, bytes]]":
    """An option with a number; nothing if there is none."""
    return [] if value is None else [name, str(value)]


def option(name: str, value: "Optional[Path]") -> "list[Union[str, bytes]]":
    """An option with its value; nothing if there is none."""
    if value is None:
        return []
    path = path_bytes(value)
    # A path, never an option or standard output.
    return [name, b"./" + path if path.startswith(b"-") else path]


def one_or_many(paths: "Union[Path, Iterable[Path]]") -> "list[Path]":
    """A list, also of a single path."""
    if isinstance(paths, (str, bytes, bytearray, os.PathLike)):
        return [paths]
    if isinstance(paths, io.IOBase) or not isinstance(paths, collections.abc.Iterable):
        raise TypeError(f"expected a path or several, not {type(paths).__name__}")
    return list(paths)
