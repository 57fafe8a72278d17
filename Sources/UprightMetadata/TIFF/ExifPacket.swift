// A copy of XMP in an Exif block (XMP Specification Part 3, 3.2.3.1: tag 700 of IFD0).

internal import UprightGeometry

extension ExifRewriter {
  /// Updates the copy like the image's packet. It keeps its place if it fits there, otherwise it moves to the block's
  /// end; without room there, it loses its marked positions, or goes.
  mutating func movePacket(_ move: ImageMove) {
    guard edit.strip != .allButColor, let entry = block.ifd0?.first(.xmp), entry.elementSize == 1,
      let place = block.place(of: entry), isFree(place)
    else { return }
    let old = Array(block.bytes[place])
    let packet = XMPEncoding.utf8(old)
    let new = XMPRewriter.rewritten(packet, move: move, limit: .max)
    guard new != old else { return }
    if new.count > place.count, fits(new.count + 1) { return append(new, of: entry, from: place) }
    let short = new.count <= place.count ? new : XMPRewriter.rewritten(packet, move: move, limit: place.count)
    guard short.count <= place.count else { return removeAll(.xmp, from: \.ifd0) }
    block.bytes.replaceSubrange(place, with: XMPRewriter.padded(short, to: place.count))
  }

  /// Writes an entry's value at an even offset behind everything else.
  private mutating func append(_ value: [UInt8], of entry: TIFFEntry, from place: Range<Int>) {
    var bytes = block.bytes
    bytes.replaceSubrange(place, with: repeatElement(0, count: place.count))
    if bytes.count % 2 == 1 { bytes.append(0) }
    bytes.replaceSubrange(
      entry.offset + 4..<entry.offset + 12,
      with: block.encode(value.count, size: 4) + block.encode(bytes.count, size: 4))
    block.bytes = bytes + value
  }
}
