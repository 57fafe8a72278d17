// Images as djpeg and Pillow write them: binary PGM and PPM (netpbm's pgm(5) and ppm(5)).

package import UprightFixtures

/// A gray or RGB image of 8-bit samples, row by row.
package struct PortableMap: Sendable {
  /// Columns and rows.
  package let width, height: Int
  /// 1 for gray, 3 for RGB.
  package let channels: Int
  /// The samples, with the channels of a pixel interleaved.
  package let samples: [UInt8]

  /// An image of these samples.
  package init(width: Int, height: Int, channels: Int, samples: [UInt8]) {
    (self.width, self.height, self.channels, self.samples) = (width, height, channels, samples)
  }

  /// The file that contains it.
  package var bytes: [UInt8] { Array("P\(channels == 1 ? 5 : 6)\n\(width) \(height)\n255\n".utf8) + samples }

  /// The image of a binary PGM or PPM file with 8-bit samples; nil if it is invalid.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > 2, bytes[0] == UInt8(ascii: "P") else { return nil }
    let channels = bytes[1] == UInt8(ascii: "6") ? 3 : bytes[1] == UInt8(ascii: "5") ? 1 : 0
    var numbers: [Int] = []
    var place = 2
    while numbers.count < 3, place < bytes.count {
      let word = bytes[place...].drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
      guard let number = Int(String(decoding: word, as: UTF8.self)) else { return nil }
      numbers.append(number)
      place = word.endIndex
    }
    place += 1
    guard channels > 0, numbers.count == 3, numbers[2] == 255, bytes.count >= place + numbers[0] * numbers[1] * channels
    else { return nil }
    let count = numbers[0] * numbers[1] * channels
    self.init(
      width: numbers[0], height: numbers[1], channels: channels, samples: Array(bytes[place..<place + count]))
  }
}

extension TinyImage {
  /// The image of a binary PGM or PPM file with 8-bit samples; nil if it is invalid.
  package init?(portableMap bytes: [UInt8]) {
    guard let map = PortableMap(bytes) else { return nil }
    self.init(width: map.width, height: map.height, filledWith: Array(repeating: 0, count: map.channels))
    for y in 0..<height {
      for x in 0..<width {
        let start = (y * width + x) * channels
        self[x, y] = Array(map.samples[start..<start + channels])
      }
    }
  }
}
