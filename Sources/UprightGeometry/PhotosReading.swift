// How the Photos application of iPhone OS 3 read the Orientation tag: four of its eight values (TIFF 6.0, tag 274).

extension Orientation where From == Stored, To == Displayed {
  /// How Photos showed a picture with this orientation: 1, 3, 6 and 8 as they are, the mirrored ones as they are stored.
  ///
  /// Only for crops that a person made in such a picker: they lie in the picture as it was shown there.
  public var asPhotosRead: Self { isMirrored ? .identity : self }
}
