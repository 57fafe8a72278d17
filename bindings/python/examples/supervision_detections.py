"""Detections of supervision and FiftyOne, from the stored image to the image as displayed.

A detector that was given pixels of `cv2.IMREAD_UNCHANGED`, `PIL.Image.open` or `torchvision.io` found its objects in
stored pixels. Annotators and viewers show the image upright.

Run: python supervision_detections.py IMAGE X1,Y1,X2,Y2...
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, List

import numpy as np
import numpy.typing as npt

import upright

_QUARTERS = {1: 0, 2: 0, 3: 2, 4: 2, 5: 1, 6: 3, 7: 3, 8: 1}
"""Quarter turns counterclockwise of stored pixels, which tags 2, 4, 5 and 7 mirror left-right before."""


def upright_pixels(stored: "npt.NDArray[Any]", orientation: int) -> "npt.NDArray[Any]":
    """Stored pixels (…, height, width), such as masks, as displayed."""
    mirrored = stored[..., ::-1] if orientation in (2, 4, 5, 7) else stored
    return np.rot90(mirrored, _QUARTERS[orientation], axes=(-2, -1))


def upright_detections(detections: Any, image: "upright.Image") -> Any:
    """`supervision.Detections` of the stored image, as detections of the displayed image."""
    boxes = upright.boxes.to_displayed(detections.xyxy.astype(np.float64), image, form="xyxy")
    masks = detections.mask
    return replace(
        detections, xyxy=boxes.astype(detections.xyxy.dtype),
        mask=None if masks is None else np.ascontiguousarray(upright_pixels(np.asarray(masks), image.orientation)))


def fiftyone_boxes(boxes: "npt.NDArray[Any]", image: "upright.Image") -> "List[List[float]]":
    """Boxes (xyxy, stored pixels) as `fiftyone.Detection.bounding_box`: left, top, width, height, as shares of the
    displayed image."""
    found = upright.boxes.to_displayed(np.asarray(boxes, dtype=np.float64), image, form="xyxy")
    width, height = image.displayed_size
    found[:, 2:] -= found[:, :2]
    shares: "List[List[float]]" = (found / np.array([width, height] * 2)).tolist()
    return shares


if __name__ == "__main__":
    import supervision

    given = np.array([word.split(",") for word in sys.argv[2:]], dtype=np.float32).reshape(-1, 4)
    with upright.open(sys.argv[1]) as image:
        print(upright_detections(supervision.Detections(xyxy=given), image).xyxy.tolist())
        print(fiftyone_boxes(given, image))
