// A Windows bitmap written in code: 24 bits to a pixel, rows from the bottom up or from the top down (Win32 API, BITMAPINFOHEADER).

/// A bitmap file to be.
package struct TinyBMP: Sendable {
  /// Which header follows the file's own.
  package enum Header: CaseIterable, Sendable {
    /// BITMAPCOREHEADER, as OS/2 has it: 12 bytes.
    case core
    /// BITMAPINFOHEADER: 40 bytes.
    case info
    /// BITMAPINFOHEADER with a negative height: the top row comes first.
    case topDown
  }

  /// The picture, gray or RGB.
  package var image: TinyImage
  /// Its header.
  package var header: Header

  /// A file of this picture.
  package init(_ image: TinyImage, _ header: Header = .info) {
    self.image = image
    self.header = header
  }

  /// The whole file.
  package var bytes: [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    let rows = header == .topDown ? Array(0..<image.height) : (0..<image.height).reversed()
    let pixels = rows.flatMap { y in
      let row = (0..<image.width).flatMap { x in
        let pixel = image[x, y]
        return pixel.count == 1 ? [pixel[0], pixel[0], pixel[0]] : pixel.reversed()
      }
      return row + Array(repeating: 0, count: (4 - row.count % 4) % 4)
    }
    let start = 14 + information.count
    return Array("BM".utf8) + order.bytes(start + pixels.count, width: 4) + [0, 0, 0, 0] + order.bytes(start, width: 4)
      + information + pixels
  }

  private var information: [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    let width = header == .core ? 2 : 4
    let height = header == .topDown ? -image.height : image.height
    let sides = order.bytes(image.width, width: width) + order.bytes(height, width: width) + [1, 0, 24, 0]
    return header == .core ? [12, 0, 0, 0] + sides : [40, 0, 0, 0] + sides + Array(repeating: 0, count: 24)
  }
}
