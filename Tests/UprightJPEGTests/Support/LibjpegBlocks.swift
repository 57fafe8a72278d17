// What libjpeg reads of a file: its coefficients, and its pixels.

import Upright
import UprightCodecs

/// A file's coefficients as libjpeg reads them, without any warning (docs/digest-and-verify.md, "The digest").
struct LibjpegBlocks: Equatable {
  /// One component's blocks in natural order, without those that only fill up the last units.
  struct Plane: Equatable {
    var columns, rows: Int
    var blocks: [[Int16]]
  }

  var planes: [Plane] = []

  /// Nil where libjpeg fails or warns.
  init?(_ jpeg: [UInt8], size: PixelSize<Stored>) {
    var form: [UInt8] = []
    do {
      try JPEGCodec().writeBlocks(of: size, as: .identity, from: jpeg, limits: Limits(warnings: 0), into: &form)
    } catch { return nil }
    var at = 24
    func number(_ count: Int) -> Int {
      defer { at += count }
      return (0..<count).reduce(0) { $0 | Int(form[at + $1]) << (8 * $1) }
    }
    for _ in 0..<number(1) {
      at += 2
      var plane = Plane(columns: number(4), rows: number(4), blocks: [])
      at += 128
      for _ in 0..<plane.columns * plane.rows {
        let mask = UInt64(bitPattern: Int64(number(8)))
        var block = [Int16](repeating: 0, count: 64)
        for place in 0..<64 where mask >> UInt64(place) & 1 == 1 {
          block[place] = Int16(truncatingIfNeeded: number(2))
        }
        plane.blocks.append(block)
      }
      planes.append(plane)
    }
  }

  var firsts: [[Int16]] { planes.map { $0.blocks.map { $0[0] } } }
}

/// Samples that libjpeg decodes, row by row.
struct Pixels: Equatable {
  var width, height, channels: Int
  var samples: [UInt8]

  /// The whole image at a fraction.
  init(_ jpeg: [UInt8], size: PixelSize<Stored>, channels: Int, denominator: Int) throws {
    let layout = SampleLayout(channels == 1 ? .gray : channels == 3 ? .rgb : .cmyk)
    let pass = DecodePass(region: size.bounds, denominator: denominator, layout: layout)
    (width, height, self.channels) = (pass.size.width, pass.size.height, channels)
    var all: [UInt8] = []
    try JPEGCodec().decode(pass, from: jpeg, limits: Limits(warnings: 0)) { band, _ in
      unsafe band.withBytes { unsafe all += Array($0) }
    }
    samples = all
  }

  /// A row of a part; nil where it is outside.
  func row(_ y: Int, from x: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard 0..<height ~= y, x >= 0, x + count <= width else { return nil }
    return samples[((y * width + x) * channels)..<((y * width + x + count) * channels)]
  }
}
