// The stored pixels of a still image, from the codecs alone: nothing here plans, rotates, crops or scales.

import Upright
import UprightCodecs
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightSandbox

/// A still image as its codec decodes it.
struct StoredPixels {
  /// RGB, as stored; transparent pixels are white.
  let image: TinyImage
  /// The format of the file.
  let format: ContainerFormat

  private static let mostPixels = 1 << 22
  /// The codecs that decode results where no run has others.
  static let codecs = makeCodecs(warning: nil)

  /// New codecs; `warn` is called if their workers cannot be confined.
  static func makeCodecs(warning warn: (@Sendable (String) -> Void)?) -> [any Codec] {
    WorkerPool(warn: warn).codecs(beside: SystemCodecs.all(usingThreads: false))
  }

  /// Decodes a file of at most 4 megapixels. Its size and its kind of samples are those of its headers.
  ///
  /// - Throws: `UprightError` if it cannot be decoded.
  init(_ file: [UInt8], by codecs: [any Codec] = StoredPixels.codecs) throws(UprightError) {
    let probe = try Probe(checking: file)
    try Self.check(probe, file)
    guard let decoder = codecs.first(where: { $0.format == probe.format })?.decoder else {
      throw .unsupported("no codec for \(probe.format.rawValue) is available")
    }
    var limits = Limits()
    (limits.pixels, limits.memoryBytes) = (Self.mostPixels, 1 << 28)
    let pass = DecodePass(
      region: probe.storedSize.bounds, denominator: 1, layout: try Self.layout(of: probe),
      imageIndex: Self.imageIndex(of: probe))
    var samples: [UInt8] = []
    try decoder.decode(pass, from: file, limits: limits) { band, _ throws(UprightError) in
      guard let plain = band.converted(to: .eight)?.converted(to: .rgb, over: [255, 255, 255]) else {
        throw .unsupported("these colors cannot be judged")
      }
      samples += plain.bytes
    }
    let (width, height) = (probe.storedSize.width, probe.storedSize.height)
    guard let image = TinyImage(width: width, height: height, channels: 3, samples: samples) else {
      throw .codec(format: probe.format, message: "not all pixels were decoded")
    }
    (self.image, format) = (image, probe.format)
  }

  /// What is not decoded here: animations, and codings that no library reads.
  private static func check(_ probe: Probe, _ file: [UInt8]) throws(UprightError) {
    if probe.animation != nil { throw .unsupported("animations are not judged") }
    if let reason = probe.samples?.unsupportedReason { throw .unsupported(Phrase(reason.description)) }
    if let jpeg = probe.jpeg {
      let coded: Set<JPEGFrame.Process> = [.baseline, .extended, .progressive, .arithmetic, .arithmeticProgressive]
      guard coded.contains(jpeg.process), jpeg.precision == 8 else {
        throw .unsupported("a JPEG of \(jpeg.precision) bits, \(jpeg.process.rawValue), is not decoded")
      }
    }
    if probe.format != .png, probe.samples?.highRange != nil { throw .unsupported("high dynamic range is not judged") }
    let (pixels, isTooMany) = probe.storedSize.width.multipliedReportingOverflow(by: probe.storedSize.height)
    guard !isTooMany, pixels <= mostPixels else {
      throw .limit(.pixels, asked: isTooMany ? .max : pixels, allowed: mostPixels)
    }
    if probe.format == .png, !PNGChunks.all(of: file).contains(where: { $0.kind == "IEND" }) {
      throw .codec(format: .png, message: "the last chunk is missing")
    }
  }

  /// The layout that holds every sample.
  private static func layout(of probe: Probe) throws(UprightError) -> SampleLayout {
    guard let samples = probe.samples else {
      // No header that is cut off or invalid states how an image is coded.
      guard probe.format != .png, !probe.findings.contains(where: { $0.code == .metadataDamaged }) else {
        throw .codec(format: probe.format, message: "the header is damaged")
      }
      throw .unsupported("\(probe.format.rawValue) whose header does not state its colors")
    }
    let depth: SampleLayout.Depth = samples.depth > 8 ? .sixteen : .eight
    if samples.hasTransparency { return SampleLayout(.rgba, depth) }
    switch samples.color {
    case .gray: return SampleLayout(.gray, depth)
    case .rgb: return SampleLayout(.rgb, depth)
    case .cmyk: return SampleLayout(.cmyk, depth)
    }
  }

  /// The directory of a TIFF's image, as codecs name it; nil for the first image of other files.
  private static func imageIndex(of probe: Probe) -> Int? {
    guard probe.format == .tiff, let offset = probe.parts.first?.offset, offset > 0 else { return nil }
    return offset
  }
}
