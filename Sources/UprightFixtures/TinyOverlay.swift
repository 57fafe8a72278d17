// The bytes of an overlay item, which places images on a canvas (ISO 23008-12, 6.6.2.2).

/// An overlay.
package struct TinyOverlay: Sendable {
  /// Red, green, blue and alpha of the canvas, 0 to 65,535 each.
  package var fill = [0, 0, 0, 0xFFFF]
  /// Columns and rows of the canvas.
  package var width, height: Int
  /// The position of each image: columns and rows from the canvas's top left corner.
  package var offsets: [[Int]]
  /// Whether sizes and offsets have four bytes rather than two.
  package var isWide = false

  /// An opaque black canvas.
  package init(width: Int, height: Int, offsets: [[Int]]) {
    (self.width, self.height, self.offsets) = (width, height, offsets)
  }

  /// The item's data.
  package var bytes: [UInt8] {
    let numbers = ([width, height] + offsets.flatMap { $0 }).flatMap { TinyBox.number($0, isWide ? 4 : 2) }
    return [0, isWide ? 1 : 0] + fill.flatMap { TinyBox.number($0, 2) } + numbers
  }
}
