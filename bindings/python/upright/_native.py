"""The C library (upright.h) by ctypes. Calls release the GIL."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Optional, Union

from ._errors import make_error

ABI_VERSION = 4

SOURCE_PATH, SOURCE_BYTES, SOURCE_FILE, SOURCE_READER = 1, 2, 3, 4
DISPLAYED, STORED = 0, 1
WHOLE, CROP, THUMBNAIL, RETAG = 1, 2, 3, 4
XYWH, XYXY = 0, 1
SPACES = {"displayed": DISPLAYED, "stored": STORED}
FORMS = {"xywh": XYWH, "xyxy": XYXY}


class Error(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int32), ("system_error", ctypes.c_int32), ("offset", ctypes.c_int64),
        ("name", ctypes.c_char * 32), ("message", ctypes.c_char * 480),
    ]


#: Copies bytes of an image: context, offset, room and count; returns 0, or an errno.
Read = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_size_t)


class Source(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int32), ("file", ctypes.c_int32), ("path", ctypes.c_char_p), ("bytes", ctypes.c_char_p),
        ("count", ctypes.c_size_t), ("read", Read), ("context", ctypes.c_void_p),
    ]


class Request(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int32), ("space", ctypes.c_int32),
        ("x", ctypes.c_int64), ("y", ctypes.c_int64), ("width", ctypes.c_int64), ("height", ctypes.c_int64),
        ("result_width", ctypes.c_int64), ("result_height", ctypes.c_int64),
        ("orientation", ctypes.c_int32), ("colors", ctypes.c_int32), ("quality", ctypes.c_int32),
        ("allow_damaged", ctypes.c_int32), ("format", ctypes.c_char_p), ("max_pixels", ctypes.c_int64),
        ("max_memory", ctypes.c_int64), ("max_seconds", ctypes.c_double), ("allowed_losses", ctypes.c_char_p),
        ("strict_parts", ctypes.c_int32),
    ]


class Facts(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int32), ("orientation", ctypes.c_int32), ("stored_width", ctypes.c_int64),
        ("stored_height", ctypes.c_int64), ("findings", ctypes.c_int32), ("format", ctypes.c_char * 12),
    ]


class Buffer(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class Pixels(ctypes.Structure):
    _fields_ = [("rows", Buffer), ("width", ctypes.c_int64), ("height", ctypes.c_int64)]


def _library_path() -> str:
    asked = os.environ.get("UPRIGHT_LIBRARY")
    if asked:
        # A path, also later: programs are looked for beside it. A bare name is searched by the system.
        return os.path.abspath(asked) if os.sep in asked else asked
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native", "libupright-c.so")


PATH = _library_path()
"""The path of the library; the programs are beside it."""


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(PATH)
    except OSError as error:
        raise ImportError(
            f"the library of upright cannot be loaded ({error}); a wheel contains it, and UPRIGHT_LIBRARY names another"
        ) from error
    library.upright_abi_version.restype = ctypes.c_int32
    found = library.upright_abi_version()
    if found != ABI_VERSION:
        raise ImportError(f"{PATH} has version {found} of the C interface; this package needs {ABI_VERSION}")
    source, request, buffer, report = (ctypes.POINTER(kind) for kind in (Source, Request, Buffer, Error))
    whole, wide = ctypes.c_int32, ctypes.c_int64
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    signatures: "dict[str, list[Any]]" = {
        "version": [buffer, report],
        "probe": [source, buffer, report],
        "probe_paths": [ctypes.POINTER(ctypes.c_char_p), size, ctypes.POINTER(Facts), report],
        "map_boxes": [pointer, pointer, size, whole, whole, wide, wide, whole, report],
        "map_points": [pointer, pointer, size, whole, wide, wide, whole, report],
        "plan": [source, request, buffer, report],
        "measure": [source, request, ctypes.POINTER(wide), ctypes.POINTER(wide), report],
        "decode": [
            source, request, whole, pointer, size, size, ctypes.POINTER(wide), ctypes.POINTER(wide), report
        ],
        "decode_all": [source, size, request, whole, whole, ctypes.POINTER(Pixels), report],
        "encode": [source, request, buffer, report],
        "save": [source, request, ctypes.c_char_p, whole, buffer, report],
    }
    for name, types in signatures.items():
        try:
            function = getattr(library, "upright_" + name)
        except AttributeError as error:
            raise ImportError(f"{PATH} is older than this package: {error}") from error
        function.argtypes, function.restype = types, whole
    library.upright_free.argtypes, library.upright_free.restype = [buffer], None
    return library


LIBRARY = _load()

# ctypes.string_at takes an int, which is too short for a length.
_copied = ctypes.pythonapi.PyBytes_FromStringAndSize
_copied.argtypes, _copied.restype = [ctypes.c_void_p, ctypes.c_ssize_t], ctypes.py_object


def check(error: Error, path: Optional[str]) -> None:
    """Raises what `error` describes, if anything."""
    if error.code:
        raise make_error(
            error.code, error.name.decode(), error.message.decode("utf-8", "replace"), path or None,
            None if error.offset < 0 else error.offset, error.system_error)


def copied(buffer: Buffer) -> bytes:
    """The bytes of a result."""
    result: bytes = _copied(buffer.bytes, buffer.count)
    return result


def taken(buffer: Buffer) -> bytes:
    """The bytes of a result, which is freed."""
    try:
        return copied(buffer)
    finally:
        LIBRARY.upright_free(ctypes.byref(buffer))


def encoded_path(path: Union[str, bytes]) -> bytes:
    """A path as the system has it; without NUL, which would cut it off."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("embedded null byte")
    return encoded
