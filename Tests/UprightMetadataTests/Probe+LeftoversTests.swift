// Everything that a new image drops is named, each kind once, and nothing that it keeps.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ProbeRemainsTests {
  private static let image = TinyImage(width: 24, height: 16, filledWith: [9])

  private func leftovers(_ bytes: [UInt8], _ format: ContainerFormat) throws -> [String] {
    try Probe(bytes).leftovers(in: format).map(\.description)
  }

  /// Each kind of segment alone and all together, for every other format; a JPEG keeps them all.
  @Test func segmentsOfAJPEGAreNamed() throws {
    let kinds: [(TinySegment, String)] = [
      (TinySegment(0xED, Array("Photoshop 3.0\0".utf8)), "IPTC and Photoshop's data"), (.comment("c"), "the comment"),
      (TinySegment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8)), "the rest of the XMP packet"),
      (
        TinySegment(0xEB, Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + TinyBox.bytes("jumb", [1])), "the content credentials"
      ), (TinySegment(0xE6, [1, 2]), "other programs' data"),
    ]
    for format in ContainerFormat.allCases {
      for (segment, name) in kinds {
        let found = try leftovers(TinyJPEG(Self.image, segments: [segment, segment]).bytes, format)
        #expect(found == (format == .jpeg ? [] : [said(name, format)]), "\(format)")
      }
      let all = try leftovers(TinyJPEG(Self.image, segments: kinds.map(\.0)).bytes, format)
      #expect(all == (format == .jpeg ? [] : kinds.map { said($0.1, format) }))
      let known = TinyJPEG(Self.image, segments: [.jfif, .exif(TinyTIFF(orientation: 6)), .adobe(transform: 1)])
      #expect(try leftovers(known.bytes, format).isEmpty)
    }
  }

  /// A TIFF has a field for IPTC's record.
  private func said(_ name: String, _ format: ContainerFormat) -> String {
    format == .tiff && name.hasPrefix("IPTC") ? "Photoshop's data except IPTC" : name
  }

  @Test func fieldsOfATIFFAreNamed() throws {
    let entries = [
      TinyEntry(271, text: "Maker"), TinyEntry(33_550, .short, [1, 1, 0]), TinyEntry(33_922, .short, [0]),
      TinyEntry(34_735, .short, [1]), TinyEntry(33_432, text: "whose"), TinyEntry(37_724, .byte, [1]),
      TinyEntry(40_000, .byte, [1]),
    ]
    let map = "the map location (tags 33550, 33922, 34735)"
    let edit = MetadataEdit(
      size: PixelSize(width: 8, height: 8), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil, keepsProfile: true,
      keepsCoding: false)
    for format in [ContainerFormat.tiff, .jpeg, .png] {
      let all = TinyTIFFFile(pages: [.init(Self.image, entries: entries)]).bytes
      let names = try Probe(all).leftovers(in: format, after: edit).map(\.description)
      #expect(names == ["Photoshop's layers", map, "private fields (tag 40000)"])
      let some = TinyTIFFFile(pages: [.init(Self.image, entries: [entries[0], entries[4]])]).bytes
      #expect(try Probe(some).leftovers(in: format, after: edit).isEmpty)
      let resources = TinyTIFFFile(pages: [.init(Self.image, entries: [TinyEntry(34_377, .byte, [1, 2])])]).bytes
      #expect(try leftovers(resources, format) == (format == .png ? ["IPTC and Photoshop's data"] : []))
    }
  }

  /// Pages, reduced versions in the chain and below a page, and masks are counted separately.
  @Test func furtherImagesOfATIFFAreCounted() throws {
    let reduced = TinyTIFFFile.Subfile(Self.image, entries: [TinyEntry(254, .long, [1])])
    let mask = TinyTIFFFile.Subfile(Self.image, entries: [TinyEntry(254, .long, [4])])
    let page = TinyTIFFFile.Subfile(Self.image)
    var first = page
    for (inside, words) in [
      ([], []), ([reduced], ["1 smaller version"]), ([reduced, reduced], ["2 smaller versions"]),
    ] {
      first.inside = inside
      #expect(try leftovers(TinyTIFFFile(pages: [first]).bytes, .tiff) == words)
      let more = try leftovers(TinyTIFFFile(pages: [first, page, page]).bytes, .jpeg)
      #expect(more == ["2 other pages"] + words)
    }
    first.inside = [mask]
    #expect(try leftovers(TinyTIFFFile(pages: [first]).bytes, .png) == ["1 auxiliary image"])
  }

  /// A box of compressed metadata is named at any position; the same uncompressed is not.
  @Test func packedBoxesOfAJPEGXLAreNamed() throws {
    for kind in ["brob", "Exif", "xml "] {
      for isAhead in [true, false] {
        var file = TinyJXL(as: .topLeft)
        file.container = .box(.short)
        let box = TinyBox.bytes(kind, Array("Exif".utf8) + [0, 0, 0, 0, 0, 0])
        if isAhead { file.boxesBefore = box } else { file.boxesAfter = box }
        let found = try leftovers(file.bytes, .jpegXL)
        let named = ["compressed metadata (it is damaged, of another type, or Brotli is not supported)"]
        #expect(found == (kind == "brob" ? named : []), "\(kind)")
      }
    }
  }

  /// Boxes of other programs are named; those that only pad the file are not.
  @Test func unknownBoxesOfAJPEGXLAreNamed() throws {
    let expected = [
      "abcd": ["other programs' data"], "jhgm": ["1 auxiliary image"], "jumb": ["the content credentials"],
      "free": [], "skip": [], "jxli": [],
    ]
    for (kind, names) in expected {
      for isAhead in [true, false] {
        var file = TinyJXL(as: .topLeft)
        file.container = .box(.short)
        let box = TinyBox.bytes(kind, [0, 0, 0, 0, 0, 0])
        if isAhead { file.boxesBefore = box } else { file.boxesAfter = box }
        #expect(try leftovers(file.bytes, .jpeg) == names, "\(kind)")
      }
    }
  }

  @Test func unknownBoxesOfAHEIFAreNamed() throws {
    let plain = TinyHEIF(.topLeft).bytes
    #expect(try leftovers(plain, .jpeg) == [])
    for (kind, names) in ["abcd": ["other programs' data"], "uuid": ["other programs' data"], "free": []] {
      let box = TinyBox.bytes(kind, [UInt8](repeating: 1, count: 24))
      #expect(try leftovers(plain + box, .jpeg) == names, "\(kind)")
    }
  }

  @Test func imagesAreCountedByKind() {
    let part = { (kind: ImagePart.Kind) in
      ImagePart(kind, storedSize: PixelSize(width: 1, height: 1), orientation: .identity, offset: 0)
    }
    #expect(Probe.contents([part(.main)]).isEmpty)
    #expect(Probe.contents([part(.main), part(.auxiliary)], opacity: true).isEmpty)
    #expect(Probe.contents([part(.main), part(.auxiliary)]).map(\.description) == ["1 auxiliary image"])
    let many = [ImagePart.Kind.main, .page, .preview, .preview, .auxiliary, .auxiliary, .video].map(part)
    #expect(
      Probe.contents(many).map(\.description) == [
        "1 other page", "2 smaller versions", "2 auxiliary images", "1 video",
      ])
  }
}
