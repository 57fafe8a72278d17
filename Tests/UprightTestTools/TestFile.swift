// JPEG files with every unusual form of an orientation, and the resolver's expected result for each.

package import UprightFixtures
package import UprightMetadata

/// One file, its expected orientation, and its expected findings.
package struct TestFile: Sendable, CustomStringConvertible {
  /// Its special feature.
  package let name: String
  /// The whole file.
  package let bytes: [UInt8]
  /// 1…8.
  package let orientation: UInt8
  /// The findings' codes, in any order.
  package let codes: [Finding.Code]

  package var description: String { name }

  /// A file.
  package init(_ name: String, _ file: TinyJPEG, _ orientation: UInt8, _ codes: [Finding.Code] = []) {
    self.name = name
    bytes = file.bytes
    self.orientation = orientation
    self.codes = codes
  }

  /// A file with only an Exif block.
  package init(_ name: String, _ block: TinyTIFF, _ orientation: UInt8, _ codes: [Finding.Code] = []) {
    self.init(name, TinyJPEG(.sixColors, exif: block), orientation, codes)
  }

  /// All of them.
  package static let all: [TestFile] =
    tags + values + types + counts + duplicates + directories + packets + places + headers + images
}

extension TestFile {
  /// The tag as the standard requires: eight values, two byte orders.
  package static let tags: [TestFile] = TinyTIFF.ByteOrder.allCases.flatMap { order in
    (1...8).map { TestFile("tag \($0), \(order)", TinyTIFF(order, orientation: $0), UInt8($0)) }
  }

  /// Invalid values.
  static let values: [TestFile] = [0, 9, 10, 255, 256, 262, 1536, 65_535].flatMap { value in
    TinyTIFF.ByteOrder.allCases.map {
      TestFile("value \(value), \($0)", TinyTIFF($0, orientation: value), 1, [.invalidValue])
    }
  }

  /// Types other than SHORT.
  static let types: [TestFile] = TinyTIFF.ByteOrder.allCases.flatMap { order in
    func entry(_ type: TinyEntry.FieldType, _ values: [Int]) -> TinyTIFF {
      TinyTIFF(order, ifd0: [TinyEntry(274, type, values)])
    }
    let whole: [TinyEntry.FieldType] = [.byte, .long, .sshort, .slong]
    let others: [(TinyEntry.FieldType, [Int], [Finding.Code])] = [
      (.undefined, [6], [.wrongType]), (.ascii, [0x36], [.wrongType]), (.ascii, [0x36, 0], [.wrongType, .wrongCount]),
      (.rational, [6, 1], [.wrongType]), (.srational, [6, 1], [.wrongType]), (.sbyte, [6], [.wrongType]),
    ]
    return whole.map { TestFile("type \($0), \(order)", entry($0, [6]), 6, [.unusualType]) }
      + others.map { TestFile("type \($0.0) × \($0.1.count), \(order)", entry($0.0, $0.1), 1, $0.2) }
      + [.sshort, .slong].map {
        TestFile("negative \($0), \(order)", entry($0, [-6]), 1, [.unusualType, .invalidValue])
      }
      + [TestFile("LONG beyond a byte, \(order)", entry(.long, [0x0600_0000]), 1, [.unusualType, .invalidValue])]
  }

  /// Counts other than one, and a SHORT in the wrong half of its field.
  static let counts: [TestFile] = {
    func entry(_ order: TinyTIFF.ByteOrder, _ values: [Int], claimed: Int? = nil, raw: [UInt8]? = nil) -> TinyTIFF {
      TinyTIFF(order, ifd0: [TinyEntry(274, .short, values, statedCount: claimed, rawField: raw)])
    }
    return TinyTIFF.ByteOrder.allCases.flatMap { order in
      [
        TestFile("two values, \(order)", entry(order, [6, 3]), 6, [.wrongCount]),
        TestFile("three values elsewhere, \(order)", entry(order, [6, 3, 1]), 6, [.wrongCount]),
        TestFile("count 0, \(order)", entry(order, [6], claimed: 0), 1, [.wrongCount]),
        TestFile(
          "count without values, \(order)", entry(order, [0xFFF0], claimed: 9), 1, [.wrongCount, .invalidValue]),
        TestFile(
          "largest count, \(order)", entry(order, [6], claimed: 0xFFFF_FFFF, raw: [255, 255, 255, 255]), 1,
          [.wrongCount, .invalidValue]),
      ]
    } + [TestFile("SHORT in the low half, big", entry(.big, [6], raw: [0, 0, 0, 6]), 1, [.invalidValue])]
  }()

  /// More than one tag, more than one block.
  static let duplicates: [TestFile] = [
    TestFile("tag twice", TinyTIFF(ifd0: [.orientation(6), .orientation(3)]), 6, [.duplicateTag]),
    TestFile("tag twice, the same", TinyTIFF(.big, ifd0: [.orientation(6), .orientation(6)]), 6),
    TestFile(
      "two blocks", TinyJPEG(.sixColors, segments: [.exif(TinyTIFF(orientation: 6)), .exif(TinyTIFF(orientation: 3))]),
      6, [.duplicateExif, .exifConflict]),
    TestFile(
      "two blocks, the first without tag",
      TinyJPEG(
        .sixColors, segments: [.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "M")])), .exif(TinyTIFF(orientation: 3))]),
      1, [.duplicateExif, .exifConflict]),
    TestFile(
      "two blocks, the first without header",
      TinyJPEG(.sixColors, segments: [.exif([1, 2, 3, 4, 5, 6, 7, 8]), .exif(TinyTIFF(orientation: 3))]),
      3, [.exifMalformed]),
  ]

  /// Other directories, and invalid directories.
  static let directories: [TestFile] = {
    var onlySecond = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker")])
    onlySecond.ifd1 = [.orientation(3)]
    var conflict = TinyTIFF(orientation: 6)
    conflict.ifd1 = [.orientation(3)]
    var agreement = TinyTIFF(orientation: 6)
    agreement.ifd1 = [.orientation(6)]
    var inExif = TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")])
    inExif.exif = [.orientation(6)]
    var loop = TinyTIFF(orientation: 6)
    loop.loops = true
    var lie = TinyTIFF(orientation: 6)
    lie.statedCount = 5
    var greatLie = TinyTIFF(.big, orientation: 6)
    greatLie.statedCount = 65_535
    var short = TinyTIFF(ifd0: [TinyEntry(271, text: "Maker"), .orientation(6)])
    short.statedCount = 1
    return [
      TestFile("only in IFD1", onlySecond, 1, [.thumbnailConflict]),
      TestFile("IFD1 disagrees", conflict, 6, [.thumbnailConflict]),
      TestFile("IFD1 agrees", agreement, 6),
      TestFile("only in the Exif directory", inExif, 1),
      TestFile("IFD0 is its own successor", loop, 6),
      TestFile("five entries claimed, one there", lie, 6, [.exifMalformed]),
      TestFile("65,535 entries claimed, one there", greatLie, 6, [.exifMalformed]),
      TestFile("an entry less claimed than there", short, 1),
      TestFile("no entry at all", TinyTIFF(ifd0: []), 1),
    ]
  }()

  /// XMP next to, instead of and against Exif.
  static let packets: [TestFile] =
    TinyXMP.Form.allCases.flatMap { form in
      let packet = TinySegment.xmp(TinyXMP.packet(orientation: "3", form: form))
      return [
        TestFile("XMP only, \(form)", TinyJPEG(.sixColors, segments: [packet]), 1, [.xmpOnly]),
        TestFile(
          "XMP first and against Exif, \(form)",
          TinyJPEG(.sixColors, segments: [packet, .exif(TinyTIFF(orientation: 6))]), 6, [.xmpConflict]),
        TestFile(
          "XMP against upright Exif, \(form)",
          TinyJPEG(.sixColors, segments: [.exif(TinyTIFF(orientation: 1)), packet]), 1, [.xmpConflict]),
        TestFile(
          "XMP agrees, \(form)",
          TinyJPEG(.sixColors, segments: [.exif(TinyTIFF(.big, orientation: 3)), packet]), 3),
        TestFile(
          "XMP beside Exif without tag, \(form)",
          TinyJPEG(.sixColors, segments: [.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "M")])), packet]), 1, [.xmpOnly]),
        TestFile(
          "XMP with another property, \(form)",
          TinyJPEG(
            .sixColors,
            segments: [.xmp(TinyXMP.packet(orientation: "Right-top", form: form, property: "exif:Orientation"))]), 1),
        TestFile(
          "XMP upright, \(form)",
          TinyJPEG(.sixColors, segments: [.xmp(TinyXMP.packet(orientation: "1", form: form))]), 1),
        TestFile(
          "XMP value 9, \(form)",
          TinyJPEG(.sixColors, segments: [.xmp(TinyXMP.packet(orientation: "9", form: form))]), 1),
      ]
    }
}
