"""The exceptions, by whose fault it is; `code` is the exit code that the program `upright` would return."""

from __future__ import annotations

import errno as errors
import os
from typing import Optional


class UprightError(Exception):
    """Why there is no result.

    Attributes:
        name: A stable code, such as ``"malformed"``, ``"limit"`` or ``"io"``.
        code: The exit code of the program, for example 65.
        message: One sentence, without the path.
        path: The file; None if there is none, or it is not known.
        offset: The byte at which the file violates its format; None if that is not the reason.
    """

    def __init__(
        self, message: str, *, name: str = "", code: int = 0, path: Optional[str] = None, offset: Optional[int] = None
    ) -> None:
        super().__init__(message)
        self.message, self.name, self.code, self.path, self.offset = message, name, code, path, offset

    def __reduce__(self) -> "tuple[object, ...]":
        return _again, (type(self), self.message, self.name, self.code, self.path, self.offset, _errno(self))

    def __str__(self) -> str:
        is_named = not self.path or self.message.startswith(self.path)
        return self.message if is_named else f"{self.path}: {self.message}"


class UsageError(UprightError, ValueError):
    """The request is at fault: an argument, or a region outside the image."""


class InputError(UprightError, ValueError):
    """The file is at fault: its bytes are damaged or hostile, or nothing here reads them."""


class UnsupportedError(InputError):
    """Upright, or this installation, does not support the file or what is asked of it."""


class LimitError(InputError):
    """A limit forbids it: pixels, memory or time."""


class MachineError(UprightError):
    """The machine is at fault: a disk, memory, processes. Another attempt may succeed."""


class FileError(MachineError, OSError):
    """Reading or writing failed; `errno` is the system's error number."""


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class ForbiddenFileError(FileError, PermissionError):
    """The file may not be read or written."""


class LossWarning(UserWarning):
    """A file was written that lacks parts of its image, which nobody asked to remove.

    Attributes:
        path: The file that was written.
        lost: Kinds of parts, such as ``"comment"`` and ``"depth-map"``.
    """

    def __init__(self, path: str, lost: "tuple[str, ...]") -> None:
        super().__init__(path, lost)
        self.path, self.lost = path, lost

    def __str__(self) -> str:
        return f"{self.path}: lost: {', '.join(self.lost)}; allow_loss={','.join(self.lost)!r} accepts that"


def _errno(error: UprightError) -> int:
    return (error.errno or 0) if isinstance(error, FileError) else 0


def _again(
    kind: "type[UprightError]", message: str, name: str, code: int, path: Optional[str], offset: Optional[int], errno: int
) -> UprightError:
    error = kind(message, name=name, code=code, path=path, offset=offset)
    if isinstance(error, FileError):
        error.errno = errno
    return error


_KINDS: "dict[int, type[UprightError]]" = {
    64: UsageError, 65: InputError, 69: UnsupportedError, 70: InputError, 74: FileError, 75: MachineError
}


_FILE_KINDS: "dict[int, type[UprightError]]" = {
    errors.ENOENT: MissingFileError, errors.EACCES: ForbiddenFileError, errors.EPERM: ForbiddenFileError
}


def open_error(error: OSError, path: Optional[str]) -> UprightError:
    """The exception for a file that Python could not open."""
    number = error.errno or 0
    return make_error(74, "io", os.strerror(number), path, None, number)


def make_error(
    code: int, name: str, message: str, path: Optional[str] = None, offset: Optional[int] = None, errno: int = 0
) -> UprightError:
    """The exception for an exit code and an error code."""
    kind = LimitError if name == "limit" else _KINDS.get(code, UprightError)
    if kind is FileError:
        kind = _FILE_KINDS.get(errno, FileError)
    return _again(kind, message, name, code, path, offset, errno)
