"""Pixels of whole images in one call, for programs that decode many: no headers are kept, and no file stays open."""

from __future__ import annotations

import functools
import os
from typing import Any, Iterable, List, Optional, Union, cast

from . import _native, _pixels, _source
from ._errors import UprightError
from ._image import limits, sides
from ._pixels import Array, Mode
from ._source import ImageSource


def decode(
    source: ImageSource, *, size: "Union[int, tuple[int, int], None]" = None, mode: Mode = "RGB", srgb: bool = False,
    max_pixels: Optional[int] = None, max_memory: Optional[int] = None, max_seconds: Optional[float] = None,
    allow_damaged: bool = False,
) -> "Array":
    """The pixels of a whole image, upright, in one call that reads the headers once: ``open(source).numpy()``, or with
    ``size`` ``open(source).thumbnail(size)``.

    Args:
        source: What :func:`upright.open` takes.
        size: Width and height, or one number for both, into which the image is made to fit; None for all its pixels.
        mode, srgb: As :meth:`Image.numpy` takes them.
        max_pixels, max_memory, max_seconds, allow_damaged: As :func:`upright.open` takes them.

    Returns:
        What :meth:`Image.numpy` returns.

    Raises:
        FileError, InputError: As :func:`upright.open` and :meth:`Image.numpy`.
    """
    request = _request(size, srgb, (max_pixels, max_memory, max_seconds), allow_damaged)
    channels = _pixels.channels(mode)
    if type(source) is bytes:
        native = _native.Source(kind=_native.SOURCE_BYTES, file=-1, bytes=source, count=len(source))
        return _pixels.decoded(native, request, channels, None)
    found = _opened(source)
    try:
        with found:
            return _pixels.decoded(found.native, request, channels, found.name)
    finally:
        found.close()


def decode_many(
    sources: "Iterable[ImageSource]", *, threads: Optional[int] = None,
    size: "Union[int, tuple[int, int], None]" = None, mode: Mode = "RGB", srgb: bool = False,
    max_pixels: Optional[int] = None, max_memory: Optional[int] = None, max_seconds: Optional[float] = None,
    allow_damaged: bool = False,
) -> "list[Union[Array, UprightError]]":
    """The pixels of many images, as :func:`decode` returns them, decoded by several threads in one call.

    Args:
        sources: What :func:`upright.open` takes. Other files than those of the system are read first.
        threads: How many; by default one per core.

    The other arguments are those of :func:`decode`, for all images.

    Returns:
        One result per source, in their order: the pixels, or why there are none.
    """
    if isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike)):
        raise TypeError("decode_many takes several images; decode takes one")
    if threads is not None and not (isinstance(threads, int) and threads > 0):
        raise ValueError(f"threads: {threads!r} is not a whole number above 0")
    request = _request(size, srgb, (max_pixels, max_memory, max_seconds), allow_damaged)
    channels = _pixels.channels(mode)
    given = list(sources)
    results: "list[Any]" = [None] * len(given)
    found: "List[tuple[int, _source.Source]]" = []
    try:
        for index, source in enumerate(given):
            try:
                found.append((index, _opened(source, in_memory=True)))
            except UprightError as error:
                results[index] = error
        count = len(found)
        natives = (_native.Source * count)(*[image.native for _, image in found])
        pixels, errors = (_native.Pixels * count)(), (_native.Error * count)()
        _native.LIBRARY.upright_decode_all(natives, count, request, channels, threads or 0, pixels, errors)
        for position, (index, image) in enumerate(found):
            results[index] = _result(pixels[position], errors[position], image, channels)
    finally:
        for _, image in found:
            image.close()
    return results


def _result(
    pixels: _native.Pixels, error: _native.Error, source: "_source.Source", channels: int
) -> "Union[Array, UprightError]":
    # A structure of its own: that of the array ends with the array.
    own = _native.Pixels.from_buffer_copy(pixels)
    rows = _pixels.Rows(own, channels)
    try:
        _native.check(error, source.name)
        source.check_unchanged()
    except UprightError as found:
        return found
    return rows.array()


def _opened(source: ImageSource, in_memory: bool = False) -> "_source.Source":
    found = _source.opened(source)
    if in_memory and found.is_reader:
        # Its methods would be called by other threads.
        found.close()
        position = cast(Any, source).tell()
        try:
            return _source.opened(cast(Any, source).read())
        finally:
            cast(Any, source).seek(position)
    return found


def _request(
    size: "Union[int, tuple[int, int], None]", srgb: bool, limited: "tuple[Any, Any, Any]", allow_damaged: bool
) -> _native.Request:
    width, height = (0, 0) if size is None else sides(size, alone=(None, None))
    return _made(size is None, width, height, bool(srgb), limits(*limited), bool(allow_damaged))


@functools.lru_cache(maxsize=16)
def _made(
    is_whole: bool, width: int, height: int, srgb: bool, limited: "tuple[int, int, float]", allow_damaged: bool
) -> _native.Request:
    """A request, which is only read: making one takes as long as a few hundred pixels."""
    pixels, memory, seconds = limited
    return _native.Request(
        kind=_native.WHOLE if is_whole else _native.THUMBNAIL, colors=1 if srgb else 0, result_width=width,
        result_height=height, allow_damaged=1 if allow_damaged else 0, max_pixels=pixels, max_memory=memory,
        max_seconds=seconds)
