"""A folder of small photos of all tags, and jobs on them, for tests of workers."""

from __future__ import annotations

import hashlib
import json
import pathlib
import shutil
from typing import Any

import numpy as np

from conftest import encoded, scene, shown

SIZES = [(64, 48), (51, 35), (16, 24), (40, 33)]


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Album:
    """Photos in `photos`, and copies of some in `own`, which jobs change in place."""

    def __init__(self, folder: pathlib.Path, count: int) -> None:
        self.folder, self.photos, self.own, self.out = folder, folder / "photos", folder / "own", folder / "out"
        for each in (self.photos, self.own):
            each.mkdir(parents=True)
        kinds = [encoded(scene(*size), "JPEG", tag, quality=90) for size in SIZES for tag in range(1, 9)]
        self.jobs: "list[dict[str, Any]]" = []
        for number in range(count):
            data = kinds[number % len(kinds)]
            # Distinct files, so that no result could be another's.
            data = data[:2] + b"\xff\xfe\x00\x0a" + f"{number:08}".encode() + data[2:]
            name = f"{number:06}.jpg"
            if number % 4 < 2:
                (self.photos / name).write_bytes(data)
                job = {"op": {"kind": "fix"}, "in": {"path": str(self.photos / name)}, "out": {"path": str(self.out / name)}}
            else:
                (self.own / name).write_bytes(data)
                job = {"op": {"kind": "fix"}, "in": {"path": str(self.own / name)}, "out": {"in_place": True}}
                if number % 4 == 3:
                    job["op"] = {"kind": "rotate", "rotation": "cw"}
                    job["in"]["if_digest"] = digest(self.own / name)
            self.jobs.append({"id": f"{number}", **job})

    def copied(self, folder: pathlib.Path) -> "Album":
        """The same photos and jobs elsewhere."""
        other = object.__new__(Album)
        other.folder, other.photos, other.own, other.out = folder, folder / "photos", folder / "own", folder / "out"
        shutil.copytree(self.photos, other.photos)
        shutil.copytree(self.own, other.own)
        other.jobs = json.loads(json.dumps(self.jobs).replace(str(self.folder), str(folder)))
        return other

    def manifest(self) -> pathlib.Path:
        path = self.folder / "jobs.jsonl"
        path.write_text("".join(json.dumps(job) + "\n" for job in self.jobs))
        return path

    def digests(self) -> "dict[str, str]":
        """The digest of every file that jobs make or change, also of those that should not be there."""
        return {
            f"{folder.name}/{path.name}": digest(path)
            for folder in (self.out, self.own) if folder.exists() for path in sorted(folder.iterdir())}

    def check_pixels(self, before: "Album", each: int = 7) -> None:
        """Compares some results with Pillow's view of the originals."""
        for job in self.jobs[::each]:
            name = pathlib.Path(job["in"]["path"]).name
            is_own = "in_place" in job["out"]
            source = (before.own if is_own else before.photos) / name
            result = (self.own if is_own else self.out) / name
            expected = shown(source.read_bytes())
            if job["op"]["kind"] == "rotate":
                expected = np.rot90(expected, -1)
            found = shown(result.read_bytes())
            assert found.shape == expected.shape, name
            assert np.abs(found.astype(int) - expected.astype(int)).mean() < 6, name
