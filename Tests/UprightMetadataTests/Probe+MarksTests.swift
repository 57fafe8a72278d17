// Marked regions get the same note in every container.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ProbeMarksTests {
  /// A packet with a panorama's position, for an image of another shape.
  private static let packet = TinyXMP.packet(
    attributes: [
      "CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels", "CroppedAreaLeftPixels", "CroppedAreaTopPixels",
      "FullPanoWidthPixels", "FullPanoHeightPixels",
    ].map { #"GPano:\#($0)="\#($0.hasSuffix("Pixels") ? 24 : 0)""# }.joined(separator: " "))

  private static let block: TinyTIFF = {
    var block = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker")])
    block.exif = [.subjectArea([8, 4, 6, 2])]
    return block
  }()

  /// A file of one page with the directories of the block and the packet.
  private static var pages: [UInt8] {
    let frame = TIFFFrame(
      width: 2, height: 1, stripRows: 1, colors: .gray, depth: 8,
      metadata: CarriedMetadata(exif: block.bytes, xmp: packet))
    let strip: [UInt8] = [0x78, 1, 1, 2, 0, 253, 255, 7, 1, 0, 9, 0, 8]
    return frame.opening(stripSizes: [strip.count]) + strip + frame.closing(stripSizes: [strip.count])
  }

  private static func boxes() -> [UInt8] {
    var file = TinyJXL(as: .topLeft)
    (file.container, file.exif, file.packet) = (.box(.short), block, packet)
    return file.bytes
  }

  static let image = TinyImage(width: 24, height: 16, filledWith: [9])

  static let files: [(name: String, bytes: [UInt8])] = [
    ("jpeg", TinyJPEG(image, segments: [.exif(block), .xmp(packet)]).bytes),
    ("png", TinyPNG(image, chunks: [.exif(block.bytes), .xmp(packet)]).bytes),
    ("webp", TinyWebP(image, chunks: [.exif(block.bytes), .xmp(packet)]).bytes),
    ("avif", TinyHEIF(.topLeft, exif: block, xmp: packet).bytes),
    ("jxl", boxes()), ("tiff", pages),
  ]

  private func edit(_ probe: Probe, _ turn: ExifOrientation) -> MetadataEdit {
    let oriented = Orientation<Stored, Displayed>(exif: turn)
    let orientation = Orientation<Stored, Output>(
      mirrored: oriented.isMirrored, clockwise: oriented.clockwiseQuarters)
    return MetadataEdit(
      size: orientation.applied(to: PixelSize(width: 24, height: 16)),
      map: Transform2D(orientation, in: PixelSize(width: 24, height: 16)), thumbnail: nil, keepsProfile: true,
      keepsCoding: false)
  }

  @Test(arguments: ProbeMarksTests.files.map(\.name))
  func everyContainerSaysItAlike(_ name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    let probe = try Probe(file.bytes)
    for turn in ExifOrientation.allCases where turn != .topLeft {
      let marks = probe.marks(after: edit(probe, turn)).map(\.description)
      #expect(marks.contains("the subject's position is moved"), "\(name), \(turn): \(marks)")
      #expect(
        marks.contains("the photo sphere's position is removed: numbers are missing, or are for another image"),
        "\(name), \(turn)")
    }
    var bare = edit(probe, .rightTop)
    bare.strip = .allButColor
    #expect(probe.marks(after: bare).isEmpty)
    #expect(probe.markedPackets == [Self.packet])
  }

  /// A copy of XMP in an Exif block, or as digits in a PNG, has its position on the sphere moved or removed, too.
  @Test func copiesLoseTheirSpheresAloud() throws {
    var copy = TinyTIFF(orientation: 1)
    copy.ifd0.append(TinyEntry(700, .byte, Self.packet.map(Int.init)))
    let text = RawProfile(name: Array("xmp".utf8), bytes: Self.packet).text
    let digits = TinyPNG.Chunk.text("Raw profile type xmp", text, .plain)
    for bytes in [
      TinyJPEG(Self.image, exif: copy).bytes, TinyJPEG(Self.image, segments: [.exif(copy), .xmp(Self.packet)]).bytes,
      TinyPNG(Self.image, exif: copy).bytes, TinyWebP(Self.image, exif: copy).bytes,
      TinyPNG(Self.image, chunks: [digits]).bytes,
    ] {
      let probe = try Probe(bytes)
      #expect(probe.marks(after: edit(probe, .rightTop)) == [MarkNote.photoSphereUnplaced])
    }
  }

  @Test func whatIsNotThereIsNotSaid() throws {
    let bare = [
      TinyJPEG(Self.image).bytes, TinyPNG(Self.image).bytes, TinyWebP(Self.image).bytes, TinyHEIF(.topLeft).bytes,
      TinyTIFFFile(displaying: Self.image, as: .topLeft).bytes,
    ]
    for bytes in bare {
      let probe = try Probe(bytes)
      #expect(probe.marks(after: edit(probe, .rightTop)).isEmpty && probe.markedPackets.isEmpty)
    }
  }
}
