// The parts of a JPEG: its segments, its coded image, and what follows the image (ITU T.81, B.1.1 and B.2; XMP part 3,
// 1.1.3; ICC.1, B.4; CIPA DC-007; Ultra HDR 1.1).

/// The parts that several segments may hold together.
private struct JoinedSegments {
  /// The kinds that the header's segments tell together, by the segments' offsets.
  let kinds: [Int: JPEGSegment.Kind]
  /// The first Exif block, and its continuation in further segments.
  var exif: [[Range<Int>]] = []
  var icc: [(number: Int, range: Range<Int>)] = []
  var photoshop: [Range<Int>] = []
  var flashPix: [Range<Int>] = []
  var thermal: [ThermalMaker: [Range<Int>]] = [:]
  /// Further XMP by its digest.
  var extended: [(digest: [UInt8], pieces: [(offset: Int, range: Range<Int>)])] = []
  /// JUMBF boxes by their number, and whether they are content credentials.
  var jumbf: [(number: Int, isCredentials: Bool, ranges: [Range<Int>])] = []
  /// Segments of unknown meaning by their marker and identifier: a drone's fill dozens.
  var others: [(name: String, ranges: [Range<Int>])] = []

  /// No segments yet, of a file with this header.
  init(_ header: JPEGHeader?) {
    let thermal = header?.applications.filter(\.kind.isThermal) ?? []
    kinds = Dictionary(thermal.map { ($0.segment.offset, $0.kind) }, uniquingKeysWith: { $1 })
  }
}

extension PartLayout {
  /// Claims the parts of a JPEG.
  ///
  /// - Parameter searchingScans: Whether the coded data is searched for the end of the image. Otherwise everything from
  ///   the frame's only scan on counts as the image, except attachments that the header lists.
  /// - Throws: `.unreadable`, and as `JPEGWalker.next` after what was found before the damage.
  mutating func takeJPEG(
    _ source: some ByteSource, of probe: Probe, searchingScans: Bool = true
  ) throws(MetadataError) {
    var joined = JoinedSegments(probe.header.jpeg)
    var tables: [Range<Int>] = [0..<2]
    var (scans, damage): (CodedScans?, MetadataError?) = (nil, nil)
    var components: UInt8?
    var isRestCoded = false
    do throws(MetadataError) {
      var walker = try JPEGWalker(source, budget: .max)
      while let segment = try walker.next() {
        let whole = segment.offset..<segment.payload.upperBound
        if (0xE0...0xEF).contains(segment.marker) || segment.marker == 0xFE {
          try take(segment, source, &joined)
        } else {
          tables.append(whole)
        }
        // The frames whose scans may hold all components at once.
        if [0xC0, 0xC1].contains(segment.marker) { components = try source.read(segment.payload).dropFirst(5).first }
        if segment.marker == 0xDA {
          if !searchingScans, let components, try source.read(segment.payload).first == components {
            isRestCoded = true
            break
          }
          scans = try CodedScans(source, from: segment.payload.upperBound)
          break
        }
      }
    } catch { damage = error }
    if damage?.code == .unreadable, let damage { throw damage }
    for segment in scans?.segments ?? [] { try take(segment, source, &joined) }
    try claim(joined, source)
    // If the image's end is known, an index that names bytes inside it is wrong.
    if scans?.isClosed != true { takeAttachments(of: probe) }
    if isRestCoded, let start = tables.last?.upperBound { tables.append(start..<max(start, byteCount)) }
    if let scans, let start = tables.last?.upperBound {
      tables.append(start..<max(start, scans.end))
      if scans.isClosed { end = scans.end }
    }
    claim(.image, "", tables)
    // Whatever else follows the image is no attachment, though it may begin as a video.
    if scans?.isClosed == true { takeAttachments(of: probe) }
  }

  // MARK: Segments

  /// Claims a segment, or notes it if others may belong to the same part.
  private mutating func take(
    _ segment: JPEGSegment, _ source: some ByteSource, _ joined: inout JoinedSegments
  ) throws(MetadataError) {
    let payload = segment.payload
    let head = try source.read(payload.lowerBound..<min(payload.upperBound, payload.lowerBound + 96))
    let kind = joined.kinds[segment.offset] ?? JPEGSegment.kind(marker: segment.marker, head: head)
    let count = min(payload.count, Self.identifierCount(kind))
    let content = payload.lowerBound + count..<payload.upperBound
    claimHeader(segment.offset..<content.lowerBound)
    switch kind {
    case .jfif:
      let part = claim(.structure, "JFIF", [content])
      // Density, then the thumbnail's columns and rows, and its pixels.
      if PixelDensity(segment: head)?.isStated == true {
        nest(.field, PixelDensity.part, [content.lowerBound + 2..<content.lowerBound + 7], in: part)
      }
      if content.count > 9 { nest(.thumbnail, "JFIF", [content.lowerBound + 9..<content.upperBound], in: part) }
    case .jfifExtension: claim(.thumbnail, "JFXX", [content])
    case .exif:
      // A block that does not fit into one segment goes on in the next, without a header of its own.
      let isContinued = TIFFLayout(header: Array(head.dropFirst(count).prefix(4))) == nil
      if isContinued, !joined.exif.isEmpty {
        joined.exif[joined.exif.count - 1].append(content)
      } else {
        joined.exif.append([content])
      }
    case .xmp:
      let part = claim(.xmp, "", [content])
      nestXMP(try source.read(content), at: BytePlaces([content]), in: part)
    case .extendedXMP: joined.takeExtendedXMP(head, content)
    case .icc: joined.icc.append((head.count > 12 ? Int(head[12]) : 0, content))
    case .photoshop: joined.photoshop.append(content)
    case .flashPix: joined.flashPix.append(content)
    case .thermal(let maker): joined.thermal[maker, default: []].append(content)
    case .jumbf: joined.takeJUMBF(try source.read(content.prefix(256)), head, content)
    case .multiPicture: claim(.structure, "MPF", [content])
    case .gainMap: claim(.structure, "ISO 21496-1", [content])
    case .adobe: claim(.structure, "Adobe", [content])
    case .other where segment.marker == 0xFE: claim(.comment, "", [content])
    case .other: joined.takeOther(Self.name(of: segment, head), content)
    }
  }

  /// Length of what precedes a payload's content: the identifier, and what numbers the segments of one content.
  private static func identifierCount(_ kind: JPEGSegment.Kind) -> Int {
    switch kind {
    case .jfif: JPEGSegment.Identifier.jfif.count
    case .jfifExtension: JPEGSegment.Identifier.jfifExtension.count
    case .exif: JPEGSegment.Identifier.exif.count
    case .xmp: JPEGSegment.Identifier.xmp.count
    // The digest, the whole length and the offset.
    case .extendedXMP: JPEGSegment.Identifier.extendedXMP.count + 40
    // The segment's number, and their count.
    case .icc: JPEGSegment.Identifier.icc.count + 2
    case .multiPicture: JPEGSegment.Identifier.multiPicture.count
    case .gainMap: JPEGSegment.Identifier.gainMap.count
    // "JP", the box's number, the packet's number.
    case .jumbf: 8
    case .flashPix: JPEGSegment.Identifier.flashPix.count
    case .thermal(let maker): maker.identifierCount
    case .photoshop: JPEGSegment.Identifier.photoshop.count
    case .adobe: JPEGSegment.Identifier.adobe.count
    case .other: 0
    }
  }

  /// The segment's marker, and its identifier if it has a readable one.
  private static func name(of segment: JPEGSegment, _ head: [UInt8]) -> String {
    let identifier = head.prefix(32).prefix { (0x21...0x7E).contains($0) }
    let marker = "APP\(segment.marker & 15)"
    return identifier.count >= 3 ? marker + " " + String(decoding: identifier, as: UTF8.self) : marker
  }

  /// Claims what several segments hold.
  private mutating func claim(_ joined: JoinedSegments, _ source: some ByteSource) throws(MetadataError) {
    for ranges in joined.exif {
      let (part, places) = (claim(.exif, "", ranges), BytePlaces(ranges))
      guard let bytes = try places.bytes(in: source) else { continue }
      try nestExif(bytes, at: places, in: part)
    }
    for further in joined.extended {
      let ranges = further.pieces.sorted { $0.offset < $1.offset }.map(\.range)
      let (part, places) = (claim(.extendedXMP, "", ranges), BytePlaces(ranges))
      guard let bytes = try places.bytes(in: source, limit: 128 << 20) else { continue }
      nestXMP(bytes, at: places, in: part)
    }
    if !joined.icc.isEmpty {
      claim(.profile, "", joined.icc.sorted { $0.number < $1.number }.map(\.range))
    }
    if !joined.photoshop.isEmpty {
      let (part, places) = (claim(.photoshop, "", joined.photoshop), BytePlaces(joined.photoshop))
      if let bytes = try places.bytes(in: source) { nestPhotoshop(bytes, at: places, in: part) }
    }
    if !joined.flashPix.isEmpty { claim(.flashPix, "", joined.flashPix) }
    for maker in ThermalMaker.allCases {
      if let ranges = joined.thermal[maker] { claim(.thermalImage, maker.rawValue, ranges) }
    }
    for box in joined.jumbf {
      claim(box.isCredentials ? .credentials : .unknown, box.isCredentials ? "" : "JUMBF", box.ranges)
    }
    for other in joined.others { claim(.unknown, other.name, other.ranges) }
  }

  // MARK: After the image

  /// Claims the attachments that the probe found.
  mutating func takeAttachments(of probe: Probe) {
    for attachment in probe.attachments {
      switch (attachment.kind, attachment.semantic) {
      case (.gainMap, _): claim(.gainMap, "", [attachment.range])
      case (.preview, _): claim(.preview, "", [attachment.range])
      case (.video, _): claim(.video, "", [attachment.range])
      case (_, "Depth"), (_, "DepthMap"): claim(.depthMap, "", [attachment.range])
      case (_, "Confidence"): claim(.depthMap, "confidence", [attachment.range])
      case (_, "Original"): claim(.original, "", [attachment.range])
      case (_, let semantic): claim(.item, semantic, [attachment.range])
      }
    }
  }
}

extension JoinedSegments {
  /// Notes a piece of further XMP; its digest, length and offset follow the identifier.
  mutating func takeExtendedXMP(_ head: [UInt8], _ content: Range<Int>) {
    let start = JPEGSegment.Identifier.extendedXMP.count
    guard head.count >= start + 40 else { return }
    let digest = Array(head[start..<start + 32])
    let piece = (BigEndian.number(head[start + 36..<start + 40]), content)
    if let place = extended.firstIndex(where: { $0.digest == digest }) {
      extended[place].pieces.append(piece)
    } else {
      extended.append((digest, [piece]))
    }
  }

  /// Notes a segment of unknown meaning.
  mutating func takeOther(_ name: String, _ content: Range<Int>) {
    if let place = others.firstIndex(where: { $0.name == name }) {
      others[place].ranges.append(content)
    } else {
      others.append((name, [content]))
    }
  }

  /// Notes a piece of a JUMBF box.
  mutating func takeJUMBF(_ content: [UInt8], _ head: [UInt8], _ range: Range<Int>) {
    let number = BigEndian.number(head[2..<4])
    let isCredentials = XMPProperty.firstRange(of: Array("c2pa".utf8), in: content, from: 0) != nil
    if let place = jumbf.lastIndex(where: { $0.number == number }) {
      jumbf[place].ranges.append(range)
    } else {
      jumbf.append((number, isCredentials, [range]))
    }
  }
}
