// The eight turns of an image in memory into a result that is there already, whole and in bands.

import Measuring
import Upright

/// An image of 24 megapixels, and results of both shapes that are used again and again.
final class Turning {
  let channels: SampleLayout.Channels
  private let source: Raster<Displayed>
  private let band: Raster<Displayed>
  private var lying: Raster<Displayed>
  private var standing: Raster<Displayed>

  static let size = PixelSize<Displayed>(width: 6000, height: 4000)

  /// Name and turn of each.
  static let turns: [(name: String, turn: Orientation<Displayed, Displayed>)] = [
    ("as it is", .identity), ("mirror", .mirrorHorizontal), ("rotate180", .rotate180), ("flip", .mirrorVertical),
    ("transpose", .transpose), ("rotate90", .rotate90), ("transverse", .transverse), ("rotate270", .rotate270),
  ]

  /// Nil if memory runs out.
  init?(_ channels: SampleLayout.Channels) {
    let (size, layout) = (Self.size, SampleLayout(channels))
    var state: UInt32 = 1
    let noise = (0..<size.width * size.height * layout.bytesPerPixel).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    guard let source = Raster(size: size, layout: layout, bytes: noise), let band = source.rows(0..<64),
      let lying = Raster<Displayed>(size: size, layout: layout),
      let standing = Raster<Displayed>(size: PixelSize(width: size.height, height: size.width), layout: layout)
    else { return nil }
    self.channels = channels
    self.source = source
    self.band = band
    self.lying = lying
    self.standing = standing
  }

  /// Bytes of the image.
  var byteCount: Int { source.bytesPerRow * Self.size.height }

  /// Turns the whole image.
  func run(_ turn: Orientation<Displayed, Displayed>) { place(source, firstRow: 0, turn) }

  /// Turns it in bands of 64 rows, as a decoder hands them over.
  func runInBands(_ turn: Orientation<Displayed, Displayed>) {
    for row in stride(from: 0, to: Self.size.height, by: 64) { place(band, firstRow: row, turn) }
  }

  private func place(_ rows: Raster<Displayed>, firstRow: Int, _ turn: Orientation<Displayed, Displayed>) {
    if turn.swapsAxes {
      standing.place(rows, firstRow: firstRow, of: Self.size, by: turn, at: standing.size.bounds)
    } else {
      lying.place(rows, firstRow: firstRow, of: Self.size, by: turn, at: lying.size.bounds)
    }
  }

  /// Prints the table.
  func measure() {
    let copy = Copy(byteCount: byteCount)
    let whole = Self.turns.map { name, turn in (name: "\(name)", body: { self.run(turn) }) }
    let inBands = Self.turns.filter { $0.name == "mirror" || $0.name == "rotate90" }.map { name, turn in
      (name: "\(name), bands of 64 rows", body: { self.runInBands(turn) })
    }
    print(Race.header("ms, \(channels), 6000 × 4000"))
    Race([(name: "memcpy", body: { copy.run(self.byteCount) })] + whole + inBands).rows.forEach { print($0) }
    print()
  }
}
