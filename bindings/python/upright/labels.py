"""Label files: which space they are in, and conversion to another space or format.

Both functions run the program ``upright`` that is installed beside the library; ``upright labels --help`` describes it.
"""

from __future__ import annotations

import os
import pathlib
import re
from typing import Any, Literal, Optional

from . import _image, _info, _program
from ._errors import InputError, UprightError
from ._source import Path

Space = Literal["stored", "displayed"]


_ARGUMENTS = {
    "--images": "images", "--names": "names", "--max-memory": "max_memory", "--from": "from_format", "--to": "to",
    "--from-space": "from_space", "--to-space": "to_space", "--size-from": "size_from", "--output": "output", "-o": "output",
    "--force": "overwrite=True", "--strict": "strict=True",
}


def audit(
    labels: Path, images: Optional[Path] = None, *, from_format: Optional[str] = None, names: Optional[Path] = None,
    max_memory: Optional[int] = None,
) -> "list[dict[str, Any]]":
    """Which space labels are in, and what is wrong with them. Runs the program ``upright``.

    Args:
        labels: A label file, a folder of them, or a data set's folder.
        images: The folder of the images; None for those in the data set's folder.
        from_format: Their format, such as ``"coco"`` or ``"yolo"``; None to detect it.
        names: The file with YOLO's class names; None for the one in the labels' folder or above it.
        max_memory: Bytes of memory; labels that need more are refused.

    Returns:
        One object per row that cannot be used (``"broken"``) or is unusual, per image and per defect, and one of the
        whole set at the end: the lines of ``upright labels audit --json``. The space is never guessed:
        ``"undecidable"`` is an answer.

    Raises:
        UprightError: Nothing could be read. Defects are no exception.
    """
    return _program.run(
        ["labels", "audit", "--json", *_program.option("--images", images), *_program.option("--from", from_format),
         *_program.option("--names", names), *_program.number("--max-memory", max_memory), *_program.words([labels])],
        accepted=(0, 1, 2), arguments=_ARGUMENTS, lists_defects=True)


def convert(
    labels: Path, output: Path, *, images: Optional[Path] = None,
    from_space: Optional[Space] = None, to_space: Optional[Space] = None, from_format: Optional[str] = None,
    to: Optional[str] = None, names: Optional[Path] = None, max_memory: Optional[int] = None, overwrite: bool = False,
    strict: bool = False, size_from: Optional[Literal["file", "labels"]] = None,
) -> "list[dict[str, Any]]":
    """Writes labels in another space, another format, or both. Runs the program ``upright``.

    Args:
        labels: A label file or a folder of them.
        output: A file, or a folder for formats with several files.
        images: The folder of the images, whose headers give their orientation.
        from_space: The space that the labels are in; None to detect it, which fails if it is undecidable.
        to_space: The space to convert to; None for the same.
        from_format: Their format, such as ``"coco"`` or ``"yolo"``; None to detect it.
        to: The format to convert to; None for the same.
        names: The file with YOLO's class names; None for the one in the labels' folder or above it.
        max_memory: Bytes of memory; labels that need more are refused.
        overwrite: Whether existing files are replaced.
        strict: Whether nothing is written if a row is invalid.
        size_from: Which size is used for images whose labels state the size of the other space: that of the ``"file"``,
            because the labels' size is wrong, or that of the ``"labels"``, so that these images are left out, or left
            unchanged. None for the file's if boxes fit only that one.

    Returns:
        One object per problem, and the totals at the end: ``"files"`` and ``"regions"`` that were written. A problem
        with ``"broken": True`` is a row, or all rows of an image, that was left out of another format, or left
        unchanged in the same format. One with ``False`` is a detail that the other format lacks. A file or an image
        that cannot be read has an ``"error"``.

    Raises:
        UprightError: Nothing was written. Invalid rows are no exception unless ``strict``.
    """
    flags = ["--json"] + ["--force"] * overwrite + ["--strict"] * strict
    rows = _program.run(
        ["labels", "convert", *flags, *_program.option("--images", images), *_program.option("--names", names),
         *_program.number("--max-memory", max_memory), *_program.option("--from-space", from_space),
         *_program.option("--to-space", to_space), *_program.option("--size-from", size_from),
         *_program.option("--from", from_format), *_program.option("--to", to), *_program.option("-o", output),
         *_program.words([labels])],
        accepted=(0,) if strict else (0, 2), arguments=_ARGUMENTS, lists_defects=True)
    unknown = {name for row in rows if row.get("code") == "picture-unknown" for name in _names(row)}
    if images is not None and unknown:
        rows[:0] = _unreadable(images, unknown)
    if len(rows) > 1 and rows[-1].get("files") == 0:
        raise _nothing_written(rows[:-1])
    return rows


def _names(row: "dict[str, Any]") -> "list[str]":
    """The names, without extensions, that the image of a problem may have: that of its label file, or the one that the
    message quotes."""
    quoted = re.search("'(.*)'", str(row.get("message")))
    return [pathlib.PurePath(path).stem for path in (str(row.get("path", "")), quoted[1] if quoted else "")]


def _unreadable(images: Path, names: "set[str]") -> "list[dict[str, Any]]":
    """The images of a folder that are there, but cannot be read: to labels, they are as good as missing."""
    paths = [
        os.path.join(folder, file) for folder, _, files in os.walk(os.fsdecode(os.fspath(images))) for file in sorted(files)
        if os.path.splitext(file)[0] in names and _image.format_of(file) is not None]
    return [
        {"path": path, "error": {"code": error.name, "message": error.message}}
        for path, error in zip(paths, _info.probe_many(paths)) if isinstance(error, UprightError)]


def _nothing_written(problems: "list[dict[str, Any]]") -> InputError:
    heading = "none of the labels' images was found or could be read, so nothing was written: images= names their folder"
    return InputError("\n".join([heading, *_program.shown(map(_program.sentence, problems))]), name="program", code=2)
