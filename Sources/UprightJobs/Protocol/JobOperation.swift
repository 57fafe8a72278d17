// What a job makes of an image: the requests of the commands fix, rotate, orient, crop and thumb, as JSON.

package import Upright
package import UprightBatch
package import UprightFiles
import UprightMetadata

/// The operation of a job.
package struct JobOperation: Sendable {
  /// The commands that jobs know.
  package enum Kind: String, Sendable, CaseIterable {
    case fix, rotate, orient, crop, thumb
  }

  /// Which one it is.
  package let kind: Kind
  /// The request.
  package let request: any ImageRequest
  /// The format, colors and metadata of the result.
  package let settings: ResultSettings
  /// Whether something is made of a damaged image; otherwise the job fails.
  package let allowsDamage: Bool

  /// Whether doing it twice differs from doing it once.
  package var isRelative: Bool { kind == .rotate }

  /// Whether the result shows less than its source.
  package var showsLess: Bool { kind == .crop || kind == .thumb }

  /// The operation that a message's `op` states.
  ///
  /// - Throws: `.unanswerable`.
  package init(_ json: JSONLine?) throws(UprightError) {
    var fields = try JobFields(json, named: "op")
    guard let kind = try fields.word("kind", Kind.self) else { throw fields.fault("kind", "missing") }
    self.kind = kind
    var settings = ResultSettings()
    settings.format = try fields.parsed("format", "not a format that can be written") { name in
      ContainerFormat.written.first { $0.rawValue == name }
    }
    settings.strip = try fields.word("strip", Strip.self)
    settings.toSRGB = try fields.flag("to_srgb")
    settings.page = try fields.number("page", in: 1...PageChoice.highest).map(PageChoice.number)
    let isStrict = try fields.flag("strict_parts")
    settings.allowedLosses =
      try fields.parsed("allow_loss", "not all, or kinds of parts with commas") { AllowedLosses($0) }
      ?? (isStrict ? AllowedLosses.none : nil)
    self.settings = settings
    // The second spelling is that of JSON's other members, which drivers may expect.
    let spellings = [try fields.flag("allow_damaged"), try fields.flag("allowDamaged")]
    allowsDamage = spellings.contains(true)
    request =
      switch kind {
      case .fix: try Self.fix(&fields)
      case .rotate: try Self.rotate(&fields)
      case .orient: try Self.orient(&fields)
      case .crop: try Self.crop(&fields)
      case .thumb: try Self.thumb(&fields)
      }
    if settings.page != nil, !request.changesPixels, kind != .rotate {
      throw fields.fault("page", "this operation changes no pixels")
    }
    if settings.toSRGB, !request.changesPixels { throw fields.fault("to_srgb", "this operation changes no pixels") }
    try fields.end()
  }

  /// The SHA-256 of the operation and of the version that carries it out: with the source's, it identifies the result.
  package var digest: [UInt8] {
    var identity = request.identity
    settings.state(in: &identity)
    return SHA256.digest(of: Array(([VersionText.version] + identity.words).joined(separator: "\0").utf8))
  }

  /// The rendition of an image; `format` is the one that the result's name states.
  func rendition(of probe: Probe, named format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    settings.rendition(of: probe, for: request, part: nil, named: format, original: original)
  }

  // MARK: Kinds

  private static func fix(_ fields: inout JobFields) throws(UprightError) -> any ImageRequest {
    let place = try fields.word("to", FixRequest.Target.self) ?? .pixels
    let stale = try fields.word("stale", StaleTag.self) ?? .skip
    let (edges, frame) = (try edges(&fields), try frame(&fields))
    if place == .tag, edges != EdgeRequest() || frame != nil {
      throw fields.fault("to", "tag changes no pixels, so edge, quality and frame have no effect")
    }
    return FixRequest(to: place, stale: stale, edges: edges, frame: frame)
  }

  private static func rotate(_ fields: inout JobFields) throws(UprightError) -> any ImageRequest {
    let rotation = try fields.parsed("rotation", "not a rotation, such as cw or mirror-horizontal") {
      RotateRequest.Operation(word: $0)
    }
    guard let rotation else { throw fields.fault("rotation", "missing") }
    let bakes = try fields.flag("bake")
    let edges = try edges(&fields)
    if !bakes, edges != EdgeRequest() { throw fields.fault("bake", "without it, edge and quality have no effect") }
    return RotateRequest(rotation, bakes: bakes, edges: edges, frame: try frame(&fields))
  }

  private static func orient(_ fields: inout JobFields) throws(UprightError) -> any ImageRequest {
    guard let number = try fields.number("tag", in: 1...8),
      let tag = ExifOrientation(rawValue: UInt8(truncatingIfNeeded: number))
    else { throw fields.fault("tag", "missing") }
    return OrientRequest(tag)
  }

  private static func crop(_ fields: inout JobFields) throws(UprightError) -> any ImageRequest {
    guard let region = try fields.parsed("region", "not a region", { RegionParameter($0) }) else {
      throw fields.fault("region", "missing")
    }
    let gravity = try fields.word("gravity", RegionPosition.Gravity.self)?.position
    let focus = try fields.parsed("focus", "not a place: x,y or pct:x,y") { RegionPosition(focus: $0) }
    if gravity != nil, focus != nil { throw fields.fault("focus", "cannot be combined with gravity") }
    if let position = focus ?? gravity, region.placed(at: position) == nil {
      throw fields.fault("region", "gravity and focus need a ratio such as 16:9, or square")
    }
    let space = try fields.word("space", CropRequest.RegionSpace.self) ?? .displayed
    guard space == .displayed || region.isPixels else {
      throw fields.fault("space", "stored needs a region in pixels: x,y,w,h")
    }
    return CropRequest(
      region, at: focus ?? gravity, size: try fields.parsed("size", "not a size", SizeParameter.init), space: space,
      quality: try quality(&fields), stale: try stale(&fields), frame: try frame(&fields))
  }

  private static func thumb(_ fields: inout JobFields) throws(UprightError) -> any ImageRequest {
    guard let size = try fields.parsed("size", "not a size", SizeParameter.init), size.isReduction else {
      throw fields.fault("size", "missing, or above 100%")
    }
    return ThumbRequest(
      within: size, quality: try quality(&fields) ?? ThumbRequest.defaultQuality,
      allowsEmbedded: try fields.flag("embedded_ok"), keepsMetadata: try fields.flag("keep_metadata"),
      stale: try stale(&fields), frame: try frame(&fields))
  }

  private static func edges(_ fields: inout JobFields) throws(UprightError) -> EdgeRequest {
    EdgeRequest(edge: try fields.word("edge", EdgeMode.self), quality: try quality(&fields))
  }

  private static func quality(_ fields: inout JobFields) throws(UprightError) -> Int? {
    try fields.number("quality", in: 1...100)
  }

  private static func stale(_ fields: inout JobFields) throws(UprightError) -> StaleTag {
    try fields.word("stale", StaleTag.self) ?? .trustTag
  }

  private static func frame(_ fields: inout JobFields) throws(UprightError) -> Int? {
    try fields.number("frame", in: 0...Int(Int32.max))
  }
}
