// GIF and BMP on the command line: upright by definition, read, and never written.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch

@Suite(.inProcess) struct GIFAndBMPTests {
  private static let files = [("a.gif", TinyGIF(.sixColors).bytes), ("a.bmp", TinyBMP(.sixColors).bytes)]

  @Test(arguments: files.map(\.0)) func fixHasNothingToDo(name: String) throws {
    let album = try Album()
    let bytes = try #require(Self.files.first { $0.0 == name }?.1)
    try album.folder.write(bytes, as: name)
    let answer = try UprightTool.run(["fix", "-i", name], in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try album.folder.read(name) == bytes)
  }

  @Test(arguments: files.map(\.0), ["png", "webp", "jpg"])
  func pixelsBecomeAnotherFormat(name: String, _ format: String) throws {
    guard
      ContainerFormat(fileExtension: name.hasSuffix("gif") ? "gif" : "bmp").map(ContainerFormat.decoded.contains)
        == true
    else { return }
    let album = try Album()
    try album.folder.write(try #require(Self.files.first { $0.0 == name }?.1), as: name)
    for words in [["rotate", "cw", "--bake"], ["crop", "0,0,2,2"], ["thumb", "2"]] {
      let output = "\(words[0]).\(format)"
      let answer = try UprightTool.run(words + [name, "-o", output], in: album.folder)
      #expect(answer.status == 0, "\(words): \(answer.complaints)")
      let probe = try Probe(try album.folder.read(output))
      #expect(probe.displayedSize.width == 2, "\(words)")
    }
    guard format == "png" else { return }
    let turned = try DisplayedSamples.pixels(try album.folder.read("rotate.png"))
    let six = TinyImage.sixColors
    #expect(turned == (0..<3).flatMap { y in (0..<2).flatMap { six[y, 1 - $0] } })
  }

  /// Losslessly coded images become a PNG unless a format is requested.
  @Test(arguments: files.map(\.0)) func withoutAFormatPixelsBecomeAPNG(name: String) throws {
    guard name.hasSuffix("bmp") || ContainerFormat.decoded.contains(.gif) else { return }
    let album = try Album()
    try album.folder.write(try #require(Self.files.first { $0.0 == name }?.1), as: name)
    let answer = try UprightTool.run(["rotate", "cw", "--bake", name, "-o", "out/"], in: album.folder)
    #expect(answer.status == 0 && answer.text == "\(name) -> out/a.png: transcode, 2x3, tag 1", "\(answer.complaints)")
  }

  @Test func nothingIsWrittenInThem() throws {
    let album = try Album("1.jpg")
    for name in ["o.gif", "o.bmp"] {
      #expect(try UprightTool.run(["rotate", "cw", "1.jpg", "-o", name], in: album.folder).status == 69)
    }
  }

  @Test(.enabled(if: ContainerFormat.decoded.contains(.gif), "built without GIF"))
  func animationsNeedAFrame() throws {
    let album = try Album()
    var file = TinyGIFFrames(
      width: 3, height: 2, [.init(.sixColors), .init(TinyImage.sixColors.stored(as: .bottomRight))])
    file.extensions = TinyGIFFrames.comment("said")
    try album.folder.write(file.bytes, as: "a.gif")
    let refused = try UprightTool.run(["rotate", "cw", "a.gif", "-o", "o.png"], in: album.folder)
    #expect(refused.status == 69)
    #expect(
      refused.complaints.contains(
        """
        this GIF is an animation of 2 frames, whose pixels cannot be rotated: make a still image of the first frame \
        with --frame 1
        """
      ))
    let still = try UprightTool.run(["fix", "a.gif", "-o", "o.png"], in: album.folder)
    #expect(still.status == 69)
    #expect(
      still.complaints.contains(
        """
        this GIF is an animation of 2 frames, and as PNG, only one frame would be left: make a still image of one with \
        --frame N
        """
      ), "\(still.complaints)")
    for frame in 1...2 {
      let words = ["rotate", "180", "a.gif", "--frame", "\(frame)", "-o", "\(frame).png"]
      let answer = try UprightTool.run(words, in: album.folder)
      #expect(answer.status == 0, "\(answer.complaints)")
      let expected = frame == 1 ? TinyImage.sixColors.stored(as: .bottomRight) : TinyImage.sixColors
      #expect(try DisplayedSamples.pixels(try album.folder.read("\(frame).png")) == expected.samples)
    }
    let plan = try UprightTool.run(
      ["plan", "rotate", "180", "a.gif", "--frame", "1", "--format", "png"], in: album.folder)
    #expect((plan.text + plan.complaints).contains("the comment"), "\(plan.text)")
    #expect(
      try UprightTool.run(["rotate", "180", "a.gif", "--frame", "3", "-o", "3.png"], in: album.folder).status == 64)
    #expect(try UprightTool.run(["fix", "-i", "a.gif"], in: album.folder).status == 0)
  }
}

/// The displayed samples of a file, by the codecs of this process.
private enum DisplayedSamples {
  static func pixels(_ bytes: [UInt8]) throws -> [UInt8] {
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    return try pipeline.raster(Rendition(upright: .pixels), of: Probe(bytes), from: bytes).bytes
  }
}
