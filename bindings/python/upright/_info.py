"""What headers state: of one file, or of many in one call."""

from __future__ import annotations

import concurrent.futures
import ctypes
import json
import os
import struct
from dataclasses import dataclass
from typing import Any, Iterable, List, NoReturn, Optional, Tuple, Union

from . import _native, _source
from ._errors import InputError, UprightError
from ._source import ImageSource, Path


@dataclass(frozen=True)
class Finding:
    """An unusual fact about a file that does not stop processing, such as contradicting orientations."""

    code: str
    message: str


Size = Tuple[int, int]
_Fields = Tuple[str, str, int, Size, Size, Tuple[Finding, ...]]


class Info:
    """What a file's headers state. Two are equal if all attributes but :attr:`json` are."""

    __slots__ = ("_fields", "_json", "_folder")
    # One tuple, and no JSON until it is known, because thousands are made at once.
    _fields: _Fields
    _json: "dict[str, Any]"
    # The folder that a relative path belongs to.
    _folder: str

    def __init__(
        self, path: str, format: str, orientation: int, stored_size: Size, displayed_size: Size,
        findings: "tuple[Finding, ...]" = (),
    ) -> None:
        _set_fields(self, (path, format, orientation, stored_size, displayed_size, findings))

    @property
    def path(self) -> str:
        """The path as given, as ``os.fsdecode`` returns it; empty for bytes."""
        return self._fields[0]

    @property
    def format(self) -> str:
        """``"jpeg"``, ``"png"``, ``"webp"``, ``"tiff"``, ``"heif"``, ``"avif"``, ``"jxl"``, ``"gif"``, ``"bmp"``,
        ``"mp4"`` or ``"mov"``."""
        return self._fields[1]

    @property
    def orientation(self) -> int:
        """The orientation tag in use, 1 to 8; 1 if the file states none."""
        return self._fields[2]

    @property
    def stored_size(self) -> Size:
        """Width and height as the file holds the image."""
        return self._fields[3]

    @property
    def displayed_size(self) -> Size:
        """Width and height as a person sees it."""
        return self._fields[4]

    @property
    def findings(self) -> "tuple[Finding, ...]":
        """What is unusual."""
        return self._fields[5]

    @property
    def json(self) -> "dict[str, Any]":
        """All that ``upright info --json`` prints, for example what each reader does.

        After :func:`upright.probe_many`, the file is read again for it when it is first used.

        Raises:
            FileError: That file cannot be read any more, or has changed (``errno.ESTALE``).
        """
        if not hasattr(self, "_json"):
            try:
                again = probe(os.path.join(getattr(self, "_folder", ""), self.path))
            except InputError:
                raise _source.changed(self.path) from None
            if again._fields[1:] != self._fields[1:]:
                raise _source.changed(self.path)
            _set_json(self, {**again._json, "path": self.path})
        return self._json

    def __eq__(self, other: object) -> bool:
        return self._fields == other._fields if isinstance(other, Info) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields)

    def __repr__(self) -> str:
        names = ("path", "format", "orientation", "stored_size", "displayed_size", "findings")
        return f"Info({', '.join(f'{name}={value!r}' for name, value in zip(names, self._fields))})"

    def __reduce__(self) -> "tuple[object, ...]":
        return _info_again, (self._fields, getattr(self, "_json", None), getattr(self, "_folder", ""))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an Info does not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an Info does not change: {name}")


_set_fields: Any = Info.__dict__["_fields"].__set__
_set_json: Any = Info.__dict__["_json"].__set__
_set_folder: Any = Info.__dict__["_folder"].__set__


def _info_again(fields: _Fields, facts: "Optional[dict[str, Any]]", folder: str = "") -> Info:
    info = Info(*fields)
    _set_folder(info, folder)
    if facts is not None:
        _set_json(info, facts)
    return info


def parsed(text: bytes, path: Optional[str]) -> Info:
    """What the JSON of the headers says."""
    facts = json.loads(text)
    stored, displayed = facts["stored"], facts["displayed"]
    findings = tuple(Finding(finding["code"], finding["message"]) for finding in facts["findings"])
    return _info_again(
        (path or "", facts["format"], facts["orientation"], (stored["width"], stored["height"]),
         (displayed["width"], displayed["height"]), findings),
        facts)


def probe(source: ImageSource) -> Info:
    """What the headers of a file state, without keeping it open.

    Args:
        source: What :func:`upright.open` takes: a path, the bytes of a whole file, or a binary file.

    Raises:
        FileError: It cannot be read.
        InputError: It is damaged, or of an unknown format.
    """
    found = _source.named(source) if isinstance(source, (str, os.PathLike)) else _source.opened(source)
    try:
        return parsed(found.headers(), found.name)
    finally:
        found.close()


def probe_many(
    sources: "Iterable[ImageSource]", *, threads: Optional[int] = None
) -> "list[Union[Info, UprightError]]":
    """What the headers of many files state, read by several threads.

    Args:
        sources: What :func:`probe` takes; paths are fastest.
        threads: How many; by default as many as ``concurrent.futures`` takes.

    Returns:
        One result per source, in their order: an :class:`Info`, or why there is none.
    """
    if isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike)):
        raise TypeError("probe_many takes several paths; probe takes one")
    if threads is not None and not (isinstance(threads, int) and threads > 0):
        raise ValueError(f"threads: {threads!r} is not a whole number above 0")
    given = list(sources)
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        # Few files are divided too: on a network, each waits.
        size = max(1, min(_BATCH, len(given) // (4 * pool._max_workers)))
        batches = [given[start:start + size] for start in range(0, len(given), size)]
        return [result for batch in pool.map(_probed_batch, batches) for result in batch]


_BATCH = 256
_FORMATS = {name.encode().ljust(12, b"\0"): name for name in (
    "jpeg", "png", "webp", "tiff", "heif", "avif", "jxl", "gif", "bmp", "mp4", "mov")}


def _probed_batch(sources: "List[Any]") -> "list[Union[Info, UprightError]]":
    """Files without errors and findings need one call together; the others one more each, which describes these."""
    count = len(sources)
    try:
        names = (ctypes.c_char_p * count)(*[_source.path_bytes(source) for source in sources])
    except (TypeError, ValueError):
        # Some are no paths, or names that no file has.
        return [_probed(source) for source in sources]
    facts, error = (_native.Facts * count)(), _native.Error()
    _native.LIBRARY.upright_probe_paths(names, count, facts, error)
    _native.check(error, None)
    rows = struct.iter_unpack("=iiqqi12s", facts)
    folder = _folder()
    return [_of_facts(folder, path, *row) for path, row in zip(sources, rows)]


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        # It was removed, so relative paths name nothing.
        return ""


def _of_facts(
    folder: str, path: Path, code: int, orientation: int, width: int, height: int, findings: int, form: bytes
) -> "Union[Info, UprightError]":
    name = _FORMATS.get(form)
    if code or findings or name is None:
        return _probed(path)
    stored = (width, height)
    displayed = stored if orientation < 5 else (height, width)
    info = Info(path if type(path) is str else os.fsdecode(path), name, orientation, stored, displayed, ())
    _set_folder(info, folder)
    return info


def _probed(source: ImageSource) -> "Union[Info, UprightError]":
    try:
        return probe(source)
    except UprightError as error:
        return error
