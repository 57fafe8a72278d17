// The sample images: every tag, landscape and portrait, displayed identically except for the number and the line of
// text.

package import UprightGeometry

/// Samples that reveal every wrong rotation or mirror.
package enum SampleSet {
  /// The shapes.
  package enum Shape: String, CaseIterable, Sendable {
    case landscape, portrait

    /// The displayed size; multiples of 16, so that whole blocks can be rotated losslessly.
    package var size: PixelSize<Displayed> {
      self == .landscape ? PixelSize(width: 512, height: 384) : PixelSize(width: 384, height: 512)
    }
  }

  /// One sample, for any format.
  package struct Sample: Sendable {
    /// Its shape as displayed.
    package let shape: Shape
    /// Its tag.
    package let tag: ExifOrientation
    /// The displayed image, labeled with its tag.
    package let displayed: TinyImage

    /// A sample of this shape and tag.
    package init(_ shape: Shape, _ tag: ExifOrientation) {
      self.shape = shape
      self.tag = tag
      displayed = SampleImage(size: shape.size, tag: tag).image
    }

    /// Its name without an extension, `landscape_6`.
    package var name: String { "\(shape.rawValue)_\(tag.rawValue)" }

    /// The stored image.
    package var stored: TinyImage { displayed.stored(as: tag) }

    /// Its Exif block with the tag; tags 6 and 8 include a thumbnail, stored the same way.
    package var exif: TinyTIFF {
      let stored = stored
      var block = TinyTIFF(
        tag.rawValue % 2 == 0 ? .little : .big,
        ifd0: [TinyEntry(271, text: "Upright"), TinyEntry(272, text: "Sample"), .orientation(Int(tag.rawValue))])
      block.exif = TinyEntry.pixelDimensions(width: stored.width, height: stored.height)
      if tag == .rightTop || tag == .leftBottom {
        var thumbnail = TinyJPEG(displayed.reduced(by: 8).stored(as: tag))
        thumbnail.quality = 85
        block.thumbnail = thumbnail.bytes
      }
      return block
    }

    /// The JPEG file.
    package var jpeg: [UInt8] {
      var file = TinyJPEG(stored, exif: exif)
      file.quality = 92
      file.sampling = .half
      return file.bytes
    }
  }

  /// Sixteen samples, `landscape_1` to `portrait_8`.
  package static let all = Shape.allCases.flatMap { shape in ExifOrientation.allCases.map { Sample(shape, $0) } }
}
