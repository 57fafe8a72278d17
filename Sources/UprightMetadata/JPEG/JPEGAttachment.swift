// What lies in a JPEG's file behind its picture (CIPA DC-007; Motion Photo 1.0; Ultra HDR 1.1).

package import UprightGeometry

/// A picture, gain map or film behind the picture.
package struct JPEGAttachment: Hashable, Sendable {
  /// What follows a picture.
  package enum Kind: Hashable, Sendable {
    /// Another picture.
    case picture
    /// The picture again, smaller.
    case preview
    /// How much brighter which part of the picture may be shown.
    case gainMap
    /// A film.
    case video
  }

  /// What it is.
  package let kind: Kind
  /// Where it lies in the file.
  package let range: Range<Int>
  /// Columns and rows as stored; nil where its header could not be read.
  let storedSize: PixelSize<Stored>?
  /// The orientation that it states for itself; nil where it states none.
  package let orientation: ExifOrientation?
  /// The tags that say so, at offsets in the file; nil where something else does.
  var tags: OrientationTags?
  /// Whether it is one view of several that only together are a picture: of a panorama, from two eyes, from many angles (CIPA DC-007, table 4).
  package var isFrame = false
  /// What its own headers say; nil where they could not be read.
  package var probe: Probe?
}

extension JPEGAttachment {
  /// The film in a range, nil where it opens like none: XMP outlives a film that was cut off.
  static func video(_ source: some ByteSource, in range: Range<Int>) -> JPEGAttachment? {
    let part = PartSource(source, range)
    guard let head = try? part.read(0..<64), let format = ContainerFormat(signature: head), format.isMovie,
      head.prefix(4).reduce(0, { $0 << 8 | Int($1) }) <= part.byteCount
    else { return nil }
    let probe = try? Probe(part)
    return JPEGAttachment(
      kind: .video, range: range, storedSize: probe?.storedSize,
      orientation: probe.flatMap { $0.source == .none ? nil : $0.orientation.exif }, probe: probe)
  }

  /// What is odd where one states another orientation than the picture has.
  static func finding(_ attachments: [JPEGAttachment], besides orientation: ExifOrientation) -> Finding? {
    let others = attachments.compactMap(\.orientation).filter { $0 != orientation }
    guard !others.isEmpty else { return nil }
    let list = others.map { "\($0.rawValue)" }.joined(separator: ", ")
    return Finding(.furtherImages, "what follows the picture has an orientation of its own: \(list)")
  }
}
