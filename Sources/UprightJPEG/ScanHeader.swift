// The headers of a sequential JPEG and of its one scan (ITU T.81, B.2.2, B.2.3 and B.2.4).

package import UprightGeometry
package import UprightMetadata

/// The frame, the tables and the one scan of a sequential JPEG of 8 bits.
package struct ScanHeader: Hashable, Sendable {
  /// One component: how it is sampled and which tables it uses.
  package struct Component: Hashable, Sendable {
    /// Its identifier.
    package let identifier: UInt8
    /// Samples across and down in a unit (MCU).
    package let horizontal, vertical: Int
    /// Which quantization table.
    package let quantization: Int
    /// Which DC and AC tables.
    package var dc = 0
    package var ac = 0
  }

  /// A quantization table as DQT lists it.
  package struct Quantization: Hashable, Sendable {
    /// 64 divisors in zigzag order.
    package let divisors: [UInt16]
    /// Whether each takes two bytes in the file.
    let isWide: Bool
  }

  /// The stored image.
  package internal(set) var size = PixelSize<Stored>(width: 0, height: 0)
  /// SOF1, where baseline is SOF0.
  package internal(set) var isExtended = false
  /// In the order of the frame and of the scan.
  package internal(set) var components: [Component] = []
  /// The quantization tables 0…3.
  package internal(set) var quantization: [Quantization?] = [nil, nil, nil, nil]
  /// The DC tables 0…3.
  package internal(set) var dcCodes: [HuffmanCodes?] = [nil, nil, nil, nil]
  /// The AC tables 0…3.
  package internal(set) var acCodes: [HuffmanCodes?] = [nil, nil, nil, nil]
  /// Units between restart markers, 0 for none.
  package internal(set) var restartInterval = 0
  /// The first fields of a JFIF and of an Adobe segment, from which libjpeg chooses the color space.
  var jfif, adobe: [UInt8]?
  /// Invalid tables, by their numbers in DHT.
  var invalidTables: Set<UInt8> = []
  /// Where the data of the scan begins in the file.
  package internal(set) var dataStart = 0

  /// Blocks of a component in a unit: one component alone is coded in single blocks (ITU T.81, A.2.2).
  func blocks(of component: Component) -> (across: Int, down: Int) {
    components.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
  }

  /// Blocks in a unit, 1…10.
  package var blocksPerUnit: Int {
    components.reduce(0) { sum, component in
      let (across, down) = blocks(of: component)
      return sum + across * down
    }
  }

  /// Blocks in the image, without those that fill the last units.
  package var blockCount: Int {
    components.reduce(0) { sum, component in
      let (across, down) = blocks(of: component)
      let width = (size.width * across + unitSize.width - 1) / unitSize.width
      return sum + width * ((size.height * down + unitSize.height - 1) / unitSize.height)
    }
  }

  /// Stored pixels in a unit.
  package var unitSize: PixelSize<Stored> {
    guard components.count > 1 else { return PixelSize(width: 8, height: 8) }
    return PixelSize(
      width: 8 * components.reduce(1) { max($0, $1.horizontal) },
      height: 8 * components.reduce(1) { max($0, $1.vertical) })
  }

  /// Units in a row.
  package var unitsAcross: Int { (size.width + unitSize.width - 1) / unitSize.width }
  /// Rows of units.
  package var unitsDown: Int { (size.height + unitSize.height - 1) / unitSize.height }
  /// Units in the scan.
  package var unitCount: Int { unitsAcross * unitsDown }
}

// Reads the headers of a JPEG down to its first scan, as strictly as libjpeg without warnings (ITU T.81, B.2).
extension ScanHeader {
  /// Reads the headers of `source`, a segment at a time.
  ///
  /// - Throws: `ScanFault`.
  package init(of source: some ByteSource) throws(ScanFault) {
    var reader = SegmentReader(source)
    guard try reader.bytes(at: 0, count: 2) == [0xFF, 0xD8] else { throw ScanFault(.notJPEG, at: 0) }
    self.init()
    var position = 2
    while true {
      let segment = try reader.segment(at: position)
      if segment.marker == 0xDA {
        try readScan(segment, reader.payload(segment))
        dataStart = segment.end
        try check(segment.offset)
        return
      }
      if segment.marker == 0xD9 { throw ScanFault(.frameMissing, at: segment.offset) }
      if segment.isRead { try read(segment, reader.payload(segment)) }
      position = segment.end
    }
  }

  private mutating func read(_ segment: Segment, _ payload: [UInt8]) throws(ScanFault) {
    switch segment.marker {
    case 0xC0, 0xC1: try readFrame(segment, payload)
    case 0xC4: try readCodes(segment, payload)
    case 0xDB: try readQuantization(segment, payload)
    case 0xDD:
      guard payload.count == 2 else { throw ScanFault(.segmentInvalid, at: segment.offset) }
      restartInterval = Int(payload[0]) << 8 | Int(payload[1])
    case 0xE0 where payload.count >= 14 && payload.starts(with: "JFIF\0".utf8):
      guard payload[5] == 1 else { throw ScanFault(.colorsUnclear, at: segment.offset) }
      jfif = jfif ?? payload.prefix(12) + [0, 0]
    case 0xEE where payload.count >= 12 && payload.starts(with: "Adobe".utf8):
      guard payload[11] <= 2 else { throw ScanFault(.colorsUnclear, at: segment.offset) }
      adobe = Array(payload.prefix(12))
    default: break
    }
  }

  private mutating func readFrame(_ segment: Segment, _ payload: [UInt8]) throws(ScanFault) {
    guard components.isEmpty, payload.count >= 6, payload[5] > 0, payload.count == 6 + 3 * Int(payload[5]) else {
      throw ScanFault(.frameInvalid, at: segment.offset)
    }
    isExtended = segment.marker == 0xC1
    size.height = Int(payload[1]) << 8 | Int(payload[2])
    size.width = Int(payload[3]) << 8 | Int(payload[4])
    guard size.height > 0 else { throw ScanFault(.heightAfterScan, at: segment.offset) }
    guard size.width > 0 else { throw ScanFault(.frameInvalid, at: segment.offset) }
    guard max(size.width, size.height) <= 65_500 else { throw ScanFault(.tooLarge, at: segment.offset) }
    guard payload[0] == 8 else { throw ScanFault(.twelveBit, at: segment.offset) }
    guard payload[5] <= 10 else { throw ScanFault(.frameInvalid, at: segment.offset) }
    for index in 0..<Int(payload[5]) {
      let fields = payload[(6 + 3 * index)...].prefix(3).map(\.self)
      let (across, down) = (Int(fields[1] >> 4), Int(fields[1] & 15))
      guard 1...4 ~= across, 1...4 ~= down else { throw ScanFault(.frameInvalid, at: segment.offset) }
      components.append(
        Component(identifier: fields[0], horizontal: across, vertical: down, quantization: Int(fields[2])))
    }
  }

  private mutating func readCodes(_ segment: Segment, _ payload: [UInt8]) throws(ScanFault) {
    var rest = payload[...]
    while rest.count >= 17, let head = rest.first {
      let counts = rest.dropFirst().prefix(16).map(\.self)
      let total = counts.reduce(0) { $0 + Int($1) }
      rest = rest.dropFirst(17)
      guard total <= rest.count, head & 0xEF < 4 else { throw ScanFault(.tableInvalid, at: segment.offset) }
      guard total <= 256 else { throw ScanFault(.tableInvalid, at: segment.offset) }
      // An invalid table is damage only if the scan uses it, as in libjpeg.
      let codes = HuffmanCodes(counts: counts, symbols: Array(rest.prefix(total)))
      if codes == nil { invalidTables.insert(head) } else { invalidTables.remove(head) }
      if head & 0x10 == 0 { dcCodes[Int(head)] = codes } else { acCodes[Int(head & 3)] = codes }
      rest = rest.dropFirst(total)
    }
    guard rest.isEmpty else { throw ScanFault(.segmentInvalid, at: segment.offset) }
  }

  private mutating func readQuantization(_ segment: Segment, _ payload: [UInt8]) throws(ScanFault) {
    var rest = payload[...]
    while let head = rest.first {
      let isWide = head >> 4 != 0
      let count = isWide ? 128 : 64
      rest = rest.dropFirst()
      guard head & 15 < 4, rest.count >= count else { throw ScanFault(.tableInvalid, at: segment.offset) }
      let bytes = rest.prefix(count).map(UInt16.init)
      let divisors = (0..<64).map { isWide ? bytes[2 * $0] << 8 | bytes[2 * $0 + 1] : bytes[$0] }
      quantization[Int(head & 15)] = Quantization(divisors: divisors, isWide: isWide)
      rest = rest.dropFirst(count)
    }
  }

  private mutating func readScan(_ segment: Segment, _ payload: [UInt8]) throws(ScanFault) {
    guard !components.isEmpty else { throw ScanFault(.frameMissing, at: segment.offset) }
    guard let count = payload.first.map(Int.init), 1...4 ~= count, payload.count == 2 * count + 4 else {
      throw ScanFault(.scanInvalid, at: segment.offset)
    }
    let listed = (0..<count).map { payload[1 + 2 * $0] }
    guard listed.allSatisfy({ name in components.contains { $0.identifier == name } }) else {
      throw ScanFault(.scanInvalid, at: segment.offset)
    }
    guard count == components.count else { throw ScanFault(.severalScans, at: segment.offset) }
    guard listed == components.map(\.identifier), Set(listed).count == count else {
      throw ScanFault(.componentOrder, at: segment.offset)
    }
    for index in 0..<count {
      components[index].dc = Int(payload[2 + 2 * index] >> 4)
      components[index].ac = Int(payload[2 + 2 * index] & 15)
    }
    guard payload.suffix(3).elementsEqual([0, 63, 0]) else { throw ScanFault(.scanInvalid, at: segment.offset) }
  }

  /// That the scan has the tables it uses, and no more blocks in a unit than there may be (ITU T.81, B.2.3).
  private func check(_ offset: Int) throws(ScanFault) {
    guard components.count == 1 || blocksPerUnit <= 10 else { throw ScanFault(.frameInvalid, at: offset) }
    for component in components {
      guard component.quantization < 4, quantization[component.quantization] != nil else {
        throw ScanFault(.quantizationMissing, at: offset)
      }
      guard component.dc < 4, component.ac < 4 else { throw ScanFault(.scanInvalid, at: offset) }
      guard !invalidTables.contains(UInt8(component.dc)), !invalidTables.contains(0x10 | UInt8(component.ac)) else {
        throw ScanFault(.tableInvalid, at: offset)
      }
      guard let differences = dcCodes[component.dc], acCodes[component.ac] != nil else {
        throw ScanFault(.standardTables, at: offset)
      }
      guard differences.symbols.allSatisfy({ $0 < 16 }) else { throw ScanFault(.tableInvalid, at: offset) }
    }
  }
}

// The headers of a small JPEG with units of a larger one: its tables, its colors, another size (ITU T.81, B.2).

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

// The Huffman tables of ITU T.81, K.3.3, which most encoders use.

/// Tables that an encoder may use without counting symbols.
package enum StandardCodes {
  /// Tables K.3 and K.4, for luma and for chroma.
  package static let differences: [HuffmanCodes] = [
    HuffmanCodes(counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11)),
    HuffmanCodes(counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: Array(0...11)),
  ].compactMap(\.self)

  /// Tables K.5 and K.6: the short codes one by one, the codes of 16 bits in order.
  package static let runs: [HuffmanCodes] = [
    HuffmanCodes(
      counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D],
      symbols: [
        0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07,
        0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0,
        0x24, 0x33, 0x62, 0x72, 0x82,
      ] + rest([0x09, 0x16, 0x25, 0x34, 0x43, 0x53, 0x63, 0x73, 0x83, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE1, 0xF1])),
    HuffmanCodes(
      counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
      symbols: [
        0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71,
        0x13, 0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0,
        0x15, 0x62, 0x72, 0xD1, 0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1,
      ] + rest([0x17, 0x26, 0x35, 0x43, 0x53, 0x63, 0x73, 0x82, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE2, 0xF2])),
  ].compactMap(\.self)

  /// Whether all tables of a file are those that libjpeg has for their numbers.
  static func are(_ header: ScanHeader) -> Bool {
    for number in 0..<4 {
      let (dc, ac) = (header.dcCodes[number], header.acCodes[number])
      if let dc, number > 1 || dc != differences[number] { return false }
      if let ac, number > 1 || ac != runs[number] { return false }
    }
    return true
  }

  /// For each run length, the symbols from the given one up to size 10.
  private static func rest(_ firsts: [UInt8]) -> [UInt8] {
    firsts.flatMap { first in (0...(0x0A - (first & 0x0F))).map { first + $0 } }
  }
}
