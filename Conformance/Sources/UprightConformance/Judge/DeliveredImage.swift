// The result of a program: its pixels as stored, and the tag by which a viewer displays them.

package import Upright
package import UprightFixtures
package import UprightGeometry
package import UprightMetadata

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
