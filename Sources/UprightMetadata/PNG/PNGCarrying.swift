// Which chunks of a PNG are carried to a new image (ISO 15948, 5.4 and 14.2: a chunk's name states whether it is safe
// to copy). Verifies the checksums of the chunks that are required to show a PNG (ISO 15948, 5.3, 5.4 and 13.2).

internal import UprightGeometry

/// Collects the chunks of a PNG that are valid for a new image.
struct PNGCarrying {
  private let move: ImageMove
  private var edit: MetadataEdit { move.edit }
  private let frame: PNGFrame?
  private let colors: PNGColors
  /// The collected metadata.
  private(set) var carried = CarriedMetadata()

  init(_ header: PNGHeader, move: ImageMove) {
    self.move = move
    (frame, colors) = (header.frame, header.colors)
    if edit.strip != .allButColor {
      carried.exif = header.exif.map { ExifRewriter($0.block, edit: move.edit, move: move).block.bytes }
    }
    for packet in header.packets { add(packet: packet.packet) }
  }

  /// What happens to a chunk.
  enum Disposition: Hashable {
    /// It is dropped: it is part of the coding, or is written separately.
    case goes
    /// It is carried unchanged.
    case stays
    /// It describes the colors, and is carried if those are unchanged.
    case colors
    /// It describes the samples as coded, and is carried if their coding is unchanged.
    case samples
    /// It states the pixels per meter across and down.
    case density
    /// It states the size of a pixel in the scene, across and down.
    case scale
    /// It gives sample values a physical meaning, at any depth.
    case values
    /// It states where the image or something in it is, and is carried if every pixel stays in its place.
    case places
    /// Depends on its keyword.
    case text
  }

  /// What happens to chunks of a type.
  static func disposition(of kind: FourCC) -> Disposition {
    switch kind {
    case "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "hIST", "eXIf": .goes
    case "cICP", "cHRM", "gAMA", "iCCP", "sRGB", "mDCV", "mDCv", "cLLI", "cLLi": .colors
    case "sBIT", "bKGD": .samples
    case "pHYs": .density
    case "sCAL": .scale
    case "pCAL": .values
    case "oFFs", "vpAg", "caNv", "sTER": .places
    case "tEXt", "zTXt", "iTXt": .text
    case "tIME", "sPLT": .stays
    default: kind.bytes[3] & 0x20 != 0 && kind.bytes[0] & 0x20 != 0 ? .stays : .goes
    }
  }

  /// Whether a carried chunk has a known meaning.
  private static func isKnown(_ kind: FourCC) -> Bool { ["tIME", "sPLT", "gIFg"].contains(kind) }

  /// Whether a chunk of this type may be carried, so that it is worth reading.
  func uses(_ kind: FourCC) -> Bool { Self.disposition(of: kind) != .goes || describesKeptSamples(kind) }

  /// Whether a chunk describes samples that stay as they are coded.
  private func describesKeptSamples(_ kind: FourCC) -> Bool {
    edit.keepsSamples && ["PLTE", "tRNS", "hIST"].contains(kind)
  }

  /// Adds a chunk unless its length is not that of its type, or its checksum is wrong; a new checksum would hide the
  /// damage. A profile has a second checksum.
  mutating func take(_ record: PNGRecord) {
    let (kind, data) = (record.chunk.kind, record.data)
    guard PNGChunkLengths.isValid(kind, count: data.count, frame?.colorType) else { return }
    guard record.isIntact || kind == "iCCP" && Self.profile(data) != nil else { return }
    if describesKeptSamples(kind) { return add(kind, data) }
    let disposition = Self.disposition(of: kind)
    if edit.strip == .allButColor, disposition != .colors, disposition != .samples { return }
    switch disposition {
    case .goes: break
    case .stays: if edit.strip != .gps || Self.isKnown(kind) { add(kind, data) }
    case .colors:
      guard edit.keepsProfile else { return }
      add(kind, data)
      if kind == "iCCP", carried.icc == nil, !colors.isNumbered { carried.icc = Self.profile(data) }
    case .samples: if edit.keepsProfile, keepsSamples { add(kind, data) }
    case .density: take(density: data)
    case .scale: if let turned = scale(data) { add(kind, turned) }
    case .values: if keepsValues { add(kind, data) }
    case .places: if move.isUnmoved { add(kind, data) }
    case .text: take(text: data, kind)
    }
  }

  /// The result, with the parts that a JPEG can hold as segments.
  mutating func finish() -> CarriedMetadata {
    if edit.keepsProfile, let made = colors.profile { carried.icc = made }
    carried.segments = (carried.density.map { [$0.segment] } ?? []) + carried.packedSegments
    return carried
  }

  private mutating func add(_ kind: FourCC, _ data: [UInt8]) {
    carried.chunks.append(CarriedMetadata.Chunk(name: kind.bytes, payload: data))
  }

  /// The first packet is the image's; others are carried as chunks.
  private mutating func add(packet: [UInt8]) {
    guard let rewritten = XMPRewriter.carried(packet, move: move, limit: .max) else { return }
    guard carried.xmp != nil else { return carried.xmp = rewritten }
    add("iTXt", Array(PNGPacket.keyword.utf8) + [0, 0, 0, 0, 0] + rewritten)
  }

  /// Whether samples are written with their source coding.
  private var keepsSamples: Bool {
    if edit.keepsSamples { return true }
    guard let frame, !frame.hasTransparencyChunk, frame.depth >= 8 else { return false }
    return [.gray, .rgb, .rgba].contains(frame.colorType)
  }

  /// Whether sample values mean what they meant: a palette's are numbers of colors.
  private var keepsValues: Bool {
    guard edit.keepsProfile, let frame else { return false }
    return edit.keepsSamples || frame.colorType != .palette
  }

  /// Whether each pixel shows as much of the scene as before.
  private var keepsPixelSize: Bool {
    let map = edit.map
    return [map.a, map.b, map.c, map.d].allSatisfy { [0, 1].contains($0.magnitude) }
  }

  /// The unit, then width and height of a pixel as text, with a zero between them (PNG extensions 1.5.0, 2.2).
  private func scale(_ data: [UInt8]) -> [UInt8]? {
    let sides = data.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    guard let unit = data.first, sides.count == 2, keepsPixelSize else { return nil }
    return edit.swapsAxes ? [unit] + sides[1] + [0] + sides[0] : data
  }

  /// Whether a described chunk of this type is carried to the new image, apart from a location that is removed.
  func keeps(_ kind: FourCC) -> Bool {
    switch Self.disposition(of: kind) {
    case .goes: describesKeptSamples(kind)
    case .samples: edit.keepsProfile && keepsSamples
    case .scale: keepsPixelSize
    case .values: keepsValues
    case .places: move.isUnmoved
    case .colors, .density, .text, .stays: true
    }
  }

  /// Pixels per unit across and down, four bytes each, and the unit (ISO 15948, 11.3.5.3).
  private mutating func take(density data: [UInt8]) {
    guard data.count == 9 else { return }
    let turned = edit.swapsAxes ? Array(data[4..<8] + data[..<4] + data[8...]) : data
    add("pHYs", turned)
  }

  /// XMP and Exif in text were read with the header; XMP written by ImageMagick becomes a packet.
  private mutating func take(text data: [UInt8], _ kind: FourCC) {
    let keyword = PNGText.keyword(of: data)
    if edit.strip == .gps, keyword.map(Self.mayNamePosition) ?? true { return }
    switch keyword {
    case PNGPacket.keyword: break
    case let keyword? where RawProfile.keywords.contains(keyword):
      let text = PNGText(kind, data, limit: Self.unpacked)
      if let packet = text.flatMap({ RawProfile($0.text)?.segmentPacket }) { add(packet: packet) }
    case "Raw profile type xmp":
      guard carried.xmp == nil, let text = PNGText(kind, data, limit: Self.unpacked),
        let packet = RawProfile(text.text)?.bytes
      else { return }
      add(packet: packet)
    case "Raw profile type iptc", "Raw profile type 8bim":
      guard let kept = Self.kept(kind, data, ResourceRemoval(edit)) else { return }
      if carried.iptc == nil, let text = PNGText(kind, kept, limit: Self.unpacked), let profile = RawProfile(text.text)
      {
        carried.iptc = PhotoshopResources.iptc(in: profile.bytes, from: 0)
      }
      add(kind, kept)
    default: add(kind, data)
    }
  }

  /// What remains of Photoshop's resources, or of IPTC's record, in a text chunk; nil if nothing does, because they
  /// cannot be read to their end.
  static func kept(_ kind: FourCC, _ data: [UInt8], _ removal: ResourceRemoval) -> [UInt8]? {
    guard let text = PNGText(kind, data, limit: unpacked), let profile = RawProfile(text.text) else {
      return removal.removesViews ? nil : data
    }
    let isRecord = profile.bytes.first == 0x1C
    guard let kept = isRecord ? IPTCRecord.withoutPreview(profile.bytes) : removal.kept(profile.bytes) else {
      return nil
    }
    return kept == profile.bytes ? data : text.data(with: RawProfile(name: profile.name, bytes: kept).text)
  }

  /// The keywords of text chunks with Photoshop's resources or IPTC's record.
  static let resources = ["Raw profile type 8bim", "Raw profile type iptc"]

  /// Whether a text contains the location, or is a packet that might.
  static func mayNamePosition(_ keyword: String) -> Bool {
    return XMPPosition.isNamed(in: keyword.utf8) || XMPPosition.isPosition(keyword) || resources.contains(keyword)
  }

  /// Maximum size in bytes of a decompressed text or profile.
  static let unpacked = 8 << 20

  /// The ICC profile in a chunk's data (ISO 15948, 11.3.3.3); nil if it cannot be decompressed.
  static func profile(_ data: [UInt8]) -> [UInt8]? {
    guard let zero = data.firstIndex(of: 0), zero + 2 <= data.count, data[zero + 1] == 0 else { return nil }
    return ZlibStream.unpacked(Array(data[(zero + 2)...]), limit: unpacked)?.bytes
  }
}

extension Probe {
  /// Whether a PNG has Photoshop's resources in text that cannot be read to their end.
  ///
  /// - Throws: `MetadataError` `.unreadable`.
  func hasDamagedResources(ofPNG header: PNGHeader, in source: some ByteSource) throws(MetadataError) -> Bool {
    guard header.otherTextCount > 0 else { return false }
    var walker = PNGWalker(source)
    do throws(MetadataError) {
      while let chunk = try walker.next() {
        guard PNGCarrying.disposition(of: chunk.kind) == .text else { continue }
        let data = try walker.reader.record(chunk).data
        if let keyword = PNGText.keyword(of: data), PNGCarrying.resources.contains(keyword),
          PNGCarrying.kept(chunk.kind, data, ResourceRemoval(stripping: .thumbnails)) == nil
        {
          return true
        }
      }
    } catch {
      guard error.code == .truncated || error.code == .boxInvalid else { throw error }
    }
    return false
  }

  /// The metadata that a new image keeps of a PNG.
  ///
  /// - Throws: `MetadataError` `.unreadable`; `.tooMuchMetadata` if the carried metadata would exceed the read limit.
  func carry(_ edit: MetadataEdit, ofPNG header: PNGHeader, from source: some ByteSource) throws(MetadataError)
    -> CarriedMetadata
  {
    var carrying = PNGCarrying(header, move: ImageMove(self, edit))
    var walker = PNGWalker(source)
    do throws(MetadataError) {
      while let chunk = try walker.next() {
        if carrying.uses(chunk.kind) { carrying.take(try walker.reader.record(chunk)) }
      }
    } catch {
      guard error.code == .truncated || error.code == .boxInvalid else { throw error }
    }
    return carrying.finish()
  }

  /// The profile of a PNG, or one built from its color chunks; nil if there is none, or it cannot be decompressed.
  ///
  /// - Throws: `MetadataError` `.unreadable`.
  func colorProfile(ofPNG source: some ByteSource) throws(MetadataError) -> [UInt8]? {
    if let colors = header.png?.colors, colors.isNumbered || colors.profile != nil { return colors.profile }
    var walker = PNGWalker(source)
    do throws(MetadataError) {
      while let chunk = try walker.next(), chunk.kind != "IDAT" {
        if chunk.kind == "iCCP" { return PNGCarrying.profile(try walker.reader.record(chunk).data) }
      }
    } catch {
      guard error.code != .unreadable else { throw error }
    }
    return nil
  }
}

extension Probe {
  /// Verifies the checksum of every critical chunk of a PNG up to `IEND`. A decoder may stop before the last chunk
  /// and need not check the first.
  ///
  /// Other formats have no checksums; nothing is read of them.
  ///
  /// - Throws: `MetadataError` `.corruptData` at a chunk whose checksum is wrong; `.truncated`, `.boxInvalid`,
  ///   `.tooManyStructures`, `.unreadable`.
  package func checkChecksums(in source: some ByteSource) throws(MetadataError) {
    guard header.png != nil else { return }
    var walker = PNGWalker(source)
    while let chunk = try walker.next() {
      // A lowercase first letter marks ancillary chunks, which readers may ignore.
      if let letter = chunk.kind.bytes.first, letter & 0x20 == 0 { try Self.check(chunk, in: source) }
    }
  }

  private static func check(_ chunk: PNGChunk, in source: some ByteSource) throws(MetadataError) {
    var value = CRC32.updated(~0, by: chunk.kind.bytes)
    var from = chunk.payload.lowerBound
    while from < chunk.payload.upperBound {
      let part = from..<min(chunk.payload.upperBound, from + 1 << 16)
      value = CRC32.updated(value, by: try source.whole(part))
      from = part.upperBound
    }
    guard try source.read(chunk.payload.upperBound..<chunk.end) == BigEndian.bytes(~value) else {
      throw MetadataError(.corruptData, at: chunk.offset)
    }
  }
}
