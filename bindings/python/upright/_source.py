"""Where an image's bytes come from: memory, or an open file that must stay as it was."""

from __future__ import annotations

import ctypes
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
from ._errors import FileError, UprightError, UsageError, open_error

#: A file by its name. Bytes are contents everywhere: `os.fsdecode` makes a path of them.
Path = Union[str, "os.PathLike[str]", "os.PathLike[bytes]"]
#: An image: a path, the contents of a file, or a binary file.
ImageSource = Union[Path, bytes, bytearray, memoryview, IO[bytes]]


_ENCODING, _ERRORS = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()


def path_bytes(path: Path) -> bytes:
    """A path as the system has it.

    Raises:
        TypeError: It is none.
        UsageError: No file has such a name.
    """
    if isinstance(path, (bytes, bytearray, memoryview)):
        raise TypeError("bytes are the contents of a file: os.fsdecode(path) makes a path of them")
    try:
        if type(path) is str and "\0" not in path:
            # At once, because thousands are probed in one call.
            return path.encode(_ENCODING, _ERRORS)
        return _native.encoded_path(os.fspath(path))
    except ValueError as error:
        raise UsageError(f"path: {error}", name="unanswerable", code=64) from None


def changed(path: Optional[str]) -> FileError:
    """The exception for a file whose contents are no longer those that were read before."""
    error = FileError("the file has changed since it was read first", name="io", code=74, path=path)
    error.errno = errno.ESTALE
    return error


class Reader:
    """A file object from its position on, of which only ranges that are needed are read. Its position stays."""

    def __init__(self, file: "IO[bytes]", name: Optional[str]) -> None:
        # The library reads in the thread that has called it.
        self._file, self._lock, self._failure = file, threading.RLock(), threading.local()
        self._start = file.tell()
        try:
            self._count = max(0, file.seek(0, os.SEEK_END) - self._start)
        finally:
            file.seek(self._start)
        # Kept, because the library calls it.
        self._function = _native.Read(self._read)
        self.native = _native.Source(
            kind=_native.SOURCE_READER, file=-1, path=None if name is None else os.fsencode(name), count=self._count,
            read=self._function)

    def _read(self, context: object, offset: int, room: int, count: int) -> int:
        try:
            with self._lock:
                position = self._file.tell()
                try:
                    self._file.seek(self._start + offset)
                    while count:
                        data = self._file.read(count)
                        if not data:
                            return errno.ESTALE
                        data = bytes(data[:count])
                        ctypes.memmove(room, data, len(data))
                        room, count = room + len(data), count - len(data)
                finally:
                    self._file.seek(position)
            return 0
        except BaseException as error:
            # ctypes would print it and go on.
            self._failure.error = error
            return errno.EIO

    def check(self) -> None:
        """Raises what a method of the file object raised in this thread's last call of the library, if anything."""
        error: Optional[BaseException] = getattr(self._failure, "error", None)
        if error is not None:
            self._failure.error = None
            raise error


class Source:
    """The bytes or the open file of an image. The file is closed when the last call that uses it has ended.

    Attributes:
        native: As the library takes it.
        name: The path, if there is one.
    """

    def __init__(
        self, native: _native.Source, name: Optional[str], file: Optional[int] = None, reader: Optional[Reader] = None
    ) -> None:
        # First, because the caller closes the file if it fails.
        self._stamp = None if file is None else _stamp(file, name)
        self._reader = reader
        self.native, self.name, self._file = native, name, file
        # The threads that are in a call.
        self._users: List[int] = []
        self._is_closing = False
        # Reentrant, for `__del__` and for signal handlers.
        self._lock = threading.RLock()
        self._headers = b""
        _sources.add(self)

    @property
    def is_reader(self) -> bool:
        """Whether methods of a file object read it."""
        return self._reader is not None

    def headers(self) -> bytes:
        """The JSON of the headers."""
        with self:
            # Known before the file is checked, which compares them.
            self._headers = self._result(_native.LIBRARY.upright_probe, None)
        return self._headers

    def json(self, function: Any, request: Optional[_native.Request] = None) -> bytes:
        """The bytes that a function of the library returns."""
        with self:
            return self._result(function, request)

    def refusal(self, request: _native.Request) -> Optional[str]:
        """Why a request cannot be planned; None if it can."""
        try:
            self._result(_native.LIBRARY.upright_plan, request)
        except UprightError as error:
            return error.message
        return None

    def check_unchanged(self) -> None:
        """Compares the file with what it was when it was opened.

        Raises:
            FileError: It has changed.
        """
        file = self._file
        if self._stamp is None or file is None:
            return
        stamp = _stamp(file, self.name)
        if stamp == self._stamp:
            return
        # Renaming and removing a file change only its time stamp of such changes. A program that writes into it and
        # restores the time of modification leaves the same stamps, but other headers.
        if stamp is None or stamp[:-1] != self._stamp[:-1] or not self._has_same_headers():
            raise changed(self.name)
        self._stamp = stamp

    def __enter__(self) -> "Source":
        with self._lock:
            if self._is_closing:
                raise ValueError("the image is closed")
            self._users.append(threading.get_ident())
        return self

    def __exit__(
        self, kind: "Optional[type[BaseException]]", error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            if self._reader is not None:
                self._reader.check()
            # Afterwards, so that what changes during a call is noticed too.
            if kind is None or issubclass(kind, UprightError):
                self.check_unchanged()
        finally:
            with self._lock:
                self._users.remove(threading.get_ident())
                self._close_unused()

    def close(self) -> None:
        """Closes the file as soon as nobody uses it."""
        with self._lock:
            self._is_closing = True
            self._close_unused()

    def forget_other_threads(self) -> None:
        """In a child process: only the thread that called `fork` exists.

        Another thread may have held the lock. If it was closing the file, that stays open in the child, because its number
        may be another file's by now.
        """
        self._lock = threading.RLock()
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


_sources: "weakref.WeakSet[Source]" = weakref.WeakSet()


def _after_fork_in_child() -> None:
    for source in list(_sources):
        source.forget_other_threads()


# No lock is held while a process forks: hooks and locks of other modules would wait for it, and it for them.
os.register_at_fork(after_in_child=_after_fork_in_child)


def _stamp(file: int, name: Optional[str]) -> "Optional[Tuple[int, ...]]":
    """What shows that a file has changed; None for what is not a file of a disk. The last number changes with names,
    too."""
    facts = _facts(file, name)
    if not stat.S_ISREG(facts.st_mode):
        return None
    return facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns


def _facts(file: int, name: Optional[str]) -> os.stat_result:
    try:
        return os.fstat(file)
    except OSError as error:
        # For example, a server has lost the file.
        raise open_error(error, name) from None


def opened(source: ImageSource) -> Source:
    """The source of an image.

    Raises:
        FileError: The file cannot be opened.
        TypeError: It is nothing of that kind.
    """
    if isinstance(source, (str, os.PathLike)):
        path = path_bytes(source)
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise open_error(error, os.fsdecode(path)) from None
        return _of_file(file, os.fsdecode(path))
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return Source(_native.Source(kind=_native.SOURCE_BYTES, file=-1, bytes=data, count=len(data)), None)
    raw = getattr(source, "raw", source)
    name = getattr(source, "name", None)
    name = name if isinstance(name, str) else None
    if isinstance(raw, io.FileIO) and stat.S_ISREG(_facts(raw.fileno(), name).st_mode):
        if source.writable():
            source.flush()
        return _of_file(_duplicate(source.fileno(), name), name)
    if not isinstance(source, io.BytesIO) and _is_seekable(source):
        reader = Reader(source, name)
        return Source(reader.native, name, reader=reader)
    if hasattr(source, "read"):
        data = source.read()
        if isinstance(data, bytes):
            return opened(data)
    raise TypeError(f"expected a path, bytes or a binary file, not {type(source).__name__}")


def _is_seekable(source: Any) -> bool:
    """Whether a file object delivers bytes of any place."""
    if not all(hasattr(source, name) for name in ("read", "seek", "tell")):
        return False
    seekable = getattr(source, "seekable", None)
    return (seekable is None or bool(seekable())) and not isinstance(source, io.TextIOBase)


def _duplicate(file: int, name: Optional[str]) -> int:
    import fcntl

    try:
        return fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 0)
    except OSError as error:
        raise open_error(error, name) from None


def _of_file(file: int, name: Optional[str]) -> Source:
    try:
        native = _native.Source(
            kind=_native.SOURCE_FILE, file=file, path=None if name is None else os.fsencode(name))
        return Source(native, name, file)
    except BaseException:
        os.close(file)
        raise


def named(path: Path) -> Source:
    """A file that the library opens for each call."""
    return Source(
        _native.Source(kind=_native.SOURCE_PATH, file=-1, path=path_bytes(path)), os.fsdecode(os.fspath(path)))
