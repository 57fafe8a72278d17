// Sizes of images without an orientation (GIF, BMP), and the refusal to give them one.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct UprightFormatsTests {
  static let files: [(name: String, format: ContainerFormat, bytes: [UInt8])] = {
    var commented = TinyGIF(.sixColors)
    commented.extensions = TinyGIF.xmp(TinyXMP.packet(orientation: "6"))
    return [("GIF", .gif, TinyGIF(.sixColors).bytes), ("GIF with XMP", .gif, commented.bytes)]
      + TinyBMP.Header.allCases.map { ("bitmap, \($0)", .bmp, TinyBMP(.sixColors, $0).bytes) }
  }()

  @Test(arguments: files.map(\.name))
  func theSizeIsReadAndTheImageIsUpright(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    let probe = try Probe(file.bytes)
    #expect(probe.format == file.format)
    #expect(probe.storedSize == PixelSize(width: 3, height: 2))
    #expect(probe.orientation.isIdentity)
    #expect(probe.source == .none)
    #expect(probe.findings.isEmpty)
  }

  @Test(arguments: files.map(\.name), ExifOrientation.allCases)
  func onlyUprightCanBeSaid(name: String, tag: ExifOrientation) throws {
    let probe = try Probe(try #require(Self.files.first { $0.name == name }).bytes)
    guard tag != .topLeft else {
      #expect(try probe.retag(to: .identity).isEmpty)
      return
    }
    let error = MetadataError(.notExpressible, at: 0, format: probe.format)
    #expect(throws: error) { try probe.retag(to: Orientation(exif: tag)) }
    let name = probe.format == .gif ? "GIF" : "BMP"
    #expect(error.description == "\(name) cannot store an orientation; save it as PNG, WebP or JPEG")
  }

  @Test func everyPrefixAndEveryByteIsReadWithoutATrap() {
    for file in Self.files {
      #expect(Totality.complaintOfPrefixes(file.bytes) == nil)
      #expect(Totality.complaintOfMutations(file.bytes, in: 0..<64) == nil)
    }
  }

  @Test func anImageWithoutPixelsIsNone() {
    var screen = TinyGIF(.sixColors).bytes
    screen.replaceSubrange(6..<8, with: [0, 0])
    #expect(throws: MetadataError(.imageMissing, at: 6)) { try Probe(screen) }
    for height: [UInt8] in [[0, 0, 0, 0], [0, 0, 0, 0x80]] {
      var map = TinyBMP(.sixColors).bytes
      map.replaceSubrange(22..<26, with: height)
      let size = try? Probe(map).storedSize.height
      #expect(size == (height[3] == 0 ? nil : 1 << 31))
    }
    var negative = TinyBMP(.sixColors).bytes
    negative[21] = 0x80
    #expect(throws: MetadataError(.imageMissing, at: 18)) { try Probe(negative) }
  }

  @Test(arguments: [
    (TinyGIF(.sixColors).bytes, 10), (TinyBMP(.sixColors).bytes, 26), (TinyBMP(.sixColors, .core).bytes, 22),
  ])
  func noMoreIsNeededThanTheSize(bytes: [UInt8], count: Int) throws {
    #expect(try Probe(Array(bytes.prefix(count))).storedSize == PixelSize(width: 3, height: 2))
    #expect(throws: MetadataError.self) { try Probe(Array(bytes.prefix(count - 1))) }
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: files.map(\.name))
  func exiftoolSeesTheSameSize(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    let answer = try OutsideTool.exiftool.run(["-n", "-T", "-ImageWidth", "-ImageHeight", "{in}"], input: file.bytes)
    let size = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(size.map(\.magnitude) == [3, 2])
  }
}
