// How images lie on the canvas of an overlay, as the item's own bytes say it (ISO 23008-12, 6.6.2.2).

internal import UprightGeometry

/// What an `iovl` item's bytes say.
struct ItemOverlay: Hashable, Sendable {
  /// Where the left top corner of an image lies on the canvas, in pixels.
  struct Offset: Hashable, Sendable {
    /// Columns to the right of the canvas's left side, rows below its top.
    let x, y: Int
  }

  /// Red, green, blue and opacity of the canvas where no image lies, 0 to 65,535 each.
  let fill: [Int]
  /// Columns and rows of the canvas.
  let size: PixelSize<Stored>
  /// Where each image lies, in the order in which they are laid.
  let offsets: [Offset]

  /// What the bytes say of as many images; nil for another version, or for more bytes or fewer than that takes.
  init?(_ bytes: [UInt8], inputs count: Int) {
    guard count >= 0, count <= OverlayParts.mostInputs, bytes.count > 1, bytes[0] == 0 else { return nil }
    let width = bytes[1] & 1 == 1 ? 4 : 2
    let head = 2 + 4 * 2
    guard bytes.count == head + 2 * width * (1 + count) else { return nil }
    let number = { (place: Int, size: Int) in bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
    let field = { (index: Int) in number(head + index * width, width) }
    let range = 1 << (8 * width)
    let signed = { (index: Int) in field(index) < range / 2 ? field(index) : field(index) - range }
    fill = (0..<4).map { number(2 + 2 * $0, 2) }
    size = PixelSize(width: field(0), height: field(1))
    offsets = (0..<count).map { Offset(x: signed(2 + 2 * $0), y: signed(3 + 2 * $0)) }
  }
}
