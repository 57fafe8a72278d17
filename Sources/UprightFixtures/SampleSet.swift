// The eight-way sample pictures: every tag, landscape and portrait, the same picture to the eye but for its number.

package import UprightGeometry

/// Sample files whose displayed picture leaves no doubt about a wrong turn or mirror.
package enum SampleSet {
  /// The shapes.
  package enum Shape: String, CaseIterable, Sendable {
    case landscape, portrait

    /// The displayed size; multiples of 16, so that whole blocks can be turned without loss.
    package var size: PixelSize<Displayed> {
      self == .landscape ? PixelSize(width: 512, height: 384) : PixelSize(width: 384, height: 512)
    }
  }

  /// Sixteen files by name, `landscape_1.jpg` to `portrait_8.jpg`.
  package static func files() -> [(name: String, bytes: [UInt8])] {
    Shape.allCases.flatMap { shape in
      ExifOrientation.allCases.map { tag in ("\(shape.rawValue)_\(tag.rawValue).jpg", file(shape, tag)) }
    }
  }

  /// The picture as it shall be seen, labelled with its tag.
  package static func displayed(_ shape: Shape, _ tag: ExifOrientation) -> TinyImage {
    SamplePicture(size: shape.size, title: shape.rawValue.uppercased(), number: Int(tag.rawValue)).image
  }

  /// One file: the picture stored the way its tag says; tags 6 and 8 carry a thumbnail, stored likewise.
  package static func file(_ shape: Shape, _ tag: ExifOrientation) -> [UInt8] {
    let displayed = displayed(shape, tag)
    let stored = displayed.stored(as: tag)
    var block = TinyTIFF(
      tag.rawValue % 2 == 0 ? .little : .big,
      ifd0: [TinyEntry(271, text: "Upright"), TinyEntry(272, text: "Sample"), .orientation(Int(tag.rawValue))])
    block.exif = TinyEntry.pixelDimensions(width: stored.width, height: stored.height)
    if tag == .rightTop || tag == .leftBottom {
      var thumbnail = TinyJPEG(displayed.reduced(by: 8).stored(as: tag))
      thumbnail.quality = 85
      block.thumbnail = thumbnail.bytes
    }
    var file = TinyJPEG(stored, exif: block)
    file.quality = 92
    file.sampling = .half
    return file.bytes
  }
}
