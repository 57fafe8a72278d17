// How the Photos application of iPhone OS 3 interpreted the Orientation tag: four of its eight values (TIFF 6.0, tag
// 274).

extension Orientation where From == Stored, To == Displayed {
  /// How Photos displayed an image with this orientation: 1, 3, 6 and 8 correctly, the mirrored ones as stored.
  ///
  /// Only for crops that a person made in such a picker: they are in the image as it was displayed there.
  public var asPhotosRead: Self { isMirrored ? .identity : self }
}
