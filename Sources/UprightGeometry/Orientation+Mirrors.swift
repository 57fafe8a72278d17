// Mirroring an image that has an orientation: as displayed (after the tag) and as stored (before the tag), which differ
// if axes swap.

extension Orientation where From == Stored, To == Displayed {
  /// The displayed image with left and right swapped: tags 1 ↔ 2, 3 ↔ 4, 5 ↔ 6, 7 ↔ 8.
  ///
  /// In Apple's names, `right` becomes `leftMirrored`, and `left` becomes `rightMirrored`.
  public var mirroredHorizontallyAsDisplayed: Self { then(.mirrorHorizontal) }

  /// The displayed image with top and bottom swapped: tags 1 ↔ 4, 2 ↔ 3, 5 ↔ 8, 6 ↔ 7.
  public var mirroredVerticallyAsDisplayed: Self { then(.mirrorVertical) }

  /// The tag of the image after its stored rows are reversed left to right: tags 1 ↔ 2, 3 ↔ 4, 5 ↔ 8, 6 ↔ 7.
  ///
  /// UIKit's `withHorizontallyFlippedOrientation` does this: `right` becomes `rightMirrored`. If axes swap, the
  /// displayed image is mirrored top to bottom.
  public var mirroredHorizontallyAsStored: Self { Orientation<Stored, Stored>(mirrored: true, clockwise: 0).then(self) }

  /// The tag of the image after its stored columns are reversed top to bottom: tags 1 ↔ 4, 2 ↔ 3, 5 ↔ 6, 7 ↔ 8.
  public var mirroredVerticallyAsStored: Self { Orientation<Stored, Stored>(mirrored: true, clockwise: 2).then(self) }
}
