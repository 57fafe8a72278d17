"""Where an image's bytes come from: memory, or an open file that must stay as it was."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import threading
import weakref
from types import TracebackType
from typing import IO, Any, List, Optional, Tuple, Union

from . import _native
from ._errors import FileError, UprightError, open_error

#: A file by its name. Bytes are contents everywhere: `os.fsdecode` makes a path of them.
Path = Union[str, "os.PathLike[str]", "os.PathLike[bytes]"]
#: An image: a path, the contents of a file, or a binary file.
ImageSource = Union[Path, bytes, bytearray, memoryview, IO[bytes]]


_ENCODING, _ERRORS = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()


def path_bytes(path: Path) -> bytes:
    """A path as the system has it."""
    if type(path) is str and "\0" not in path:
        # At once, because thousands are probed in one call.
        return path.encode(_ENCODING, _ERRORS)
    if isinstance(path, (bytes, bytearray, memoryview)):
        raise TypeError("bytes are the contents of a file: os.fsdecode(path) makes a path of them")
    return _native.encoded_path(os.fspath(path))


def changed(path: Optional[str]) -> FileError:
    """The exception for a file whose contents are no longer those that were read before."""
    error = FileError("the file has changed since it was read first", name="io", code=74, path=path)
    error.errno = errno.ESTALE
    return error


class Source:
    """The bytes or the open file of an image. The file is closed when the last call that uses it has ended.

    Attributes:
        native: As the library takes it.
        name: The path, if there is one.
    """

    def __init__(self, native: _native.Source, name: Optional[str], file: Optional[int] = None) -> None:
        self.native, self.name, self._file = native, name, file
        # The threads that are in a call.
        self._users: List[int] = []
        self._is_closing = False
        self._stamp = None if file is None else _stamp(file)
        self._headers = b""
        _sources.add(self)

    def headers(self) -> bytes:
        """The JSON of the headers."""
        self._headers = self.json(_native.LIBRARY.upright_probe)
        return self._headers

    def json(self, function: Any, request: Optional[_native.Request] = None) -> bytes:
        """The bytes that a function of the library returns."""
        with self:
            return self._result(function, request)

    def check_unchanged(self) -> None:
        """Compares the file with what it was when it was opened.

        Raises:
            FileError: It has changed.
        """
        file = self._file
        if self._stamp is None or file is None:
            return
        stamp = _stamp(file)
        if stamp == self._stamp:
            return
        # Renaming and removing a file change only its time stamp of such changes. A program that writes into it and
        # restores the time of modification leaves the same stamps, but other headers.
        if stamp is None or stamp[:-1] != self._stamp[:-1] or not self._has_same_headers():
            raise changed(self.name)
        self._stamp = stamp

    def __enter__(self) -> "Source":
        with _lock:
            if self._is_closing:
                raise ValueError("the image is closed")
            self._users.append(threading.get_ident())
        return self

    def __exit__(
        self, kind: "Optional[type[BaseException]]", error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            # Afterwards, so that what changes during a call is noticed too.
            if kind is None or issubclass(kind, UprightError):
                self.check_unchanged()
        finally:
            with _lock:
                self._users.remove(threading.get_ident())
                self._close_unused()

    def close(self) -> None:
        """Closes the file as soon as nobody uses it."""
        with _lock:
            self._is_closing = True
            self._close_unused()

    def forget_other_threads(self) -> None:
        """In a child process: only the thread that called `fork` exists."""
        self._users = [user for user in self._users if user == threading.get_ident()]
        self._close_unused()

    def _result(self, function: Any, request: Optional[_native.Request]) -> bytes:
        buffer, error = _native.Buffer(), _native.Error()
        if request is None:
            function(self.native, buffer, error)
        else:
            function(self.native, request, buffer, error)
        _native.check(error, self.name)
        return _native.taken(buffer)

    def _has_same_headers(self) -> bool:
        try:
            return self._result(_native.LIBRARY.upright_probe, None) == self._headers
        except UprightError:
            return False

    def _close_unused(self) -> None:
        if self._is_closing and not self._users and self._file is not None:
            file, self._file = self._file, None
            os.close(file)

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()


# `fork` waits for it, so no source is half closed in the child. Reentrant, for `__del__` and for signal handlers.
_lock = threading.RLock()
_sources: "weakref.WeakSet[Source]" = weakref.WeakSet()


def _before_fork() -> None:
    _lock.acquire()


def _after_fork_in_parent() -> None:
    _lock.release()


def _after_fork_in_child() -> None:
    global _lock
    _lock = threading.RLock()
    for source in list(_sources):
        source.forget_other_threads()


os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)


def _stamp(file: int) -> "Optional[Tuple[int, ...]]":
    """What shows that a file has changed; None for what is not a file of a disk. The last number changes with names,
    too."""
    facts = os.fstat(file)
    if not stat.S_ISREG(facts.st_mode):
        return None
    return facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns


def opened(source: ImageSource) -> Source:
    """The source of an image.

    Raises:
        FileError: The file cannot be opened.
        TypeError: It is nothing of that kind.
    """
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise open_error(error, os.fsdecode(path)) from None
        return _of_file(file, os.fsdecode(path))
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return Source(_native.Source(kind=_native.SOURCE_BYTES, file=-1, bytes=data, count=len(data)), None)
    raw = getattr(source, "raw", source)
    if isinstance(raw, io.FileIO) and stat.S_ISREG(os.fstat(raw.fileno()).st_mode):
        if source.writable():
            source.flush()
        name = getattr(source, "name", None)
        return _of_file(_duplicate(source.fileno()), name if isinstance(name, str) else None)
    if hasattr(source, "read"):
        data = source.read()
        if isinstance(data, bytes):
            return opened(data)
    raise TypeError(f"expected a path, bytes or a binary file, not {type(source).__name__}")


def _duplicate(file: int) -> int:
    import fcntl

    return fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 0)


def _of_file(file: int, name: Optional[str]) -> Source:
    native = _native.Source(
        kind=_native.SOURCE_FILE, file=file, path=None if name is None else os.fsencode(name))
    return Source(native, name, file)


def named(path: Path) -> Source:
    """A file that the library opens for each call."""
    return Source(
        _native.Source(kind=_native.SOURCE_PATH, file=-1, path=path_bytes(path)), os.fsdecode(os.fspath(path)))
