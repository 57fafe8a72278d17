// The written file is compared with the original: a codec that rotates the wrong way is detected, and nothing is lost.

import Testing
import Upright
import UprightCodecs
import UprightFiles
import UprightFixtures
import UprightTestCodecs
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

extension ImageTaskTests {
  /// A codec that rotates blocks by 180° too much, so that sizes and tags are as planned.
  private struct WrongWayRound: ForwardingCodec {
    let inner: any Codec

    func transform(
      _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
      into sink: inout some ByteSink
    ) throws(UprightError) -> Int {
      let wrong = LosslessJob(region: job.region, orientation: job.orientation.then(.rotate180))
      return try inner.requiredBlocks().transform(wrong, from: source, metadata: metadata, limits: limits, into: &sink)
    }
  }

  @Test(arguments: 2...8) func aCodecThatTurnsWronglyIsFoundOut(tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let (path, before) = (album.folder.path("\(tag).jpg"), try album.folder.read("\(tag).jpg"))
    var task = ImageTask(
      pipeline: Pipeline(codecs: SystemCodecs.all.map(WrongWayRound.init(inner:)))
    ) { _, _ in Rendition(upright: .pixels) }
    let file = InputFile(path: path, relativePath: "\(tag).jpg")
    task.goal.verifies = true
    for destination in [Destination.inPlace, .file(FileLocation(path: album.folder.path("new.jpg")))] {
      let error = #expect(throws: UprightError.self) { try task.run(file, to: destination) }
      #expect(error?.codes.name == "codec")
      #expect(try album.contents() == ["\(tag).jpg": before])
    }
    task.goal.verifies = false
    #expect(try task.run(file, to: .inPlace).plan.route.name == .transform)
    #expect(try album.folder.read("\(tag).jpg") != before)
  }

  @Test func aCodecThatTurnsRightlyIsBelieved() throws {
    for words in [
      ["fix"], ["fix", "--edge", "trim"], ["fix", "--edge", "recode"], ["rotate", "cw", "--bake"],
      ["rotate", "mirror-horizontal"],
    ] {
      let (plain, held) = (try Album("6.jpg", "7-ragged.jpg", "1.jpg"), try Album("6.jpg", "7-ragged.jpg", "1.jpg"))
      let files = ["-i", "6.jpg", "7-ragged.jpg", "1.jpg"]
      // `fix` leaves the photo whose blocks cannot move.
      let status: Int32 = words == ["fix"] ? 2 : 0
      #expect(try UprightTool.run(words + files, in: plain.folder).status == status)
      #expect(try UprightTool.run(words + ["--verify"] + files, in: held.folder).status == status, "\(words)")
      #expect(try plain.contents() == held.contents(), "\(words)")
    }
  }

  @Test func aPartOfAnImageHasNoOriginal() throws {
    let album = try Album("6.jpg")
    for words in [["crop", "1,1,9,9"], ["thumb", "16"]] {
      let answer = try UprightTool.run(words + ["--verify", "6.jpg", "-o", "o.jpg"], in: album.folder)
      #expect(answer.status == 64 && answer.complaints.contains("--verify compares whole images"))
    }
  }

  /// A codec that writes lossy data where lossless was requested.
  private struct Lossy: ForwardingCodec {
    let inner: any Codec

    func encode(
      _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
      into sink: inout some ByteSink
    ) throws(UprightError) {
      let level = EncodeSettings(format: .webp, fidelity: .level(95), sampling: .none)
      try inner.requiredEncoder().encode(image, settings: level, metadata: metadata, limits: limits, into: &sink)
    }
  }

  /// If the plan loses nothing, noise of few decibels is not allowed.
  @Test(arguments: [false, true]) func aLossThatWasNotPlannedIsFoundOut(isLossy: Bool) throws {
    let album = try Album()
    var image = TinyImage(width: 48, height: 32, filledWith: [0, 0, 0])
    for y in 0..<32 { for x in 0..<48 { image[x, y] = [UInt8(5 * x), UInt8(7 * y), UInt8(3 * x + 2 * y)] } }
    try album.folder.write(TinyPNG(image).bytes, as: "a.png")
    let webp: any Codec = isLossy ? Lossy(inner: WebPCodec()) : WebPCodec()
    var task = ImageTask(pipeline: Pipeline(codecs: [PNGCodec(), webp])) { _, _ in
      Rendition(upright: .pixels, format: .webp)
    }
    let file = InputFile(path: album.folder.path("a.png"), relativePath: "a.png")
    let target = Destination.file(FileLocation(path: album.folder.path("a.webp")))
    _ = try task.run(file, to: target)
    let (source, made) = (try album.folder.read("a.png"), try album.folder.read("a.webp"))
    let relation = try #require(try task.pipeline.relation(of: source, to: made))
    if isLossy {
      #expect(relation.isSameImage(atLeast: 30) && !relation.isExactlySameImage, "\(relation)")
    } else {
      #expect(relation.isExactlySameImage)
    }
    task.goal.verifies = true
    let held = Destination.file(FileLocation(path: album.folder.path("held.webp")))
    guard isLossy else {
      _ = try task.run(file, to: held)
      return
    }
    let error = #expect(throws: UprightError.self) { try task.run(file, to: held) }
    #expect(error?.codes.name == "codec" && (try? album.folder.read("held.webp")) == nil)
  }
}
