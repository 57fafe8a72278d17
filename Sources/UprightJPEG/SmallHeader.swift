// The headers of a small JPEG with units of a larger one: its tables, its colors, another size (ITU T.81, B.2).

internal import UprightGeometry

/// Writes the headers that a scan's data needs, without restart intervals.
struct SmallHeader {
  private let header: ScanHeader
  /// Tables of differences in place of the header's.
  private let differences: [Int: HuffmanCodes]

  init(_ header: ScanHeader, differences: [Int: HuffmanCodes] = [:]) {
    self.header = header
    self.differences = differences
  }

  /// From the start marker to the end of the scan header, for an image of `size`.
  func bytes(_ size: PixelSize<Stored>) -> [UInt8] {
    var result: [UInt8] = [0xFF, 0xD8]
    if let jfif = header.jfif { result += Self.segment(0xE0, jfif) }
    if let adobe = header.adobe { result += Self.segment(0xEE, adobe) }
    for index in Set(header.components.map(\.quantization)).sorted() {
      guard let table = header.quantization[index] else { continue }
      let divisors = table.divisors.flatMap { table.isWide ? Self.two(Int($0)) : [UInt8(truncatingIfNeeded: $0)] }
      result += Self.segment(0xDB, [UInt8(index) | (table.isWide ? 0x10 : 0)] + divisors)
    }
    let components = header.components.flatMap { component in
      [component.identifier, UInt8(component.horizontal << 4 | component.vertical), UInt8(component.quantization)]
    }
    let frame = [8] + Self.two(size.height) + Self.two(size.width) + [UInt8(header.components.count)] + components
    result += Self.segment(header.isExtended ? 0xC1 : 0xC0, frame)
    for index in Set(header.components.map(\.dc)).sorted() {
      result += Self.codes(UInt8(index), differences[index] ?? header.dcCodes[index])
    }
    for index in Set(header.components.map(\.ac)).sorted() {
      result += Self.codes(0x10 | UInt8(index), header.acCodes[index])
    }
    let listed = header.components.flatMap { [$0.identifier, UInt8($0.dc << 4 | $0.ac)] }
    return result + Self.segment(0xDA, [UInt8(header.components.count)] + listed + [0, 63, 0])
  }

  static func codes(_ name: UInt8, _ codes: HuffmanCodes?) -> [UInt8] {
    codes.map { segment(0xC4, [name] + $0.counts + $0.symbols) } ?? []
  }

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + two(payload.count + 2) + payload
  }

  static func two(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}
