"""Boxes and points against brute force: pixels are painted on an array, which NumPy then reorients."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass

import numpy as np
import pytest

import upright
from conftest import TAGS
from upright import _native

TURNS = {
    1: lambda a: a, 2: np.fliplr, 3: lambda a: np.rot90(a, 2), 4: np.flipud, 5: lambda a: a.T,
    6: lambda a: np.rot90(a, -1), 7: lambda a: np.rot90(a, 2).T, 8: lambda a: np.rot90(a, 1),
}


@dataclass
class Grid:
    orientation: int
    stored_size: "tuple[int, int]"


@pytest.mark.parametrize("tag", TAGS)
def test_every_box_of_a_small_image_covers_the_same_pixels(tag: int) -> None:
    width, height = 5, 3
    grid = Grid(tag, (width, height))
    boxes = [
        (x, y, w, h) for x in range(width) for y in range(height)
        for w in range(1, width - x + 1) for h in range(1, height - y + 1)
    ]
    displayed = upright.boxes.to_displayed(boxes, grid)
    for (x, y, w, h), (dx, dy, dw, dh) in zip(boxes, displayed.astype(int)):
        stored = np.zeros((height, width), bool)
        stored[y:y + h, x:x + w] = True
        seen = np.zeros_like(TURNS[tag](stored))
        seen[dy:dy + dh, dx:dx + dw] = True
        assert np.array_equal(seen, TURNS[tag](stored))
    assert np.array_equal(upright.boxes.to_stored(displayed, grid), boxes)


def marked(boxes: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Which pixels of a grid each box (xywh) covers, by the coordinates of all pixels."""
    x, y, w, h = (boxes[:, i, None, None] for i in range(4))
    return (xs >= x) & (xs < x + w) & (ys >= y) & (ys < y + h)


def bounds(masks: np.ndarray) -> np.ndarray:
    """The boxes (xywh) of masks that are boxes."""
    columns, rows = masks.any(1), masks.any(2)
    left, top = columns.argmax(1), rows.argmax(1)
    width, height = columns.sum(1), rows.sum(1)
    assert np.array_equal(masks.sum((1, 2)), width * height)
    return np.stack([left, top, width, height], axis=1)


def test_a_hundred_thousand_boxes_cover_the_same_pixels() -> None:
    """Every pixel of each box, on grids that NumPy reorients."""
    random, cases = np.random.default_rng(26), 0
    for tag in TAGS:
        for _ in range(25):
            width, height = (int(side) for side in random.integers(1, 17, 2))
            grid = Grid(tag, (width, height))
            low = random.integers(0, (width, height), (500, 2))
            boxes = np.concatenate([low, random.integers(1, np.array((width, height)) - low + 1)], axis=1)
            ys, xs = np.mgrid[0:height, 0:width]
            expected = bounds(marked(boxes, TURNS[tag](xs), TURNS[tag](ys)))
            assert np.array_equal(upright.boxes.to_displayed(boxes, grid), expected)
            assert np.array_equal(upright.boxes.to_stored(expected, grid), boxes)
            corners = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
            found = upright.boxes.to_displayed(corners, grid, form="xyxy")
            assert np.array_equal(found, np.concatenate([expected[:, :2], expected[:, :2] + expected[:, 2:]], axis=1))
            cases += len(boxes)
    assert cases == 100_000


@pytest.mark.parametrize("tag", TAGS)
def test_both_forms_and_points_agree(tag: int) -> None:
    grid = Grid(tag, (4032, 3024))
    boxes = np.random.default_rng(1).integers(0, 3000, (1000, 4)).astype(float)
    corners = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    mapped = upright.boxes.to_displayed(boxes, grid)
    expected = np.concatenate([mapped[:, :2], mapped[:, :2] + mapped[:, 2:]], axis=1)
    assert np.array_equal(upright.boxes.to_displayed(corners, grid, form="xyxy"), expected)
    ends = upright.boxes.points_to_displayed(corners.reshape(-1, 2, 2), grid)
    assert ends.shape == (1000, 2, 2)
    assert np.array_equal(np.concatenate([ends.min(1), ends.max(1)], axis=1), expected)
    assert np.array_equal(upright.boxes.points_to_stored(ends, grid).reshape(-1, 4), corners)


def test_the_arguments_stay_as_they_are() -> None:
    boxes = np.arange(8.0).reshape(2, 4)
    upright.boxes.to_displayed(boxes, Grid(6, (10, 10)))
    assert np.array_equal(boxes, np.arange(8.0).reshape(2, 4))


def test_shapes() -> None:
    grid = Grid(6, (10, 20))
    assert upright.boxes.to_displayed([1, 2, 3, 4], grid).shape == (4,)
    assert upright.boxes.to_displayed(np.zeros((2, 3, 4), np.int16), grid).shape == (2, 3, 4)
    assert upright.boxes.to_displayed([], grid).shape == (0, 4)
    assert upright.boxes.to_displayed(np.zeros((0, 4)), grid).shape == (0, 4)
    for wrong in [[1, 2, 3], np.zeros((4, 3)), 5]:
        with pytest.raises(upright.UsageError):
            upright.boxes.to_displayed(wrong, grid)
    with pytest.raises(upright.UsageError):
        upright.boxes.to_displayed([1, 2, 3, 4], grid, form="yxyx")  # type: ignore[arg-type]


def test_numbers_that_are_none() -> None:
    grid = Grid(3, (10, 20))
    mapped = upright.boxes.to_displayed([[math.nan, 1, 2, 3], [0, 0, math.inf, 1], [5, 5, -2, -3]], grid)
    assert math.isnan(mapped[0, 0])
    assert mapped[1, 2] == math.inf
    assert mapped[2].tolist() == [5, 15, 2, 3]
    for wrong in [Grid(0, (1, 1)), Grid(9, (1, 1)), Grid(1, (-1, 1))]:
        with pytest.raises(upright.UsageError):
            upright.boxes.to_displayed([1, 2, 3, 4], wrong)


def test_an_unaligned_or_strided_array_is_read_correctly() -> None:
    boxes = np.arange(80.0).reshape(10, 8)[:, ::2]
    expected = upright.boxes.to_displayed(boxes.copy(), Grid(8, (100, 100)))
    assert np.array_equal(upright.boxes.to_displayed(boxes, Grid(8, (100, 100))), expected)
    assert np.array_equal(upright.boxes.to_displayed(boxes.astype(">f4"), Grid(8, (100, 100))), expected)


def test_counts_beyond_memory_are_refused() -> None:
    one = (ctypes.c_double * 4)()
    for count in [2**64 - 1, 2**63, 2**61, 2**60]:
        error = _native.Error()
        code = _native.LIBRARY.upright_map_boxes(ctypes.addressof(one), ctypes.addressof(one), count, 0, 1, 9, 9, 0, error)
        assert code == 64 and error.code == 64, count
