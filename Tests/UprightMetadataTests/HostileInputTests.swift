// Bytes that are broken anywhere: an error or a probe, never a trap, and every probe can be retagged or is refused.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct HostileInputTests {
  /// Probes, and does everything possible with the probe; true if there was one.
  @discardableResult
  private func survive(_ bytes: [UInt8], tags: [ExifOrientation] = [.rightTop], carries: Bool = true) -> Bool {
    guard let probe = try? Probe(bytes) else { return false }
    for tag in tags {
      guard let patch = try? probe.retag(to: Orientation(exif: tag)) else { continue }
      guard let result = try? patch.applied(to: bytes) else { continue }
      if (try? Probe(result))?.orientation.exif != tag { Issue.record("\(tag) was asked for and is not read back") }
      if (try? patch.inverse.applied(to: result)) != bytes { Issue.record("the way back from \(tag) is another") }
    }
    if carries {
      let size = PixelSize<Output>(width: 10, height: 20)
      let map = Transform2D<Stored, Output>(scaleX: 0.5, scaleY: -3, tx: 7, ty: 9)
      for thumbnail in [nil, [], Array(repeating: UInt8(1), count: 100)] {
        let edit = MetadataEdit(size: size, map: map, thumbnail: thumbnail, keepsProfile: true, keepsCoding: false)
        _ = try? probe.carry(edit, from: bytes)
      }
    }
    return true
  }

  @Test(arguments: TestFile.all)
  func everyPrefixIsAnErrorOrAProbe(exhibit: TestFile) throws {
    let header = min(exhibit.bytes.count, 900)
    var shortest: Int?
    for count in 0...header {
      let tags: [ExifOrientation] = count % 3 == 0 ? [.rightTop] : []
      if survive(Array(exhibit.bytes.prefix(count)), tags: tags, carries: count % 7 == 0) {
        shortest = shortest ?? count
      }
    }
    #expect(survive(exhibit.bytes))
    #expect((shortest ?? header) > 20, "there is nothing to be known from less")
  }

  @Test func longPrefixesToo() {
    for exhibit in TestFile.all where exhibit.bytes.count > 900 {
      for count in stride(from: 900, to: exhibit.bytes.count, by: 97) { survive(Array(exhibit.bytes.prefix(count))) }
    }
  }

  static let small: [(name: String, bytes: [UInt8])] = {
    let image = TinyImage(width: 3, height: 2, filledWith: [128])
    var second = TinyTIFF(.big, ifd0: [.orientation(6), TinyEntry(282, .rational, [72, 1])])
    second.exif = TinyEntry.pixelDimensions(width: 3, height: 2) + [.subjectArea([1, 1, 1, 1])]
    second.ifd1 = [.orientation(6)]
    second.thumbnail = Array(TinyJPEG(image).bytes.prefix(24))
    let packet = Array(#"<x tiff:Orientation="6" tiff:ImageWidth='3'>"#.utf8)
    return [
      ("little", TinyJPEG(image, exif: TinyTIFF(orientation: 6)).bytes),
      ("big with directories", TinyJPEG(image, exif: second).bytes),
      ("without tag", TinyJPEG(image, exif: TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")])).bytes),
      (
        "inserted",
        (try? Probe(TinyJPEG(image, exif: TinyTIFF(.big)).bytes).retag(to: Orientation(exif: .rightTop))
          .applied(to: TinyJPEG(image, exif: TinyTIFF(.big)).bytes)) ?? []
      ),
      ("XMP", TinyJPEG(image, segments: [.jfif, .xmp(packet), .comment("c")]).bytes),
    ]
  }()

  @Test(arguments: small.map(\.name))
  func everyByteWithEveryValue(name: String) throws {
    var bytes = try #require(Self.small.first { $0.name == name }).bytes
    // After the frame header only lengths are read, so the first values of the Huffman tables are enough.
    let frame = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    for place in 0..<min(400, frame + 25) {
      let kept = bytes[place]
      for value in UInt8.min...UInt8.max {
        bytes[place] = value
        survive(bytes, tags: value % 8 == 0 ? [.topLeft, .rightTop] : [], carries: value % 32 == 0)
      }
      bytes[place] = kept
    }
  }

  /// Fixed numbers, so that a failure is reproducible.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) ^ (state << 31)
    }
  }

  @Test(arguments: 0..<8)
  func severalBytesAtOnce(round: Int) throws {
    var numbers = Numbers(state: UInt64(round) + 1)
    let interesting: [UInt8] = [0, 1, 2, 6, 8, 0x12, 0x7F, 0x80, 0xD8, 0xE1, 0xFE, 0xFF]
    for exhibit in Self.small {
      for _ in 0..<150 {
        var bytes = exhibit.bytes
        for _ in 0..<Int.random(in: 2...6, using: &numbers) {
          bytes[Int.random(in: 2..<min(200, bytes.count), using: &numbers)] =
            interesting.randomElement(using: &numbers) ?? 0
        }
        survive(bytes, tags: ExifOrientation.allCases)
      }
    }
  }
}
