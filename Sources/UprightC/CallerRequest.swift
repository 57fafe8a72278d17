// What a caller requests: the same requests that the program makes from its options, and limits.

import CUprightABI
import Upright
import UprightBatch
import UprightFiles

/// A checked request.
struct CallerRequest {
  /// What is wanted of the image.
  private let request: Request
  let limits: Limits
  /// Whether the readable part of damaged image data is a result.
  let allowsDamage: Bool
  /// The kinds of parts that a file may lack of its source.
  let allowedLosses: AllowedLosses
  /// Whether the result must be upright.
  var makesUpright: Bool { request.makesUpright }

  /// - Throws: `.unanswerable` with the field that is wrong.
  init(_ fields: RequestFields) throws(UprightError) {
    var request = Request(try Self.operation(fields))
    if case .crop = request.operation {
      request.space = try Self.isStored(fields.space) ? .stored : .displayed
      request.size = try Self.size(fields)
    }
    request.stale = .trustTag
    request.settings.toSRGB = try Self.isSRGB(fields.colors)
    request.quality = try Self.quality(fields.quality)
    request.settings.format = try Self.format(fields.format)
    do throws(Request.Fault) { self.request = try request.validated() } catch {
      throw error.field == .toSRGB
        ? .argument("colors", "a tag changes no pixels") : .argument(error.field.rawValue, "it is not possible here")
    }
    limits = try Self.limits(fields)
    allowsDamage = fields.allowDamaged != 0
    allowedLosses = try Self.losses(fields)
  }

  private static func operation(_ fields: RequestFields) throws(UprightError) -> Request.Operation {
    switch Int(fields.kind) {
    case UPRIGHT_WHOLE: return .fix
    case UPRIGHT_CROP: return .crop(try region(fields))
    case UPRIGHT_THUMBNAIL:
      guard let size = try size(fields) else { throw .argument("result_width", "a thumbnail needs a size") }
      return .thumb(size)
    case UPRIGHT_RETAG: return .orient(try tag(fields.orientation))
    default: throw .argument("request", "no kind is \(fields.kind)")
    }
  }

  private static func region(_ fields: RequestFields) throws(UprightError) -> RegionParameter {
    let region = fields.region
    guard region.width > 0, region.height > 0 else {
      throw .argument("region", "\(region.width) by \(region.height) pixels; it needs at least one")
    }
    return .pixels(
      x: Int(clamping: region.x), y: Int(clamping: region.y), width: Int(clamping: region.width),
      height: Int(clamping: region.height))
  }

  /// A space of the header's.
  static func isStored(_ space: Int32) throws(UprightError) -> Bool {
    switch Int(space) {
    case UPRIGHT_DISPLAYED: false
    case UPRIGHT_STORED: true
    default: throw .argument("space", "\(space) is neither displayed nor stored")
    }
  }

  private static func size(_ fields: RequestFields) throws(UprightError) -> SizeParameter? {
    let (width, height) = (Int(clamping: fields.resultWidth), Int(clamping: fields.resultHeight))
    guard width >= 0, height >= 0 else { throw .argument("result_width", "\(width) by \(height) pixels") }
    switch (width, height) {
    case (0, 0): return nil
    case (_, 0): return .width(width)
    case (0, _): return .height(height)
    default: return .box(PixelSize(width: width, height: height))
    }
  }

  /// An orientation by its tag.
  static func tag(_ number: Int32) throws(UprightError) -> ExifOrientation {
    guard let tag = UInt8(exactly: number).flatMap(ExifOrientation.init) else {
      throw .argument("orientation", "\(number) is not in 1 to 8")
    }
    return tag
  }

  private static func isSRGB(_ colors: Int32) throws(UprightError) -> Bool {
    switch Int(colors) {
    case UPRIGHT_COLORS_SOURCE: false
    case UPRIGHT_COLORS_SRGB: true
    default: throw .argument("colors", "there is no conversion \(colors)")
    }
  }

  private static func quality(_ quality: Int32) throws(UprightError) -> Int? {
    guard 0...100 ~= quality else { throw .argument("quality", "\(quality) is not in 1 to 100") }
    return quality == 0 ? nil : Int(quality)
  }

  private static func format(_ word: String?) throws(UprightError) -> ContainerFormat? {
    guard let word else { return nil }
    guard let format = ContainerFormat(rawValue: word) ?? ContainerFormat(fileExtension: word) else {
      throw .argument("format", "not a format of images")
    }
    return format
  }

  private static func losses(_ fields: RequestFields) throws(UprightError) -> AllowedLosses {
    guard 0...1 ~= fields.strictParts else { throw .argument("strict_parts", "\(fields.strictParts) is not 0 or 1") }
    guard let allowed = fields.allowedLosses.map(AllowedLosses.init) ?? AllowedLosses.none else {
      throw .argument("allowed_losses", "neither all nor kinds of parts with commas")
    }
    return fields.strictParts == 0 ? .all : allowed
  }

  private static func limits(_ fields: RequestFields) throws(UprightError) -> Limits {
    guard fields.maxPixels >= 0, fields.maxMemory >= 0, fields.maxSeconds >= 0, fields.maxSeconds.isFinite else {
      throw .argument("limits", "negative, infinite or not a number")
    }
    guard 0...1 ~= fields.allowDamaged else { throw .argument("allow_damaged", "\(fields.allowDamaged) is not 0 or 1") }
    var limits = Limits()
    if fields.allowDamaged == 0 { limits.warnings = 0 }
    if fields.maxPixels > 0 { limits.pixels = Int(clamping: fields.maxPixels) }
    if fields.maxMemory > 0 { limits.memoryBytes = Int(clamping: fields.maxMemory) }
    if fields.maxSeconds > 0 { limits.seconds = fields.maxSeconds }
    return limits
  }

  /// The rendition to encode.
  func rendition(of probe: Probe) -> Rendition {
    request.rendition(of: probe, part: nil, named: request.settings.format, original: .stays)
  }

  /// The rendition whose pixels are wanted: planned as a PNG, which has every layout that pixels are read in.
  ///
  /// - Throws: `.unanswerable` if none are.
  func pixels(of probe: Probe) throws(UprightError) -> Rendition {
    guard request.changesPixels else { throw .argument("request", "a tag changes no pixels") }
    var wanted =
      request.operation == .fix ? Rendition(upright: .pixels, format: .png) : request.rendition(of: probe, format: .png)
    (wanted.frame, wanted.toneMap, wanted.colors) = (.first, .bt2390, request.settings.toSRGB ? .srgb : .asSource)
    return wanted
  }

  /// Checks that a file may lack these parts.
  ///
  /// - Throws: `.unanswerable`.
  func check(_ lost: [FilePart]) throws(UprightError) {
    let refused = lost.filter { !allowedLosses.allows($0.kind) }
    guard refused.isEmpty else { throw .argument("strict_parts", "\(Account.names(refused)) would be lost") }
  }
}
