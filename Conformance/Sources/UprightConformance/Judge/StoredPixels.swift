// The result of a program, as the judge reads it: pixels as stored, from the codecs alone (nothing here plans, rotates,
// crops or scales), and the tag by which a viewer displays them.

package import Upright
import UprightCodecs
package import UprightFixtures
package import UprightGeometry
package import UprightMetadata
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

// An image with a number per pixel, because comparisons read each pixel many times.

/// Pixels as 0xRRGGBB.
struct PackedImage {
  let width: Int
  let height: Int
  private let pixels: [UInt32]

  /// The image; gray has three equal samples.
  init(_ image: TinyImage) {
    (width, height) = (image.width, image.height)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let samples = image[x, y]
        let color = samples.count < 3 ? [samples[0], samples[0], samples[0]] : samples
        pixels.append(UInt32(color[0]) << 16 | UInt32(color[1]) << 8 | UInt32(color[2]))
      }
    }
    self.pixels = pixels
  }

  /// The color of a pixel.
  subscript(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

  /// A sample of a pixel: 0 for red, 1 for green, 2 for blue.
  subscript(_ x: Int, _ y: Int, _ channel: Int) -> Int { Self.sample(self[x, y], channel) }

  /// A sample of a color.
  static func sample(_ color: UInt32, _ channel: Int) -> Int { Int(color >> UInt32(16 - 8 * channel) & 0xFF) }
}

// The result of a program: its pixels as stored, and the tag by which a viewer displays them.

/// A decoded result.
package struct DeliveredImage: Sendable {
  /// RGB, as stored; transparent pixels are white.
  package let stored: TinyImage
  /// The tag in the field that the format's standard names. Text chunks and XMP do not rotate a result.
  package let tag: ExifOrientation
  /// The format of the file; nil if there was none.
  package private(set) var format: ContainerFormat?
  /// Whether it is a movie whose matrix is not one of the eight orientations, so no tag displays it.
  package private(set) var hasOtherMatrix = false

  /// Whether readers may ignore the tag, as those of the suite's unusual files may: its entry or its place is invalid.
  package private(set) var isTagOptional = false

  /// Memberwise initializer.
  package init(stored: TinyImage, tag: ExifOrientation) { (self.stored, self.tag) = (stored, tag) }

  /// Decodes a file of at most 4 megapixels; of a movie, the first frame.
  ///
  /// - Throws: `UprightError` if it cannot be decoded.
  package init(_ bytes: [UInt8], by codecs: [any Codec]? = nil) throws(UprightError) {
    let codecs = codecs ?? StoredPixels.codecs
    let found: MovieFrame?
    do throws(MovieFrame.Fault) { found = try MovieFrame(bytes) } catch {
      switch error {
      case .damaged(let message): throw .codec(format: .mp4, message: message)
      case .coding(let message): throw .unsupported(Phrase(message))
      }
    }
    guard let frame = found else {
      let pixels = try StoredPixels(bytes, by: codecs)
      let stated = StatedTag(bytes, pixels.format)
      self.init(stored: pixels.image, tag: stated.tag)
      (format, isTagOptional) = (pixels.format, stated.isOptional)
      return
    }
    self.init(stored: try StoredPixels(frame.sample, by: codecs).image, tag: frame.tag ?? .topLeft)
    (format, hasOtherMatrix) = (frame.format, frame.tag == nil)
  }

  /// The same image for a viewer that ignores the tag.
  var untagged: DeliveredImage {
    var other = DeliveredImage(stored: stored, tag: .topLeft)
    (other.format, other.hasOtherMatrix) = (format, hasOtherMatrix)
    return other
  }

  /// What a viewer displays.
  package var displayed: TinyImage { stored.displayed(as: tag) }
}
