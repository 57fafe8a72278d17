// Builds a JPEG's header from its segments in order (ITU T.81, B.2.2, B.2.4). The segments of a thermal image that name
// no maker, as the others and Exif's maker tell them (ExifTool's tables of DJI and InfiRay tags).

internal import UprightGeometry

/// The facts collected from the segments so far.
struct JPEGHeaderCollector {
  private var size: PixelSize<Stored>?
  private var process: JPEGFrame.Process?
  private var precision = 8
  private var components: [JPEGFrame.Component] = []
  private var tables: [[UInt16]?] = [nil, nil, nil, nil]
  private var restartInterval = 0
  private var adobeTransform: UInt8?
  private var applications: [JPEGHeader.Application] = []
  private var exif: [JPEGHeader.ExifSegment] = []
  private var exifBudget = Self.exifLimit
  private var hasAdditionalExif = false
  private var xmp: [XMPOrientation] = []
  private var xmpContents = XMPContents()
  private var thermal = ThermalSegments()
  private var evidence = JPEGEvidence()
  private var findings: [Finding] = []

  /// Start of the first scan's coded data.
  var scanOffset: Int?

  /// Maximum number of XMP orientation statements; real files have fewer.
  private static let statementLimit = 64
  /// Maximum number of Exif segments that are read, whatever they contain; real files have at most two.
  private static let exifLimit = 16

  /// Whether a frame header was seen.
  var hasFrame: Bool { process != nil }

  mutating func note(_ finding: Finding) { findings.append(finding) }

  mutating func noteFillBytes() { evidence.hasFillBytes = true }

  mutating func take<S: ByteSource>(_ segment: JPEGSegment, walker: inout JPEGWalker<S>) throws(MetadataError) {
    switch segment.marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      if !hasFrame { try takeFrame(segment, payload: walker.payload(of: segment)) }
    case 0xDB: takeTables(try walker.payload(of: segment))
    case 0xDD:
      let payload = try walker.payload(of: segment, limit: 2)
      if payload.count == 2 { restartInterval = BigEndian.number(payload) }
    case 0xE0...0xEF, 0xFE: try takeApplication(segment, walker: &walker)
    default: break
    }
  }

  /// - Throws: `.frameMissing` if there was no frame header.
  func header(end: Int) throws(MetadataError) -> JPEGHeader {
    guard let size, let process else { throw MetadataError(.frameMissing, at: end) }
    var found = findings
    if size.height == 0 {
      found.append(Finding(.heightDeferred, "the height is in a marker after the first scan"))
    }
    if hasAdditionalExif {
      found.append(Finding(.duplicateExif, "there is more than one Exif segment; the first is used"))
    }
    if let regions = xmpContents.regionsFinding(for: size) { found.append(regions) }
    let frame = JPEGFrame(
      process: process, precision: precision, components: components, quantization: tables,
      restartInterval: restartInterval, colorModel: colorModel)
    return JPEGHeader(
      storedSize: size, frame: frame, applications: namedApplications, exifSegments: exif, xmp: xmp, findings: found,
      xmpContents: xmpContents, evidence: evidence, scanOffset: scanOffset ?? end)
  }

  /// The segments with the kinds that only all of them together tell.
  private var namedApplications: [JPEGHeader.Application] {
    guard let (maker, places) = thermal.found(exif.first?.block) else { return applications }
    var named = applications
    for place in places { named[place].kind = .thermal(maker) }
    return named
  }

  private mutating func takeFrame(_ segment: JPEGSegment, payload: [UInt8]) throws(MetadataError) {
    let invalid = MetadataError(.frameInvalid, at: segment.offset)
    guard payload.count >= 6 else { throw invalid }
    let count = Int(payload[5])
    guard count >= 1, payload.count >= 6 + 3 * count else { throw invalid }
    let width = BigEndian.number(payload[3..<5])
    guard width > 0 else { throw invalid }
    for index in 0..<count {
      let at = 6 + 3 * index
      let component = JPEGFrame.Component(
        identifier: payload[at], horizontal: Int(payload[at + 1] >> 4), vertical: Int(payload[at + 1] & 15),
        table: Int(payload[at + 2]))
      guard (1...4).contains(component.horizontal), (1...4).contains(component.vertical), component.table < 4 else {
        throw invalid
      }
      components.append(component)
    }
    precision = Int(payload[0])
    size = PixelSize(width: width, height: BigEndian.number(payload[1..<3]))
    process = Self.process(marker: segment.marker)
  }

  private static func process(marker: UInt8) -> JPEGFrame.Process {
    switch marker {
    case 0xC0: .baseline
    case 0xC1: .extended
    case 0xC2: .progressive
    case 0xC3: .lossless
    case 0xC9: .arithmetic
    case 0xCA: .arithmeticProgressive
    case 0xCB: .arithmeticLossless
    default: .hierarchical
    }
  }

  private mutating func takeTables(_ payload: [UInt8]) {
    var at = 0
    while at < payload.count {
      let (wide, number) = (payload[at] >> 4 != 0, Int(payload[at] & 15))
      let size = wide ? 128 : 64
      guard number < 4, at + 1 + size <= payload.count else { return }
      var table = [UInt16](repeating: 0, count: 64)
      for (index, natural) in JPEGQuantization.zigzag.enumerated() {
        let place = at + 1 + index * (wide ? 2 : 1)
        table[natural] = wide ? UInt16(payload[place]) << 8 | UInt16(payload[place + 1]) : UInt16(payload[place])
      }
      tables[number] = table
      at += 1 + size
    }
  }

  private mutating func takeApplication<S: ByteSource>(
    _ segment: JPEGSegment, walker: inout JPEGWalker<S>
  ) throws(MetadataError) {
    let head = try walker.payload(of: segment, limit: JPEGSegment.Identifier.longest)
    let kind = JPEGSegment.kind(marker: segment.marker, head: head)
    thermal.note(applications.count, marker: segment.marker, head: head, kind: kind)
    applications.append(JPEGHeader.Application(segment: segment, kind: kind))
    switch kind {
    case .adobe where head.count >= 12: adobeTransform = head[11]
    case _ where evidence.wants(marker: segment.marker, head: head):
      guard hasRoomForExif(segment) else { return }
      let payload = try walker.payload(of: segment)
      let block = TIFFBlock(Array(payload.dropFirst(JPEGSegment.Identifier.exif.count)))
      evidence.take(payload, block, isBehindXMP: applications.contains { $0.kind == .xmp })
      if kind == .exif { takeExif(segment, block) }
    case .xmp:
      let name = JPEGSegment.Identifier.xmp
      let packet = Array(try walker.payload(of: segment).dropFirst(name.count))
      let offset = segment.payload.lowerBound + name.count
      xmp += XMPOrientation.all(in: packet, offset: offset).prefix(Self.statementLimit - xmp.count)
      xmpContents.add(XMPContents(name + XMPEncoding.utf8(packet)))
    default: break
    }
  }

  /// Counts an Exif segment. Returns false if there were too many, and reports that once.
  private mutating func hasRoomForExif(_ segment: JPEGSegment) -> Bool {
    exifBudget -= 1
    if exifBudget == -1 {
      note(Finding(.metadataDamaged, "too many Exif segments; those from byte \(segment.offset) are not read"))
    }
    return exifBudget >= 0
  }

  private mutating func takeExif(_ segment: JPEGSegment, _ block: TIFFBlock?) {
    hasAdditionalExif = !exif.isEmpty
    guard let block else {
      return note(Finding(.exifMalformed, "the Exif segment at byte \(segment.offset) has no TIFF header"))
    }
    exif.append(JPEGHeader.ExifSegment(segment: segment, block: block))
  }

  /// Follows libjpeg's `default_decompress_parms`: markers first, then component identifiers.
  private var colorModel: JPEGFrame.ColorModel {
    switch components.count {
    case 1: return .gray
    case 3:
      if applications.contains(where: { $0.kind == .jfif }) { return .ycbcr }
      if let adobeTransform { return adobeTransform == 0 ? .rgb : .ycbcr }
      return components.map(\.identifier) == [0x52, 0x47, 0x42] ? .rgb : .ycbcr
    case 4: return InkStorage.Marker(transform: adobeTransform) == .ycck ? .ycck : .cmyk
    default: return .unknown
    }
  }
}

extension JPEGHeader {
  /// Reads only the header of an embedded image or thumbnail, without any attachments.
  ///
  /// - Throws: as `JPEGWalker.next`, and `.frameMissing`, `.frameInvalid`.
  init(part source: some ByteSource, budget: Int = 16 << 20) throws(MetadataError) {
    var collector = JPEGHeaderCollector()
    var walker = try JPEGWalker(source, budget: budget)
    do throws(MetadataError) {
      while let segment = try walker.next() {
        try collector.take(segment, walker: &walker)
        if segment.marker == 0xDA {
          collector.scanOffset = segment.payload.upperBound
          break
        }
      }
    } catch {
      guard collector.hasFrame, error.code != .unreadable, error.code != .frameInvalid else { throw error }
      collector.note(Finding(.headerDamaged, "the header is truncated: \(error)"))
    }
    if let stray = walker.junkOffset {
      collector.note(Finding(.junkBytes, "bytes at \(stray) belong to no segment"))
    }
    if walker.hasFillBytes { collector.noteFillBytes() }
    self = try collector.header(end: source.byteCount)
  }
}

/// Finds the segments of a thermal image that do not name themselves.
struct ThermalSegments {
  private var hasInfiRayHeader = false
  private var hasUnnamedImage = false
  private var unnamed: [(place: Int, makers: Set<ThermalMaker>)] = []

  /// Notes a segment, by its place among the application segments.
  mutating func note(_ place: Int, marker: UInt8, head: [UInt8], kind: JPEGSegment.Kind) {
    if kind == .thermal(.infiRay) { hasInfiRayHeader = true }
    guard kind == .other else { return }
    let makers = ThermalMaker.possible(marker: marker, head: head)
    guard !makers.isEmpty else { return }
    if marker == 0xE3 { hasUnnamedImage = true }
    unnamed.append((place, makers))
  }

  /// The places of the unnamed segments that belong to a thermal image, and its maker.
  ///
  /// - Parameter exif: The Exif block that states the camera's maker.
  func found(_ exif: TIFFBlock?) -> (maker: ThermalMaker, places: [Int])? {
    guard let maker = maker(exif) else { return nil }
    return (maker, unnamed.filter { $0.makers.contains(maker) }.map(\.place))
  }

  private func maker(_ exif: TIFFBlock?) -> ThermalMaker? {
    if hasInfiRayHeader { return .infiRay }
    return hasUnnamedImage && exif?.make.map { $0.elementsEqual("DJI".utf8) } == true ? .dji : nil
  }
}

extension TIFFBlock {
  /// The camera's maker, without what pads its name; nil if it is not stated.
  fileprivate var make: ArraySlice<UInt8>? {
    guard let field = ifd0?.first(.make), field.type == 2, bytes.indices.contains(field.valueOffset) else { return nil }
    return bytes[field.valueOffset...].prefix(min(field.count, 64)).prefix { $0 > 0x20 }
  }
}
