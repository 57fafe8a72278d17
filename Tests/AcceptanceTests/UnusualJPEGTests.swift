// Unusual JPEGs through the program: the image that Pillow reads, or a refusal that names the kind.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: UprightTool.path != nil, "needs the program upright"))
struct UnusualJPEGTests {
  private static let image = TinyImage.sixColors.enlarged(by: 16)

  /// Kinds that are refused: a description, the offset after the frame's marker that changes, its value, the refusal.
  static let refused: [(kind: String, place: Int, value: UInt8, refusal: String)] = [
    ("12 bits", 4, 12, "12 bits per sample is not supported"),
    ("lossless", 1, 0xC3, "lossless JPEG has no DCT coefficients"),
    ("hierarchical", 1, 0xC5, "hierarchical JPEG is not supported"),
  ]

  @Test(arguments: refused.map(\.kind), ["fix --to pixels", "crop 0,0,20,20", "thumb 24"])
  func isRefusedByItsKind(kind: String, words: String) throws {
    let change = try #require(Self.refused.first { $0.kind == kind })
    var bytes = TinyJPEG(Self.image).bytes
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + change.place] = change.value
    let folder = try ScratchFolder()
    try folder.write(bytes, as: "in.jpg")
    let answer = try UprightTool.run(
      words.split(separator: " ").map(String.init) + ["in.jpg", "-o", "out.png"], in: folder)
    #expect(answer.status == 69 && answer.complaints.contains(change.refusal), "\(answer)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.png")))
  }

  private static let inks = """
    import sys
    from PIL import Image
    Image.open(sys.argv[1]).convert("CMYK").save(sys.argv[2], "JPEG", quality=95)
    """

  private static let difference = """
    import sys
    from PIL import Image, ImageChops
    a, b = (Image.open(p).convert("RGB") for p in sys.argv[1:3])
    print(*a.size, *b.size, *[high for _, high in ImageChops.difference(a, b).getextrema()])
    """

  /// The largest difference between two images of the same size, as Pillow reads them.
  private func difference(_ one: String, _ other: String, in folder: ScratchFolder) throws -> Int {
    let answer = try OutsideTool.pillow.run(["-c", Self.difference, folder.path(one), folder.path(other)])
    let numbers = answer.text.split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 7, "\(answer)")
    #expect(numbers[0] == numbers[2] && numbers[1] == numbers[3], "\(numbers)")
    return numbers[4...].max() ?? 255
  }

  /// Adobe's inverted CMYK; with another transform in the marker, the same numbers are YCCK.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"), arguments: [UInt8(0), 2])
  func inksLookAsPillowHasThem(transform: UInt8) throws {
    let folder = try ScratchFolder()
    try folder.write(
      PortableMap(
        width: 2, height: 3, channels: 3,
        samples: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0, 0, 255, 255, 255, 255, 255]
      ).bytes, as: "in.ppm")
    let made = try OutsideTool.pillow.run(["-c", Self.inks, folder.path("in.ppm"), folder.path("in.jpg")])
    try #require(made.status == 0, "\(made)")
    var bytes = try folder.read("in.jpg")
    let marker = Array("Adobe".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: marker) })
    #expect(bytes[place + 11] == 0)
    bytes[place + 11] = transform
    try folder.write(bytes, as: "in.jpg")
    let answer = try UprightTool.run(["fix", "--to", "pixels", "in.jpg", "-o", "out.png"], in: folder)
    try #require(answer.status == 0, "\(answer)")
    #expect(try difference("in.jpg", "out.png", in: folder) <= 1)
  }

  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled && OutsideTool.cjpeg.isInstalled, "needs Pillow and cjpeg"),
    arguments: [["-arithmetic"], ["-arithmetic", "-progressive"]])
  func arithmeticCodingIsRead(_ options: [String]) throws {
    let folder = try ScratchFolder()
    let samples = (0..<48 * 32).flatMap { (place: Int) -> [UInt8] in [UInt8(place % 48 * 5), UInt8(place / 48 * 7), 90]
    }
    let map = PortableMap(width: 48, height: 32, channels: 3, samples: samples)
    try folder.write(map.bytes, as: "in.ppm")
    let coded = try OutsideTool.cjpeg.run(options + ["-quality", "95", "{in}"], input: map.bytes)
    #expect(coded.indices.dropLast().contains { coded[$0] == 0xFF && [0xC9, 0xCA].contains(coded[$0 + 1]) })
    try folder.write(coded, as: "in.jpg")
    let answer = try UprightTool.run(["fix", "--to", "pixels", "in.jpg", "-o", "out.png"], in: folder)
    try #require(answer.status == 0, "\(answer)")
    #expect(try difference("in.jpg", "out.png", in: folder) <= 1)
    #expect(try difference("in.ppm", "out.png", in: folder) <= 40)
  }
}
