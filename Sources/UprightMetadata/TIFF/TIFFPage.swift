// A page of a TIFF: a directory of the chain, and its images (TIFF 6.0, section 2; Technical Note 1, SubIFDs). The
// image that a directory describes: its kind, size and orientation tag (TIFF 6.0, sections 2 and 8; DNG 1.7,
// NewSubFileType).

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

/// How one directory describes its image.
struct TIFFImage: Hashable, Sendable {
  /// The kind of an image, by NewSubfileType.
  enum Kind: Hashable, Sendable {
    /// The full-resolution image.
    case full
    /// A reduced or otherwise simpler version of another image.
    case reduced
    /// A mask or a depth map.
    case auxiliary
  }

  /// The byte range of the directory in the file.
  let range: Range<Int>
  /// Its kind.
  let kind: Kind
  /// Columns and rows; 0 if they are missing or exceed every reader's limits.
  let size: PixelSize<Stored>
  /// Its tags 274.
  let tags: OrientationTags
  /// How it describes its samples; nil if that was not read.
  var samples: TIFFSamples?
  /// Whether the file ends before its samples.
  var isCut = false

  /// Maximum side length, so that an area does not overflow.
  static let longestSide = Int(Int32.max)

  /// Whether a page may show it.
  var isWhole: Bool { kind == .full && !size.isEmpty }
}

extension TIFFReader {
  /// The image that a directory describes.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func image(_ table: TIFFTable) throws(MetadataError) -> TIFFImage {
    let directory = table.directory
    var sides: [Int] = []
    for tag in [TIFFTag.imageWidth, .imageLength] {
      guard let side = try integer(of: directory.first(tag), in: table), (1...TIFFImage.longestSide).contains(side)
      else { break }
      sides.append(side)
    }
    let size = sides.count == 2 ? PixelSize<Stored>(width: sides[0], height: sides[1]) : PixelSize(width: 0, height: 0)
    var entries: [OrientationEntry] = []
    for entry in directory.all(.orientation) {
      let number = try integer(of: entry, in: table)
      entries.append(OrientationEntry(entry, field: table.field(of: entry), number: number, layout))
    }
    let samples = try samples(table, size: size)
    return TIFFImage(
      range: table.range, kind: try kind(of: table), size: size, tags: OrientationTags(entries), samples: samples,
      isCut: samples.areWhereStated ? try isCut(table) : false)
  }

  /// NewSubfileType is a bit field: 1 reduced, 2 one of several pages, 4 mask, 8 depth, 16 enhanced or semantic,
  /// 65536 alternate. The older SubfileType is an enumeration: 1 full, 2 reduced, 3 page. Any other value is invalid
  /// and treated as full.
  private mutating func kind(of table: TIFFTable) throws(MetadataError) -> TIFFImage.Kind {
    guard let bits = try integer(of: table.directory.first(.newSubfileType), in: table) else {
      return try integer(of: table.directory.first(.subfileType), in: table) == 2 ? .reduced : .full
    }
    guard bits >= 0, bits & ~0x1_001F == 0 else { return .full }
    if bits & 0b01100 != 0 { return .auxiliary }
    return bits & ~0b00010 == 0 ? .full : .reduced
  }
}
