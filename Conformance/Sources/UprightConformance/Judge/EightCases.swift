// The eight ways in which a stored image is displayed, written out for the judge alone: what the rest of this program
// has for them is judged (TIFF 6.0, page 36, tag 274; EXIF 2.32, 4.6.4.A).

package import UprightFixtures
package import UprightGeometry

/// The judge's table of the tags.
enum EightCases {
  /// The stored column and row of the pixel that is displayed at a column and row, for a stored image of `width` ×
  /// `height`.
  static func source(_ tag: ExifOrientation, _ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch tag {
    case .topLeft: (x, y)
    case .topRight: (width - 1 - x, y)
    case .bottomRight: (width - 1 - x, height - 1 - y)
    case .bottomLeft: (x, height - 1 - y)
    case .leftTop: (y, x)
    case .rightTop: (y, height - 1 - x)
    case .rightBottom: (width - 1 - y, height - 1 - x)
    case .leftBottom: (width - 1 - y, x)
    }
  }

  /// Whether rows are displayed as columns.
  static func swapsSides(_ tag: ExifOrientation) -> Bool { tag.rawValue > 4 }
}

extension TinyImage {
  /// What a stored image with this tag is displayed as.
  package func displayed(as tag: ExifOrientation) -> TinyImage {
    let (wide, high) = EightCases.swapsSides(tag) ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(samples.count)
    for y in 0..<high {
      for x in 0..<wide {
        let source = EightCases.source(tag, x, y, width: width, height: height)
        let start = (source.y * width + source.x) * channels
        for channel in 0..<channels { turned.append(samples[start + channel]) }
      }
    }
    return TinyImage(width: wide, height: high, channels: channels, samples: turned) ?? self
  }
}

/// A rotation or mirror as a matrix of signs: x' = a x + c y, y' = b x + d y, with y downward.
struct SignMatrix: Hashable {
  let a, b, c, d: Int

  /// Nothing.
  static let identity = SignMatrix(a: 1, b: 0, c: 0, d: 1)

  /// This one, and then another.
  func then(_ other: SignMatrix) -> SignMatrix {
    SignMatrix(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d,
      c: c * other.a + d * other.c, d: c * other.b + d * other.d)
  }

  /// The tag whose orientation this is; nil if this is not an orientation.
  var tag: ExifOrientation? {
    switch (a, b, c, d) {
    case (1, 0, 0, 1): .topLeft
    case (-1, 0, 0, 1): .topRight
    case (-1, 0, 0, -1): .bottomRight
    case (1, 0, 0, -1): .bottomLeft
    case (0, 1, 1, 0): .leftTop
    case (0, 1, -1, 0): .rightTop
    case (0, -1, -1, 0): .rightBottom
    case (0, -1, 1, 0): .leftBottom
    default: nil
    }
  }
}
