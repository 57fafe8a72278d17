// An invariant for any bytes whose pixels are decoded in the process: an error, or an image of the planned size.

import Upright
import UprightCodecs

/// Decodes pixels from bytes that may be broken anywhere; a trap or a fault in C ends the process.
enum PixelTrial {
  private static let pipeline = Pipeline(
    codecs: SystemCodecs.all(usingThreads: false), limits: Limits(pixels: 1 << 20, memoryBytes: 64 << 20, scans: 20))

  /// The requests for each image: re-encode all of it, crop it, scale it, and read its coefficients.
  static let renditions: [Rendition] = [
    Rendition(upright: .pixels, format: .png),
    Rendition(
      region: .pixels(PixelRect(x: 1, y: 0, width: 2, height: 2)), rotation: .mirrorHorizontal, upright: .pixels,
      overflow: .pad(.white)),
    Rendition(size: .within(2, 2), upright: .pixels, format: .webp, light: .linear),
    Rendition(size: .exactly(5, 3), rotation: .rotate90, upright: .pixels, format: .jpeg),
    Rendition(rotation: .rotate90, upright: .pixels, loss: .trim),
  ]

  /// Describes what is wrong with the result for these bytes; nil if nothing is, or they are refused.
  static func complaint(_ bytes: [UInt8], _ rendition: Rendition) -> String? {
    guard let probe = try? Probe(bytes), let plan = try? pipeline.plan(rendition, for: probe),
      let result = try? pipeline.run(plan, on: bytes)
    else { return nil }
    if rendition == renditions[0], let complaint = complaint(aboutRegionsOf: bytes, probe) { return complaint }
    guard let made = try? Probe(result) else { return "the result cannot be read" }
    guard plan.outputSize.width == made.displayedSize.width, plan.outputSize.height == made.displayedSize.height else {
      return "\(plan.outputSize) was planned, \(made.displayedSize) came"
    }
    return nil
  }

  /// Describes how a region of a JPEG that is cut out before it is decoded differs from one that is not; nil if both are
  /// the same or damaged.
  private static func complaint(aboutRegionsOf bytes: [UInt8], _ probe: Probe) -> String? {
    guard let model = probe.jpeg?.colorModel, [.gray, .ycbcr, .rgb].contains(model) else { return nil }
    let layout = SampleLayout(model == .gray ? .gray : .rgb)
    let (width, height) = (probe.storedSize.width, probe.storedSize.height)
    let region = PixelRect<Stored>(
      x: width / 24 * 8, y: height / 16 * 8, width: width - width / 24 * 8, height: height - height / 16 * 8)
    for denominator in [1, 8] {
      let passes = [nil, Int.max].map {
        rows(DecodePass(region: region, denominator: denominator, layout: layout, cutLimit: $0), bytes)
      }
      guard passes[0] == passes[1] else { return "at 1/\(denominator), \(region) differs if it is cut out" }
    }
    return nil
  }

  /// The bytes of a pass's bands; nil if there is damage.
  private static func rows(_ pass: DecodePass, _ bytes: [UInt8]) -> [[UInt8]]? {
    var limits = pipeline.limits
    limits.warnings = 0
    var rows: [[UInt8]] = []
    do {
      try JPEGCodec().decode(pass, from: bytes, limits: limits) { (band, _) throws(UprightError) in
        rows.append(band.bytes)
      }
    } catch { return nil }
    return rows
  }

  /// Whether the bytes claim a format that is decoded in the process.
  static func takes(_ format: ContainerFormat) -> Bool { SystemCodecs.all.contains { $0.format == format } }
}
