"""Upright thumbnails of images in a Spark data frame, whose rows hold bytes: python3 spark_jobs.py FOLDER OUTPUT

A partition is carried out by one `upright worker`, which is replaced if it dies. Spark repeats partitions of executors
that it loses; repeating a job is harmless.
"""

from __future__ import annotations

import sys
from typing import Any, Iterator

from pyspark.sql import SparkSession

OPERATION = {"kind": "thumb", "size": "256", "format": "jpeg"}
SCHEMA = "path string, thumbnail binary, status string, error string, warnings string"


def upright_thumbnails(batches: Iterator[Any]) -> Iterator[Any]:
    """Record batches with `path` and `content` to batches with `path`, `thumbnail`, `status`, `error` (why it failed) and
    `warnings` (one text per line)."""
    import pyarrow

    from upright import jobs

    for batch in batches:
        rows = batch.to_pydict()
        items = [
            ({"id": str(row), "op": OPERATION, "in": {}, "out": {"body": True}}, data)
            for row, data in enumerate(rows["content"])
        ]
        results = {result["id"]: result for result in jobs.results(items)}
        in_order = [results[str(row)] for row in range(len(items))]
        yield pyarrow.RecordBatch.from_pydict({
            "path": rows["path"],
            "thumbnail": pyarrow.array([result.get("body") for result in in_order], pyarrow.binary()),
            "status": [result["status"] for result in in_order],
            "error": [result.get("error", {}).get("message", "") for result in in_order],
            "warnings": ["\n".join(map(str, result.get("warnings", []))) for result in in_order],
        })


def main(folder: str, output: str) -> None:
    spark = SparkSession.builder.getOrCreate()
    images = spark.read.format("binaryFile").load(folder).select("path", "content")
    images.mapInArrow(upright_thumbnails, SCHEMA).write.parquet(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
