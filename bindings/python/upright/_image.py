"""Images: opened by their headers, decoded by region."""

from __future__ import annotations

import json
import os
import warnings
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from . import _native, _source
from ._errors import FileError, LossWarning, UnsupportedError, UprightError, UsageError
from ._info import Finding, Info, parsed
from ._pixels import Array, Mode, channels, copied, decoded
from ._source import ImageSource, Path, Source

if TYPE_CHECKING:
    from PIL.Image import Image as PILImage
else:
    # For `typing.get_type_hints`, without importing it.
    PILImage = Any

Space = Literal["displayed", "stored"]


class Image:
    """An image whose headers were read; pixels are decoded by each call, and only as many as it needs.

    :func:`upright.open` makes them. Calls may come from several threads at once, and release the GIL. In a child
    process after ``fork``, calls work as in its parent. If the file has changed since it was opened, calls raise
    ``FileError`` with ``errno.ESTALE``.

    Attributes:
        info: What the headers state.
    """

    info: Info

    def __init__(
        self, source: Source, *, max_pixels: Optional[int] = None, max_memory: Optional[int] = None,
        max_seconds: Optional[float] = None, allow_damaged: bool = False,
    ) -> None:
        self._source: Optional[Source] = source
        self._allow_damaged = bool(allow_damaged)
        try:
            self._limits = limits(max_pixels, max_memory, max_seconds)
            self.info = parsed(source.headers(), source.name)
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
    ) -> "Array":
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

    def thumbnail(self, size: "Union[int, tuple[int, int]]", *, mode: Mode = "RGB", srgb: bool = False) -> "Array":
        """The pixels of the whole image, upright, made to fit into ``size`` (width and height, or one number for both).

        The shape is kept, and nothing is enlarged. Pixels are as :meth:`crop` returns them.
        """
        return self._decoded(self._thumbnail_request(size, srgb), mode)

    def numpy(self, *, mode: Mode = "RGB", srgb: bool = False) -> "Array":
        """The pixels of the whole image, upright, as :meth:`crop` returns them."""
        return self._decoded(self._request(_native.WHOLE, srgb=srgb), mode)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        """``numpy.asarray(image)``: :meth:`numpy` as RGB.

        Raises:
            ValueError: ``copy`` is False, but pixels are always decoded into new memory.
        """
        if copy is False:
            raise ValueError("pixels are decoded into new memory, so copy=False is not possible")
        pixels = self.numpy()
        return pixels if dtype is None else pixels.astype(dtype)

    def __reduce__(self) -> Any:
        raise TypeError("an Image holds an open file: give other processes the path or the bytes")

    def pil(self, *, mode: Mode = "RGB", srgb: bool = False) -> "PILImage":
        """The whole image, upright, as a Pillow image without metadata."""
        import PIL.Image

        request, wanted = self._request(_native.WHOLE, srgb=srgb), channels(mode)
        with self._held() as source:
            pixels = copied(source.native, request, wanted, source.name)
        size = (pixels.shape[1], pixels.shape[0])
        return PIL.Image.frombuffer(mode, size, pixels.data, "raw", mode, 0, 1)

    def to_upright(self, *, format: Optional[str] = None, quality: Optional[int] = None) -> bytes:
        """The file with upright pixels and tag 1, losslessly where its blocks can move, with its metadata.

        An image that cannot be rotated, such as an animation with a tag, raises ``UnsupportedError``; a damaged one
        raises ``InputError``. A file that is upright already is returned as it is: its pixels are not read, so damage
        in them is not found.

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
        self, path: Path, *, format: Optional[str] = None, quality: Optional[int] = None, overwrite: bool = False,
        allow_loss: Optional[str] = None, strict_parts: bool = False,
    ) -> None:
        """Writes what :meth:`to_upright` returns to a file, which appears only when complete.

        If the file lacks parts of the image, such as Photoshop's layers, a :class:`LossWarning` names them.

        Args:
            path: The file. Its extension sets the format: ``.jpg``, ``.png``, ``.webp``, ``.tif``, ``.avif``, ``.jxl``
                and others of these formats, in any case. With no extension, or an unknown one, it is the image's own.
            format: As for :meth:`to_upright`; None for that of the extension.
            overwrite: Whether an existing file is replaced; the image's own file never is.
            allow_loss: Kinds of parts that may be lost without a warning, such as ``"comment,depth-map"``, or ``"all"``.
            strict_parts: Whether the loss of any other part is an error, and nothing is written.

        Errors of the image have its path, errors of the file to be written have ``path``. If a program writes into the
        image's file during the call, ``FileError`` says so, but the result may have been written.

        Raises:
            UsageError: ``format`` and the extension contradict each other; or ``strict_parts``, and a part would be
                lost.
            UnsupportedError: Files with that extension cannot be written, such as ``.heic``.
            FileError: The file exists, or cannot be written.
        """
        name = _source.path_bytes(path)
        format = _saved_format(os.fsdecode(name), format)
        request, error = self._request(_native.WHOLE, format=format, quality=quality), _native.Error()
        allowed, parts = _kinds(allow_loss), _native.Buffer()
        request.allowed_losses = None if allow_loss is None else _native.encoded_path(allow_loss)
        request.strict_parts = 1 if strict_parts else 0
        with self._held() as source:
            source.check_unchanged()
            _native.LIBRARY.upright_save(source.native, request, name, 1 if overwrite else 0, parts, error)
            try:
                _native.check(error, source.name)
            except UprightError as found:
                if self._is_of_target(found, source, request, name):
                    found.path = os.fsdecode(name)
                raise
        lost = tuple(kind for kind in json.loads(_native.taken(parts)).get("lost", ()) if kind not in allowed)
        if lost and allow_loss != "all":
            warnings.warn(LossWarning(os.fsdecode(name), lost), stacklevel=2)

    def _is_of_target(self, error: UprightError, source: Source, request: _native.Request, target: bytes) -> bool:
        """Whether an error of `save` is one of the file to be written, and not of the image."""
        if isinstance(error, (FileError, UsageError)):
            return not error.message.startswith("strict_parts: ")
        if not isinstance(error, UnsupportedError):
            return False
        if os.path.exists(target) and not os.path.isfile(target):
            return True
        # A format that is not written, if the image could become upright in its own, or not for the same reason.
        own = self._request(_native.WHOLE, quality=request.quality or None)
        return source.refusal(request) != source.refusal(own)

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

    def _held(self) -> Source:
        if self._source is None:
            raise ValueError("the image is closed")
        return self._source

    def _request(
        self, kind: int, *, srgb: bool = False, format: Optional[str] = None, quality: Optional[int] = None,
        orientation: int = 0,
    ) -> _native.Request:
        pixels, memory, seconds = self._limits
        if format is not None and not isinstance(format, str):
            raise TypeError(f"format: expected a name such as 'png', not {type(format).__name__}")
        word = None if format is None else _native.encoded_path(format)
        return _native.Request(
            kind=kind, colors=1 if srgb else 0, format=word, quality=_quality(quality), orientation=orientation,
            allow_damaged=1 if self._allow_damaged else 0, max_pixels=pixels, max_memory=memory,
            max_seconds=seconds)

    def _crop_request(
        self, x: int, y: int, w: int, h: int, size: "Union[int, tuple[int, int], None]", space: str, srgb: bool,
        format: Optional[str] = None, quality: Optional[int] = None,
    ) -> _native.Request:
        request = self._request(_native.CROP, srgb=srgb, format=format, quality=quality)
        if space not in _native.SPACES:
            raise usage(f"space: {space!r} is neither 'displayed' nor 'stored'")
        request.space = _native.SPACES[space]
        request.x, request.y, request.width, request.height = (
            _whole(number, name) for number, name in zip((x, y, w, h), ("x", "y", "w", "h")))
        if size is not None:
            request.result_width, request.result_height = sides(size, alone=(None, 0))
        return request

    def _thumbnail_request(
        self, size: "Union[int, tuple[int, int]]", srgb: bool, format: Optional[str] = None,
        quality: Optional[int] = None,
    ) -> _native.Request:
        request = self._request(_native.THUMBNAIL, srgb=srgb, format=format, quality=quality)
        request.result_width, request.result_height = sides(size, alone=(None, None))
        return request

    def _encoded(self, request: _native.Request) -> bytes:
        return self._held().json(_native.LIBRARY.upright_encode, request)

    def _decoded(self, request: _native.Request, mode: str) -> "Array":
        wanted = channels(mode)
        with self._held() as source:
            return decoded(source.native, request, wanted, source.name)


def _kinds(words: Optional[str]) -> "list[str]":
    """The kinds in a list with commas."""
    if words is not None and not isinstance(words, str):
        raise TypeError(f"allow_loss: expected kinds such as 'comment,depth-map', not {type(words).__name__}")
    return words.split(",") if words is not None else []


_EXTENSIONS = {
    "jpeg": ("jpg", "jpeg", "jpe", "jfif"), "png": ("png",), "webp": ("webp",), "avif": ("avif", "avifs"),
    "jxl": ("jxl",),
    # Raw files are TIFFs.
    "tiff": ("tif", "tiff", "dng", "nef", "nrw", "cr2", "arw", "sr2", "pef", "srw"),
    "heif": ("heic", "heif", "hif", "heics", "heifs"), "gif": ("gif",), "bmp": ("bmp", "dib"),
    "mp4": ("mp4", "m4v", "3gp", "3g2"), "mov": ("mov", "qt"),
}
_FORMAT_OF = {extension: format for format, extensions in _EXTENSIONS.items() for extension in extensions}


def format_of(path: str) -> Optional[str]:
    """The format that an extension names."""
    return _FORMAT_OF.get(os.path.splitext(path)[1][1:].lower())


def _saved_format(path: str, asked: Optional[str]) -> Optional[str]:
    """The format of a result, by its extension; the library refuses those that are not written."""
    named = format_of(path)
    if named is None:
        return asked
    if asked is not None and _FORMAT_OF.get(asked, asked) != named:
        raise usage(f"format: {asked!r} does not match the extension {os.path.splitext(path)[1]}")
    return named


def usage(message: str) -> UsageError:
    return UsageError(message, name="unanswerable", code=64)


def _whole(number: Any, name: str) -> int:
    """A whole number that fits into 64 bits; also one of NumPy's, and a float without a fraction, as in boxes."""
    try:
        is_whole = not hasattr(number, "__index__") and number.is_integer()
        whole = int(number) if is_whole else number.__index__()
    except (AttributeError, TypeError):
        raise usage(f"{name}: {number!r} is not a whole number") from None
    if not -(1 << 63) <= whole < 1 << 63:
        raise usage(f"{name}: {whole} is too large")
    return int(whole)


def limits(
    max_pixels: Optional[int], max_memory: Optional[int], max_seconds: Optional[float]
) -> "tuple[int, int, float]":
    """Limits as the library takes them."""
    if max_pixels is None and max_memory is None and max_seconds is None:
        return 0, 0, 0.0
    return _limit(max_pixels, "max_pixels"), _limit(max_memory, "max_memory"), _seconds(max_seconds, "max_seconds")


def _limit(number: Optional[int], name: str) -> int:
    if number is None:
        return 0
    whole = _whole(number, name)
    if whole < 1:
        raise usage(f"{name}: {number!r} is not more than 0")
    return whole


def _seconds(number: Optional[float], name: str) -> float:
    if number is None:
        return 0.0
    try:
        seconds = float(number)
    except (TypeError, ValueError, OverflowError):
        raise usage(f"{name}: {number!r} is not a number") from None
    if not seconds > 0:
        raise usage(f"{name}: {number!r} is not more than 0")
    return seconds


def _quality(quality: Optional[int]) -> int:
    if quality is None:
        return 0
    if not 1 <= _whole(quality, "quality") <= 100:
        raise usage(f"quality: {quality} is not in 1 to 100")
    return int(quality)


def sides(size: Any, alone: "tuple[Optional[int], Optional[int]]") -> "tuple[int, int]":
    """Width and height; a single number takes the places of `alone` that are None."""
    if hasattr(size, "__index__") and not hasattr(size, "__len__"):
        side = _whole(size, "size")
        sides = (side if alone[0] is None else alone[0], side if alone[1] is None else alone[1])
    else:
        try:
            width, height = size
        except (TypeError, ValueError):
            raise usage(f"size: {size!r} is neither a number nor two") from None
        sides = (_whole(width, "size"), _whole(height, "size"))
        side = min(sides)
    if side < 1:
        raise usage(f"size: {size!r} has no pixel")
    return sides


def open(
    source: ImageSource, *,
    max_pixels: Optional[int] = None, max_memory: Optional[int] = None, max_seconds: Optional[float] = None,
    allow_damaged: bool = False,
) -> Image:
    """Opens an image and reads its headers; no pixel is decoded.

    Args:
        source: A path (``str`` or ``Path``), the bytes of a whole file, or a binary file. Of an open file of the
            system, the whole file is the image; any other object is read from its position to its end. ``bytes`` are
            contents, never a path (``os.fsdecode`` makes one), and are not copied; other buffers are.
        max_pixels, max_memory, max_seconds: Limits for each call: pixels of the file or the result (268 million), bytes
            of working memory (2 GiB), elapsed time (none, but decoders in other processes have one).
        allow_damaged: Whether the readable part of damaged image data is a result. Otherwise, calls that decode it
            raise ``InputError``.

    Raises:
        FileError: The file cannot be opened: also a ``FileNotFoundError`` or a ``PermissionError`` if it is missing or
            may not be read. Later calls raise it with ``errno.ESTALE`` if the file has changed since.
        InputError: It is damaged, or of an unknown format.
    """
    return Image(
        _source.opened(source), max_pixels=max_pixels, max_memory=max_memory, max_seconds=max_seconds,
        allow_damaged=allow_damaged)


def version() -> "dict[str, Any]":
    """The version, the formats that can be read and written here, and the worker, as ``upright --version --json``."""
    buffer, error = _native.Buffer(), _native.Error()
    _native.LIBRARY.upright_version(buffer, error)
    _native.check(error, None)
    result: "dict[str, Any]" = json.loads(_native.taken(buffer))
    return result
