// Fields that contradict one another, in every container: after normalizing they all agree, and the inverse is bit for
// bit.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct RetaggingTests {
  /// A file whose orientation in use is the first value while another field has the second.
  struct Contradiction: Sendable, CustomTestStringConvertible {
    let name: String
    /// The expected findings if the two differ.
    let codes: Set<Finding.Code>
    let bytes: @Sendable (ExifOrientation, ExifOrientation) -> [UInt8]
    /// Whether the block is in a place that some readers ignore, so that it is a finding even if the two agree.
    var isMisplaced = false
    var testDescription: String { name }
  }

  private static let image = TinyImage.sixColors.enlarged(by: 8)
  private static let prefix = TinySegment.exifPrefix

  private static func block(_ tags: ExifOrientation...) -> TinyTIFF {
    TinyTIFF(.big, ifd0: tags.map { .orientation(Int($0.rawValue)) })
  }

  private static func packet(_ tag: ExifOrientation) -> [UInt8] { TinyXMP.packet(orientation: "\(tag.rawValue)") }

  private static func twice(_ own: ExifOrientation, _ thumbnail: ExifOrientation) -> TinyTIFF {
    var block = block(own)
    block.ifd1 = [.orientation(Int(thumbnail.rawValue))]
    return block
  }

  private static func png(_ chunks: [TinyPNG.Chunk], behind: [TinyPNG.Chunk] = []) -> [UInt8] {
    var file = TinyPNG(image, chunks: chunks)
    file.chunksAfterImage = behind
    return file.bytes
  }

  private static func unannounced(_ own: ExifOrientation, _ other: ExifOrientation) -> [UInt8] {
    var file = TinyWebP(image, chunks: [.exif(block(own).bytes), .xmp(packet(other))])
    file.flags = 0
    return file.bytes
  }

  private static func tiff(
    _ order: TinyTIFF.ByteOrder, isBig: Bool, _ own: ExifOrientation, _ other: ExifOrientation
  ) -> [UInt8] {
    var page = TinyTIFFFile.Subfile(displaying: .letterF, as: own)
    page.xmp = packet(other)
    page.inside = [
      TinyTIFFFile.Subfile(page.image, entries: [TinyEntry(254, .long, [1]), .orientation(Int(other.rawValue))])
    ]
    return TinyTIFFFile(order, isBigTIFF: isBig, pages: [page]).bytes
  }

  private static func jxl(_ own: ExifOrientation, _ other: ExifOrientation) -> [UInt8] {
    var file = TinyJXL(as: own)
    (file.container, file.exif, file.packet) = (.box(.short), block(other), packet(other))
    return file.bytes
  }

  private static func movie(_ own: ExifOrientation, _ other: ExifOrientation) -> [UInt8] {
    var movie = TinyMovie(image, as: own)
    movie.packet = packet(other)
    return movie.bytes
  }

  static let all: [Contradiction] =
    [
      Contradiction(name: "JPEG, XMP", codes: [.xmpConflict]) {
        TinyJPEG(image, segments: [.exif(block($0)), .xmp(packet($1))]).bytes
      },
      Contradiction(name: "JPEG, two segments", codes: [.exifConflict]) {
        TinyJPEG(image, segments: [.exif(block($0)), .exif(block($1))]).bytes
      },
      Contradiction(name: "JPEG, tag twice", codes: [.duplicateTag]) { TinyJPEG(image, exif: block($0, $1)).bytes },
      Contradiction(name: "JPEG, IFD1", codes: [.thumbnailConflict]) { TinyJPEG(image, exif: twice($0, $1)).bytes },
      Contradiction(name: "PNG, two chunks", codes: [.exifConflict]) {
        png([.exif(block($0).bytes)], behind: [.exif(block($1).bytes)])
      },
      Contradiction(name: "PNG, chunk and text", codes: [.exifConflict]) {
        png([.rawProfile(block($1).bytes), .exif(block($0).bytes)])
      },
      Contradiction(name: "PNG, IFD1", codes: [.thumbnailConflict]) { png([.exif(twice($0, $1).bytes)]) },
      Contradiction(
        name: "PNG, behind the picture", codes: [.exifAfterImage, .xmpConflict],
        bytes: { png([.xmp(packet($1))], behind: [.exif(block($0).bytes)]) }, isMisplaced: true),
      Contradiction(
        name: "PNG, prefixed", codes: [.exifPrefixed, .thumbnailConflict],
        bytes: { png([.exif(twice($0, $1).bytes, prefix: prefix)]) }, isMisplaced: true),
      Contradiction(
        name: "PNG, prefixed behind the picture", codes: [.exifPrefixed, .exifAfterImage, .duplicateTag],
        bytes: { png([], behind: [.exif(block($0, $1).bytes, prefix: prefix)]) }, isMisplaced: true),
      Contradiction(
        name: "PNG, in text", codes: [.exifInText, .thumbnailConflict],
        bytes: { png([.rawProfile(twice($0, $1).bytes)]) }, isMisplaced: true),
      Contradiction(name: "WebP, XMP", codes: [.xmpConflict]) {
        TinyWebP(image, chunks: [.exif(block($0).bytes), .xmp(packet($1))]).bytes
      },
      Contradiction(name: "WebP, two chunks", codes: [.exifConflict]) {
        TinyWebP(image, chunks: [.exif(block($0).bytes), .exif(block($1).bytes)]).bytes
      },
      Contradiction(
        name: "WebP, prefixed", codes: [.exifPrefixed, .thumbnailConflict],
        bytes: { TinyWebP(image, chunks: [.exif(twice($0, $1).bytes + [0], prefix: prefix)]).bytes },
        isMisplaced: true),
      Contradiction(
        name: "WebP, unannounced", codes: [.exifUnannounced, .xmpConflict], bytes: unannounced, isMisplaced: true),
      Contradiction(name: "HEIF, Exif and XMP", codes: [.exifConflict, .xmpConflict]) {
        TinyHEIF($0, exif: block($1), xmp: packet($1)).bytes
      },
      Contradiction(name: "JPEG XL, Exif and XMP", codes: [.exifConflict, .xmpConflict], bytes: jxl),
      Contradiction(name: "movie, XMP", codes: [.xmpConflict], bytes: movie),
    ]
    + TinyPNG.Chunk.TextForm.allCases.map { form in
      Contradiction(name: "PNG, XMP \(form)", codes: [.xmpConflict]) {
        png([.exif(block($0).bytes), .xmp(packet($1), form)])
      }
    }
    + TinyTIFF.ByteOrder.allCases.flatMap { order in
      [false, true].map { isBig in
        Contradiction(name: "TIFF, \(order), big \(isBig)", codes: [.xmpConflict, .thumbnailConflict]) {
          tiff(order, isBig: isBig, $0, $1)
        }
      }
    }

  /// The findings to be removed.
  private static let repaired: Set<Finding.Code> = [
    .xmpConflict, .exifConflict, .thumbnailConflict, .duplicateTag, .exifPrefixed, .exifAfterImage, .exifInText,
    .exifUnannounced, .invalidValue, .unusualType, .wrongType, .wrongCount, .wrongChecksum, .metadataDamaged,
  ]

  /// Normalizes, and checks invariants of every file: its display, the inverse, and that a second time changes nothing.
  private func settled(_ bytes: [UInt8], rules: OrientationRules = OrientationRules()) throws -> [UInt8] {
    let probe = try Probe(bytes, rules: rules)
    let patch = try probe.retag(to: probe.orientation, normalizing: true)
    let result = try patch.applied(to: bytes)
    #expect(try patch.inverse.applied(to: result) == bytes)
    let again = try Probe(result)
    #expect(again.orientation == probe.orientation && again.storedSize == probe.storedSize)
    #expect(Self.repaired.isDisjoint(with: again.findings.map(\.code)), "\(again.findings)")
    #expect(try again.retag(to: again.orientation, normalizing: true).isEmpty)
    return result
  }

  @Test(arguments: all, ExifOrientation.allCases)
  func whatContradictsAgreesAfterwards(_ file: Contradiction, own: ExifOrientation) throws {
    for other in ExifOrientation.allCases {
      let bytes = file.bytes(own, other)
      let probe = try Probe(bytes)
      #expect(probe.orientation.exif == own)
      let mayBeUpright = probe.format == .jpegXL
      if own != other, !(mayBeUpright && other == .topLeft) {
        #expect(Set(probe.findings.map(\.code)).isSuperset(of: file.codes), "\(other): \(probe.findings)")
      }
      let result = try settled(bytes)
      if own == other, !file.isMisplaced { #expect(result == bytes, "nothing changes where nothing contradicts") }
      let said = Set(try Probe(result).statements.dropFirst().compactMap(\.value))
      #expect(said == [own] || said.isEmpty || mayBeUpright && said == [.topLeft])
    }
  }

  @Test(arguments: all)
  func withoutBeingAskedNothingIsMended(_ file: Contradiction) throws {
    let probe = try Probe(file.bytes(.rightTop, .bottomRight))
    let patch = try probe.retag(to: probe.orientation)
    #expect(patch.isEmpty != file.codes.contains(.duplicateTag), "all tags of a directory are one carrier")
  }

  /// Rotating and normalizing at once.
  @Test(arguments: all, ExifOrientation.allCases)
  func aTurnSettlesToo(_ file: Contradiction, tag: ExifOrientation) throws {
    let bytes = file.bytes(.rightTop, .bottomLeft)
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag), normalizing: true)
    let result = try patch.applied(to: bytes)
    let probe = try Probe(result)
    #expect(probe.orientation.exif == tag)
    #expect(Self.repaired.isDisjoint(with: probe.findings.map(\.code)), "\(probe.findings)")
    #expect(try patch.inverse.applied(to: result) == bytes)
  }

  /// Invalid values, and types that only some readers accept, even if they are not used.
  @Test(arguments: [
    TinyEntry.orientation(0), .orientation(9), TinyEntry(274, .long, [3]), TinyEntry(274, .undefined, [6]),
    TinyEntry(274, .short, [6, 6]),
  ])
  func whatIsInvalidIsWrittenCleanly(_ entry: TinyEntry) throws {
    let odd = TinyTIFF(.big, ifd0: [entry])
    let six = Self.block(.rightTop)
    var jxl = TinyJXL(as: .rightTop)
    (jxl.container, jxl.exif) = (.box(.short), odd)
    let files = [
      TinyJPEG(Self.image, segments: [.exif(six), .exif(odd), .xmp(TinyXMP.packet(orientation: "9"))]).bytes,
      Self.png([.exif(six.bytes), .rawProfile(odd.bytes)]),
      TinyWebP(Self.image, chunks: [.exif(six.bytes), .exif(odd.bytes)]).bytes,
      TinyHEIF(.rightTop, exif: odd, xmp: TinyXMP.packet(orientation: "0")).bytes, jxl.bytes,
    ]
    for file in files {
      let probe = try Probe(try settled(file))
      #expect(probe.orientation.exif == .rightTop)
      #expect(probe.statements.count > 1)
      let said = Set(probe.statements.dropFirst().map(\.value))
      #expect(said == [.rightTop] || probe.format == .jpegXL && said == [.topLeft])
    }
  }

  /// XMP that nothing contradicts may be right; if used, it is written into the tag.
  @Test(arguments: ExifOrientation.allCases)
  func xmpAloneIsKeptOrBelieved(_ tag: ExifOrientation) throws {
    let packet = Self.packet(tag)
    let files = [
      TinyJPEG(Self.image, segments: [.xmp(packet)]).bytes, Self.png([.xmp(packet)]),
      TinyWebP(Self.image, chunks: [.xmp(packet)]).bytes, TinyHEIF(.topLeft, xmp: packet).bytes,
    ]
    for file in files {
      #expect(try settled(file) == file)
      let believed = try settled(file, rules: OrientationRules(readsXMP: true))
      #expect(try Probe(believed).orientation.exif == tag)
      #expect(try Probe(believed).source != .none || tag == .topLeft)
    }
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func exifThatIsPreferredIsWrittenIntoTheContainer(own: ExifOrientation, other: ExifOrientation) throws {
    for file in [TinyHEIF(own, exif: Self.block(other), xmp: Self.packet(own)).bytes, Self.jxl(own, other)] {
      let result = try settled(file, rules: OrientationRules(prefersExif: true))
      #expect(try Probe(result).orientation.exif == other)
    }
  }

  /// A thumbnail that was rotated before it was stored is displayed correctly only by its own tag.
  @Test func theTagOfAThumbnailThatLiesOtherwiseStays() throws {
    var block = Self.twice(.rightTop, .topLeft)
    block.thumbnail = TinyJPEG(TinyImage(width: 16, height: 24, filledWith: [9, 9, 9])).bytes
    let file = TinyJPEG(TinyImage(width: 48, height: 32, filledWith: [9, 9, 9]), exif: block).bytes
    let probe = try Probe(file)
    #expect(probe.findings.contains { $0.code == .thumbnailOrientedDifferently })
    #expect(try probe.retag(to: probe.orientation, normalizing: true).isEmpty)
    var page = TinyTIFFFile.Subfile(displaying: .letterF, as: .rightTop)
    page.inside = [TinyTIFFFile.Subfile(.letterF, entries: [TinyEntry(254, .long, [1]), .orientation(1)])]
    let pages = try Probe(TinyTIFFFile(pages: [page]).bytes)
    #expect(try pages.retag(to: pages.orientation, normalizing: true).isEmpty)
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolReadsAllCarriersAlike() throws {
    let folder = try ScratchFolder()
    var paths: [String] = []
    var expected: [Set<String>] = []
    for (index, file) in Self.all.enumerated() {
      for own in ExifOrientation.allCases {
        let other = ExifOrientation(rawValue: own.rawValue % 8 + 1) ?? .topLeft
        let result = try settled(file.bytes(own, other))
        let isJXL = try Probe(result).format == .jpegXL
        paths.append(try folder.write(result, as: "\(index)-\(own.rawValue)"))
        expected.append(["\(isJXL ? 1 : own.rawValue)"])
      }
    }
    let answer = try OutsideTool.exiftool.run(["-n", "-a", "-s3", "-Orientation", "--"] + paths)
    let texts = String(decoding: answer.output, as: UTF8.self).split(separator: "======== ")
    try #require(texts.count == paths.count)
    for (text, values) in zip(texts, expected) {
      let lines = text.split(separator: "\n").map(String.init)
      #expect(Set(lines.dropFirst().filter { $0.allSatisfy(\.isNumber) }) == values, "\(lines)")
    }
  }
}
