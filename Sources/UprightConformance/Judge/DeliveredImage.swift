// The result of a program: its pixels as stored, and the tag by which a viewer displays them.

package import Upright
import UprightBatch
package import UprightGeometry
package import UprightMetadata
import UprightRaster
package import UprightSamples
import UprightSandbox

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
  package init(_ bytes: [UInt8]) throws(UprightError) {
    let found: MovieFrame?
    do throws(MovieFrame.Fault) { found = try MovieFrame(bytes) } catch {
      switch error {
      case .damaged(let message): throw .codec(format: .mp4, message: message)
      case .coding(let message): throw .unsupported(Phrase(message))
      }
    }
    guard let frame = found else {
      try self.init(still: bytes)
      return
    }
    self.init(stored: try DeliveredImage(still: frame.sample).stored, tag: frame.tag ?? .topLeft)
    (format, hasOtherMatrix) = (frame.format, frame.tag == nil)
  }

  private init(still bytes: [UInt8]) throws(UprightError) {
    var limits = Limits()
    (limits.pixels, limits.memoryBytes) = (1 << 22, 1 << 28)
    let pipeline = Pipeline(codecs: ImageCodecs.all(), colors: ImageCodecs.colors(.auto), limits: limits)
    let probe = try Probe(checking: bytes)
    let raster = try pipeline.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes)
    guard let pixels = raster.converted(to: .eight)?.converted(to: .rgb, over: [255, 255, 255]),
      let displayed = TinyImage(
        width: pixels.size.width, height: pixels.size.height, channels: 3, samples: pixels.bytes)
    else { throw .unsupported("these colors cannot be judged") }
    let read = probe.orientation.exif
    stored = displayed.stored(as: read)
    format = probe.format
    switch probe.source {
    case .exif, .properties, .codestream: tag = read
    default: tag = .topLeft
    }
    if case .exif = probe.source { isTagOptional = probe.findings.contains { Self.optional.contains($0.code) } }
  }

  /// What makes the tag of an unusual file one that readers may ignore.
  private static let optional: Set<Finding.Code> = [
    .unusualType, .wrongCount, .duplicateTag, .exifPrefixed, .exifAfterImage, .exifUnannounced,
  ]

  /// The same image for a viewer that ignores the tag.
  var untagged: DeliveredImage {
    var other = DeliveredImage(stored: stored, tag: .topLeft)
    (other.format, other.hasOtherMatrix) = (format, hasOtherMatrix)
    return other
  }

  /// What a viewer displays.
  package var displayed: TinyImage { stored.displayed(as: tag) }
}
