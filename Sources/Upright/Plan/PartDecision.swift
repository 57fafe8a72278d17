// Whether a region of a JPEG is decoded apart from the rest (Sources/UprightJPEG/Design.md).

internal import UprightMetadata

// Whether a region of a JPEG is cut out before it is decoded, so that what is above it is only walked.
extension Plan {
  /// How a region of a JPEG is reached; nil if no region is decoded or moved.
  package var regionAccess: RegionAccess? {
    switch route {
    case .transcode(let transcode): transcode.access
    case .transform(let transform): transform.access
    case .copy, .retag, .rewrite: nil
    }
  }
}

extension PlanRequest {
  /// How the decoder reaches a region; nil for the whole image and for formats other than JPEG.
  func access(to region: PixelRect<Stored>, _ planner: Planner) -> Plan.RegionAccess? {
    guard let jpeg = probe.jpeg, probe.format == .jpeg, region != probe.storedSize.bounds else { return nil }
    if let reason = jpeg.reasonAgainstCuts { return .fromTop(reason) }
    let (walked, cut, limit) = cutting(region, of: jpeg)
    if planner.capabilities[.jpeg]?.isIndexed == true, cut <= walked / Plan.RegionAccess.leastIndexedRatio {
      return .indexed(limit: limit)
    }
    guard walked >= Plan.RegionAccess.leastWalked, cut <= walked / Plan.RegionAccess.leastRatio else {
      return .fromTop(.large)
    }
    return .cut(limit: limit)
  }

  /// What cutting a region out takes: the units that are walked, those that are cut out, and the limit of their bytes.
  func cutting(_ region: PixelRect<Stored>, of jpeg: JPEGFrame) -> (walked: Int, cut: Int, limit: Int) {
    let unit = jpeg.blockSize
    let across = Self.units(probe.storedSize.width, unit.width)
    // With one unit around the region, for the smoothing of chroma.
    let columns = min(across, Self.units(region.maxX, unit.width) - region.x / unit.width + 2)
    let end = min(Self.units(probe.storedSize.height, unit.height), Self.units(region.maxY, unit.height) + 1)
    let rows = min(end, end - region.y / unit.height + 1)
    let cut = columns.multipliedSaturating(rows)
    return (across.multipliedSaturating(end), cut, limit(ofUnits: cut, outOf: across, unit))
  }

  /// How a region's coefficients are reached without reading all; nil if that is not faster, or not possible.
  func losslessAccess(to region: PixelRect<Stored>, _ planner: Planner) -> Plan.RegionAccess? {
    guard let jpeg = probe.jpeg, probe.format == .jpeg, jpeg.reasonAgainstCuts == nil else { return nil }
    let unit = jpeg.blockSize
    let (across, down) = (
      Self.units(probe.storedSize.width, unit.width), Self.units(probe.storedSize.height, unit.height)
    )
    let columns = Self.units(region.maxX, unit.width) - region.x / unit.width
    let rows = Self.units(region.maxY, unit.height) - region.y / unit.height
    let (all, part) = (across.multipliedSaturating(down), columns.multipliedSaturating(rows))
    let limit = limit(ofUnits: part, outOf: across, unit)
    if planner.capabilities[.jpeg]?.isIndexed == true, part <= all / Plan.RegionAccess.leastIndexedRatio {
      return .indexed(limit: limit)
    }
    guard all >= Plan.RegionAccess.leastWalked, part <= all / Plan.RegionAccess.leastLosslessRatio else { return nil }
    return .cut(limit: limit)
  }

  /// Twice the average bytes of that many units, and a little more.
  private func limit(ofUnits count: Int, outOf across: Int, _ unit: PixelSize<Stored>) -> Int {
    let all = across.multipliedSaturating(Self.units(probe.storedSize.height, unit.height))
    let average = Double(probe.byteCount) / Double(max(1, all)) * Double(count)
    return min(probe.byteCount, Int(min(average * 2, 1e15)) + Plan.RegionAccess.extraBytes)
  }

  private static func units(_ pixels: Int, _ unit: Int) -> Int { (pixels + unit - 1) / unit }
}

extension Plan.RegionAccess {
  /// Fewer units than this are decoded as quickly as they are walked.
  fileprivate static let leastWalked = 2_000
  /// Units that are walked for each one that is cut out: cutting one out takes twice what skipping one saves.
  fileprivate static let leastRatio = 3
  /// The same for a lossless transform, which walks the whole image.
  fileprivate static let leastLosslessRatio = 4
  /// The same with an index: nothing is walked, and what is above the region is not decoded.
  fileprivate static let leastIndexedRatio = 3
  /// What a region of few bytes may take more than the average.
  fileprivate static let extraBytes = 1 << 14

  /// The limit of a pass.
  var limit: Int? {
    switch self {
    case .cut(let limit), .indexed(let limit): limit
    case .fromTop: nil
    }
  }

  /// Whether an index is used.
  package var isIndexed: Bool { if case .indexed = self { true } else { false } }

  /// A stable code for JSON: "cut", "indexed", or the reason why neither.
  public var code: String {
    switch self {
    case .cut: "cut"
    case .indexed: "indexed"
    case .fromTop(let reason): reason.rawValue
    }
  }

  /// One phrase for people about a lossless transform.
  var losslessSentence: String {
    isIndexed
      ? "region: only its coded data is read, using the index" : "region: only its coefficients are read"
  }

  /// One phrase for people; nil if there is nothing to gain.
  public var sentence: String? {
    switch self {
    case .cut: "region: only its coded data is decoded; what is above it is skipped"
    case .indexed: "region: only its coded data is read and decoded, using the index"
    case .fromTop(.progressive): "region: decoded from the top, because the JPEG is progressive"
    case .fromTop(.arithmetic): "region: decoded from the top, because the JPEG has arithmetic codes"
    case .fromTop(.process): "region: decoded from the top, because of the JPEG's coding process"
    case .fromTop(.depth): "region: decoded from the top, because samples do not have 8 bits"
    case .fromTop(.large): nil
    }
  }
}

extension JPEGFrame {
  /// Why no region can be cut out; nil if one can, as far as the frame tells.
  var reasonAgainstCuts: Plan.RegionAccess.Reason? {
    switch process {
    case .baseline, .extended: precision == 8 ? nil : .depth
    case .progressive: .progressive
    case .arithmetic, .arithmeticProgressive: .arithmetic
    case .lossless, .arithmeticLossless, .hierarchical: .process
    }
  }
}

extension Plan.Transcode.Form {
  /// Bytes of the blocks of memory that hold so many rows of a decoded pass.
  func bandBytes(of pass: DecodePass, rows: Int) -> [Int] {
    let band = PixelSize<Decoded>(width: pass.size.width, height: rows)
    func bytes(_ size: PixelSize<Decoded>, _ each: Int) -> Int { (size.pixelCount ?? .max).multipliedSaturating(each) }
    guard case .planes(let chroma, _) = self else { return [bytes(band, pass.layout.bytesPerPixel)] }
    return [.none, chroma, chroma].map { bytes($0.covering(band), 1) }
  }
}

extension Plan.Transcode {
  /// The same, as a whole.
  var inOne: Self {
    var result = self
    result.strips = nil
    return result
  }

  /// Whether all planes in memory would exceed the limit.
  var isOnlyInStrips: Bool { strips?.isRequired == true }

  /// The same, never with all planes in memory; nil if it has no strips.
  var onlyInStrips: Self? {
    guard let strips else { return nil }
    var result = self
    result.strips = strips.required
    return result
  }
}
