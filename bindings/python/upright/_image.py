"""Images: opened by their headers, decoded by region."""

from __future__ import annotations

import concurrent.futures
import ctypes
import errno
import io
import json
import os
import stat
import struct
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Iterable, Literal, NamedTuple, Optional, Union

from . import _native
from ._errors import UprightError, UsageError, make_error, open_error

if TYPE_CHECKING:
    from PIL.Image import Image as PILImage

Space = Literal["displayed", "stored"]
Mode = Literal["L", "RGB", "RGBA"]
Path = Union[str, "os.PathLike[str]", bytes]

_CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}


@dataclass(frozen=True)
class Finding:
    """An unusual fact about a file that does not stop processing, such as contradicting orientations."""

    code: str
    message: str


class _InfoFields(NamedTuple):
    path: str
    format: str
    orientation: int
    stored_size: "tuple[int, int]"
    displayed_size: "tuple[int, int]"
    findings: "tuple[Finding, ...]"


class Info(_InfoFields):
    """What a file's headers state.

    Attributes:
        path: The path as given, as ``os.fsdecode`` returns it; empty for bytes.
        format: ``"jpeg"``, ``"png"``, ``"webp"``, ``"tiff"``, ``"heif"``, ``"avif"``, ``"jxl"``, ``"gif"``, ``"bmp"``,
            ``"mp4"`` or ``"mov"``.
        orientation: The orientation tag in use, 1 to 8; 1 if the file states none.
        stored_size: Width and height as the file holds the image.
        displayed_size: Width and height as a person sees it.
        findings: What is unusual.
    """

    _json: "Optional[dict[str, Any]]" = None

    @property
    def json(self) -> "dict[str, Any]":
        """All that ``upright info --json`` prints, for example what each reader does.

        After :func:`upright.probe_many`, the file is read again for it when it is first used.
        """
        if self._json is None:
            self._json = probe(self.path).json
        return self._json


def _info(text: bytes, path: Optional[str]) -> Info:
    facts = json.loads(text)
    stored, displayed = facts["stored"], facts["displayed"]
    info = Info(
        path or "", facts["format"], facts["orientation"], (stored["width"], stored["height"]),
        (displayed["width"], displayed["height"]),
        tuple(Finding(finding["code"], finding["message"]) for finding in facts["findings"]))
    info._json = facts
    return info


class Pixels:
    """Pixels without NumPy: rows from the top, one byte per sample.

    ``memoryview(pixels.data)``, :attr:`view` and ``numpy.asarray(pixels)`` share its memory.

    Attributes:
        shape: (height, width, channels), or (height, width) for gray.
        data: All bytes, without gaps.
    """

    def __init__(self, data: bytearray, shape: "tuple[int, ...]") -> None:
        self.data, self.shape = data, shape

    @property
    def view(self) -> memoryview:
        """The samples as a ``memoryview`` of :attr:`shape`."""
        return memoryview(self.data).cast("B", self.shape)

    @property
    def __array_interface__(self) -> "dict[str, Any]":
        return {"version": 3, "shape": self.shape, "typestr": "|u1", "data": self.data}

    def tobytes(self) -> bytes:
        """A copy of all bytes."""
        return bytes(self.data)


class Image:
    """An image whose headers were read; pixels are decoded by each call, and only as many as it needs.

    :func:`upright.open` makes them. Calls may come from several threads at once, and release the GIL. In a child
    process after ``fork``, calls work as in its parent.

    Attributes:
        info: What the headers state.
    """

    info: Info

    def __init__(
        self, source: "_Source", *, max_pixels: Optional[int] = None, max_memory: Optional[int] = None,
        max_seconds: Optional[float] = None, allow_damaged: bool = False,
    ) -> None:
        self._source: "Optional[_Source]" = source
        self._allow_damaged = bool(allow_damaged)
        for name, limit in (("max_pixels", max_pixels), ("max_memory", max_memory), ("max_seconds", max_seconds)):
            if limit is not None and not limit > 0:
                raise _usage(f"{name}: {limit!r} is not more than 0")
        self._limits = (max_pixels or 0, max_memory or 0, max_seconds or 0.0)
        try:
            self.info = _info(source.json(_native.LIBRARY.upright_probe), source.name)
        except BaseException:
            # An exception that is kept keeps this frame, and would keep the file open.
            source.close()
            raise

    @property
    def orientation(self) -> int:
        """The orientation tag in use, 1 to 8."""
        return self.info.orientation

    @property
    def stored_size(self) -> "tuple[int, int]":
        """Width and height as the file holds the image."""
        return self.info.stored_size

    @property
    def displayed_size(self) -> "tuple[int, int]":
        """Width and height as a person sees the image."""
        return self.info.displayed_size

    @property
    def findings(self) -> "tuple[Finding, ...]":
        """What is unusual about the file."""
        return self.info.findings

    def crop(
        self, x: int, y: int, w: int, h: int, size: "Union[int, tuple[int, int], None]" = None,
        space: Space = "displayed", *, mode: Mode = "RGB", srgb: bool = False,
    ) -> Any:
        """The pixels of a region, upright.

        Args:
            x, y, w, h: Left, top, width and height in whole pixels of ``space``, clipped to the image.
            size: Width and height of the result, or its width alone, which keeps the shape; None for the region's.
            space: ``"displayed"``, or ``"stored"`` for a box made on the stored image. The result is upright in either.
            mode: ``"RGB"`` and ``"L"`` show transparent pixels over white; ``"RGBA"`` keeps alpha.
            srgb: Whether colors are converted to sRGB by the file's profile.

        Returns:
            uint8 of shape (height, width, 3), (height, width, 4) for RGBA, (height, width) for L: a NumPy array, or
            :class:`Pixels` without NumPy.
        """
        return self._decoded(self._crop_request(x, y, w, h, size, space, srgb), mode)

    def thumbnail(self, size: "Union[int, tuple[int, int]]", *, mode: Mode = "RGB", srgb: bool = False) -> Any:
        """The pixels of the whole image, upright, made to fit into ``size`` (width and height, or one number for both).

        The shape is kept, and nothing is enlarged. Pixels are as :meth:`crop` returns them.
        """
        return self._decoded(self._thumbnail_request(size, srgb), mode)

    def numpy(self, *, mode: Mode = "RGB", srgb: bool = False) -> Any:
        """The pixels of the whole image, upright, as :meth:`crop` returns them."""
        return self._decoded(self._request(_native.WHOLE, srgb=srgb), mode)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        """``numpy.asarray(image)``: :meth:`numpy` as RGB."""
        pixels = self.numpy()
        return pixels if dtype is None else pixels.astype(dtype)

    def __reduce__(self) -> Any:
        raise TypeError("an Image holds an open file: give other processes the path or the bytes")

    def pil(self, *, mode: Mode = "RGB", srgb: bool = False) -> "PILImage":
        """The whole image, upright, as a Pillow image without metadata."""
        import PIL.Image

        pixels = self._pixels(self._request(_native.WHOLE, srgb=srgb), mode)
        size = (pixels.shape[1], pixels.shape[0])
        return PIL.Image.frombuffer(mode, size, pixels.data, "raw", mode, 0, 1)

    def to_upright(self, *, format: Optional[str] = None, quality: Optional[int] = None) -> bytes:
        """The file with upright pixels and tag 1, losslessly where its blocks can move, with its metadata.

        An image that cannot be rotated, such as an animation with a tag, raises ``UnsupportedError``; a damaged one
        raises ``InputError``.

        Args:
            format: ``"jpeg"``, ``"png"``, ``"webp"``, ``"tiff"``, ``"avif"`` or ``"jxl"``; None for the file's own, or
                JPEG or PNG where that is only read.
            quality: 1 to 100 for an encoder that has a quality; None for the file's own.
        """
        return self._encoded(self._request(_native.WHOLE, format=format, quality=quality))

    def crop_to_bytes(
        self, x: int, y: int, w: int, h: int, size: "Union[int, tuple[int, int], None]" = None,
        space: Space = "displayed", *, format: Optional[str] = None, quality: Optional[int] = None, srgb: bool = False,
    ) -> bytes:
        """A region as an encoded image: the arguments of :meth:`crop` and of :meth:`to_upright`."""
        return self._encoded(self._crop_request(x, y, w, h, size, space, srgb, format, quality))

    def thumbnail_to_bytes(
        self, size: "Union[int, tuple[int, int]]", *, format: Optional[str] = None, quality: Optional[int] = None,
        srgb: bool = False,
    ) -> bytes:
        """A small encoded image without metadata: the arguments of :meth:`thumbnail` and of :meth:`to_upright`."""
        return self._encoded(self._thumbnail_request(size, srgb, format, quality))

    def retagged(self, orientation: int) -> bytes:
        """The file with another orientation tag, 1 to 8; its pixels stay as they are stored."""
        return self._encoded(self._request(_native.RETAG, orientation=_whole(orientation, "orientation")))

    def save(
        self, path: Path, *, format: Optional[str] = None, quality: Optional[int] = None, overwrite: bool = False
    ) -> None:
        """Writes what :meth:`to_upright` returns to a file, which appears only when complete.

        Args:
            path: The file, whose extension does not matter.
            overwrite: Whether an existing file is replaced; the image's own file never is.
        """
        request, error = self._request(_native.WHOLE, format=format, quality=quality), _native.Error()
        name = _native.encoded_path(os.fspath(path))
        with self._held() as source:
            _native.LIBRARY.upright_save(source.native, request, name, 1 if overwrite else 0, error)
        _native.check(error, os.fsdecode(path))

    def plan(self, *, format: Optional[str] = None, quality: Optional[int] = None) -> "dict[str, Any]":
        """How :meth:`to_upright` would be carried out, as ``upright plan --json`` prints it; nothing is decoded."""
        request = self._request(_native.WHOLE, format=format, quality=quality)
        result: "dict[str, Any]" = json.loads(self._held().json(_native.LIBRARY.upright_plan, request))
        return result

    def close(self) -> None:
        """Closes the file, as soon as calls of other threads have ended; the headers stay known."""
        source, self._source = self._source, None
        if source:
            source.close()

    def __enter__(self) -> "Image":
        self._held()
        return self

    def __exit__(
        self, kind: "Optional[type[BaseException]]", error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        width, height = self.displayed_size
        name = f" {self.info.path!r}" if self.info.path else ""
        return f"<upright.Image{name} {self.info.format} {width}x{height} orientation={self.orientation}>"

    def _held(self) -> "_Source":
        if self._source is None:
            raise ValueError("the image is closed")
        return self._source

    def _request(
        self, kind: int, *, srgb: bool = False, format: Optional[str] = None, quality: Optional[int] = None,
        orientation: int = 0,
    ) -> _native.Request:
        pixels, memory, seconds = self._limits
        word = None if format is None else _native.encoded_path(format)
        return _native.Request(
            kind=kind, colors=1 if srgb else 0, format=word, quality=_quality(quality), orientation=orientation,
            allow_damaged=1 if self._allow_damaged else 0, max_pixels=_whole(pixels, "max_pixels"), max_memory=_whole(memory, "max_memory"), max_seconds=seconds)

    def _crop_request(
        self, x: int, y: int, w: int, h: int, size: "Union[int, tuple[int, int], None]", space: str, srgb: bool,
        format: Optional[str] = None, quality: Optional[int] = None,
    ) -> _native.Request:
        request = self._request(_native.CROP, srgb=srgb, format=format, quality=quality)
        if space not in _native.SPACES:
            raise _usage(f"space: {space!r} is neither 'displayed' nor 'stored'")
        request.space = _native.SPACES[space]
        request.x, request.y, request.width, request.height = (
            _whole(number, name) for number, name in zip((x, y, w, h), ("x", "y", "w", "h")))
        if size is not None:
            request.result_width, request.result_height = _sides(size, alone=(None, 0))
        return request

    def _thumbnail_request(
        self, size: "Union[int, tuple[int, int]]", srgb: bool, format: Optional[str] = None,
        quality: Optional[int] = None,
    ) -> _native.Request:
        request = self._request(_native.THUMBNAIL, srgb=srgb, format=format, quality=quality)
        request.result_width, request.result_height = _sides(size, alone=(None, None))
        return request

    def _encoded(self, request: _native.Request) -> bytes:
        return self._held().json(_native.LIBRARY.upright_encode, request)

    def _decoded(self, request: _native.Request, mode: str) -> Any:
        pixels = self._pixels(request, mode)
        try:
            import numpy
        except ImportError:
            return pixels
        return numpy.frombuffer(pixels.data, numpy.uint8).reshape(pixels.shape)

    def _pixels(self, request: _native.Request, mode: str) -> Pixels:
        if mode not in _CHANNELS:
            raise _usage(f"mode: {mode!r} is not 'L', 'RGB' or 'RGBA'")
        with self._held() as source:
            return self._pixels_of(source, request, _CHANNELS[mode])

    def _pixels_of(self, source: "_Source", request: _native.Request, channels: int) -> Pixels:
        error, width, height = _native.Error(), ctypes.c_int64(), ctypes.c_int64()
        _native.LIBRARY.upright_measure(source.native, request, width, height, error)
        _native.check(error, source.name)
        shape = (height.value, width.value)
        stride = width.value * channels
        data = bytearray(stride * height.value)
        room = (ctypes.c_char * len(data)).from_buffer(data)
        _native.LIBRARY.upright_decode(
            source.native, request, channels, ctypes.addressof(room), len(data), stride, width, height, error)
        if error.code in (0, 64) and (height.value, width.value) != shape:
            raise make_error(
                74, "io", "the file changed while it was read", source.name, None, errno.ESTALE)
        _native.check(error, source.name)
        return Pixels(data, shape if channels == 1 else (*shape, channels))


class _Source:
    """The bytes or the open file of an image. The file is closed when the last call that uses it has ended."""

    def __init__(self, native: _native.Source, name: Optional[str], file: Optional[int] = None) -> None:
        self.native, self.name, self._file = native, name, file
        self._lock, self._users, self._closing = threading.Lock(), 0, False

    def json(self, function: Any, request: Optional[_native.Request] = None) -> bytes:
        """The bytes that a function of the library returns."""
        buffer, error = _native.Buffer(), _native.Error()
        with self:
            if request is None:
                function(self.native, buffer, error)
            else:
                function(self.native, request, buffer, error)
        _native.check(error, self.name)
        return _native.taken(buffer)

    def __enter__(self) -> "_Source":
        with self._lock:
            if self._closing:
                raise ValueError("the image is closed")
            self._users += 1
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
        self._close_unused()

    def close(self) -> None:
        with self._lock:
            self._closing = True
        self._close_unused()

    def _close_unused(self) -> None:
        with self._lock:
            if not self._closing or self._users:
                return
            file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()


def _usage(message: str) -> UsageError:
    return UsageError(message, name="unanswerable", code=64)


def _whole(number: Any, name: str) -> int:
    """A whole number that fits into 64 bits; also one of NumPy's, and a float without a fraction, as in boxes."""
    try:
        is_whole = not hasattr(number, "__index__") and number.is_integer()
        whole = int(number) if is_whole else number.__index__()
    except (AttributeError, TypeError):
        raise _usage(f"{name}: {number!r} is not a whole number") from None
    if not -(1 << 63) <= whole < 1 << 63:
        raise _usage(f"{name}: {whole} is too large")
    return int(whole)


def _quality(quality: Optional[int]) -> int:
    if quality is None:
        return 0
    if not 1 <= _whole(quality, "quality") <= 100:
        raise _usage(f"quality: {quality} is not in 1 to 100")
    return int(quality)


def _sides(size: Any, alone: "tuple[Optional[int], Optional[int]]") -> "tuple[int, int]":
    """Width and height; a single number takes the places of `alone` that are None."""
    if hasattr(size, "__index__") and not hasattr(size, "__len__"):
        side = _whole(size, "size")
        sides = (side if alone[0] is None else alone[0], side if alone[1] is None else alone[1])
    else:
        try:
            width, height = size
        except (TypeError, ValueError):
            raise _usage(f"size: {size!r} is neither a number nor two") from None
        sides = (_whole(width, "size"), _whole(height, "size"))
        side = min(sides)
    if side < 1:
        raise _usage(f"size: {size!r} has no pixel")
    return sides


def open(
    source: "Union[str, os.PathLike[str], bytes, bytearray, memoryview, IO[bytes]]", *,
    max_pixels: Optional[int] = None, max_memory: Optional[int] = None, max_seconds: Optional[float] = None,
    allow_damaged: bool = False,
) -> Image:
    """Opens an image and reads its headers; no pixel is decoded.

    Args:
        source: A path (``str`` or ``Path``), the bytes of a whole file, or a binary file. Of an open file of the
            system, the whole file is the image; any other object is read from its position to its end. ``bytes`` are
            not copied, other buffers are.
        max_pixels, max_memory, max_seconds: Limits for each call: pixels of the file or the result (268 million), bytes
            of working memory (2 GiB), elapsed time (none, but decoders in other processes have one).
        allow_damaged: Whether the readable part of damaged image data is a result. Otherwise, calls that decode it
            raise ``InputError``.

    Raises:
        FileError: The file cannot be opened: also a ``FileNotFoundError`` or a ``PermissionError`` if it is missing or
            may not be read.
        InputError: It is damaged, or of an unknown format.
    """
    return Image(
        _source(source), max_pixels=max_pixels, max_memory=max_memory, max_seconds=max_seconds,
        allow_damaged=allow_damaged)


def _source(source: Any) -> _Source:
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise open_error(error, os.fsdecode(path)) from None
        return _of_file(file, os.fsdecode(path))
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return _Source(_native.Source(kind=_native.SOURCE_BYTES, file=-1, bytes=data, count=len(data)), None)
    raw = getattr(source, "raw", source)
    if isinstance(raw, io.FileIO) and stat.S_ISREG(os.fstat(raw.fileno()).st_mode):
        if source.writable():
            source.flush()
        name = getattr(source, "name", None)
        return _of_file(_duplicate(source.fileno()), name if isinstance(name, str) else None)
    if hasattr(source, "read"):
        data = source.read()
        if isinstance(data, bytes):
            return _source(data)
    raise TypeError(f"expected a path, bytes or a binary file, not {type(source).__name__}")


def _duplicate(file: int) -> int:
    import fcntl

    return fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 0)


def _of_file(file: int, name: Optional[str]) -> _Source:
    native = _native.Source(
        kind=_native.SOURCE_FILE, file=file, path=None if name is None else os.fsencode(name))
    return _Source(native, name, file)


def probe(path: Path) -> Info:
    """What the headers of a file state, without keeping it open.

    Raises:
        FileError: It cannot be read.
        InputError: It is damaged, or of an unknown format.
    """
    name = os.fspath(path)
    native = _native.Source(kind=_native.SOURCE_PATH, file=-1, path=_native.encoded_path(name))
    source = _Source(native, os.fsdecode(name))
    return _info(source.json(_native.LIBRARY.upright_probe), source.name)


def probe_many(paths: "Iterable[Path]", *, threads: Optional[int] = None) -> "list[Union[Info, UprightError]]":
    """What the headers of many files state, read by several threads.

    Args:
        paths: Files.
        threads: How many; by default as many as ``concurrent.futures`` takes.

    Returns:
        One result per path, in their order: an :class:`Info`, or why there is none.
    """
    if isinstance(paths, (str, bytes, os.PathLike)):
        raise TypeError("probe_many takes several paths; probe takes one")
    given = list(paths)
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        # Few files are divided too: on a network, each waits.
        size = max(1, min(_BATCH, len(given) // (4 * pool._max_workers)))
        batches = [given[start:start + size] for start in range(0, len(given), size)]
        return [result for batch in pool.map(_probed_batch, batches) for result in batch]


_BATCH = 256
_FORMATS = {name.encode().ljust(12, b"\0"): name for name in (
    "jpeg", "png", "webp", "tiff", "heif", "avif", "jxl", "gif", "bmp", "mp4", "mov")}


def _probed_batch(paths: "list[Path]") -> "list[Union[Info, UprightError]]":
    """Files without errors and findings need one call together; the others one more each, which describes these."""
    count = len(paths)
    try:
        names = (ctypes.c_char_p * count)(*(_native.encoded_path(os.fspath(path)) for path in paths))
    except ValueError:
        return [_probed(path) for path in paths]
    facts, error = (_native.Facts * count)(), _native.Error()
    _native.LIBRARY.upright_probe_paths(names, count, facts, error)
    _native.check(error, None)
    rows = struct.iter_unpack("=iiqqi12s", facts)
    return [_of_facts(path, *row) for path, row in zip(paths, rows)]


def _of_facts(
    path: Path, code: int, orientation: int, width: int, height: int, findings: int, form: bytes
) -> "Union[Info, UprightError]":
    name = _FORMATS.get(form)
    if code or findings or name is None:
        return _probed(path)
    stored = (width, height)
    displayed = stored if orientation < 5 else (height, width)
    return Info(os.fsdecode(path), name, orientation, stored, displayed, ())


def _probed(path: Path) -> "Union[Info, UprightError]":
    try:
        return probe(path)
    except UprightError as error:
        return error
    except ValueError as error:
        return _usage(f"path: {error}")


def version() -> "dict[str, Any]":
    """The version, the formats that can be read and written here, and the worker, as ``upright --version --json``."""
    buffer, error = _native.Buffer(), _native.Error()
    _native.LIBRARY.upright_version(buffer, error)
    _native.check(error, None)
    result: "dict[str, Any]" = json.loads(_native.taken(buffer))
    return result
