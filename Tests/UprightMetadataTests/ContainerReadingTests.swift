// Each reader's use of the fields of containers other than JPEG, row by row as measured.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ContainerReadingTests {
  static let readers: [Reader] = [.exiftool, .exiv2, .pillow, .libvips, .opencv, .imageMagick6, .ffmpeg]
  private static let exif = OrientationSource.exif(offset: 9)

  /// In the order of `readers`: `-` is 1, `?` is not known.
  private func verdicts(
    _ format: ContainerFormat, _ statements: [(OrientationSource, ExifOrientation?)] = [], _ codes: [Finding.Code] = [],
    sequence: PlayedSequence? = nil
  ) -> String {
    let reading = ContainerReading(
      format: format, statements: statements.map { OrientationStatement($0.0, $0.1) }, findings: Set(codes),
      sequence: sequence)
    for other in Reader.allCases where !Self.readers.contains(other) { #expect(reading.orientation(for: other) == nil) }
    return Self.readers.map { reader in
      reading.orientation(for: reader).map { $0 == .topLeft ? "-" : "\($0.rawValue)" } ?? "?"
    }.joined()
  }

  @Test func portableNetworkGraphics() {
    #expect(verdicts(.png) == "-------")
    #expect(verdicts(.png, [(Self.exif, .rightTop)]) == "66666--")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.exifAfterImage]) == "666-6--")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.exifPrefixed]) == "6-6----")
    #expect(verdicts(.png, [(.profile(offset: 9), .rightTop)], [.exifInText]) == "66?--?-")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.duplicateExif]) == "6??66--")
    #expect(verdicts(.png, [(.xmp(offset: 9), .rightTop)], [.xmpOnly]) == "6-6----")
    #expect(verdicts(.png, [(Self.exif, nil)], [.invalidValue]) == "-------")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.unusualType]) == "???????")
  }

  @Test func webImages() {
    #expect(verdicts(.webp, [(Self.exif, .rightTop)]) == "66666--")
    #expect(verdicts(.webp, [(Self.exif, .rightTop)], [.exifPrefixed]) == "6666-6-")
    #expect(verdicts(.webp, [(Self.exif, .rightTop)], [.exifUnannounced]) == "66-----")
    #expect(verdicts(.webp, [(.xmp(offset: 9), .rightTop)], [.xmpOnly]) == "???????")
    #expect(verdicts(.webp) == "-------")
  }

  @Test func taggedImageFiles() {
    #expect(verdicts(.tiff, [(Self.exif, .bottomRight)]) == "33333?-")
    #expect(verdicts(.tiff, [(Self.exif, .rightTop)]) == "6666??-")
  }

  @Test func itemsOfHighEfficiency() {
    let properties = OrientationSource.properties(offset: 3)
    #expect(verdicts(.heif, [(properties, .rightTop), (Self.exif, .rightTop)]) == "6666?6?")
    #expect(verdicts(.heif, [(properties, .topLeft), (Self.exif, .rightTop)], [.exifConflict]) == "66--?-?")
    #expect(verdicts(.heif, [(properties, .rightTop)]) == "--66?6?")
    #expect(verdicts(.heif, [(Self.exif, .rightTop)], [.exifConflict]) == "66--?-?")
    #expect(verdicts(.avif, [(properties, .rightTop)]) == "-?66-?-")
    #expect(verdicts(.avif, [(properties, .leftTop)], [.transformOrder]) == "-??5-?-")
  }

  @Test func imageSequences() {
    let items = [(OrientationSource.properties(offset: 3), ExifOrientation.rightTop)]
    let played = PlayedSequence(orientation: .leftBottom, isMajor: true)
    #expect(verdicts(.avif, items, sequence: played) == "-?-???8")
    let beside = PlayedSequence(orientation: .leftBottom, isMajor: false)
    #expect(verdicts(.avif, items, sequence: beside) == "-?-6??8")
    #expect(verdicts(.avif, [(.matrix(offset: 3), .leftBottom)], sequence: played) == "-?-???8")
  }

  /// The major brand determines whether libavif and FFmpeg show the track or the still image.
  @Test(arguments: [("avis", "-?-???6"), ("mif1", "-?-6??6"), ("msf1", "-?-6??6"), ("avif", "-?66-?-")])
  func theMajorBrandChoosesTheTrack(brand: String, expected: String) throws {
    var bytes = SequenceGrowthTests.file(.rightTop)
    bytes.replaceSubrange(8..<12, with: Array(brand.utf8))
    let found = Dictionary(uniqueKeysWithValues: try Probe(bytes).verdicts.map { ($0.reader, $0.orientation) })
    let words = Self.readers.map { found[$0].map { $0 == .topLeft ? "-" : "\($0.rawValue)" } ?? "?" }
    #expect(words.joined() == expected)
  }

  @Test(arguments: ExifOrientation.allCases)
  func aSequenceAloneIsShownByItsMatrixOrAsStored(tag: ExifOrientation) throws {
    let verdicts = try Probe(TinyMovie(sequence: tag).bytes).verdicts
    #expect(verdicts.first { $0.reader == .pillow }?.orientation == .topLeft)
    #expect(verdicts.first { $0.reader == .ffmpeg }?.orientation == tag)
    #expect(!verdicts.contains { $0.reader == .libvips })
  }

  @Test func movies() {
    let matrix = OrientationSource.matrix(offset: 3)
    let (angles, shown) = ("-?3??6?8".map(String.init), "-33-6688".map(String.init))
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      let own = tag == .topLeft ? "-" : "\(tag.rawValue)"
      #expect(verdicts(.mp4, [(matrix, tag)]) == "\(angles[index])???\(shown[index])?\(own)")
    }
    #expect(verdicts(.quickTime, [(matrix, .rightTop)], [.movieMatrix]) == "????6?6")
    #expect(verdicts(.mp4, [(matrix, .rightTop)], [.unusualMatrix]) == "???????")
  }

  @Test(arguments: [ContainerFormat.jpegXL, .gif, .bmp])
  func ofOthersNothingIsKnown(format: ContainerFormat) {
    #expect(verdicts(format) == "???????")
  }
}

/// Files built in code, and the installed readers themselves.
extension ContainerReadingTests {
  /// A file, and the readers' results in the order of `readers`.
  struct Row: Sendable, CustomStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: String
    var description: String { name }

    init(_ name: String, _ bytes: [UInt8], _ expected: String) {
      (self.name, self.bytes, self.expected) = (name, bytes, expected)
    }
  }

  private static let image = TinyImage.sixColors.enlarged(by: 8)
  private static let six = TinyTIFF(.big, orientation: 6).bytes
  private static let three = TinyTIFF(orientation: 3).bytes

  private static let maker = TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")]).bytes
  private static let (second, inner): ([UInt8], [UInt8]) = {
    var (second, inner) = (TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")]), TinyTIFF(ifd0: []))
    (second.ifd1, inner.exif) = ([.orientation(6)], [.orientation(6)])
    return (second.bytes, inner.bytes)
  }()

  private static func png(_ chunks: [TinyPNG.Chunk], behind: [TinyPNG.Chunk] = []) -> [UInt8] {
    var file = TinyPNG(image, chunks: chunks)
    file.chunksAfterImage = behind
    return file.bytes
  }

  private static func webp(_ chunks: [TinyWebP.Chunk], flags: UInt8? = nil) -> [UInt8] {
    var file = TinyWebP(image, chunks: chunks)
    file.flags = flags
    return file.bytes
  }

  static let rows: [Row] = [
    Row("eXIf.png", png([.exif(six)]), "66666--"),
    Row("behind.png", png([], behind: [.exif(six)]), "666-6--"),
    Row("prefixed.png", png([.exif(six, prefix: TinySegment.exifPrefix)]), "6-6----"),
    Row("profile.png", png([.rawProfile(six)]), "66?--?-"),
    Row("app1.png", png([.rawProfile(six, type: "APP1")]), "66?--?-"),
    Row("twice.png", png([.exif(six), .exif(three)]), "6??66--"),
    Row("xmp.png", png([.xmp(TinyXMP.packet(orientation: "6"))]), "6-6----"),
    Row("plain.png", png([]), "-------"),
    Row("torn.png", png([.xmp(TinyXMP.packet(orientation: "3")), .exif(six)]), "?6666--"),
    Row("mixed.png", png([.rawProfile(three), .exif(six)]), "???????"),
    Row("second.png", png([.exif(second)]), "???????"),
    Row("inner.png", png([.exif(inner)]), "???????"),
    Row("later.png", png([.exif(maker), .exif(six)]), "???????"),
    Row("second.webp", webp([.exif(second)]), "???????"),
    Row("torn.webp", webp([.xmp(TinyXMP.packet(orientation: "3")), .exif(six)]), "?6666--"),
    Row("bare.webp", webp([.exif(six)]), "66666--"),
    Row("prefixed.webp", webp([.exif(six, prefix: TinySegment.exifPrefix)]), "6666-6-"),
    Row("unannounced.webp", webp([.exif(six)], flags: 0), "66-----"),
    Row("plain.webp", webp([]), "-------"),
    Row("exif.avif", TinyHEIF(.topLeft, exif: TinyTIFF(orientation: 6)).bytes, "6?--" + "-?-"),
    Row("turned.avif", TinyHEIF(.rightTop).bytes, "-?66-?-"),
    Row("both.avif", TinyHEIF(.rightTop, exif: TinyTIFF(orientation: 6)).bytes, "6?66-?-"),
    Row("turned.mov", TinyMovie(image, as: .rightTop).bytes, "6???6?6"),
    Row("mirrored.mov", TinyMovie(image, as: .leftTop).bytes, "????6?5"),
  ]

  @Test(arguments: rows)
  func filesGiveTheRowsOfTheTable(row: Row) throws {
    let verdicts = try Probe(row.bytes).verdicts
    let found = Self.readers.map { reader in
      verdicts.first { $0.reader == reader }.map { $0.orientation == .topLeft ? "-" : "\($0.orientation.rawValue)" }
        ?? "?"
    }
    #expect(found.joined() == row.expected)
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolDoesSo() throws {
    let folder = try ScratchFolder()
    for row in Self.rows {
      let isMovie = row.name.hasSuffix(".mov")
      guard let verdict = try Probe(row.bytes).verdicts.first(where: { $0.reader == .exiftool }) else { continue }
      let file = try folder.write(row.bytes, as: row.name)
      let answer = try OutsideTool.exiftool.run(["-n", "-s3", isMovie ? "-Rotation" : "-Orientation", file]).text
      let tag = isMovie ? ["0": 1, "90": 6, "180": 3, "270": 8][answer] : UInt8(answer)
      #expect(tag ?? 1 == verdict.orientation.rawValue, "\(row)")
    }
  }

  @Test(.enabled(if: OutsideTool.vipsheader.isInstalled, "\(OutsideTool.vipsheader.reason)"))
  func vipsDoesSo() throws {
    let folder = try ScratchFolder()
    for row in Self.rows where row.name.hasSuffix("png") || row.name.hasSuffix("webp") {
      guard let verdict = try Probe(row.bytes).verdicts.first(where: { $0.reader == .libvips }) else { continue }
      let answer = try OutsideTool.vipsheader.run(["-f", "orientation", folder.write(row.bytes, as: row.name)])
      #expect(verdict.orientation.rawValue == UInt8(answer.text) ?? 1, "\(row)")
    }
  }
}
