// The density of an image's pixels in print (JFIF 1.02; ISO 15948, 11.3.5.3: pHYs; TIFF 6.0, section 8: XResolution; Win32
// API, BITMAPINFOHEADER: biXPelsPerMeter).

/// Pixels per meter across and down, or only the ratio of the two.
struct PixelDensity: Hashable, Sendable {
  /// Pixels across and down.
  let across, down: Int
  /// Whether they are per meter; otherwise only their ratio counts.
  let isPerMeter: Bool

  /// The name of the part that states it, in every container.
  static let part = "density"

  /// A density; nil if a number is 0 or less, or more than four bytes hold.
  init?(across: Int, down: Int, isPerMeter: Bool) {
    guard (1...Int(UInt32.max)).contains(across), (1...Int(UInt32.max)).contains(down) else { return nil }
    (self.across, self.down, self.isPerMeter) = (across, down, isPerMeter)
  }

  /// The density in a pHYs chunk's data.
  init?(chunk data: some Collection<UInt8>) {
    let data = Array(data)
    guard data.count == 9, data[8] <= 1 else { return nil }
    self.init(
      across: BigEndian.number(data[..<4]), down: BigEndian.number(data[4..<8]), isPerMeter: data[8] == 1)
  }

  /// The density in a JFIF segment, from its identifier: pixels per inch or centimeter, or their ratio.
  init?(segment payload: some Collection<UInt8>) {
    let payload = Array(payload.prefix(12))
    guard payload.count == 12, payload[7] <= 2 else { return nil }
    let numbers = [payload[8..<10], payload[10..<12]].map { field in
      switch payload[7] {
      case 1: Self.perMeter(inch: BigEndian.number(field))
      case 2: 100 * BigEndian.number(field)
      default: BigEndian.number(field)
      }
    }
    self.init(across: numbers[0], down: numbers[1], isPerMeter: payload[7] != 0)
  }

  /// Whether it says more than that pixels are square.
  var isStated: Bool { isPerMeter || across != down }

  /// The density of the image turned by a quarter.
  var turned: PixelDensity { PixelDensity(across: down, down: across, isPerMeter: isPerMeter) ?? self }

  /// A pHYs chunk.
  var chunk: CarriedMetadata.Chunk {
    let fields = [across, down].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return CarriedMetadata.Chunk(name: Array("pHYs".utf8), payload: fields + [isPerMeter ? 1 : 0])
  }

  /// A JFIF 1.02 segment, with pixels per inch or per centimeter, whichever are nearer.
  var segment: CarriedMetadata.Segment {
    let inches = numbers.map { Self.held(Self.perInch(meter: $0)) }
    let centimeters = numbers.map { Self.held(($0 + 50) / 100) }
    let isInInches = distance(inches.map(Self.perMeter(inch:))) <= distance(centimeters.map { 100 * $0 })
    let unit: UInt8 = isPerMeter ? isInInches ? 1 : 2 : 0
    let written = isPerMeter ? isInInches ? inches : centimeters : numbers.map(Self.held)
    let fields = written.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return CarriedMetadata.Segment(
      marker: 0xE0, payload: JPEGSegment.Identifier.jfif + [1, 2, unit] + fields + [0, 0])
  }

  /// XResolution, YResolution and ResolutionUnit: whole pixels per inch if they are exact, otherwise per centimeter.
  func fields(_ layout: TIFFLayout) -> [WrittenDirectory.Field] {
    let inches = numbers.map(Self.perInch(meter:))
    let isInInches = inches.allSatisfy { $0 > 0 } && inches.map(Self.perMeter(inch:)) == numbers
    let (values, below) = !isPerMeter ? (numbers, 1) : isInInches ? (inches, 1) : (numbers, 100)
    let unit = !isPerMeter ? 1 : isInInches ? 2 : 3
    return zip([TIFFTag.xResolution, .yResolution], values).map { tag, value in
      WrittenDirectory.Field(
        tag: tag.rawValue, type: 5, count: 1, bytes: layout.encode(value, size: 4) + layout.encode(below, size: 4))
    } + [
      WrittenDirectory.Field(
        tag: TIFFTag.resolutionUnit.rawValue, type: 3, count: 1, bytes: layout.encode(unit, size: 2))
    ]
  }

  private var numbers: [Int] { [across, down] }

  /// How far other numbers are from its own.
  private func distance(_ others: [Int]) -> Int { zip(numbers, others).reduce(0) { $0 + abs($1.0 - $1.1) } }

  /// The nearest number that two bytes hold, without 0.
  private static func held(_ number: Int) -> Int { max(1, min(0xFFFF, number)) }

  /// An inch is 0.0254 m.
  private static func perMeter(inch number: Int) -> Int { (number * 10_000 + 127) / 254 }

  private static func perInch(meter number: Int) -> Int { (number * 254 + 5_000) / 10_000 }
}

extension FilePart {
  /// Whether it states the density of the pixels: both numbers, or a directory's XResolution.
  package var isDensity: Bool { kind == .field && name == PixelDensity.part }

  /// Whether it states the density again, after another part.
  package var repeatsDensity: Bool { kind == .structure && name == PixelDensity.part }
}

extension CarriedMetadata {
  /// The density in its chunks.
  var density: PixelDensity? {
    chunks.first { $0.name.elementsEqual("pHYs".utf8) }.flatMap { PixelDensity(chunk: $0.payload) }
  }

  /// States the density in an Exif block without one, for a container that cannot state it otherwise. Only IFD0 moves,
  /// to the block's end.
  package mutating func stateDensityInExif() {
    guard let density, density.isStated, let exif, let block = TIFFBlock(exif), let main = block.ifd0, main.isComplete,
      let next = main.next, main.declaredCount < 1_024,
      [TIFFTag.xResolution, .yResolution, .resolutionUnit].allSatisfy({ main.first($0) == nil })
    else { return }
    let (layout, start) = (block.layout, MovedDirectory.offset(behind: exif.count))
    var directory = WrittenDirectory(fields: density.fields(layout))
    directory.fields += main.entries.map { entry in
      let value = Array(exif[entry.offset + 8..<entry.offset + 12])
      return WrittenDirectory.Field(tag: entry.tag, type: entry.type, count: entry.count, bytes: value)
    }
    var written = directory.bytes(at: start, layout)
    let link = layout.countSize + layout.entrySize * directory.fields.count
    written.replaceSubrange(link..<link + layout.offsetSize, with: layout.encode(offset: next))
    var bytes = exif + [UInt8](repeating: 0, count: start - exif.count) + written
    bytes.replaceSubrange(4..<8, with: layout.encode(offset: start))
    self.exif = bytes
  }
}
