// Metadata around an encoder's bytes: chunk by chunk what the standard requires, however the bytes arrive.

import Testing
import Upright

@testable import UprightCodecs

@Suite struct WebPAssemblyTests {
  private static func field(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 255) } }

  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + field(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  private static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.flatMap { $0 }
    return Array("RIFF".utf8) + field(body.count) + body
  }

  private static let lossy = chunk("VP8 ", Array(1...15))
  private static let opaque = chunk("VP8L", [0x2F, 1, 2, 3, 0x0F, 6])
  private static let lossless = chunk("VP8L", [0x2F, 1, 2, 3, 0x10, 6])
  private static let ownHeader = chunk("VP8X", [0x10, 0, 0, 0, 9, 9, 9, 9, 9, 9])
  private static let opacity = chunk("ALPH", [1, 2, 3])

  private static func assembled(_ chunks: [[UInt8]], _ metadata: CarriedMetadata, piece: Int) throws -> [UInt8] {
    var assembly = WebPAssembly(size: PixelSize(width: 0x1234, height: 258), metadata: metadata, sink: [UInt8]())
    let bytes = file(chunks)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try assembly.write(Array(bytes[start..<min(bytes.count, start + piece)]))
    }
    try assembly.finish()
    return assembly.sink
  }

  @Test(arguments: [1, 7, 30, 1_000])
  func withoutMetadataAFileStaysAsItIs(piece: Int) throws {
    for chunks in [[Self.lossy], [Self.lossless], [Self.chunk("VP8L", [0x2F, 1, 2, 3, 4])]] {
      #expect(try Self.assembled(chunks, CarriedMetadata(), piece: piece) == Self.file(chunks))
    }
  }

  @Test(arguments: [1, 7, 30, 1_000])
  func theHeaderAnnouncesWhatThereIs(piece: Int) throws {
    let images: [([[UInt8]], kept: [[UInt8]], flag: UInt8)] = [
      ([Self.lossy], [Self.lossy], 0), ([Self.opaque], [Self.opaque], 0), ([Self.lossless], [Self.lossless], 0x10),
      ([Self.ownHeader, Self.opacity, Self.lossy], [Self.opacity, Self.lossy], 0x10),
    ]
    for (chunks, kept, flag) in images {
      for bits in 0..<8 {
        if bits == 0, flag != 0x10 || chunks.count == 1 { continue }
        let metadata = CarriedMetadata(
          exif: bits & 1 != 0 ? [1, 2, 3] : nil, xmp: bits & 2 != 0 ? [4, 5] : nil, icc: bits & 4 != 0 ? [7] : nil)
        let flags = flag | (bits & 1 != 0 ? 8 : 0) | (bits & 2 != 0 ? 4 : 0) | (bits & 4 != 0 ? 0x20 : 0)
        let header = Self.chunk("VP8X", [flags, 0, 0, 0, 0x33, 0x12, 0, 1, 1, 0])
        let expected =
          [header] + (bits & 4 != 0 ? [Self.chunk("ICCP", [7])] : []) + kept
          + (bits & 1 != 0 ? [Self.chunk("EXIF", [1, 2, 3])] : [])
          + (bits & 2 != 0 ? [Self.chunk("XMP ", [4, 5])] : [])
        #expect(try Self.assembled(chunks, metadata, piece: piece) == Self.file(expected))
      }
    }
  }

  @Test func anEncoderThatWroteNothingIsAtFault() {
    #expect(throws: UprightError.codec(format: .webp, message: "the encoder wrote no image")) {
      try Self.assembled([], CarriedMetadata(exif: [1]), piece: 10)
    }
  }
}
