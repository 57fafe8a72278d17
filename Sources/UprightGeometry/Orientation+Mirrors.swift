// Mirrors of a picture that has an orientation: as displayed (the tag first) and as stored (the mirror first), which differ where axes swap.

extension Orientation where From == Stored, To == Displayed {
  /// What is seen, left and right swapped: tags 1 ↔ 2, 3 ↔ 4, 5 ↔ 6, 7 ↔ 8.
  ///
  /// In Apple's names `right` becomes `leftMirrored`, and `left` becomes `rightMirrored`.
  public var mirroredHorizontallyAsDisplayed: Self { then(.mirrorHorizontal) }

  /// What is seen, top and bottom swapped: tags 1 ↔ 4, 2 ↔ 3, 5 ↔ 8, 6 ↔ 7.
  public var mirroredVerticallyAsDisplayed: Self { then(.mirrorVertical) }

  /// The tag of the picture whose stored rows were reversed left to right: tags 1 ↔ 2, 3 ↔ 4, 5 ↔ 8, 6 ↔ 7.
  ///
  /// This is what UIKit's `withHorizontallyFlippedOrientation` does: `right` becomes `rightMirrored`. Where axes swap, what is seen is
  /// then mirrored top to bottom.
  public var mirroredHorizontallyAsStored: Self { Orientation<Stored, Stored>(mirrored: true, clockwise: 0).then(self) }

  /// The tag of the picture whose stored columns were reversed top to bottom: tags 1 ↔ 4, 2 ↔ 3, 5 ↔ 6, 7 ↔ 8.
  public var mirroredVerticallyAsStored: Self { Orientation<Stored, Stored>(mirrored: true, clockwise: 2).then(self) }
}
