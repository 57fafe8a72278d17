// Plans in words: one line per fact, each wording once.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct PlanTextTests {
  private func plan(_ rendition: Rendition, _ bytes: [UInt8], limits: Limits = Limits()) throws -> Plan {
    try Planner(capabilities: Planner.full.capabilities, limits: limits).plan(rendition, for: Probe(bytes))
  }

  private func lines(_ rendition: Rendition, _ bytes: [UInt8]) throws -> [String] {
    try plan(rendition, bytes).explanation
  }

  @Test func patchesAreCountedInBytes() throws {
    let tagged = PlanTable.photo(.rightTop)
    #expect(try lines(Rendition(turn: .rotate90), tagged)[0] == "retag: 1 byte changes, at offset 30")
    let twice = PlanTable.photo(.rightTop, segments: [.xmp(TinyXMP.packet(orientation: "6"))])
    #expect(try lines(Rendition(turn: .rotate90), twice)[0].hasPrefix("retag: 2 bytes change, at offset 30, "))
    let plain = PlanTable.photo()
    #expect(try lines(Rendition(turn: .rotate90), plain)[0] == "retag: 40 bytes are inserted, at offset 2")
    let inserted = try Probe(plain).retag(to: Orientation(exif: .rightTop)).applied(to: plain)
    let removed = try lines(Rendition(turn: .rotate270), inserted)
    #expect(removed[0] == "retag: 40 bytes are taken out, at offset 2")
    #expect(removed[1] == "result: jpeg, displayed as 64x32, tag 1")
  }

  @Test func theResultNamesFormatSizeAndTag() throws {
    for tag in ExifOrientation.allCases {
      let text = try lines(Rendition(), PlanTable.photo(tag))
      let kept =
        tag == .topLeft ? "copy: the file is what is wanted already" : "copy: the file stays as it is, with its tag"
      let result = "result: jpeg, displayed as 64x32, tag \(tag.rawValue)"
      #expect(text == [kept, result, "memory: at most 0 MiB"])
    }
  }

  @Test func memoryIsRoundedUp() {
    for (bytes, words) in [
      (0, "0 MiB"), (1, "0.1 MiB"), (1 << 20, "1.0 MiB"), ((1 << 20) + 100_000, "1.1 MiB"), (5 << 30, "5120.0 MiB"),
    ] {
      let plan = Plan(
        route: .copy, format: .jpeg, outputSize: PixelSize(width: 1, height: 1), remaining: .identity, rejections: [],
        whenDamaged: [], peakBytes: bytes, fingerprint: SourceFingerprint(head: [], byteCount: 0, facts: []))
      #expect(plan.explanation.last == "memory: at most \(words)")
      #expect(plan.description == plan.explanation.joined(separator: "\n"))
    }
  }

  @Test func stepsOfATranscodeAreToldOnlyWhereTheyAreTaken() throws {
    let photo = PlanTable.photo(storedWidth: 640, storedHeight: 480, sampling: .half)
    let small = PixelSize<Output>(width: 64, height: 64)
    let full = try lines(
      Rendition(
        region: .pixels(PixelRect(x: -160, y: 0, width: 640, height: 640)), size: .within(small), turn: .rotate90,
        upright: .pixels, quality: .level(70), overflow: .pad(.black)), photo)
    #expect(
      full[0] == "transcode: decode stored 0,0,480,480 at 1/4, scale to 48x48, turn (cw), "
        + "lay at 16,16,48,48 on 64x64, encode jpeg (quality 70, chroma 2x2)")
    let bare = try lines(Rendition(upright: .pixels, format: .png), photo)
    #expect(bare[0] == "transcode: decode stored 0,0,640,480, encode png")
  }

  @Test func trimmingAndCompanyAreTold() throws {
    let ragged = PlanTable.photo(.bottomRight, storedWidth: 60, storedHeight: 27)
    let trimmed = try lines(Rendition(upright: .pixels, loss: .trim), ragged)
    #expect(
      trimmed[0] == "transform: the blocks of stored 0,0,56,24 are moved (180); no pixel is decoded, nothing lost")
    #expect(trimmed[1] == "trimmed as displayed: 4 of the width, 3 of the height")
    var block = TinyTIFF(orientation: 3)
    block.thumbnail = TinyJPEG(TinyImage(width: 16, height: 8, filledWith: [1])).bytes
    let small = TinyJPEG(TinyImage(width: 32, height: 16, filledWith: [1]), exif: block).bytes
    #expect(try lines(Rendition(upright: .pixels), small).contains("the thumbnail turns along: transform"))
    let ink = TinyJPEG(TinyImage(width: 8, height: 8, filledWith: [1, 2, 3, 4])).bytes
    #expect(
      try lines(Rendition(format: .png), ink).contains("the colour profile stays behind: the channels change"))
  }

  @Test func progressiveEncodingIsTold() throws {
    var photo = PlanTable.photo()
    let place = try #require(photo.indices.dropLast(9).first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
    photo[place + 1] = 0xC2
    let scaled = Rendition(size: .within(PixelSize(width: 8, height: 8)))
    #expect(try lines(scaled, photo)[0].hasSuffix("encode jpeg (the source's tables, chroma 1x1, progressive)"))
  }

  @Test func rejectionsAndTheSecondChoiceFollowTheResult() throws {
    let photo = PlanTable.photo()
    #expect(
      try lines(Rendition(turn: .rotate90, upright: .pixels), photo)[2...4] == [
        "not copy: the stored pixels have to be turned (cw)", "not retag: the pixels have to be turned, not the tag",
        "where the coded data are damaged: transcode",
      ])
    let lossless = try lines(Rendition(turn: .rotate90, upright: .pixels, loss: .none), photo)
    #expect(!lossless.contains { $0.hasPrefix("where the coded data") }, "nothing else would lose nothing")
    let tagged = try lines(Rendition(upright: .pixelsWherePossible, loss: .none), PlanTable.photo(.rightTop))
    #expect(tagged.contains("where the coded data are damaged: copy"))
  }
}
