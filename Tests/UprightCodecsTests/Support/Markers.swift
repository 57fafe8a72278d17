// The marker segments before a JPEG's first scan, and the contents of some (ITU T.81, B.1.1.4, B.2.2, B.2.4.1).

import Upright

@testable import UprightSamples

/// One marker segment of a file.
struct Marker: Equatable {
  let code: UInt8
  /// The range of its payload; the marker begins four bytes earlier.
  let place: Range<Int>
  let payload: [UInt8]

  /// As a codec receives it.
  var segment: CarriedMetadata.Segment { CarriedMetadata.Segment(marker: code, payload: payload) }

  /// Frame headers, except the codes among them that mean something else.
  var isFrame: Bool { (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code) }

  /// All up to the first scan's, which is the last; fewer if the file is damaged.
  static func all(of jpeg: [UInt8]) -> [Marker] {
    var found: [Marker] = []
    var index = 2
    while index + 4 <= jpeg.count, found.last?.code != 0xDA {
      guard jpeg[index] == 0xFF, jpeg[index + 1] > 0xBF, jpeg[index + 1] < 0xFF else {
        index += 1
        continue
      }
      let end = index + 2 + (Int(jpeg[index + 2]) << 8 | Int(jpeg[index + 3]))
      guard end >= index + 4, end <= jpeg.count else { break }
      found.append(Marker(code: jpeg[index + 1], place: index + 4..<end, payload: Array(jpeg[index + 4..<end])))
      index = end
    }
    return found
  }
}

/// The contents of a frame header.
struct Frame {
  let process: UInt8
  let size: PixelSize<Stored>
  /// Sampling factors, across and down, by component.
  let factors: [(across: Int, down: Int)]

  init?(_ jpeg: [UInt8]) {
    guard let header = Marker.all(of: jpeg).first(where: \.isFrame), header.payload.count >= 6 else { return nil }
    let payload = header.payload
    let count = Int(payload[5])
    guard payload.count >= 6 + 3 * count else { return nil }
    process = header.code
    let word = { (at: Int) -> Int in Int(payload[at]) << 8 | Int(payload[at + 1]) }
    size = PixelSize(width: word(3), height: word(1))
    factors = (0..<count).map { component in
      let both = Int(payload[7 + 3 * component])
      return (across: both >> 4, down: both & 15)
    }
  }

  /// The smallest unit that moves.
  var block: PixelSize<Stored> {
    guard factors.count > 1 else { return PixelSize(width: 8, height: 8) }
    return PixelSize(
      width: 8 * (factors.map(\.across).max() ?? 1), height: 8 * (factors.map(\.down).max() ?? 1))
  }
}

/// The segments that define the colors: APP0 and APP14.
func colorSegments(_ jpeg: [UInt8]) -> [CarriedMetadata.Segment] {
  Marker.all(of: jpeg).filter { [0xE0, 0xEE].contains($0.code) }.map(\.segment)
}

/// The application segments and comments right after SOI.
func leadingSegments(_ jpeg: [UInt8]) -> [CarriedMetadata.Segment] {
  Marker.all(of: jpeg).prefix { $0.code >= 0xE0 }.map(\.segment)
}

/// The quantization tables in natural order.
func quantizationTables(_ jpeg: [UInt8]) -> [[UInt16]] {
  var found: [[UInt16]] = []
  for marker in Marker.all(of: jpeg) where marker.code == 0xDB {
    var rest = marker.payload[...]
    while let head = rest.popFirst() {
      let width = head >> 4 == 0 ? 1 : 2
      var table = [UInt16](repeating: 0, count: 64)
      for place in JPEGQuantization.zigzag {
        table[place] = rest.prefix(width).reduce(0) { $0 << 8 | UInt16($1) }
        rest = rest.dropFirst(width)
      }
      found.append(table)
    }
  }
  return found
}

/// Marker codes anywhere in a file whose entropy-coded data is skipped, in order.
func markerCodes(_ jpeg: [UInt8]) -> [UInt8] {
  jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] > 0xBF && jpeg[$0 + 1] < 0xFF }
    .map { jpeg[$0 + 1] }
}

/// How a call failed, if it failed with an allowed error.
func failure(_ body: () throws -> Void) -> UprightError? {
  do {
    try body()
    return nil
  } catch {
    return error as? UprightError
  }
}
