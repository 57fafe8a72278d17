"""Files made upright in place or into a folder, by the program."""

from __future__ import annotations

from typing import Any, Iterable, Literal, Optional, Union

from . import _program
from ._source import Path


def fix(
    paths: "Union[Path, Iterable[Path]]", *, output: Optional[Path] = None,
    journal: Optional[Path] = None, resume: bool = False, to: Literal["pixels", "tag"] = "pixels",
    edge: Optional[str] = None, labels: Optional[Path] = None, recursive: bool = False, overwrite: bool = False,
    dry_run: bool = False,
) -> "list[dict[str, Any]]":
    """Makes files upright, in place or into a folder. Runs the program ``upright`` that is beside the library.

    Args:
        paths: Files or folders.
        output: Where results go: a folder, or a file for one image. None to change the files themselves.
        journal: A file that records each change before it happens, so that ``upright undo`` reverts it.
        resume: Whether the batch of that journal is continued.
        to: ``"pixels"`` to rotate pixels, losslessly where possible; ``"tag"`` to correct only the tag.
        edge: What happens to JPEG blocks that cannot move: ``"auto"``, ``"keep-tag"``, ``"trim"``, ``"recode"``.
        labels: Label files that rotate in the same step, which needs a journal.
        recursive: Whether folders are searched.
        overwrite: Whether existing results are replaced.
        dry_run: Whether nothing is written.

    Returns:
        One object per file: the lines of ``upright fix --json``. Those of files that failed have an ``"error"``.

    Raises:
        UprightError: The request is invalid, or a single file failed.
    """
    flags = ["--resume"] * resume + ["--recursive"] * recursive + ["--force"] * overwrite + ["--dry-run"] * dry_run
    place = ["-i"] if output is None else _program.option("-o", output)
    files = _program.one_or_many(paths)
    return _program.run(
        ["fix", "--json", "--to", to, *flags, *place, *_program.option("--journal", journal),
         *_program.option("--edge", edge), *_program.option("--labels", labels), *_program.words(files)],
        accepted=(0, 2))
