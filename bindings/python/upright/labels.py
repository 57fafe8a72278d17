"""Label files: which space they are in, and conversion to another space or format.

Both functions run the program ``upright`` that is installed beside the library; ``upright labels --help`` describes it.
"""

from __future__ import annotations

from typing import Any, Literal, Optional

from . import _program
from ._source import Path

Space = Literal["stored", "displayed"]


def audit(labels: Path, images: Optional[Path] = None) -> "list[dict[str, Any]]":
    """Which space labels are in, and what is wrong with them. Runs the program ``upright``.

    Args:
        labels: A label file, a folder of them, or a data set's folder.
        images: The folder of the images; None for those in the data set's folder.

    Returns:
        One object per image and per defect, and one of the whole set at the end: the lines of
        ``upright labels audit --json``. The space is never guessed: ``"undecidable"`` is an answer.

    Raises:
        UprightError: Nothing could be read. Defects are no exception.
    """
    return _program.run(
        ["labels", "audit", "--json", *_program.option("--images", images), *_program.words([labels])], accepted=(0, 1, 2))


def convert(
    labels: Path, output: Path, *, images: Optional[Path] = None,
    from_space: Optional[Space] = None, to_space: Optional[Space] = None, from_format: Optional[str] = None,
    to: Optional[str] = None, overwrite: bool = False, strict: bool = False,
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
        overwrite: Whether existing files are replaced.
        strict: Whether nothing is written if a row is invalid.

    Returns:
        The totals, as ``upright labels convert --json`` prints them.

    Raises:
        UprightError: Nothing was written. Invalid rows are left out, which is no exception unless ``strict``.
    """
    flags = ["--json"] + ["--force"] * overwrite + ["--strict"] * strict
    return _program.run(
        ["labels", "convert", *flags, *_program.option("--images", images),
         *_program.option("--from-space", from_space), *_program.option("--to-space", to_space),
         *_program.option("--from", from_format), *_program.option("--to", to), *_program.option("-o", output),
         *_program.words([labels])],
        accepted=(0,) if strict else (0, 2))
