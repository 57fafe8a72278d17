// What is taken out of the metadata of a picture that stays as it is stored.

internal import UprightGeometry

/// What goes, and how the picture is displayed before and after.
struct Stripping: Hashable, Sendable {
  /// What goes.
  let strip: Strip
  /// How the picture is displayed; whatever goes, the file goes on saying it.
  let orientation: ExifOrientation

  /// Whether nothing stays that says where the picture was taken, nor what cannot be read and so might say it.
  var removesPosition: Bool { strip.removesPosition }
  /// Whether nothing stays but the picture and its colours.
  var removesAll: Bool { strip == .allButColor }
  /// Whether small versions of the picture go.
  var removesThumbnails: Bool { strip == .thumbnails || strip == .allButColor }

  /// The Exif block that a file has afterwards whose container says nothing of orientation by itself; nil where none is needed.
  var minExifBytes: [UInt8]? { orientation == .topLeft ? nil : InsertedExifBlock.block(orientation) }

  /// A block without what goes; nil where all of it goes.
  func block(_ block: TIFFBlock) -> [UInt8]? {
    removesAll ? nil : ExifRewriter(stripping: block, of: strip).block.bytes
  }

  /// A block that stands in `bytes` from `start` on, with what stands before it; nil where it goes, because all does or it cannot be read.
  func exif(_ bytes: [UInt8], from start: Int) -> [UInt8]? {
    guard start <= bytes.count, let found = TIFFBlock(Array(bytes[start...])) else {
      return removesPosition ? nil : bytes
    }
    return block(found).map { bytes[..<start] + $0 }
  }

  /// A packet of XMP without what goes; nil where all of it goes.
  func packet(_ packet: [UInt8]) -> [UInt8]? { XMPRewriter.stripped(packet, of: strip) }
}

extension ExifRewriter {
  /// A block of a picture that stays as it is, without what is to be left out.
  init(stripping block: TIFFBlock, of strip: Strip) {
    let nowhere = Transform2D<Stored, Output>(scaleX: 1, scaleY: 1, tx: 0, ty: 0)
    self.init(
      unedited: block,
      MetadataEdit(
        size: PixelSize(width: 0, height: 0), map: nowhere, thumbnail: nil, keepsProfile: true, keepsCoding: true))
    let before = block.ifd0.map { OrientationTags(of: $0, in: block, from: 0).value } ?? nil
    if strip == .gps {
      removePosition()
      dropPreviews()
      stripThumbnail()
    }
    if strip == .thumbnails || strip == .allButColor { dropPreviews() }
    if strip == .thumbnails || strip == .allButColor { dropThumbnail() }
    keepOrientation(before)
  }

  /// The small picture's own metadata go, and it with them where they cannot be read.
  private mutating func stripThumbnail() {
    guard let ifd1 = block.ifd1, ifd1.first(.thumbnailOffset) != nil else { return }
    guard let place = Thumbnail.range(in: block, ifd1: ifd1), let small = Thumbnail(in: block),
      let header = try? JPEGHeader(part: small.bytes),
      let change = try? JPEGStripping(header, Stripping(strip: .allButColor, orientation: .topLeft)).rewrite(
        small.bytes)
    else { return dropThumbnail() }
    guard !change.isEmpty, place.upperBound <= block.bytes.count,
      let bytes = try? PatchedSource(small.bytes, change).read(0..<small.bytes.count)
    else { return }
    replaceThumbnail(with: bytes)
  }

  /// In a hostile block something that goes may lie over the tag; a block that cannot say it any more says nothing else.
  private mutating func keepOrientation(_ before: ExifOrientation?) {
    guard let before else { return }
    let tags = OrientationTags(of: block.ifd0, in: block, from: 0)
    guard tags.value != before else { return }
    var bytes = block.bytes
    for change in tags.edits(to: before) {
      bytes.replaceSubrange(change.offset..<change.offset + change.old.count, with: change.new)
    }
    block.bytes = bytes
    guard OrientationTags(of: block.ifd0, in: block, from: 0).value != before else { return }
    if let least = TIFFBlock(InsertedExifBlock.block(before)) { block = least }
  }
}
