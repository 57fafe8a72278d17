// Removing metadata from a TIFF whose lengths cannot be trusted: every pixel stays and the location is removed, or the
// file is refused with advice.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct TIFFStrippingTests {
  /// The location as stored in the file.
  private static let secret = TinyTIFF.ByteOrder.little.bytes(345_678, width: 4)

  /// A page with a location after everything else, and unnamed bytes after that.
  private static func file(
    _ image: TinyImage, _ entries: [TinyEntry] = [], rows: Int = 2
  ) -> TinyTIFFFile {
    let page = TinyTIFFFile.Subfile(image, entries: [.orientation(6), TinyEntry(0x8825, .long, [0])] + entries)
    var file = TinyTIFFFile(pages: [page])
    file.rowsPerStrip = rows
    return file
  }

  private static func located(_ file: TinyTIFFFile) -> [UInt8] {
    var file = file
    let start = file.bytes.count
    file.pages[0].entries[1].values = [start]
    let position = TinyDirectory(
      .little, [TinyEntry(1, text: "N"), TinyEntry(2, .rational, [48, 1, 12, 1, 345_678, 10_000])])
    return file.bytes + position.bytes(at: start, next: 0) + secret
  }

  private func holdsSecret(_ bytes: [UInt8]) -> Bool {
    bytes.contains(sequence: Self.secret)
  }

  private static let image = TinyImage.sixColors.enlarged(by: 4)
  /// 12 × 8 pixels of three bytes: four strips of two rows.
  private static let strip = 12 * 2 * 3
  private static let pixels = 8..<8 + 12 * 8 * 3

  /// Readers recompute these: missing, too few, one that differs, one beyond the end of the file, and none at all.
  @Test(
    arguments: [
      [0, 0, 0, 0], [strip, 0, strip, strip], [10, 10, 10, 10], [strip, 3, strip, strip], [strip],
      [strip, strip, strip, 1 << 30], [strip, strip, strip, strip],
    ], [Strip.gps, .allButColor])
  func wrongLengthsCostNoPixel(_ lengths: [Int], _ strip: Strip) throws {
    let source = Self.located(Self.file(Self.image, [TinyEntry(279, .long, lengths)]))
    #expect(holdsSecret(source))
    let result = try stripped(source, strip)
    #expect(result[Self.pixels] == source[Self.pixels] && result.count == source.count)
    #expect(source[Self.pixels].contains { $0 != 0 } && !holdsSecret(result))
  }

  /// One strip without its length, the last one shorter than the others, and planes one after the other.
  @Test func lengthsAreCountedAsReadersCountThem() throws {
    for rows in [3, 8, 5_000] {
      let count = rows == 3 ? 3 : 1
      let source = Self.located(
        Self.file(
          Self.image, [TinyEntry(279, .long, .init(repeating: 0, count: count)), TinyEntry(278, .long, [rows])],
          rows: rows))
      let result = try stripped(source, .gps)
      #expect(result[Self.pixels] == source[Self.pixels] && !holdsSecret(result), "\(rows) rows")
    }
    var sizes: [[Int]] = []
    for entries in [
      [TinyEntry(258, .short, [1])], [TinyEntry(258, .short, [16, 16, 16])], [TinyEntry(284, .short, [2])],
      [TinyEntry(262, .short, [6])], [TinyEntry(262, .short, [6]), TinyEntry(530, .short, [4, 1])],
      [TinyEntry(322, .short, [16]), TinyEntry(323, .short, [16])], [TinyEntry(259, .short, [5])],
    ] {
      let bytes = Self.file(Self.image, entries, rows: 3).bytes
      var reader = try TIFFReader(bytes)
      let table = try #require(try reader.table(at: reader.firstDirectoryOffset))
      let found = try reader.uncompressed(table, isTiled: entries.count == 2 && entries[0].tag == 322)
      sizes.append(found.map { found in [0, 2, 3, 5].map { found.byteCount(of: $0) } } ?? [])
    }
    #expect(
      sizes == [
        [15, 10, 15, 10], [216, 144, 216, 144], [36, 24, 36, 24], [72, 36, 72, 36], [54, 36, 54, 36],
        [768, 768, 768, 768], [],
      ])
  }

  /// Only a decoder knows where a compressed strip ends.
  @Test(arguments: [[0, 72, 72, 72], [72, 72, 72], [72, 72, 72, 1 << 30]], [Strip.gps, .allButColor])
  func compressedStripsWithoutALengthAreRefused(_ lengths: [Int], _ strip: Strip) throws {
    let entries = [TinyEntry(259, .short, [5]), TinyEntry(279, .long, lengths)]
    let source = Self.located(Self.file(Self.image, entries))
    let error = #expect(throws: MetadataError.self) { try stripped(source, strip) }
    #expect(error?.code == .metadataNotRemovable)
    #expect(
      error?.description
        == "pixels may be outside all directories, so nothing can be removed safely; `tiffcp IN.tif OUT.tif` writes "
        + "each strip with its length, and programs for stacks can save a directory for each image")
    #expect(try stripped(source, .thumbnails) == source)
  }

  /// A strip without a position and a length is not one.
  @Test func emptyStripsAreNoObstacle() throws {
    let places = [8, 0, 8 + 2 * Self.strip, 8 + 3 * Self.strip]
    let source = Self.located(
      Self.file(
        Self.image,
        [TinyEntry(259, .short, [5]), TinyEntry(273, .long, places), TinyEntry(279, .long, [72, 0, 72, 72])]))
    let result = try stripped(source, .gps)
    #expect(!holdsSecret(result) && result[80..<152].allSatisfy { $0 == 0 }, "no strip names these bytes")
    #expect(result[152..<Self.pixels.upperBound] == source[152..<Self.pixels.upperBound])
  }

  /// One directory may describe a stack of images, one after the other.
  @Test func stacksBehindOneDirectoryAreRefused() throws {
    var file = Self.file(Self.image)
    file.pages.append(.init(Self.image, entries: [.orientation(6)]))
    let whole = Self.located(file)
    #expect(!holdsSecret(try stripped(whole, .gps)))
    var bytes = Self.located(file)
    // The first directory becomes the last.
    let first = file.directoryOffset(ofPage: 0)
    let count = Int(bytes[first]) + Int(bytes[first + 1]) << 8
    for place in first + 2 + 12 * count..<first + 6 + 12 * count { bytes[place] = 0 }
    #expect(try Probe(bytes).parts.count == 1)
    for strip in [Strip.gps, .allButColor] {
      #expect(throws: MetadataError(.metadataNotRemovable, at: Self.pixels.upperBound, format: .tiff)) {
        try stripped(bytes, strip)
      }
    }
    for place in Self.pixels.upperBound..<Self.pixels.upperBound + 12 * 8 * 3 { bytes[place] = 0 }
    #expect(!holdsSecret(try stripped(bytes, .gps)), "zeros are no pictures")
  }

  /// Pixels without a stated position overlap the removed data.
  @Test func pixelsOverWhatGoesAreRefused() throws {
    let rows = 4_000
    let entries = [TinyEntry(279, .long, [0]), TinyEntry(257, .long, [rows])]
    let source = Self.located(Self.file(Self.image, entries, rows: rows))
    #expect(throws: MetadataError(.metadataNotRemovable, at: 8, format: .tiff)) { try stripped(source, .gps) }
  }

  /// JPEG from before Technical Note 2 has tables without a length field.
  @Test func whatStaysForAnOldJPEGIsSaid() throws {
    let source = Self.located(Self.file(Self.image, [TinyEntry(259, .short, [6])]))
    #expect(
      try Probe(source).losses(without: .gps).map(\.description) == [
        "unreferenced bytes stay: the old-style JPEG (before Technical Note 2) may need them"
      ])
    #expect(try Probe(source).losses(without: .thumbnails).isEmpty)
  }
}
