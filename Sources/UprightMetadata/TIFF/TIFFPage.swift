// A page of a TIFF: a directory of the chain, and its images (TIFF 6.0, section 2; Technical Note 1, SubIFDs).

internal import UprightGeometry

/// A page, its previews, and the location of its orientation. Pages inherit nothing from one another.
struct TIFFPage: Hashable, Sendable {
  /// Its directory.
  let table: TIFFTable
  /// Location of the directory's offset: in the header, or in the previous directory.
  let pointerOffset: Int
  /// The image that its directory describes.
  let own: TIFFImage
  /// The images in its subdirectories, and the reduced versions of it in the chain.
  var inside: [TIFFImage] = []
  /// The orientations in its XMP packet.
  var xmp: [XMPOrientation] = []
  /// Its directory's position before Upright moved it; nil if it was not moved, or if anything but later moves follows.
  var note: MovedDirectory.Note?

  /// The image that the page shows: the largest at full resolution, so that a raw file's preview is not chosen.
  var main: TIFFImage {
    let all = [own] + inside
    let whole = all.filter(\.isWhole)
    let area = { (image: TIFFImage) in image.size.width * image.size.height }
    if whole.isEmpty, !own.size.isEmpty { return own }
    return (whole.isEmpty ? all : whole).reduce(nil as TIFFImage?) { best, image in
      best.map { area($0) >= area(image) ? $0 : image } ?? image
    } ?? own
  }

  /// Resolves its orientation from its own directory, whichever of its images is shown.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    resolved.findings += own.tags.findings
    if let statement = own.tags.statement { resolved.decide(statement) }
    for image in inside { resolved.compareThumbnail(image.tags) }
    resolved.take(xmp, rules)
    return resolved
  }

  /// Its images, the shown one first.
  func parts(as kind: ImagePart.Kind, _ rules: OrientationRules) -> [ImagePart] {
    let (main, orientation) = (main, resolvedOrientation(rules).orientation)
    let others = ([own] + inside).filter { $0 != main }
    return [(main, kind)].map { part($0.0, $0.1, orientation) }
      + others.map { part($0, $0.kind == .auxiliary ? .auxiliary : .preview, orientation) }
  }

  private func part(
    _ image: TIFFImage, _ kind: ImagePart.Kind, _ orientation: Orientation<Stored, Displayed>
  ) -> ImagePart {
    ImagePart(kind, storedSize: image.size, orientation: orientation, offset: image.range.lowerBound)
  }
}
