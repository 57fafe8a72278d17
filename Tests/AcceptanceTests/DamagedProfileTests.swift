// Images with a damaged profile become JPEG XL without it, and the report names it; formats that hold profiles as bytes
// keep it.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: UprightTool.path != nil && OutsideTool.djxl.isInstalled, "needs the program upright and djxl"))
struct DamagedProfileTests {
  private static let sentence = "the color profile is not copied: it is damaged"
  private static let sound = TinyProfile.rgb(gamma: 1.8).bytes

  /// Invalid profiles: truncated, with a wrong length, without a signature, with a list that points outside.
  static let damaged: [(name: String, bytes: [UInt8])] = [
    ("cut", Array(sound.prefix(200))), ("header", Array(sound.prefix(60))),
    ("noise", [UInt8](repeating: 0xA5, count: 500)),
    ("signature", sound.enumerated().map { $0.offset == 36 ? 0 : $0.element }),
    ("count", sound.enumerated().map { (128..<132).contains($0.offset) ? 0xFF : $0.element }),
  ]

  private func png(_ profile: [UInt8]) -> [UInt8] {
    TinyPNG(
      TinyImage.sixColors.enlarged(by: 8),
      chunks: [TinyPNG.Chunk("iCCP", Array("P\0\0".utf8) + TinyPNG.zlib(profile))]
    ).bytes
  }

  @Test(arguments: damaged.map(\.name))
  func theyStayBehindByName(_ name: String) throws {
    let folder = try ScratchFolder()
    let profile = try #require(Self.damaged.first { $0.name == name }).bytes
    try folder.write(png(profile), as: "a.png")
    let answer = try UprightTool.run(["fix", "a.png", "--format", "jxl", "-o", "a.jxl"], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.complaints.contains("a.png: \(Self.sentence)"), "\(answer.complaints)")
    #expect(try OutsideTool.djxl.run(["a.jxl", "back.png"], in: folder).status == 0)
    #expect(try Probe(folder.read("back.png")).storedSize == PixelSize(width: 24, height: 16))
    let jpeg = try UprightTool.run(["fix", "a.png", "--format", "webp", "-o", "a.webp"], in: folder)
    #expect(jpeg.status == 0 && !jpeg.complaints.contains(Self.sentence))
  }

  @Test func aSoundOneComesAlong() throws {
    let folder = try ScratchFolder()
    try folder.write(png(Self.sound), as: "a.png")
    let answer = try UprightTool.run(["fix", "a.png", "--format", "jxl", "-o", "a.jxl"], in: folder)
    #expect(answer.status == 0 && !answer.complaints.contains(Self.sentence), "\(answer.complaints)")
  }
}
