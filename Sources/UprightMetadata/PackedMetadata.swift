// The carried metadata of containers that store each kind contiguously, and all carried metadata in the form of a JPEG's
// segments.

extension MetadataPackets {
  /// The parts that are valid for a new image, with orientation tag 1; as segments, those that a JPEG can hold.
  func carried(_ move: ImageMove) -> CarriedMetadata {
    let edit = move.edit
    var carried = CarriedMetadata()
    if edit.strip != .allButColor || edit.shared.isTIFF {
      carried.exif = exif.map { ExifRewriter($0, edit: edit, move: move).block.bytes }
    }
    carried.xmp = xmp.flatMap { XMPRewriter.carried($0, move: move, limit: .max) }
    carried.icc = edit.keepsProfile ? icc : nil
    if edit.strip != .allButColor { carried.iptc = iptc.map(IPTCRecord.withoutPreview) }
    if edit.strip != .allButColor { carried.photoshop = photoshop.flatMap { PhotoshopResources.carried($0, move) } }
    if edit.strip != .allButColor, let density {
      carried.chunks.append((edit.swapsAxes ? density.turned : density).chunk)
    }
    carried.segments = (carried.density.map { [$0.segment] } ?? []) + carried.packedSegments
    return carried
  }
}

extension CarriedMetadata {
  /// Whether the Exif block contains a JPEG thumbnail.
  package var hasThumbnail: Bool { exif.flatMap { TIFFBlock($0) }.flatMap { Thumbnail(in: $0) } != nil }

  /// Exif, XMP, Photoshop's resources and ICC as JPEG segments; what is too long for them is omitted, except for XMP
  /// that can be divided (EXIF 2.32, 4.7.2; XMP part 3, 1.1.3; ICC.1, B.4).
  var packedSegments: [Segment] {
    var segments: [Segment] = []
    if let exif { segments.append(Segment(marker: 0xE1, payload: JPEGSegment.Identifier.exif + exif)) }
    segments += xmp.map(Self.packetSegments) ?? []
    if let photoshop {
      segments.append(Segment(marker: 0xED, payload: JPEGSegment.Identifier.photoshop + photoshop))
    }
    return segments.filter { $0.payload.count <= JPEGSegment.longestPayload } + profileSegments
  }

  /// The segments of a packet, which is divided if it is too long for one.
  private static func packetSegments(_ packet: [UInt8]) -> [Segment] {
    let name = JPEGSegment.Identifier.xmp
    let room = JPEGSegment.longestPayload - name.count
    let short = packet.count > room ? XMPRewriter.withoutPadding(packet, longest: room) : packet
    guard short.count > room, let (first, rest) = XMPPacketParts.divided(short, limit: room) else {
      return [Segment(marker: 0xE1, payload: name + short)]
    }
    return ([name + first] + ExtendedXMP.payloads(rest)).map { Segment(marker: 0xE1, payload: $0) }
  }

  /// Whether the packet, or the Exif block, is in no segment because it is too long.
  package var lostInSegments: [FileContent] {
    let holds = { (name: [UInt8]) in segments.contains { $0.marker == 0xE1 && $0.payload.starts(with: name) } }
    return (exif != nil && !holds(JPEGSegment.Identifier.exif) ? [.exif] : [])
      + (xmp != nil && !holds(JPEGSegment.Identifier.xmp) ? [.xmp] : [])
  }

  /// Carries a profile that the source's headers do not contain.
  package mutating func take(profile: [UInt8]) {
    icc = profile
    segments += profileSegments
  }

  private var profileSegments: [Segment] {
    guard let icc else { return [] }
    let room = JPEGSegment.longestPayload - JPEGSegment.Identifier.icc.count - 2
    let parts = stride(from: 0, to: icc.count, by: room).map { icc[$0..<min(icc.count, $0 + room)] }
    guard parts.count <= 255 else { return [] }
    return parts.enumerated().map { index, part in
      Segment(marker: 0xE2, payload: JPEGSegment.Identifier.icc + [UInt8(index + 1), UInt8(parts.count)] + part)
    }
  }
}
