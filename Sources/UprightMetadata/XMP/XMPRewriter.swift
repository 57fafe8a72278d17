// Updates an XMP packet for a new image: tiff:Orientation 1, its size, and marked positions (XMP Specification Part 2,
// 2.3 and 2.4). A copy of XMP in an Exif block (XMP Specification Part 3, 3.2.3.1: tag 700 of IFD0).

internal import UprightGeometry

/// Rewrites the values of an XMP packet that refer to positions in the image, and nothing else.
enum XMPRewriter {
  /// The packet for the new image; nil if it is dropped.
  static func carried(_ packet: [UInt8], move: ImageMove, limit: Int) -> [UInt8]? {
    let packet = XMPEncoding.utf8(packet)
    return switch move.edit.strip {
    case .allButColor: nil
    case .gps: XMPPosition.removed(from: packet).map { rewritten($0, move: move, limit: limit) }
    case .none, .thumbnails: rewritten(packet, move: move, limit: limit)
    }
  }

  /// The packet with orientation 1, the new size, and updated positions. To stay within `limit` bytes, it first loses
  /// its padding, then its marked positions, then keeps its old size. Otherwise a packet too large for its segment
  /// would be lost completely.
  static func rewritten(_ packet: [UInt8], move: ImageMove, limit: Int) -> [UInt8] {
    let root = XMPElement(packet)
    let marked = root.map { XMPChange.apply(changes($0, in: packet, move), to: packet) } ?? packet
    let colored = move.edit.becomesSRGB ? replacing([("exif:ColorSpace", 1)], in: marked) : marked
    let whole = sized(upright(colored), move.edit.size)
    if whole.count <= limit { return whole }
    let unpadded = withoutPadding(whole, longest: limit)
    if unpadded.count <= limit { return unpadded }
    let unmarked = root.map { XMPChange.apply(removals($0, in: packet), to: packet) } ?? packet
    let rest = withoutPadding(sized(upright(unmarked), move.edit.size), longest: limit)
    return rest.count <= limit ? rest : upright(unmarked)
  }

  /// The packet of an unchanged image without what is stripped; nil if it cannot be parsed and might contain that.
  /// `move` describes the changes of attachments; `dropsLists` removes lists of them in any case, and
  /// `dropsVideo` what describes a video.
  static func stripped(
    _ packet: [UInt8], of strip: Strip, move: ImageMove? = nil, dropsLists: Bool = false, dropsVideo: Bool = false
  ) -> [UInt8]? {
    let rest: [UInt8]
    let packet = strip == .none ? packet : XMPEncoding.utf8(packet)
    switch strip {
    case .none: return packet
    case .allButColor: return nil
    case .gps:
      guard let without = XMPPosition.removed(from: packet) else { return nil }
      rest = without
    case .thumbnails: rest = packet
    }
    guard let root = XMPElement(rest) else { return XMPThumbnails.areNamed(in: rest) ? nil : rest }
    var changes = XMPThumbnails(root, in: rest).removals
    if dropsLists {
      changes += root.all("Container:Directory").map { $0.removal(in: rest) }
    } else if let move {
      changes += XMPAttachments(root, in: rest).changes(move)
    }
    if dropsVideo { changes += XMPAttachments(root, in: rest).videoChanges }
    return XMPChange.apply(changes, to: rest)
  }

  private static func changes(_ root: XMPElement, in packet: [UInt8], _ move: ImageMove) -> [XMPChange] {
    XMPRegions(root, in: packet).changes(move) + (XMPPanorama(root, in: packet)?.changes(move) ?? [])
      + (XMPPendingCrop(root, in: packet)?.changes(move) ?? []) + XMPAttachments(root, in: packet).changes(move)
      + XMPThumbnails(root, in: packet).changes(move) + XMPPlaces(root, in: packet).changes(move)
      + XMPImagingModel(root, in: packet).changes(move)
  }

  /// Removes everything that was marked.
  private static func removals(_ root: XMPElement, in packet: [UInt8]) -> [XMPChange] {
    ["mwg-rs:Regions", "MP:RegionInfo", "acdsee-rs:Regions", "Iptc4xmpExt:ImageRegion"].flatMap { root.all($0) }
      .map { $0.removal(in: packet) }
      + XMPThumbnails(root, in: packet).removals
  }

  private static func upright(_ packet: [UInt8]) -> [UInt8] { replacing([("tiff:Orientation", 1)], in: packet) }

  private static func sized(_ packet: [UInt8], _ size: PixelSize<Output>) -> [UInt8] {
    replacing(
      [
        ("tiff:ImageWidth", size.width), ("tiff:ImageLength", size.height),
        ("exif:PixelXDimension", size.width), ("exif:PixelYDimension", size.height),
      ], in: packet)
  }

  /// The space before the trailer is reserved for growth (XMP Specification Part 1, 7.3.2).
  static func withoutPadding(_ packet: [UInt8], longest: Int) -> [UInt8] {
    let trailer = Array("<?xpacket end".utf8)
    guard let end = XMPProperty.firstRange(of: trailer, in: packet, from: 0)?.lowerBound else { return packet }
    let start = (packet[..<end].lastIndex { !XMPProperty.isSpace($0) } ?? -1) + 1
    let excess = min(end - start, max(0, packet.count - longest))
    return Array(packet[..<(end - excess)] + packet[end...])
  }

  private static func replacing(_ values: [(String, Int)], in packet: [UInt8]) -> [UInt8] {
    values.reduce(into: packet) { result, property in
      for place in XMPProperty.valueRanges(of: property.0, in: result).reversed() where isNumber(result[place]) {
        result.replaceSubrange(place, with: Array(String(property.1).utf8))
      }
    }
  }

  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}

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
