// What makes one doubt that a picture lies as its tag says: sizes, the thumbnail, the camera's own note (EXIF 2.32, 4.5.8 and 4.6.5).

internal import UprightGeometry

/// What is known of a picture besides its tag; it is said, and never acted on.
struct OrientationCheck {
  /// Columns and rows as stored.
  let size: PixelSize<Stored>
  /// How it is displayed.
  let orientation: Orientation<Stored, Displayed>
  /// The Exif block.
  let block: TIFFBlock
  /// Columns and rows of the small picture in it, stored the way the picture is.
  let thumbnailSize: PixelSize<Stored>?

  /// What is odd, one finding for each kind of evidence.
  var findings: [Finding] { [staleTag, misorientedThumbnail, makerNote].compactMap { $0 } }

  /// Cameras store what their sensor sees, wider than high: a picture that is stored upright under a tag that turns it on its side was turned
  /// before, if the size that the camera noted or the thumbnail it made still lies.
  private var staleTag: Finding? {
    guard orientation.swapsAxes, Shape(size) == .portrait else { return nil }
    if let noted = notedSize, Shape(noted) == .landscape {
      return Finding(
        .staleTag,
        "the pixels look turned already: Exif still notes \(noted) for \(size); it is displayed as the tag says")
    }
    guard let thumbnailSize, Shape(thumbnailSize) == .landscape else { return nil }
    return Finding(
      .staleTag,
      "the pixels look turned already: the thumbnail still lies, \(thumbnailSize) for \(size); "
        + "the picture is displayed as the tag says")
  }

  /// Cameras put square pictures on small ones that lie, with bars at their sides: only what clearly stands and what clearly lies differ.
  private var misorientedThumbnail: Finding? {
    guard let thumbnailSize, !size.isEmpty, Shape(clearly: thumbnailSize).opposes(Shape(clearly: size)) else {
      return nil
    }
    return Finding(
      .thumbnailOrientedDifferently, "the thumbnail, \(thumbnailSize), does not lie as the picture, \(size), does")
  }

  /// A picture that is stored upright, without a tag to turn it, was turned since by as much as the camera noted.
  private var makerNote: Finding? {
    guard let noted = MakerNote.orientation(in: block), noted != .topLeft, noted != orientation.exif,
      !(Orientation(exif: noted).swapsAxes && orientation.isIdentity && Shape(size) == .portrait)
    else { return nil }
    return Finding(
      .makerNoteConflict,
      "the camera noted an orientation of \(noted.rawValue) and the tag says "
        + "\(orientation.exif.rawValue); the tag counts")
  }

  /// PixelXDimension and PixelYDimension.
  private var notedSize: PixelSize<Stored>? {
    guard let directory = block.exifDirectory,
      let width = directory.first(.pixelXDimension).flatMap({ block.integer(of: $0) }),
      let height = directory.first(.pixelYDimension).flatMap({ block.integer(of: $0) }), width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}

/// Which side of a picture is the longer one.
enum Shape {
  case landscape, square, portrait

  init<S: Space>(_ size: PixelSize<S>) {
    self = size.width > size.height ? .landscape : size.width < size.height ? .portrait : .square
  }

  /// Sides that differ by a tenth at most count as equal.
  init<S: Space>(clearly size: PixelSize<S>) {
    let sides = [size.width, size.height].sorted()
    self = sides[1] - sides[0] <= sides[0] / 10 ? .square : Shape(size)
  }

  /// Whether one lies and the other is upright.
  func opposes(_ other: Shape) -> Bool { self != .square && other != .square && self != other }
}
