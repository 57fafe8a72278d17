// The parts of a PNG: its chunks (ISO 15948, 5 and 11; PNG 3rd edition, 11.3; XMP part 3, 1.1.5).

extension PartLayout {
  /// Claims the parts of a PNG.
  ///
  /// - Throws: as `RangeReader.chunk`, after what was found before the damage.
  mutating func takePNG(_ source: some ByteSource) throws(MetadataError) {
    claim(.structure, "signature", [0..<8])
    let image = claim(.image, "", [])
    var reader = RangeReader(source, budget: 64 << 20, structures: PNGChunk.limit)
    var (offset, frames, hasPixels, frame): (Int, Int, Bool, Int?) = (8, 0, false, image)
    while offset < byteCount {
      let chunk = try chunk(at: offset, &reader)
      let whole = chunk.offset..<min(byteCount, chunk.end)
      offset = chunk.end
      switch chunk.kind {
      case "IHDR", "PLTE", "tRNS", "CgBI": extend(image, by: whole)
      case "IDAT":
        hasPixels = true
        extend(image, by: whole)
      case "fcTL":
        // A frame before the image data is the image itself.
        frames += 1
        frame = hasPixels ? claim(.frame, "\(frames)", [whole]) : image
        if !hasPixels { extend(image, by: whole) }
      case "fdAT": extend(frame, by: whole)
      case "IEND":
        claim(.structure, "IEND", [whole])
        end = whole.upperBound
        return
      default:
        claimHeader(chunk.offset..<chunk.payload.lowerBound)
        try take(chunk, source)
        claimHeader(chunk.payload.upperBound..<whole.upperBound)
      }
    }
  }

  /// A chunk, ending with the file if that is cut off.
  private func chunk(
    at offset: Int, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> PNGChunk {
    do throws(MetadataError) { return try reader.chunk(at: offset) } catch {
      guard error.code == .truncated, byteCount - offset >= 8 else { throw error }
      let kind = FourCC(try reader.bytes(at: offset + 4, count: 4))
      return PNGChunk(kind: kind, offset: offset, payload: offset + 8..<byteCount)
    }
  }

  private mutating func take(_ chunk: PNGChunk, _ source: some ByteSource) throws(MetadataError) {
    let (name, payload) = ("\(chunk.kind)", chunk.payload)
    switch chunk.kind {
    case "iCCP": claim(.profile, "", [payload])
    case "gAMA", "cHRM", "sRGB", "cICP", "mDCV", "mDCv", "cLLI", "cLLi": claim(.colors, name, [payload])
    // iDOT states where the image data of a second thread begin.
    case "acTL", "sBIT", "hIST", "iDOT": claim(.structure, name, [payload])
    case "pHYs":
      let isStated = PixelDensity(chunk: try source.read(payload.prefix(10)))?.isStated ?? true
      claim(isStated ? .field : .structure, isStated ? PixelDensity.part : name, [payload])
    case _ where PNGHeader.fields.contains(chunk.kind): claim(.field, name, [payload])
    case "eXIf": try takeExif(payload, source)
    case "tEXt", "zTXt", "iTXt": try takeText(chunk, source)
    case PNGStripping.credentials: claim(.credentials, "", [payload])
    case _ where PNGHeader.gainMap.contains(chunk.kind): claim(.gainMap, name, [payload])
    default: claim(.unknown, name, [payload])
    }
  }

  /// An Exif block, with or without the six bytes that belong to JPEG.
  mutating func takeExif(_ payload: Range<Int>, _ source: some ByteSource) throws(MetadataError) {
    let prefix = JPEGSegment.Identifier.exif
    let isPrefixed = try source.read(payload.prefix(prefix.count)).elementsEqual(prefix)
    let block = payload.dropFirst(isPrefixed ? prefix.count : 0)
    claimHeader(payload.lowerBound..<block.lowerBound)
    let (part, places) = (claim(.exif, "", [block]), BytePlaces([block]))
    if let bytes = try places.bytes(in: source) { try nestExif(bytes, at: places, in: part) }
  }

  /// A packet in a range of its own.
  mutating func takeXMP(_ payload: Range<Int>, _ source: some ByteSource) throws(MetadataError) {
    let (part, places) = (claim(.xmp, "", [payload]), BytePlaces([payload]))
    if let bytes = try places.bytes(in: source) { nestXMP(bytes, at: places, in: part) }
  }

  // MARK: Text

  /// Maximum number of bytes of a text, packed and unpacked.
  private static let textLimit = 8 << 20

  private mutating func takeText(_ chunk: PNGChunk, _ source: some ByteSource) throws(MetadataError) {
    let payload = chunk.payload
    let opening = try source.read(payload.prefix(PNGText.longestKeyword + 1))
    let keyword = PNGText.keyword(of: opening) ?? ""
    let kind = Self.kind(ofText: keyword)
    guard kind != .text, payload.count <= Self.textLimit,
      let text = PNGText(chunk.kind, try source.read(payload), limit: Self.textLimit)
    else {
      claim(kind, [.text, .profile].contains(kind) ? keyword : "", [payload])
      return
    }
    let start = payload.lowerBound + min(text.head.count, payload.count)
    claimHeader(payload.lowerBound..<start)
    let profile = keyword == PNGPacket.keyword ? nil : RawProfile(text.text)
    let packet = RawProfile.keywords.contains(keyword) ? profile?.segmentPacket : nil
    let part = claim(
      packet == nil ? kind : .xmp, kind == .profile ? keyword : "", [start..<payload.upperBound])
    if let packet {
      nestXMP(packet, at: .none, in: part)
    } else if keyword == PNGPacket.keyword {
      nestXMP(text.text, at: text.isCompressed ? .none : BytePlaces([start..<payload.upperBound]), in: part)
    } else if let profile {
      try takeDigits(profile.bytes, kind, in: part)
    }
  }

  /// Adds what digits say; their bytes are nowhere in the file.
  private mutating func takeDigits(
    _ bytes: [UInt8], _ kind: FilePart.Kind, in part: Int?
  ) throws(MetadataError) {
    let prefix = JPEGSegment.Identifier.exif
    switch kind {
    case .exif:
      try nestExif(
        Array(bytes.dropFirst(bytes.starts(with: prefix) ? prefix.count : 0)), at: .none, in: part)
    default: nestContents(of: part, kind, bytes, at: .none)
    }
  }

  private static func kind(ofText keyword: String) -> FilePart.Kind {
    switch keyword {
    case PNGPacket.keyword, "Raw profile type xmp": .xmp
    case _ where RawProfile.keywords.contains(keyword): .exif
    case "Raw profile type iptc", "Raw profile type 8bim": .photoshop
    case "Raw profile type icc", "Raw profile type icm": .profile
    default: .text
    }
  }
}
