// The form of which digests are made, written again from its description in docs/digest-and-verify.md ("The digest"),
// from coefficients that libjpeg has not read.

import Upright

/// A file's blocks as displayed.
struct BlockForm {
  /// The image after the rotation.
  var image: Coefficients
  /// A table for each component, in natural order, after the rotation.
  var tables: [[UInt16]]
  /// Whether the left, and the top, begins with a partial block.
  var cut: (left: Bool, top: Bool)
  /// 1 gray, 2 RGB, 3 YCbCr, 4 CMYK, 5 YCCK.
  var color: UInt8
  var hasInvertedInks = false

  /// The blocks of a file after a rotation.
  init(_ jpeg: [UInt8], as orientation: Orientation<Stored, Displayed>, color: UInt8) throws {
    let stored = try Coefficients(jpeg)
    let block = Frame(jpeg)?.block ?? PixelSize(width: 8, height: 8)
    let reversed = orientation.reversesFromAxes
    let across = reversed.horizontal && stored.size.width % block.width != 0
    let down = reversed.vertical && stored.size.height % block.height != 0
    image = stored.turned(orientation)
    cut = orientation.swapsAxes ? (down, across) : (across, down)
    let named = Marker.all(of: jpeg).first(where: \.isFrame)?.payload ?? []
    let all = quantizationTables(jpeg)
    tables = stored.planes.indices.map { component in
      let table = all[Int(named[8 + 3 * component])]
      return orientation.swapsAxes ? (0..<64).map { table[$0 % 8 * 8 + $0 / 8] } : table
    }
    self.color = color
  }

  var bytes: [UInt8] {
    var bytes = Array("upright-dct1".utf8) + Self.number(image.size.width, 4) + Self.number(image.size.height, 4)
    bytes += [cut.left ? 1 : 0, cut.top ? 1 : 0, color, hasInvertedInks ? 1 : 0, UInt8(image.planes.count)]
    for (plane, table) in zip(image.planes, tables) {
      bytes += [UInt8(plane.across), UInt8(plane.down)] + Self.number(plane.columns, 4) + Self.number(plane.rows, 4)
      bytes += table.flatMap { Self.number(Int($0), 2) }
      for block in plane.blocks {
        for row in 0..<8 {
          bytes.append((0..<8).reduce(0) { $0 | (block[8 * row + $1] == 0 ? 0 : 1 << $1) })
        }
        bytes += block.filter { $0 != 0 }.flatMap { Self.number($0, 2) }
      }
    }
    return bytes
  }

  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
