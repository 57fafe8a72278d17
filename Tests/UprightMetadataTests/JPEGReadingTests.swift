// Each reader's result for a JPEG with one defect: the table as measured, and the installed readers themselves.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct JPEGReadingTests {
  /// A file, and the readers' results in the order of `readers`: `-` is 1, `?` is not known.
  struct Row: Sendable, CustomStringConvertible {
    let name: String
    let file: TinyJPEG
    let expected: String

    init(_ name: String, _ file: TinyJPEG, _ expected: String) {
      self.name = name
      self.file = file
      self.expected = expected.filter { $0 != " " }
    }

    init(_ name: String, _ block: TinyTIFF, _ expected: String) {
      self.init(name, TinyJPEG(.sixColors, exif: block), expected)
    }

    var description: String { name }
  }

  static let readers: [Reader] = [
    .exiftool, .exiv2, .pillow, .libvips, .opencv, .imageMagick6, .ffmpeg, .exiftran, .piexif, .jhead, .browsers,
  ]

  private static func entry(
    _ order: TinyTIFF.ByteOrder, _ type: TinyEntry.FieldType, _ values: [Int], claimed: Int? = nil, raw: [UInt8]? = nil
  ) -> TinyTIFF {
    TinyTIFF(order, ifd0: [TinyEntry(274, type, values, statedCount: claimed, rawField: raw)])
  }

  private static let maker = TinyEntry(271, text: "Maker")

  static let values: [Row] =
    [0, 9, 10, 255, 65_535].flatMap { value in
      TinyTIFF.ByteOrder.allCases.map {
        Row("value \(value), \($0)", TinyTIFF($0, orientation: value), "---- ---- ---")
      }
    } + (1...8).map { Row("SHORT \($0)", TinyTIFF(.big, orientation: $0), String(repeating: "\($0)", count: 11)) }

  static let types: [Row] = [
    Row("BYTE, little", entry(.little, .byte, [6]), "66-6 6666 66-"),
    Row("BYTE, big", entry(.big, .byte, [6]), "66-6 -666 66-"),
    Row("LONG, little", entry(.little, .long, [6]), "6666 6666 66-"),
    Row("LONG, big", entry(.big, .long, [6]), "6666 -666 66-"),
    Row("UNDEFINED", entry(.little, .undefined, [6]), "66-- -66? ?6-"),
    Row("ASCII", entry(.little, .ascii, [0x36, 0]), "66-6 -66? ?6-"),
    Row("RATIONAL", entry(.little, .rational, [6, 1]), "6666 -6-? ?6-"),
    Row("SHORT in the low half", entry(.big, .short, [6], raw: [0, 0, 0, 6]), "---- ---- ---"),
    Row("two values", entry(.little, .short, [6, 3]), "??66 66-6 ?6-"),
    Row("count 0", entry(.little, .short, [6], claimed: 0), "---- 6--- ?6-"),
    Row("SSHORT", entry(.little, .sshort, [6]), "???? ???? ??-"),
  ]

  static let places: [Row] = {
    var second = TinyTIFF(ifd0: [maker])
    second.ifd1 = [.orientation(3)]
    var both = TinyTIFF(orientation: 6)
    both.ifd1 = [.orientation(3)]
    var inner = TinyTIFF(ifd0: [maker])
    inner.exif = [.orientation(6)]
    var twofold = TinyTIFF(orientation: 3)
    twofold.exif = [.orientation(6)]
    var lie = TinyTIFF(orientation: 6)
    lie.statedCount = 5
    var loop = TinyTIFF(orientation: 6)
    loop.loops = true
    var swapped = TinyTIFF(.big, orientation: 6)
    swapped.statedOrder = .little
    func blocks(_ first: TinyTIFF) -> TinyJPEG {
      TinyJPEG(.sixColors, segments: [.exif(first), .exif(TinyTIFF(orientation: 3))])
    }
    func number(_ number: Int) -> TinyTIFF {
      var block = TinyTIFF(orientation: 6)
      block.magic = number
      return block
    }
    return [
      Row("tag twice", TinyTIFF(ifd0: [.orientation(6), .orientation(3)]), "6?66 6636 366"),
      Row("two blocks", blocks(TinyTIFF(orientation: 6)), "6666 6636 636"),
      Row("two blocks, the first without tag", blocks(TinyTIFF(ifd0: [maker])), "3--- 3-3- -3?"),
      Row("only in IFD1", second, "3--- ---- -3-"),
      Row("IFD1 disagrees", both, "6666 6666 666"),
      Row("only in the Exif directory", inner, "6--- -66- -6-"),
      Row("in IFD0 and in the Exif directory", twofold, "3333 3363 333"),
      Row("five entries claimed, one there", lie, "-666 66-6 ?6?"),
      Row("IFD0 is its own successor", loop, "6666 6666 666"),
      Row("II before MM data", swapped, "---- ---- ?--"),
      Row("number 43", number(43), "6-6- ---- 6--"),
      Row("number 0x4F52", number(0x4F52), "6--- ---- 6--"),
    ]
  }()

  static let segments: [Row] = {
    let block = TinyTIFF(orientation: 6)
    var filled = TinyJPEG(.sixColors, segments: [.jfif, .exif(block)])
    filled.segments[1].fillBytes = 3
    var late = TinyJPEG(.sixColors)
    late.segmentsAfterFrame = [.exif(block)]
    var trailing = TinyJPEG(.sixColors)
    trailing.trailer = TinySegment.exif(block).bytes
    func xmp(_ value: Int, _ form: TinyXMP.Form = .attribute) -> TinySegment {
      .xmp(TinyXMP.packet(orientation: "\(value)", form: form))
    }
    var second = TinyTIFF(ifd0: [maker])
    second.ifd1 = [.orientation(3)]
    return [
      Row(
        "XMP before Exif that speaks in IFD1", TinyJPEG(.sixColors, segments: [xmp(6), .exif(second)]), "6-6- ---- -3-"),
      Row("XMP only, attribute", TinyJPEG(.sixColors, segments: [xmp(6)]), "6-6- ---- ---"),
      Row("XMP only, element", TinyJPEG(.sixColors, segments: [xmp(6, .element)]), "6-6- -6-- ---"),
      Row("XMP before Exif", TinyJPEG(.sixColors, segments: [xmp(3), .exif(block)]), "3666 666- 666"),
      Row(
        "XMP behind upright Exif", TinyJPEG(.sixColors, segments: [.exif(TinyTIFF(orientation: 1)), xmp(6)]),
        "---- ---- ---"),
      Row(
        "prefix with 0xFF",
        TinyJPEG(.sixColors, segments: [.exif(block.bytes, prefix: Array("Exif\0".utf8) + [0xFF])]), "6--- --6- 6-?"),
      Row("behind JFIF", TinyJPEG(.sixColors, segments: [.jfif, .exif(block)]), "6666 6666 666"),
      Row("behind the frame header", late, "6666 6666 666"),
      Row("behind fill bytes", filled, "6666 6666 -66"),
      Row("behind the end", trailing, "---- ---- ---"),
      Row("no Exif", TinyJPEG(.sixColors), "---- ---- ---"),
    ]
  }()

  static let rows = values + types + places + segments

  private static func symbol(_ reader: Reader, of probe: Probe) -> Character {
    guard let verdict = probe.verdicts.first(where: { $0.reader == reader }) else { return "?" }
    return verdict.orientation == .topLeft ? "-" : Character("\(verdict.orientation.rawValue)")
  }

  @Test(arguments: rows)
  func everyReaderDoesAsItWasMeasured(row: Row) throws {
    let probe = try Probe(row.file.bytes)
    let found = String(Self.readers.map { Self.symbol($0, of: probe) })
    #expect(found == row.expected.replacing("1", with: "-"))
  }
}

extension JPEGReadingTests {
  /// The rows with a known verdict of a reader, as files in a folder; the image is large enough to be rotated in whole
  /// blocks.
  private func files(for reader: Reader, in folder: ScratchFolder) throws -> [(row: Row, name: String, tag: UInt8)] {
    try Self.rows.enumerated().compactMap { index, row in
      var file = row.file
      file.image = file.image.enlarged(by: 8)
      let name = "\(100 + index).jpg"
      try folder.write(file.bytes, as: name)
      return try Probe(file.bytes).verdicts.first { $0.reader == reader }.map { (row, name, $0.orientation.rawValue) }
    }
  }

  /// A value outside 1–8 is displayed as 1.
  private static func tag(_ text: some StringProtocol) -> UInt8 {
    UInt8(text).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolDoesSo() throws {
    let folder = try ScratchFolder()
    for (index, exhibit) in TestFile.all.enumerated() { try folder.write(exhibit.bytes, as: "\(1_000 + index).jpg") }
    let answer = try OutsideTool.exiftool.run(["-n", "-T", "-Orientation", "-fileOrder", "FileName", folder.url.path])
    let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == TestFile.all.count)
    for (line, exhibit) in zip(lines, TestFile.all) {
      guard let verdict = try Probe(exhibit.bytes).verdicts.first(where: { $0.reader == .exiftool }) else { continue }
      #expect(Self.tag(line) == verdict.orientation.rawValue, "\(exhibit)")
    }
  }

  @Test(.enabled(if: OutsideTool.vipsheader.isInstalled, "\(OutsideTool.vipsheader.reason)"))
  func vipsDoesSo() throws {
    let folder = try ScratchFolder()
    let files = try files(for: .libvips, in: folder)
    let answer = try OutsideTool.vipsheader.run(["-a"] + files.map { folder.path($0.name) })
    let lines = answer.text.split(separator: "\n")
    for file in files {
      let fields = lines.filter { $0.contains("/\(file.name): ") }
      try #require(!fields.isEmpty, "\(answer.status) \(answer.complaints) \(answer.text.prefix(300))")
      let field = fields.first { $0.contains(": orientation: ") }?.split(separator: " ").last
      #expect(Self.tag(field ?? "") == file.tag, "\(file.row)")
    }
  }

  /// The first pixel and the size of its result distinguish all eight.
  @Test(.enabled(if: OutsideTool.exiftran.isInstalled && OutsideTool.djpeg.isInstalled, "needs exiftran and djpeg"))
  func exiftranDoesSo() throws {
    let folder = try ScratchFolder()
    let files = try files(for: .exiftran, in: folder)
    for file in files {
      _ = try OutsideTool.exiftran.run(["-a", "-o", folder.path("out.jpg"), folder.path(file.name)])
      let turned = try OutsideTool.djpeg.run(["-ppm", "{in}"], input: folder.read("out.jpg"))
      let expected = Self.displayed(TinyImage.sixColors, under: try #require(ExifOrientation(rawValue: file.tag)))
      let found = try #require(TinyImage(portableMap: turned)).reduced(by: 8)
      #expect(found.width == expected.width, "\(file.row)")
      #expect(Self.rounded(found[0, 0]) == expected[0, 0], "\(file.row)")
    }
  }

  private static func displayed(_ image: TinyImage, under tag: ExifOrientation) -> TinyImage {
    image.stored(as: tag == .rightTop ? .leftBottom : tag == .leftBottom ? .rightTop : tag)
  }

  private static func rounded(_ color: [UInt8]) -> [UInt8] { color.map { $0 > 127 ? 255 : 0 } }
}
