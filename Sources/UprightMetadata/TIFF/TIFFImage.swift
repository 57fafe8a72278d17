// The picture that a directory describes: what it is, how large, and what its own tag says (TIFF 6.0, sections 2 and 8; DNG 1.7, NewSubFileType).

internal import UprightGeometry

/// What one directory says of its picture.
struct TIFFImage: Hashable, Sendable {
  /// What NewSubfileType makes of a picture.
  enum Kind: Hashable, Sendable {
    /// The picture at full resolution.
    case full
    /// A reduced or otherwise simpler version of another one.
    case reduced
    /// A mask or a map of depths.
    case auxiliary
  }

  /// Which bytes of the file the directory takes.
  let range: Range<Int>
  /// What it is.
  let kind: Kind
  /// Columns and rows; 0 where they are not said or larger than any reader takes.
  let size: PixelSize<Stored>
  /// What its tags 274 say.
  let tags: OrientationTags
  /// What it says of its samples; nil where that was not read.
  var samples: TIFFSamples?

  /// How large a side may be, so that an area is still a number.
  static let longestSide = Int(Int32.max)

  /// Whether it may be what a page shows.
  var isWhole: Bool { kind == .full && !size.isEmpty }
}

extension TIFFReader {
  /// The picture that a directory describes.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func picture(_ table: TIFFTable) throws(MetadataError) -> TIFFImage {
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
    return TIFFImage(
      range: table.range, kind: try kind(of: table), size: size, tags: OrientationTags(entries),
      samples: try samples(table, size: size))
  }

  /// NewSubfileType is a field of bits: 1 reduced, 2 a page of several, 4 mask, 8 depth, 16 enhanced or semantic, 65536 alternate;
  /// the older SubfileType counts 1 full, 2 reduced, 3 a page. Anything else is a fault, and the picture counts as full.
  private mutating func kind(of table: TIFFTable) throws(MetadataError) -> TIFFImage.Kind {
    guard let bits = try integer(of: table.directory.first(.newSubfileType), in: table) else {
      return try integer(of: table.directory.first(.subfileType), in: table) == 2 ? .reduced : .full
    }
    guard bits >= 0, bits & ~0x1_001F == 0 else { return .full }
    if bits & 0b01100 != 0 { return .auxiliary }
    return bits & ~0b00010 == 0 ? .full : .reduced
  }
}
