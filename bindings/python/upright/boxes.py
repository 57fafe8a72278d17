"""Boxes and points between the two pixel grids of an image: as displayed, and as stored.

The grids differ if the orientation tag is not 1. A box that was drawn on the displayed image, and is applied to what
``PIL.Image.open`` or ``cv2.IMREAD_UNCHANGED`` returns, marks the wrong place. Coordinates are those of edges: pixel
``i`` covers ``i`` to ``i + 1``. Whole numbers stay exact.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Literal, Protocol, Sequence, Union, cast

from . import _native
from ._errors import UsageError

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    #: What calls return if NumPy is there; otherwise nested lists.
    Numbers = numpy.typing.NDArray[numpy.float64]

Form = Literal["xywh", "xyxy"]


class Oriented(Protocol):
    """What is needed of an image: an :class:`upright.Image` and an :class:`upright.Info` have it."""

    @property
    def orientation(self) -> int:
        """The tag, 1 to 8."""

    @property
    def stored_size(self) -> "tuple[int, int]":
        """Width and height as stored."""


def to_displayed(boxes: Any, image: Oriented, form: Form = "xywh") -> "Numbers":
    """The same boxes on the displayed image.

    Args:
        boxes: Numbers of shape (..., 4), in pixels of the **stored** image: an array, or nested sequences.
        image: The image.
        form: ``"xywh"`` for left, top, width, height; ``"xyxy"`` for left, top, right, bottom.

    Returns:
        Boxes in the same form and shape, in pixels of the **displayed** image: float64, or nested lists without NumPy.
    """
    return _mapped(boxes, image, 4, _native.DISPLAYED, _form(form))


def to_stored(boxes: Any, image: Oriented, form: Form = "xywh") -> "Numbers":
    """The same boxes on the stored image: the inverse of :func:`to_displayed`, with the same arguments."""
    return _mapped(boxes, image, 4, _native.STORED, _form(form))


def points_to_displayed(points: Any, image: Oriented) -> "Numbers":
    """Points of shape (..., 2), in pixels of the **stored** image, on the displayed one."""
    return _mapped(points, image, 2, _native.DISPLAYED, None)


def points_to_stored(points: Any, image: Oriented) -> "Numbers":
    """Points of shape (..., 2), in pixels of the **displayed** image, on the stored one."""
    return _mapped(points, image, 2, _native.STORED, None)


def _form(form: str) -> int:
    try:
        return _native.FORMS[form]
    except (KeyError, TypeError):
        raise UsageError(f"form: {form!r} is neither 'xywh' nor 'xyxy'", name="unanswerable", code=64) from None


def _wrong_shape(numbers: int) -> UsageError:
    return UsageError(f"the last axis must have {numbers} numbers", name="unanswerable", code=64)


def _mapped(values: Any, image: Oriented, numbers: int, space: int, form: Union[int, None]) -> "Numbers":
    try:
        import numpy
    except ImportError:
        # Typed as an array, because programs with types have NumPy.
        return cast("Numbers", _mapped_lists(values, image, numbers, space, form))
    array = numpy.array(values, dtype=numpy.float64, order="C")
    if array.size == 0 and array.ndim < 2:
        array = array.reshape(0, numbers)
    if array.ndim == 0 or array.shape[-1] != numbers:
        raise _wrong_shape(numbers)
    _map(array.__array_interface__["data"][0], array.size // numbers, image, space, form)
    return array


def _mapped_lists(values: Any, image: Oriented, numbers: int, space: int, form: Union[int, None]) -> Any:
    flat: "list[float]" = []
    _flatten(values, flat, numbers)
    array = (ctypes.c_double * len(flat))(*flat)
    _map(ctypes.addressof(array), len(flat) // numbers, image, space, form)
    return _shaped(values, iter(array))


def _flatten(values: Sequence[Any], flat: "list[float]", numbers: int) -> None:
    if len(values) and not hasattr(values[0], "__len__"):
        if len(values) != numbers:
            raise _wrong_shape(numbers)
        flat.extend(float(value) for value in values)
        return
    for value in values:
        _flatten(value, flat, numbers)


def _shaped(values: Any, numbers: Any) -> Any:
    return [_shaped(value, numbers) for value in values] if hasattr(values, "__len__") else next(numbers)


def _map(address: int, count: int, image: Oriented, space: int, form: Union[int, None]) -> None:
    width, height = image.stored_size
    error = _native.Error()
    if form is None:
        _native.LIBRARY.upright_map_points(address, address, count, image.orientation, width, height, space, error)
    else:
        _native.LIBRARY.upright_map_boxes(address, address, count, form, image.orientation, width, height, space, error)
    _native.check(error, None)
