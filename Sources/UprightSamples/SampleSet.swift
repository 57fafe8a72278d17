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

// The subject of the samples: four corners in four colors, an arrow that points up, a large number, a line of text.

/// One sample image, drawn as displayed.
struct SampleImage {
  let size: PixelSize<Displayed>
  let tag: ExifOrientation

  private let foreground: [UInt8] = [28, 32, 44]
  private let corner = 64

  /// How the image is stored, in words that fit on one line; mirroring comes before rotating.
  static func words(for tag: ExifOrientation) -> String {
    switch tag {
    case .topLeft: "stored as displayed"
    case .topRight: "stored mirrored"
    case .bottomRight: "stored upside down"
    case .bottomLeft: "mirrored upside down"
    case .leftTop: "mirrored, turned left"
    case .rightTop: "stored turned left"
    case .rightBottom: "mirrored, turned right"
    case .leftBottom: "stored turned right"
    }
  }

  var image: TinyImage {
    var image = sky
    drawCorners(on: &image)
    let (left, top, dot) = (size.width / 4, (size.height - corner - 54) / 2 - 112, 34)
    drawArrow(on: &image, x: left, y: top, height: 7 * dot)
    write("\(tag.rawValue)", on: &image, centredAt: left + 160, y: top, dot: dot)
    write(Self.words(for: tag), on: &image, centredAt: size.width / 2, y: size.height - corner - 38, dot: 3)
    return image
  }

  /// Bright at the top, green at the bottom, darker to the right: a gradient, so that not all coded blocks are flat.
  private var sky: TinyImage {
    var image = TinyImage(width: size.width, height: size.height, filledWith: [0, 0, 0])
    for y in 0..<size.height {
      let down = y * 80 / size.height
      for x in 0..<size.width {
        let across = x * 40 / size.width
        image[x, y] = [UInt8(235 - down - across), UInt8(242 - across), UInt8(250 - 2 * down)]
      }
    }
    return image
  }

  /// Red, green, blue and yellow, clockwise from the top left.
  private func drawCorners(on image: inout TinyImage) {
    let (right, bottom) = (size.width - corner, size.height - corner)
    image.fill(x: 0, y: 0, width: corner, height: corner, with: [214, 40, 40])
    image.fill(x: right, y: 0, width: corner, height: corner, with: [40, 160, 60])
    image.fill(x: right, y: bottom, width: corner, height: corner, with: [40, 70, 200])
    image.fill(x: 0, y: bottom, width: corner, height: corner, with: [250, 205, 30])
  }

  /// An arrow at `x` that points up, with its tip at `y`.
  private func drawArrow(on image: inout TinyImage, x: Int, y: Int, height: Int) {
    let head = 60
    for row in 0..<head { image.fill(x: x - row, y: y + row, width: 2 * row + 1, height: 1, with: foreground) }
    image.fill(x: x - head / 3, y: y + head, width: head * 2 / 3 + 1, height: height - head, with: foreground)
  }

  private func write(_ text: String, on image: inout TinyImage, centredAt x: Int, y: Int, dot: Int) {
    image.write(text, x: x - (text.count * 6 - 1) * dot / 2, y: y, dot: dot, color: foreground)
  }
}
