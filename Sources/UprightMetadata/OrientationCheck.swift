// Evidence that the orientation tag may be wrong: sizes, the thumbnail, the maker note (EXIF 2.32, 4.5.8 and 4.6.5).
// The camera's own record of its rotation: Canon's AutoRotate and Panasonic's Rotation (both as documented by
// ExifTool).

internal import UprightGeometry

/// Evidence about an image besides its tag; it is reported and never acted on.
struct OrientationCheck {
  /// Columns and rows as stored.
  let size: PixelSize<Stored>
  /// How it is displayed.
  let orientation: Orientation<Stored, Displayed>
  /// The Exif block.
  let block: TIFFBlock
  /// Stored columns and rows of the thumbnail in the block, which has the image's stored orientation.
  let thumbnailSize: PixelSize<Stored>?

  /// At most one finding for each kind of evidence.
  var findings: [Finding] { [staleTag, misorientedThumbnail, makerNote].compactMap { $0 } }

  /// Cameras store images as the sensor reads them, in landscape. So a stored portrait with a tag that makes it
  /// landscape looks already rotated if the recorded size or the thumbnail is still landscape.
  private var staleTag: Finding? {
    guard orientation.swapsAxes, Shape(size) == .portrait else { return nil }
    if let noted = notedSize, Shape(noted) == .landscape {
      return Finding(
        .staleTag,
        "the pixels look already rotated (Exif records \(noted), the image is stored as \(size))")
    }
    guard let thumbnailSize, Shape(thumbnailSize) == .landscape else { return nil }
    return Finding(
      .staleTag,
      "the pixels look already rotated (the thumbnail is \(thumbnailSize), the image is stored as \(size))")
  }

  /// Cameras put square images on landscape thumbnails with bars at the sides. Only a clear portrait and a clear
  /// landscape differ.
  private var misorientedThumbnail: Finding? {
    guard let thumbnailSize, !size.isEmpty, Shape(clearly: thumbnailSize).opposes(Shape(clearly: size)) else {
      return nil
    }
    return Finding(
      .thumbnailOrientedDifferently, "the thumbnail, \(thumbnailSize), is rotated differently from the image, \(size)")
  }

  /// A stored portrait without a rotating tag was rotated since by the amount that the camera recorded.
  private var makerNote: Finding? {
    guard let noted = MakerNote.orientation(in: block), noted != .topLeft, noted != orientation.exif,
      !(Orientation(exif: noted).swapsAxes && orientation.isIdentity && Shape(size) == .portrait)
    else { return nil }
    return Finding(
      .makerNoteConflict,
      "the camera recorded orientation \(noted.rawValue), but the tag is \(orientation.exif.rawValue); the tag is used")
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

/// The longer side of an image.
enum Shape {
  case landscape, square, portrait

  init<S: Space>(_ size: PixelSize<S>) {
    self = size.width > size.height ? .landscape : size.width < size.height ? .portrait : .square
  }

  /// Treats sides that differ by at most 10 % as equal.
  init<S: Space>(clearly size: PixelSize<S>) {
    let sides = [size.width, size.height].sorted()
    self = sides[1] - sides[0] <= sides[0] / 10 ? .square : Shape(size)
  }

  /// Whether one is landscape and the other is portrait.
  func opposes(_ other: Shape) -> Bool { self != .square && other != .square && self != other }
}

/// A maker note of a kind that clearly states how the camera was held.
enum MakerNote {
  private static let panasonic = Array("Panasonic\0\0\0".utf8)
  /// Panasonic's Rotation: a separate tag with the values of tag 274.
  private static let rotation = 0x30
  /// Canon's ShotInfo: a list of numbers.
  private static let shotInfo = 4
  /// Index of AutoRotate in ShotInfo: 0 none, then quarter turns clockwise, as displayed.
  private static let autoRotate = 27

  /// The orientation for display at capture time; nil if the camera did not record it.
  static func orientation(in block: TIFFBlock) -> ExifOrientation? {
    guard let note = block.exifDirectory?.first(.makerNote), note.count > 12, note.valueOffset < block.bytes.count
    else {
      return nil
    }
    if block.bytes[note.valueOffset...].starts(with: panasonic) {
      return panasonicOrientation(block.directory(at: note.valueOffset + panasonic.count), in: block)
    }
    guard isCanon(block) else { return nil }
    return canonOrientation(block.directory(at: note.valueOffset), in: block)
  }

  private static func isCanon(_ block: TIFFBlock) -> Bool {
    guard let make = block.ifd0?.first(.make), make.type == 2, make.count >= 5, make.valueOffset < block.bytes.count
    else { return false }
    return block.bytes[make.valueOffset...].starts(with: "Canon".utf8)
  }

  private static func panasonicOrientation(_ directory: TIFFDirectory?, in block: TIFFBlock) -> ExifOrientation? {
    directory?.entries.first { $0.tag == rotation }
      .flatMap { block.integer(of: $0) }.flatMap(UInt8.init(exactly:)).flatMap(ExifOrientation.init(rawValue:))
  }

  /// The list begins with its length in bytes. If that does not match, the note was moved and its offsets are wrong.
  private static func canonOrientation(_ directory: TIFFDirectory?, in block: TIFFBlock) -> ExifOrientation? {
    guard let list = directory?.entries.first(where: { $0.tag == shotInfo }), list.type == 3, list.count > autoRotate,
      block.integer(of: list) == 2 * list.count, let quarters = block.integer(of: list, at: autoRotate),
      (0...3).contains(quarters)
    else { return nil }
    return [.topLeft, .rightTop, .bottomRight, .leftBottom][quarters]
  }
}
