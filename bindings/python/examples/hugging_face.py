"""A Hugging Face data set of photos and boxes, mapped to upright squares and the boxes in them.

Run: python hugging_face.py FOLDER OUTPUT, where FOLDER is an image folder with `metadata.jsonl` in the form of
https://huggingface.co/docs/datasets/image_dataset, and its boxes are in stored pixels.
"""

from __future__ import annotations

import io
import sys
from typing import Any, Dict

import numpy as np

import upright

SIDE = 512


def upright_row(row: "Dict[str, Any]", space: str = "stored", side: int = SIDE) -> "Dict[str, Any]":
    """A row whose image is the upright square, as PNG, and whose boxes (xywh) are in its pixels.

    Args:
        row: `image` as `Image(decode=False)` gives it, with `bytes` or a `path`; `objects` with `bbox` in `space`.
            Decoding by the feature itself would apply the tag, and boxes in stored pixels would no longer fit.
        space: The space of the boxes: ``upright.labels.audit`` finds it out.
    """
    given = row["image"]
    source = io.BytesIO(given["bytes"]) if given["bytes"] is not None else given["path"]
    boxes = np.array(row["objects"]["bbox"], dtype=np.float64).reshape(-1, 4)
    with upright.open(source) as image:
        if space == "stored":
            boxes = upright.boxes.to_displayed(boxes, image)
        width, height = image.displayed_size
        square = image.crop_to_bytes(0, 0, width, height, size=(side, side), format="png")
    boxes *= np.array([side / width, side / height] * 2)
    return {**row, "image": {"bytes": square, "path": None}, "objects": {**row["objects"], "bbox": boxes.tolist()}}


def upright_data_set(data: Any, space: str = "stored", side: int = SIDE) -> Any:
    """The mapped data set. Each process of `map` may have several in work; `num_proc` works, by fork or spawn."""
    from datasets import Image  # type: ignore[import-untyped,import-not-found,unused-ignore]

    undecoded = data.cast_column("image", Image(decode=False))
    mapped = undecoded.map(upright_row, fn_kwargs={"space": space, "side": side}, features=undecoded.features)
    return mapped.cast_column("image", Image())


if __name__ == "__main__":
    from datasets import load_dataset

    upright_data_set(load_dataset("imagefolder", data_dir=sys.argv[1], split="train")).save_to_disk(sys.argv[2])
