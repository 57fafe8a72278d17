"""Files made upright in place or into a folder, by the program."""

from __future__ import annotations

from typing import Any, Iterable, Literal, Optional, Union

from . import _program
from ._source import Path


def fix(
    paths: "Union[Path, Iterable[Path]]", *, output: Optional[Path] = None,
    journal: Optional[Path] = None, resume: bool = False, to: Literal["pixels", "tag"] = "pixels",
    stale: Optional[Literal["skip", "trust-tag", "trust-pixels"]] = None,
    edge: Optional[Literal["auto", "keep-tag", "trim", "recode", "fail"]] = None, quality: Optional[int] = None,
    frame: Optional[int] = None, page: Optional[int] = None, format: Optional[str] = None,
    allow_loss: Optional[str] = None, strict_parts: bool = False, labels: Optional[Path] = None,
    label_format: Optional[str] = None, label_space: Optional[Literal["stored", "displayed"]] = None,
    recursive: bool = False, overwrite: bool = False, dry_run: bool = False, max_pixels: Optional[int] = None,
    max_memory: Optional[int] = None, max_seconds: Optional[int] = None,
) -> "list[dict[str, Any]]":
    """Makes files upright, in place or into a folder. Runs the program ``upright`` that is beside the library.

    Args:
        paths: Files or folders.
        output: Where results go: a folder, or a file for one image. A folder that does not exist yet ends in a slash,
            as text. None to change the files themselves.
        journal: A file that records each change before it happens, so that ``upright undo`` reverts it.
        resume: Whether the batch of that journal is continued.
        to: ``"pixels"`` to rotate pixels, losslessly where possible; ``"tag"`` to correct only the tag.
        stale: What happens to files whose pixels look rotated already, while the tag was left in place.
        edge: What happens to JPEGs with partial blocks at an edge that cannot move. With ``"auto"`` (None), they are
            re-encoded with ``output`` or a ``journal``; otherwise they keep their tag, as the result says.
        quality: 1 to 100 for JPEGs that are re-encoded; None for the file's own.
        frame: Which frame of an animation becomes a still image; 1 is the first.
        page: Which page of a TIFF becomes an image; 1 is the first. Needs ``output``.
        allow_loss: Kinds of parts that may be lost in place, such as ``"comment,depth-map"``, or ``"all"``. Without it,
            a photo that would lose something keeps its tag.
        strict_parts: Whether a file that would lose something fails with ``output`` too.
        format: The format of results: ``"jpeg"``, ``"png"``, ``"webp"``, ``"avif"``, ``"jxl"``, ``"tiff"``.
        labels: Label files that rotate in the same step, which needs a journal.
        label_format, label_space: The labels' format and space; None to detect them.
        recursive: Whether folders are searched.
        overwrite: Whether existing results are replaced.
        dry_run: Whether nothing is written.
        max_pixels, max_memory, max_seconds: Limits for files, as in :func:`upright.open`; memory is that of all files.

    Returns:
        One object per file, none for no paths: the lines of ``upright fix --json``. Those of files that failed have an
        ``"error"``. If pixels were to be rotated, ``"upright"`` states whether they are (or would be), and
        ``"why_not"`` why they are not, for example because of partial blocks.

    Raises:
        UprightError: The request is invalid, or a single file failed.
    """
    flags = ["--resume"] * resume + ["--recursive"] * recursive + ["--force"] * overwrite + ["--dry-run"] * dry_run
    flags += ["--strict-parts"] * strict_parts
    place = ["-i"] if output is None else _program.option("-o", output)
    files = _program.one_or_many(paths)
    if not files:
        return []
    texts = {"--journal": journal, "--stale": stale, "--edge": edge, "--format": format, "--labels": labels,
             "--label-format": label_format, "--label-space": label_space, "--allow-loss": allow_loss}
    numbers = {"--quality": quality, "--frame": frame, "--page": page, "--max-pixels": max_pixels,
               "--max-memory": max_memory, "--max-seconds": max_seconds}
    options = [*(_program.option(name, value) for name, value in texts.items()),
               *(_program.number(name, number) for name, number in numbers.items())]
    rows = _program.run(
        ["fix", "--json", "--to", to, *flags, *place, *(word for words in options for word in words),
         *_program.words(files)],
        accepted=(0, 2), arguments=_ARGUMENTS)
    return [{**row, **_outcome(row)} for row in rows] if to == "pixels" else rows


_ARGUMENTS = {
    **{f"--{name.replace('_', '-')}": name for name in (
        "to", "stale", "edge", "quality", "frame", "page", "format", "allow_loss", "labels", "label_format", "label_space",
        "output", "journal", "max_pixels", "max_memory", "max_seconds")},
    "-o": "output", "-i": "output=None", "--in-place": "output=None", "--resume": "resume=True",
    "--recursive": "recursive=True", "-r": "recursive=True", "--force": "overwrite=True", "--dry-run": "dry_run=True",
    "--strict-parts": "strict_parts=True",
}


def _outcome(row: "dict[str, Any]") -> "dict[str, Any]":
    """Whether the result is upright, and why it is not."""
    orientation = row.get("orientation")
    if orientation is None or "error" in row:
        return {}
    if orientation == 1:
        return {"upright": True}
    rejections = row.get("rejections") or [{}]
    if any(each.get("code") == "partial-blocks" for each in rejections):
        return {"upright": False, "why_not": (
            "its edges do not fall on whole JPEG blocks: edge='recode', edge='trim', output= or journal= rotates it")}
    return {"upright": False, "why_not": str(rejections[-1].get("reason") or "it keeps its tag")}
