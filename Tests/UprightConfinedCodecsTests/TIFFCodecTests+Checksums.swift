// Strips and tiles in Deflate are read to their checksum, which libtiff does not reach if more than the pixels is there.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures

extension TIFFCodecTests {
  /// Strips, a strip that is read row by row, small tiles, and tiles that are decoded in parallel.
  private static let packed: [SampleTIFF] = [
    (37, SampleTIFF.Kind(2, 8), 5), (701, SampleTIFF.Kind(2, 8), 603), (37, SampleTIFF.Kind(1, 16, isPlanar: true), 7),
    (37, SampleTIFF.Kind(1, 8, tile: (16, 32)), 5), (300, SampleTIFF.Kind(2, 8, tile: (128, 128)), 5),
  ].map { width, kind, rows in
    var file = SampleTIFF.mixedColors(width: width, height: max(71, rows), kind)
    (file.isPacked, file.rowsPerStrip, file.surplus) = (true, rows, [UInt8](repeating: 0x5A, count: 999))
    return file
  }

  /// The first byte of the first pixel: behind the headers of the file, of the stream and of its first block.
  private static let firstPixel = 8 + 2 + 5

  private static func whole(_ file: SampleTIFF) -> PixelRect<Stored> {
    PixelRect(x: 0, y: 0, width: file.width, height: file.height)
  }

  private static var strict: Limits {
    var limits = Limits()
    limits.warnings = 0
    return limits
  }

  /// Only a strip that is read row by row is read completely then.
  @Test(arguments: packed.indices)
  func surplusBehindThePixelsIsDamageWhereItHidesThem(_ index: Int) throws {
    let file = Self.packed[index]
    guard index == 1 else {
      let error = #expect(throws: UprightError.self) {
        try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict)
      }
      if case .malformed = error {} else { Issue.record("\(error as Any)") }
      return
    }
    let found = try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict)
    #expect(found.pixels == Self.expected(file, Self.whole(file)))
  }

  @Test(arguments: packed.indices)
  func aWrongChecksumBehindSurplusIsDamage(_ index: Int) throws {
    let file = Self.packed[index]
    var bytes = file.bytes
    bytes[Self.firstPixel] ^= 1
    var rows = 0
    let pass = DecodePass(region: Self.whole(file), denominator: 1, layout: file.kind.layout)
    let error = #expect(throws: UprightError.self) {
      try TIFFCodec().decode(pass, from: bytes, limits: Self.strict) { _, _ in rows += 1 }
    }
    if case .malformed = error {} else { Issue.record("\(error as Any)") }
    #expect(rows == 0, "nothing is delivered before the checksum is read")
    guard index == 1 else { return }
    let lenient = try Self.decoded(bytes, Self.whole(file), file.kind.layout).pixels
    let expected = Self.expected(file, Self.whole(file))
    #expect(lenient.count == expected.count && lenient[0] != expected[0] && lenient.dropFirst() == expected.dropFirst())
  }

  @Test func aStripThatEndsBeforeItsChecksumIsDamage() throws {
    var file = SampleTIFF.mixedColors(width: 37, height: 71, SampleTIFF.Kind(2, 8))
    (file.isPacked, file.rowsPerStrip) = (true, 71)
    let length = 2 + 5 + 37 * 71 * 3 + 4
    file.entries = [TinyEntry(279, .long, [length])]
    #expect(
      try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict).pixels
        == Self.expected(file, Self.whole(file)))
    file.entries = [TinyEntry(279, .long, [length - 4])]
    #expect(throws: UprightError.self) {
      try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict)
    }
  }

  @Test func onlyStripsOfTheRegionAreChecked() throws {
    var file = Self.packed[0]
    file.surplus = []
    var bytes = file.bytes
    bytes[Self.firstPixel] ^= 1
    let below = PixelRect<Stored>(x: 0, y: 5, width: 37, height: 66)
    #expect(
      try Self.decoded(bytes, below, file.kind.layout, limits: Self.strict).pixels == Self.expected(file, below))
  }
}
