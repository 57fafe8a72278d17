// Strips the Exif block and the XMP packet of an image whose stored form stays unchanged.

internal import UprightGeometry

extension Stripping {
  /// A stripped block; nil if it is removed completely.
  func block(_ block: TIFFBlock) -> [UInt8]? {
    removesAll ? nil : ExifRewriter(stripping: block, of: strip).block.bytes
  }

  /// A stripped block that starts at `start` in `bytes`, with the bytes before it. nil if it is removed, or cannot be
  /// read and might contain the location.
  func exif(_ bytes: [UInt8], from start: Int) -> [UInt8]? {
    guard start <= bytes.count, let found = TIFFBlock(Array(bytes[start...])) else {
      return removesPosition ? nil : bytes
    }
    return block(found).map { bytes[..<start] + $0 }
  }

  /// A stripped XMP packet, without the description of a removed video; nil if it is removed completely.
  func packet(_ packet: [UInt8], droppingVideo: Bool = false) -> [UInt8]? {
    XMPRewriter.stripped(packet, of: strip, dropsVideo: droppingVideo)
  }
}

extension ExifRewriter {
  /// Strips the block of an unchanged image.
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
    if strip != .none { removeHiddenViews() }
    if strip == .gps { clearUnreferenced() }
    keepOrientation(before)
  }

  /// Removes the thumbnail's own metadata, or the thumbnail if they cannot be read.
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

  /// In a malicious block, removed data may overlap the tag. A block that can no longer state the orientation is
  /// blanked.
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
