"""Upright thumbnails of images in a Ray data set, whose rows hold bytes: python3 ray_jobs.py FOLDER OUTPUT

A batch is one task, carried out by one `upright worker`, which is replaced if it dies.
Ray repeats batches of nodes that it loses; repeating a job is harmless.
"""

from __future__ import annotations

import sys
from typing import Any, Dict

import ray

OPERATION = {"kind": "thumb", "size": "256", "format": "jpeg"}


def upright_thumbnails(batch: Dict[str, Any]) -> Dict[str, Any]:
    """Adds columns to rows with `bytes`: `thumbnail` (bytes; empty if there is none), `status`, `error` (why it failed)
    and `warnings` (one text per line)."""
    from upright import jobs

    items = [
        ({"id": str(row), "op": OPERATION, "in": {}, "out": {"body": True}}, bytes(data))
        for row, data in enumerate(batch["bytes"])
    ]
    results = {result["id"]: result for result in jobs.results(items)}
    in_order = [results[str(row)] for row in range(len(items))]
    return {
        "path": batch["path"],
        "thumbnail": [result.get("body", b"") for result in in_order],
        "status": [result["status"] for result in in_order],
        "error": [result.get("error", {}).get("message", "") for result in in_order],
        "warnings": ["\n".join(map(str, result.get("warnings", []))) for result in in_order],
    }


def main(folder: str, output: str) -> None:
    ray.init()
    images = ray.data.read_binary_files(folder, include_paths=True)
    images.map_batches(upright_thumbnails, batch_size=64).write_parquet(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
