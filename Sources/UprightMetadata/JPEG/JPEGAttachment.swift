// An attachment after a JPEG's main image (CIPA DC-007; Motion Photo 1.0; Ultra HDR 1.1).

package import UprightGeometry

/// An image, gain map or video after the main image.
package struct JPEGAttachment: Hashable, Sendable {
  /// Its kind.
  package let kind: AttachmentKind
  /// Its range in the file.
  package let range: Range<Int>
  /// Columns and rows as stored; nil if its header is unreadable.
  let storedSize: PixelSize<Stored>?
  /// Its own orientation; nil if it has none.
  package let orientation: ExifOrientation?
  /// The tags with that orientation, at file offsets; nil if another field states it.
  var tags: OrientationTags?
  /// Whether it is one of several views that form an image only together: a panorama, a stereo pair, or multiple
  /// angles (CIPA DC-007, table 4).
  package var isFrame = false
  /// What the index that names it calls it: Original, Depth, Confidence …; empty if it says nothing.
  package var semantic = ""
  /// Whether it is a block of Samsung's trailer, which is kept or dropped with that.
  package var isBlock = false
  /// Its own headers; nil if they are unreadable.
  var headers: AttachedHeaders?
}

/// The headers of an attachment, with what a probe of it needs besides.
struct AttachedHeaders: Hashable, Sendable {
  /// Its container.
  let format: ContainerFormat
  /// The header.
  let header: AnyHeader
  /// Its first 4,096 bytes.
  let head: [UInt8]
  /// Number of its bytes.
  let byteCount: Int

  /// A header that is already read; nil if the first bytes are unreadable.
  init?(_ header: some ContainerHeader, of format: ContainerFormat, in part: some ByteSource) {
    guard let head = try? part.read(0..<4096) else { return nil }
    (self.format, self.header, self.head, byteCount) = (format, AnyHeader(header), head, part.byteCount)
  }

  /// Reads the headers of `part`; nil if they are unreadable.
  init?(_ part: some ByteSource) {
    guard let head = try? part.read(0..<4096), let format = ContainerFormat(signature: head),
      let header = try? AnyHeader(format, part)
    else { return nil }
    (self.format, self.header, self.head, byteCount) = (format, header, head, part.byteCount)
  }

  /// The orientation that the headers state; nil for none.
  var orientation: ExifOrientation? {
    let resolved = header.container.resolvedOrientation(OrientationRules())
    return resolved.source == .none ? nil : resolved.orientation.exif
  }
}

extension JPEGAttachment {
  /// The video in a range; nil if none begins there, since XMP may still name a video that was cut off.
  static func video(_ source: some ByteSource, in range: Range<Int>) -> JPEGAttachment? {
    let part = PartSource(source, range)
    guard let head = try? part.read(0..<64), let format = ContainerFormat(signature: head), format.isMovie,
      BigEndian.number(head.prefix(4)) <= part.byteCount
    else { return nil }
    let headers = AttachedHeaders(part)
    return JPEGAttachment(
      kind: .video, range: range, storedSize: headers?.header.container.storedSize,
      orientation: headers?.orientation, headers: headers)
  }

  /// The video that fills a range: its type, a movie with a video track, and other boxes, each of which ends where the
  /// next one begins; nil for anything else.
  static func video(_ source: some ByteSource, filling range: Range<Int>) -> JPEGAttachment? {
    let part = PartSource(source, range)
    var reader = RangeReader(part, budget: 1 << 20, structures: 10_000, window: 64)
    guard let boxes = try? reader.boxes(in: 0..<part.byteCount), boxes.first?.kind == "ftyp",
      boxes.contains(where: { $0.kind == "moov" }), let video = video(source, in: range), video.headers != nil
    else { return nil }
    return video
  }

  /// The video that starts near the beginning of a range; manufacturer data may precede it. A video's first box has its
  /// type at byte 4.
  ///
  /// - Throws: `.unreadable`.
  static func video(_ source: some ByteSource, near range: Range<Int>) throws(MetadataError) -> JPEGAttachment? {
    let head = try source.read(range.prefix(1 << 16))
    var at = 4
    while let name = XMPProperty.firstRange(of: Array("ftyp".utf8), in: head, from: at) {
      if let video = video(source, in: range.lowerBound + name.lowerBound - 4..<range.upperBound) { return video }
      at = name.upperBound
    }
    return nil
  }

  /// The finding if an attachment's orientation differs from the image's.
  static func finding(_ attachments: [JPEGAttachment], besides orientation: ExifOrientation) -> Finding? {
    let others = attachments.compactMap(\.orientation).filter { $0 != orientation }
    guard !others.isEmpty else { return nil }
    let list = others.map { "\($0.rawValue)" }.joined(separator: ", ")
    return Finding(.furtherImages, "data after the image has its own orientation: \(list)")
  }
}
