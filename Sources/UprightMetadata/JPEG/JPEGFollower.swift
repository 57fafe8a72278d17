// What lies in a JPEG's file behind its picture (CIPA DC-007; Motion Photo 1.0; Ultra HDR 1.1).

internal import UprightGeometry

/// A picture, gain map or film behind the picture.
struct JPEGFollower: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Another picture.
    case picture
    /// The picture again, smaller.
    case preview
    /// How much brighter which part of the picture may be shown.
    case gainMap
    /// A film.
    case film
  }

  /// What it is.
  let kind: Kind
  /// Where it lies in the file.
  let range: Range<Int>
  /// Columns and rows as stored; nil where its header could not be read.
  let storedSize: PixelSize<Stored>?
  /// The orientation that it states for itself; nil where it states none.
  let orientation: ExifOrientation?
  /// The tags that say so, at offsets in the file; nil where something else does.
  var tags: OrientationTags?
}

extension JPEGFollower {
  /// The film in a range, nil where it opens like none: XMP outlives a film that was cut off.
  static func film(_ source: some ByteSource, in range: Range<Int>) -> JPEGFollower? {
    let part = PartSource(source, range)
    guard let head = try? part.read(0..<64), let format = ContainerFormat(signature: head), format.isMovie,
      head.prefix(4).reduce(0, { $0 << 8 | Int($1) }) <= part.byteCount
    else { return nil }
    let movie = try? AnyHeader(format, part).container
    let answer = movie?.answer(OrientationRules())
    return JPEGFollower(
      kind: .film, range: range, storedSize: movie?.storedSize,
      orientation: answer.flatMap { $0.source == .none ? nil : $0.orientation.exif })
  }

  /// What is odd where one states another orientation than the picture has.
  static func finding(_ followers: [JPEGFollower], besides orientation: ExifOrientation) -> Finding? {
    let others = followers.compactMap(\.orientation).filter { $0 != orientation }
    guard !others.isEmpty else { return nil }
    let list = others.map { "\($0.rawValue)" }.joined(separator: ", ")
    return Finding(.furtherPictures, "what follows the picture has an orientation of its own: \(list)")
  }
}
