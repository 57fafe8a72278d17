// The parts of files: they cover every byte, and what was put into a file is one of them. Files with very many parts:
// what is of the file itself is listed, and what is not listed is counted. Overlapping claims to bytes, compared with a
// table of bytes.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct FilePartsTests {
  /// A file, and what must be among its parts: their kind and name, and their bytes if they are known.
  struct Specimen: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var expected: [(kind: FilePart.Kind, name: String, bytes: [UInt8]?)] = []

    var testDescription: String { name }
  }

  static let specimens: [Specimen] =
    [jpeg, extended, png, packed, webp, gif, bmp, movie, sequence, codestream, boxes] + heif + tiff

  // MARK: What is in them

  static let block: TinyTIFF = {
    var block = TinyTIFF(
      .big, ifd0: [TinyEntry(271, text: "Maker"), .orientation(6), TinyEntry(318, .rational, [1, 3, 1, 3])])
    block.exif = TinyEntry.pixelDimensions(width: 3, height: 2) + [.subjectArea([1, 1, 1, 1])]
    block.makerNote = .panasonic(rotation: 6)
    block.ifd1 = [.orientation(6)]
    block.thumbnail = TinyJPEG(.sixGrays).bytes
    return block
  }()

  static let packet: [UInt8] = TinyXMP.packet(
    attributes: #"xmlns:x1="http://ns.google.com/photos/1.0/depthmap/" x1:Near="0.5" GPano:PoseHeadingDegrees="90""#,
    content: TinyRegions([.init("Ann", [("x", "0.5"), ("y", "0.5"), ("w", "0.1"), ("h", "0.1")])]).mwg
      + "<xmp:Thumbnails><rdf:Alt><rdf:li>abc</rdf:li></rdf:Alt></xmp:Thumbnails>"
      + "<exif:SubjectArea>1,2</exif:SubjectArea>")

  private static let profile = TinySegment.profile(byteCount: 300)

  /// What every container says of that block and that packet.
  private static let described: [(kind: FilePart.Kind, name: String, bytes: [UInt8]?)] = [
    (.exif, "", block.bytes), (.field, "IFD0:0x010F", Array("Maker\0".utf8)), (.field, "IFD0:0x0112", [0, 6]),
    (.colors, "IFD0:0x013E", nil), (.subject, "Exif:0x9214", [0, 1, 0, 1, 0, 1, 0, 1]), (.makerNote, "", nil),
    (.structure, "IFD1:0x0112", [0, 6]), (.thumbnail, "Exif", TinyJPEG(.sixGrays).bytes), (.xmp, "", packet),
    (.property, "GDepth:Near", Array("0.5".utf8)), (.panorama, "GPano:PoseHeadingDegrees", Array("90".utf8)),
    (.region, "mwg-rs:Regions Ann", nil), (.thumbnail, "xmp:Thumbnails", nil),
    (.subject, "exif:SubjectArea", Array("1,2".utf8)),
  ]

  private static let resources: [UInt8] = {
    func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + BigEndian.bytes(number, size: 2) + [0, 0] + BigEndian.bytes(data.count) + data
    }
    return resource(1028, [0x1C, 2, 5, 0, 1, 65]) + resource(1036, [1, 2, 3, 4]) + resource(1005, [9, 9])
  }()

  static let jpeg: Specimen = {
    let further = TinyJPEG(.sixGrays).bytes
    var file = TinyJPEG(.letterF)
    file.segments =
      [.jfif, .exif(block), .xmp(packet)] + TinySegment.icc(profile, chunk: 200)
      + [TinySegment(0xED, Array("Photoshop 3.0\0".utf8) + resources), .comment("hello"), TinySegment(0xE9, [1, 2])]
      + [TinySegment(0xE4, Array("FLIR".utf8) + [0, 1]), TinySegment(0xE4, Array("FLIR".utf8) + [0, 2])]
    file.furtherImages = [further]
    file.furtherType = 0x0001_0001
    file.trailer = [7, 7, 7]
    return Specimen(
      name: "JPEG", bytes: file.bytes,
      expected: described + [
        (.profile, "", profile), (.photoshop, "", resources), (.iptc, "", [0x1C, 2, 5, 0, 1, 65]),
        (.thumbnail, "8BIM:1036", [1, 2, 3, 4]), (.field, "8BIM:1005", [9, 9]), (.comment, "", Array("hello".utf8)),
        (.unknown, "APP9", [1, 2]),
        (.unknown, "APP4 FLIR", Array("FLIR".utf8) + [0, 1] + Array("FLIR".utf8) + [0, 2]),
        (.preview, "", further), (.trailer, "", [7, 7, 7]), (.structure, "MPF", nil), (.image, "", nil),
      ])
  }()

  /// Further XMP in two segments, the second part first.
  static let extended: Specimen = {
    let further = TinyXMP.packet(
      attributes: #"GDepth:Data="AAAA" GImage:Data="BBBB""#,
      content: "<GCamera:Note>\(String(repeating: "x", count: 100))</GCamera:Note>")
    let head = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(repeating: 0x41, count: 32)
    let split = further.count / 2
    let pieces = [split..<further.count, 0..<split].map { range in
      TinySegment(0xE1, head + BigEndian.bytes(further.count) + BigEndian.bytes(range.lowerBound) + further[range])
    }
    let first = TinyXMP.packet(attributes: #"xmpNote:HasExtendedXMP="\#(String(repeating: "A", count: 32))""#)
    return Specimen(
      name: "JPEG with further XMP", bytes: TinyJPEG(.letterF, segments: [.xmp(first)] + pieces).bytes,
      expected: [
        (.extendedXMP, "", further), (.depthMap, "GDepth:Data", Array("AAAA".utf8)),
        (.original, "GImage:Data", Array("BBBB".utf8)), (.structure, "xmpNote:HasExtendedXMP", nil),
        (.property, "GCamera:Note", Array(repeating: UInt8(ascii: "x"), count: 100)),
      ])
  }()

  static let png: Specimen = {
    var file = TinyPNG(
      .sixColors,
      chunks: [
        .exif(block.bytes), .xmp(packet), .text("Author", [65], .plain), TinyPNG.Chunk("gAMA", [0, 0, 0, 1]),
        TinyPNG.Chunk("abCd", [5]),
      ])
    file.animate([TinyFrame(.sixColors)])
    file.trailer = [1, 2]
    return Specimen(
      name: "PNG", bytes: file.bytes,
      expected: described + [
        (.text, "Author", Array("Author\0A".utf8)), (.colors, "gAMA", [0, 0, 0, 1]), (.unknown, "abCd", [5]),
        (.frame, "2", nil), (.trailer, "", [1, 2]), (.image, "", nil),
      ])
  }()

  /// A PNG whose packets are compressed or digits, so that what is in them has no bytes of its own.
  static let packed: Specimen = {
    let file = TinyPNG(.sixColors, chunks: [.xmp(packet, .internationalPacked), .rawProfile(block.bytes)])
    let inside = described.filter { $0.kind != .exif && $0.kind != .xmp }
    return Specimen(
      name: "packed PNG", bytes: file.bytes,
      expected: inside.map { ($0.kind, $0.name, []) } + [(.xmp, "", nil), (.exif, "", nil)])
  }()

  static let webp: Specimen = {
    var file = TinyWebP(.sixColors, chunks: [.exif(block.bytes), .xmp(packet), TinyWebP.Chunk("abcd", [1, 2, 3])])
    file.trailer = TinyWebP.Chunk.xmp(packet).bytes
    return Specimen(
      name: "WebP", bytes: file.bytes,
      expected: described + [(.unknown, "abcd", [1, 2, 3]), (.trailer, "", file.trailer), (.image, "", nil)])
  }()

  static let gif: Specimen = {
    var file = TinyGIFFrames(width: 3, height: 2, [.init(.sixColors), .init(.sixColors)])
    file.extensions = TinyGIFFrames.comment("hi") + TinyGIFFrames.profile(profile)
    return Specimen(
      name: "GIF", bytes: file.bytes + [0, 9],
      expected: [
        (.comment, "", [2] + Array("hi".utf8) + [0]), (.profile, "", nil), (.frame, "2", nil), (.image, "", nil),
        (.trailer, "", [0, 9]),
      ])
  }()

  static let bmp: Specimen = {
    var file = TinyBMP(.sixColors, .v5)
    file.profile = profile
    return Specimen(
      name: "BMP", bytes: file.bytes + [1],
      expected: [(.profile, "", profile), (.image, "", nil), (.structure, "headers", nil), (.trailer, "", [1])])
  }()

  static let movie: Specimen = {
    var file = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop)
    file.packet = packet
    file.namedPacket = TinyXMP.packet(attributes: #"dc:format="a""#)
    file.boxesBefore = TinyBox.bytes("abcd", [1, 2])
    return Specimen(
      name: "movie", bytes: file.bytes,
      expected: [
        (.video, "", nil), (.video, "track vide", nil), (.structure, "moov", nil), (.unknown, "abcd", nil),
        (.region, "mwg-rs:Regions Ann", nil), (.property, "dc:format", [UInt8(ascii: "a")]),
      ])
  }()

  static let sequence = Specimen(
    name: "AVIF sequence", bytes: TinyMovie(sequence: .rightTop).bytes,
    expected: [(.image, "", TinyHEIF.codedImage + TinyHEIF.reversedImage)])

  static let codestream = Specimen(
    name: "JPEG XL codestream", bytes: TinyJXL(as: .rightTop).bytes,
    expected: [(.image, "", TinyJXL(as: .rightTop).bytes)])

  static let boxes: Specimen = {
    var file = TinyJXL(as: .rightTop)
    (file.container, file.exif, file.exifPadding, file.packet) = (.parts(first: 20), block, 2, packet)
    file.boxesBefore = TinyBox.bytes("brob", Array("Exif".utf8) + [1, 2, 3])
    file.boxesAfter =
      TinyBox.bytes("jbrd", [4]) + TinyBox.bytes("jhgm", [5]) + TinyBox.bytes("zzzz", [6])
      + TinyBox.bytes("jumb", Array("....c2pa".utf8))
    return Specimen(
      name: "JPEG XL boxes", bytes: file.bytes,
      expected: described.map { $0.kind == .exif ? ($0.kind, "2", $0.bytes) : $0 } + [
        (.exif, "", [1, 2, 3]), (.image, "", file.codestream), (.item, "jbrd", [4]), (.gainMap, "", [5]),
        (.unknown, "zzzz", nil), (.credentials, "", Array("....c2pa".utf8)),
      ])
  }()

  static let heif: [Specimen] = [TinyItem.Storage.file(pieces: 3), .itemData].map { storage in
    var file = TinyHEIF(.rightTop, exif: block, xmp: packet)
    file.layout.locationVersion = 1
    for index in file.items.indices { file.items[index].storage = storage }
    file.items += [TinyItem(7, "av01", [1, 2, 3]), TinyItem(8, "av01", [4, 5]), TinyItem(9, "av01", [6])]
    file.properties.append(.box(TinyBox.full("auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))))
    file.items[file.items.count - 2].propertyLinks = [.init(1), .init(file.properties.count)]
    file.references += [("thmb", 7, [1]), ("auxl", 8, [1])]
    file.trailer = TinyBox.bytes("mpvd", [8, 8])
    return Specimen(
      name: "HEIF, \(storage)", bytes: file.bytes,
      expected: described + [
        (.image, "", TinyHEIF.codedImage), (.thumbnail, "", [1, 2, 3]), (.gainMap, "", [4, 5]), (.item, "av01", [6]),
        (.video, "", [8, 8]), (.structure, "meta", nil),
      ])
  }

  static let tiff: [Specimen] = [false, true].map { isBig in
    var main = TinyTIFFFile.Subfile(displaying: .sixColors, as: .rightTop)
    main.xmp = packet
    main.entries += [
      TinyEntry(271, text: "Maker"), TinyEntry(0x8649, .byte, resources.map(Int.init)),
      TinyEntry(0x935C, .undefined, [1, 2, 3, 4, 5, 6, 7, 8, 9]), TinyEntry(318, .rational, [1, 3, 1, 3]),
    ]
    var inside = TinyTIFFFile.Subfile(displaying: .sixGrays, as: .rightTop)
    inside.entries.append(TinyEntry(254, .long, [1]))
    main.inside = [inside]
    let file = TinyTIFFFile(.big, isBigTIFF: isBig, pages: [main, .init(displaying: .sixGrays, as: .rightTop)])
    let inPacket = described.filter { [.property, .panorama, .region].contains($0.kind) }
    return Specimen(
      name: isBig ? "BigTIFF" : "TIFF", bytes: file.bytes,
      expected: inPacket + [
        (.image, "", nil), (.preview, "", nil), (.page, "2", nil), (.xmp, "", packet), (.photoshop, "", resources),
        (.iptc, "", [0x1C, 2, 5, 0, 1, 65]), (.layers, "", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (.field, "IFD0:0x010F", Array("Maker\0".utf8)), (.field, "page 2:0x0112", [0, 6]),
        (.colors, "IFD0:0x013E", nil),
      ])
  }

  // MARK: Tests

  @Test(arguments: specimens)
  func whatIsInAFileIsAPart(specimen: Specimen) throws {
    let parts = try Probe(specimen.bytes).fileParts(in: specimen.bytes)
    for (kind, name, bytes) in specimen.expected {
      guard let part = parts.first(where: { $0.kind == kind && $0.name == name }) else {
        Issue.record("no part is \(kind.rawValue) \(name)")
        continue
      }
      if let bytes { #expect(part.ranges.flatMap { specimen.bytes[$0] } == bytes, "\(kind.rawValue) \(name)") }
    }
  }

  /// A pointer into the thumbnail finds no fields there.
  @Test func bytesOfAThumbnailAreNoDirectory() throws {
    let thumbnail: [UInt8] = [0, 64] + (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    var block = TinyTIFF(.big, orientation: 1)
    block.thumbnail = thumbnail
    block.exif = [TinyEntry(0xA005, .long, [0])]
    let bytes = block.bytes
    let start = try #require((0..<bytes.count).first { bytes[$0...].starts(with: thumbnail) })
    block.exif = [TinyEntry(0xA005, .long, [start])]
    let file = TinyJPEG(.sixColors, exif: block).bytes
    let parts = try Probe(file).fileParts(in: file)
    #expect(!parts.contains { $0.name.hasPrefix("Interop") })
    #expect(parts.filter { $0.name == "damaged directory Interop" }.map(\.kind) == [.structure])
    let image = parts.filter { $0.kind == .thumbnail }.flatMap { $0.ranges.flatMap { file[$0] } }
    #expect(image == thumbnail)
  }

  @Test(arguments: specimens.map(\.bytes) + TestFile.all.map(\.bytes))
  func partsCoverTheFile(bytes: [UInt8]) {
    #expect((try? Probe(bytes)) != nil)
    #expect(Totality.complaintOfFileParts(bytes) == nil)
  }

  @Test(arguments: specimens)
  func partsCoverEveryPrefix(specimen: Specimen) {
    for count in 0...min(specimen.bytes.count, 4_096) {
      let complaint = Totality.complaintOfFileParts(Array(specimen.bytes.prefix(count)))
      if let complaint { Issue.record("the first \(count) bytes: \(complaint)") }
    }
  }

  @Test(arguments: specimens)
  func partsCoverDamagedFiles(specimen: Specimen) {
    var numbers = SplitMix64(seed: 45)
    for _ in 0..<1_500 {
      var bytes = specimen.bytes
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let value = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &numbers)].randomElement(using: &numbers)
        bytes[Int.random(in: 0..<min(bytes.count, 4_096), using: &numbers)] = value ?? 0
      }
      let complaint = Totality.complaintOfFileParts(bytes)
      if let complaint { Issue.record("\(complaint)") }
    }
  }

  /// A retag changes a field or two, and leaves all others as they are, under the same names.
  @Test(arguments: specimens.map(\.bytes) + TestFile.all.map(\.bytes))
  func namesStayTheSameInARetaggedFile(bytes: [UInt8]) throws {
    let probe = try Probe(bytes)
    guard let patch = try? probe.retag(to: Orientation(exif: .bottomRight)) else { return }
    let result = try patch.applied(to: bytes)
    func named(_ parts: [FilePart], in bytes: [UInt8]) -> [[String]: [UInt8]] {
      let own = parts.filter { ![.structure, .unknown].contains($0.kind) }
      return Dictionary(
        own.map { ([$0.kind.rawValue, $0.name], $0.ranges.flatMap { bytes[$0] }) }, uniquingKeysWith: { one, _ in one })
    }
    let (before, after) = (
      named(try probe.fileParts(in: bytes), in: bytes), named(try Probe(result).fileParts(in: result), in: result)
    )
    #expect(Set(before.keys).isSubset(of: after.keys))
    #expect(before[["image", ""]] == after[["image", ""]] || [.heif, .avif, .jpegXL].contains(probe.format))
    #expect(before[["maker-note", ""]] == after[["maker-note", ""]])
  }

  @Test func manyPartsAreJoined() throws {
    let texts = (0..<9_000).map { TinyPNG.Chunk.text("k\($0)", [65], .plain) }
    let properties = (0..<20_000).map { #"a:p\#($0)="1""# }.joined(separator: " ")
    for bytes in [
      TinyPNG(.sixColors, chunks: texts).bytes,
      TinyWebP(.sixColors, chunks: [.xmp(TinyXMP.packet(attributes: properties))]).bytes,
      TinyJPEG(.sixColors, segments: (0..<4_000).map { TinySegment(0xE9, Array("id\($0)".utf8)) }).bytes,
    ] {
      var parts: [FilePart] = []
      let spent = try ProcessorTime.seconds { parts = try Probe(bytes).fileParts(in: bytes) }
      #expect(spent < 5 && parts.count <= 8_200)
      #expect(Totality.complaint(ofParts: parts, byteCount: bytes.count) == nil)
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"), arguments: ["real", "hostile", "eightway"])
  func partsCoverRealAndHostileFiles(folder: String) throws {
    for file in Corpus.files(folder) {
      let bytes = Array(try Data(contentsOf: file))
      let spent = ProcessorTime.seconds {
        #expect(Totality.complaintOfFileParts(bytes) == nil, "\(file.lastPathComponent)")
      }
      #expect(spent < 10, "\(file.lastPathComponent)")
    }
  }

  private static func parts(_ bytes: [UInt8]) throws -> [FilePart] { try Probe(bytes).fileParts(in: bytes) }

  private static func value(_ part: FilePart, in bytes: [UInt8]) -> [UInt8] { part.ranges.flatMap { bytes[$0] } }

  private static func covered(_ parts: [FilePart]) -> Int {
    parts.filter { $0.owner == nil }.reduce(0) { $0 + $1.byteCount }
  }

  @Test func everyPageOfManyIsAPart() throws {
    let page = TinyTIFFFile.Subfile(.sixGrays, entries: [.orientation(1), TinyEntry(305, text: "Scanner 2000")])
    let bytes = TinyTIFFFile(pages: Array(repeating: page, count: 600)).bytes
    let parts = try Self.parts(bytes)
    let images = parts.filter { [.image, .page, .item].contains($0.kind) }
    #expect(images.count == 600)
    #expect(images.allSatisfy { Self.value($0, in: bytes) == Self.value(images[0], in: bytes) })
    #expect(!parts.contains { $0.kind == .unknown || $0.name.contains("further parts") })
    #expect(Self.covered(parts) == bytes.count)
    let last = try #require(parts.first { $0.kind == .field && $0.name == "page 600:fields" })
    #expect(Self.value(last, in: bytes).count == 2 + 13 + 8 + 8, "orientation, program and resolution")
    #expect(parts.contains { $0.kind == .field && $0.name == "page 3:0x0131" }, "the first ones are listed one by one")
  }

  @Test func manyPropertiesTakeNoRoomOfOtherParts() throws {
    func file(_ count: Int) -> [UInt8] {
      let packet = TinyXMP.packet(content: String(repeating: "<a/>", count: count))
      return TinyJPEG(.letterF, segments: [.xmp(packet), .comment("hello"), TinySegment(0xE5, [1, 2, 3])]).bytes
    }
    func further(_ count: Int) throws -> String? {
      let bytes = file(count)
      let parts = try Self.parts(bytes)
      #expect(parts.contains { $0.kind == .comment && Self.value($0, in: bytes) == Array("hello".utf8) })
      #expect(parts.contains { $0.kind == .unknown && Self.value($0, in: bytes) == [1, 2, 3] })
      #expect(Self.covered(parts) == bytes.count)
      let rest = parts.first { $0.name.hasSuffix("further parts") }
      #expect(rest.map { parts[$0.owner ?? 0].kind } ?? .xmp == .xmp)
      return rest?.name
    }
    #expect(try further(8_000) == nil)
    #expect(try further(9_000) == "808 further parts")
    #expect(try further(8_999) == "807 further parts", "one less is another part")
  }

  /// A level of a pyramid is one part, and its fields are in it.
  @Test func fieldsOfASmallerVersionAreInsideIt() throws {
    var page = TinyTIFFFile.Subfile(.letterF)
    page.inside = [
      TinyTIFFFile.Subfile(.sixGrays, entries: [TinyEntry(254, .long, [1]), TinyEntry(305, text: "Scanner 2000")])
    ]
    let reduced = TinyTIFFFile.Subfile(.sixGrays, entries: [TinyEntry(254, .long, [1])])
    let bytes = TinyTIFFFile(pages: [page, reduced]).bytes
    let parts = try Self.parts(bytes)
    let levels = parts.indices.filter { parts[$0].kind == .preview }
    #expect(levels.count == 2)
    let inside = parts.filter { $0.name.hasPrefix("SubIFD:") && $0.kind == .field }
    #expect(inside.map(\.name) == ["SubIFD:0x011A", "SubIFD:0x011B", "SubIFD:0x0131"])
    #expect(Set(inside.map(\.owner)).count == 1 && inside.allSatisfy { $0.owner.map(levels.contains) == true })
    #expect(Self.value(inside[2], in: bytes) == Array("Scanner 2000\0".utf8))
    #expect(parts.filter { $0.name.hasPrefix("page 2:") && $0.kind == .field }.allSatisfy { $0.owner != nil })
    #expect(parts.contains { $0.name == "density" && $0.owner == nil })
    #expect(Self.covered(parts) == bytes.count)
  }

  /// Apple's offsets into the image data say nothing of the image.
  @Test func offsetsIntoTheImageDataAreStructure() throws {
    let offsets = [UInt8](repeating: 7, count: 28)
    let bytes = TinyPNG(.sixColors, chunks: [TinyPNG.Chunk("iDOT", offsets), TinyPNG.Chunk("abCd", [5])]).bytes
    let parts = try Self.parts(bytes)
    let part = try #require(parts.first { $0.name == "iDOT" })
    #expect(part.kind == .structure && Self.value(part, in: bytes) == offsets)
    #expect(parts.contains { $0.kind == .unknown && $0.name == "abCd" })
  }

  /// One table says what describes only the coding, for the parts as for what new images keep.
  @Test func fieldsOfTheCodingAreStructure() throws {
    for tag in [256, 263, 266, 273, 326, 332, 346, 34_665, 0xA005] { #expect(TIFFFieldFate.describesCoding(tag)) }
    for tag in [280, 281, 290, 291, 333, 334, 340, 341, 342, 532] {
      #expect(!TIFFFieldFate.describesCoding(tag) && TIFFFieldFate.describesSamples(tag), "\(tag)")
    }
    for tag in [271, 282, 305, 306, 33_432, 33_550, 65_000] { #expect(!TIFFFieldFate.describesSamples(tag), "\(tag)") }
    let page = TinyTIFFFile.Subfile(.sixGrays, entries: [.orientation(1), TinyEntry(266, .short, [1])])
    let parts = try Self.parts(TinyTIFFFile(pages: [page]).bytes)
    #expect(parts.contains { $0.kind == .structure && $0.name == "IFD0:0x010A" })
    #expect(parts.contains { $0.kind == .field && $0.name == "IFD0:0x0112" })
  }

  /// Who has each byte if the first claim wins; nil for nobody.
  private func owners(_ claims: [PartClaims.Claim], _ byteCount: Int) -> [Int?] {
    (0..<byteCount).map { byte in claims.firstIndex { $0.range.contains(byte) } }
  }

  @Test func theFirstClaimKeepsTheBytes() {
    var numbers = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let byteCount = Int.random(in: 1...40, using: &numbers)
      let claims = (0..<Int.random(in: 0...12, using: &numbers)).map { owner in
        let start = Int.random(in: 0..<byteCount, using: &numbers)
        return PartClaims.Claim(owner: owner, range: start..<Int.random(in: start...byteCount, using: &numbers))
      }
      let (kept, gaps) = PartClaims.resolved(claims, byteCount: byteCount)
      var table = [Int?](repeating: -1, count: byteCount)
      for (claim, range) in kept { for byte in range { table[byte] = claim } }
      for gap in gaps { for byte in gap { table[byte] = nil } }
      #expect(table == owners(claims, byteCount))
      #expect(kept.reduce(0) { $0 + $1.range.count } + gaps.reduce(0) { $0 + $1.count } == byteCount)
    }
  }

  @Test func manyOverlapsTakeLittleTime() {
    let count = 100_000
    let claims = (0..<count).map { PartClaims.Claim(owner: $0, range: count - $0..<2 * count) }
    let (kept, gaps) = PartClaims.resolved(claims, byteCount: 2 * count)
    #expect(kept.count == count)
    #expect(gaps.reduce(0) { $0 + $1.count } == 1)
  }
}
