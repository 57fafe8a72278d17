"""Decoded pixels: arrays that share the library's memory, and pixels without NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, cast

from . import _native
from ._errors import UsageError

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    #: What calls return if NumPy is there; otherwise `Pixels`.
    Array = numpy.typing.NDArray[numpy.uint8]
else:
    # For `typing.get_type_hints`, without importing it.
    Array = Any

Mode = Literal["L", "RGB", "RGBA"]

_CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}


def channels(mode: str) -> int:
    """The samples of a pixel.

    Raises:
        UsageError: There is no such mode.
    """
    if mode not in _CHANNELS:
        raise UsageError(f"mode: {mode!r} is not 'L', 'RGB' or 'RGBA'", name="unanswerable", code=64)
    return _CHANNELS[mode]


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


class Rows:
    """Memory of the library, freed with the last array that shares it."""

    __slots__ = ("__array_interface__", "_pixels", "_shape")

    def __init__(self, pixels: _native.Pixels, channels: int) -> None:
        self._pixels = pixels
        height, width = int(pixels.height), int(pixels.width)
        self._shape: "tuple[int, ...]" = (height, width) if channels == 1 else (height, width, channels)
        self.__array_interface__ = {
            "version": 3, "shape": self._shape, "typestr": "|u1", "data": (pixels.rows.bytes or 0, False)}

    def __del__(self) -> None:
        _free(self._pixels.rows)


    def array(self) -> "Array":
        """The pixels, which keep this alive; without NumPy, a copy of them."""
        numpy = _numpy_or_none()
        # Typed as an array, because programs with types have NumPy.
        return cast("Array", self.copy() if numpy is None else numpy.asarray(self))

    def copy(self) -> Pixels:
        """The pixels in memory of Python."""
        return Pixels(bytearray(_native.copied(self._pixels.rows)), self._shape)


_free = _native.LIBRARY.upright_free


_numpy: Any = None


def _numpy_or_none() -> Any:
    """NumPy, if it is there; imported as soon as it is needed."""
    global _numpy
    if _numpy is None:
        try:
            import numpy

            _numpy = numpy
        except ImportError:
            pass
    return _numpy


def _rows(source: _native.Source, request: _native.Request, channels: int, name: Optional[str]) -> Rows:
    pixels, error = _native.Pixels(), _native.Error()
    _native.LIBRARY.upright_decode_all(source, 1, request, channels, 1, pixels, error)
    rows = Rows(pixels, channels)
    _native.check(error, name)
    return rows


def decoded(source: _native.Source, request: _native.Request, channels: int, name: Optional[str]) -> "Array":
    """The pixels of a request."""
    return _rows(source, request, channels, name).array()


def copied(source: _native.Source, request: _native.Request, channels: int, name: Optional[str]) -> Pixels:
    """The same in memory of Python."""
    return _rows(source, request, channels, name).copy()
