"""A map-style data set for PyTorch's DataLoader: images with boxes from COCO, both upright.

Run: python detection_dataset.py FOLDER ANNOTATIONS.json stored|displayed
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any, Dict, Tuple

import numpy as np
import numpy.typing as npt

import upright

Sample = Tuple["npt.NDArray[np.uint8]", Dict[str, "npt.NDArray[Any]"]]


class DetectionDataset:
    """Images as uint8 (side, side, 3) and their boxes as float64 (N, 4), xyxy, in pixels of that array.

    `space` is the space of the boxes in the file: ``upright.labels.audit`` finds it out. Works with any number of
    DataLoader workers, started by fork or spawn.
    """

    def __init__(self, folder: str, annotations: str, space: str, side: int = 512) -> None:
        if space not in ("stored", "displayed"):
            raise ValueError("COCO does not state the space of its boxes: give 'stored' or 'displayed'")
        coco = json.loads(pathlib.Path(annotations).read_text())
        self.folder, self.space, self.side = pathlib.Path(folder), space, side
        self.images = coco["images"]
        self.rows: "dict[int, list[dict[str, Any]]]" = {}
        for row in coco["annotations"]:
            self.rows.setdefault(row["image_id"], []).append(row)

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int) -> Sample:
        entry = self.images[index]
        rows = self.rows.get(entry["id"], [])
        boxes = np.array([row["bbox"] for row in rows], dtype=np.float64).reshape(-1, 4)
        with upright.open(self.folder / entry["file_name"]) as image:
            if self.space == "stored":
                boxes = upright.boxes.to_displayed(boxes, image)
            width, height = image.displayed_size
            pixels = image.crop(0, 0, width, height, size=(self.side, self.side))
        boxes[:, 2:] += boxes[:, :2]
        boxes *= np.array([self.side / width, self.side / height] * 2)
        return pixels, {"boxes": boxes, "labels": np.array([row["category_id"] for row in rows], dtype=np.int64)}


if __name__ == "__main__":
    data = DetectionDataset(sys.argv[1], sys.argv[2], sys.argv[3])
    for number in range(len(data)):
        pixels, target = data[number]
        print(data.images[number]["file_name"], pixels.shape, target["boxes"].round(1).tolist())
