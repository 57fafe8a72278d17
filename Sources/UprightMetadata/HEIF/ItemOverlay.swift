// The positions of images on the canvas of an overlay, from the item's bytes (ISO 23008-12, 6.6.2.2).

internal import UprightGeometry

/// The contents of an `iovl` item.
struct ItemOverlay: Hashable, Sendable {
  /// The position of an image's top left corner on the canvas, in pixels.
  struct Offset: Hashable, Sendable {
    /// Columns right of the canvas's left side, rows below its top.
    let x, y: Int
  }

  /// Red, green, blue and alpha of the uncovered canvas, 0 to 65,535 each.
  let fill: [Int]
  /// Columns and rows of the canvas.
  let size: PixelSize<Stored>
  /// The position of each image, in drawing order.
  let offsets: [Offset]

  /// Decodes the bytes for `count` images; nil for an unknown version, or a wrong number of bytes.
  init?(_ bytes: [UInt8], inputs count: Int) {
    guard count >= 0, count <= OverlayParts.mostInputs, bytes.count > 1, bytes[0] == 0 else { return nil }
    let width = bytes[1] & 1 == 1 ? 4 : 2
    let head = 2 + 4 * 2
    guard bytes.count == head + 2 * width * (1 + count) else { return nil }
    let number = { (place: Int, size: Int) in BigEndian.number(bytes[place..<place + size]) }
    let field = { (index: Int) in number(head + index * width, width) }
    let range = 1 << (8 * width)
    let signed = { (index: Int) in field(index) < range / 2 ? field(index) : field(index) - range }
    fill = (0..<4).map { number(2 + 2 * $0, 2) }
    size = PixelSize(width: field(0), height: field(1))
    offsets = (0..<count).map { Offset(x: signed(2 + 2 * $0), y: signed(3 + 2 * $0)) }
  }
}
