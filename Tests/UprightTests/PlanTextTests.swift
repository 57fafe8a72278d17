// Plans in words: one line per fact, each wording once.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct PlanTextTests {
  private func plan(_ rendition: Rendition, _ bytes: [UInt8], limits: Limits = Limits()) throws -> Plan {
    try Planner(capabilities: Planner.full.capabilities, limits: limits).plan(rendition, for: Probe(bytes))
  }

  @Test func patchesAreCountedInBytes() throws {
    let tagged = PlanTable.photo(.rightTop)
    #expect(try plan(Rendition(turn: .rotate90), tagged).details == ["  1 byte changes, at 30"])
    let twice = PlanTable.photo(.rightTop, segments: [.xmp(TinyXMP.packet(orientation: "6"))])
    let both = try plan(Rendition(turn: .rotate90), twice).details
    #expect(both.count == 1 && both[0].hasPrefix("  2 bytes change, at 30, "))
    let plain = PlanTable.photo()
    #expect(try plan(Rendition(turn: .rotate90), plain).details == ["  40 bytes are inserted, at 2"])
    let inserted = try Probe(plain).retag(to: Orientation(exif: .rightTop)).applied(to: plain)
    let back = try plan(Rendition(upright: .pixels, loss: .none), inserted)
    #expect(back.route.name == .transform)
    let removed = try plan(Rendition(turn: .rotate270), inserted)
    #expect(removed.details == ["  40 bytes are taken out, at 2"])
    #expect(removed.summary == "retag: jpeg 64x32, upright, 1 MiB of memory")
  }

  @Test func theSummaryNamesRouteFormatSizeTagAndMemory() throws {
    for tag in ExifOrientation.allCases {
      let summary = try plan(Rendition(), PlanTable.photo(tag)).summary
      let kept = tag == .topLeft ? "upright" : "tag \(tag.rawValue)"
      #expect(summary == "copy: jpeg 64x32, \(kept), 0 MiB of memory")
    }
  }

  @Test func memoryIsRoundedUpToWholeMebibytes() {
    for (bytes, words) in [
      (0, "0 MiB"), (1, "1 MiB"), (1 << 20, "1 MiB"), ((1 << 20) + 1, "2 MiB"), (5 << 30, "5120 MiB"),
    ] {
      let plan = Plan(
        route: .copy, format: .jpeg, outputSize: PixelSize(width: 1, height: 1), remaining: .identity, rejections: [],
        peakBytes: bytes, fingerprint: SourceFingerprint(head: [], byteCount: 0))
      #expect(plan.summary == "copy: jpeg 1x1, upright, \(words) of memory")
      #expect(plan.description == plan.summary + "\n  nothing changes")
    }
  }

  @Test func stepsOfATranscodeAreToldOnlyWhereTheyAreTaken() throws {
    let photo = PlanTable.photo(storedWidth: 640, storedHeight: 480, sampling: .half)
    let small = PixelSize<Output>(width: 64, height: 64)
    let full = try plan(
      Rendition(
        region: .pixels(PixelRect(x: -160, y: 0, width: 640, height: 640)), size: .within(small), turn: .rotate90,
        upright: .pixels, quality: .level(70), overflow: .pad(.black)), photo)
    #expect(
      full.details == [
        "  decode stored 0,0,480,480 at 1/4 → 120x120 rgb", "  scale to 48x48 (lanczos3)", "  turn by 90",
        "  lay at 16,16,48,48 on 64x64", "  encode jpeg, quality 70, chroma 2x2",
      ])
    let bare = try plan(Rendition(upright: .pixels, format: .png), photo)
    #expect(bare.details == ["  decode stored 0,0,640,480 at 1/1 → 640x480 rgb", "  encode png"])
  }

  @Test func trimmingAndCompanyAreTold() throws {
    let ragged = PlanTable.photo(.bottomRight, storedWidth: 60, storedHeight: 27)
    let trimmed = try plan(Rendition(upright: .pixels, loss: .trim), ragged)
    #expect(
      trimmed.details == [
        "  blocks of stored 0,0,56,24 move by 180; no pixel is decoded",
        "  trimmed as displayed: 4 of the width, 3 of the height",
      ])
    var block = TinyTIFF(orientation: 3)
    block.thumbnail = TinyJPEG(TinyImage(width: 16, height: 8, filledWith: [1])).bytes
    let small = TinyJPEG(TinyImage(width: 32, height: 16, filledWith: [1]), exif: block).bytes
    #expect(try plan(Rendition(upright: .pixels), small).details.last == "  the thumbnail turns along")
    let ink = TinyJPEG(TinyImage(width: 8, height: 8, filledWith: [1, 2, 3, 4])).bytes
    #expect(
      try plan(Rendition(format: .png), ink).details.last == "  the colour profile stays behind: the channels change")
  }

  @Test func progressiveEncodingIsTold() throws {
    var photo = PlanTable.photo()
    let place = try #require(photo.indices.dropLast(9).first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
    photo[place + 1] = 0xC2
    let scaled = Rendition(size: .within(PixelSize(width: 8, height: 8)))
    #expect(
      try plan(scaled, photo).details.contains("  encode jpeg, the source's tables, chroma 1x1, progressive"))
  }

  @Test func rejectionsFollowTheSteps() throws {
    let text = try plan(Rendition(turn: .rotate90, upright: .pixels), PlanTable.photo()).description
    #expect(
      text.split(separator: "\n").suffix(2) == [
        "  not copy: the stored pixels have to be turned by 90",
        "  not retag: the pixels have to be turned, not the tag",
      ])
    let poor = try plan(Rendition(turn: .mirrorHorizontal), PlanTable.photo(), limits: Limits(pixels: 1))
    #expect(poor.description.hasSuffix("\n  not copy: the result is turned"))
  }
}
