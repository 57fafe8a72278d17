// Plans in words: one line per fact, each wording once.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct PlanTextTests {
  private func lines(_ rendition: Rendition, _ bytes: [UInt8]) throws -> [String] {
    try Planner.full.plan(rendition, for: Probe(bytes)).explanation
  }

  @Test func patchesAreCountedInBytes() throws {
    let tagged = PlanTable.photo(.rightTop)
    #expect(
      try lines(Rendition(rotation: .rotate90), tagged) == [
        "retag: 1 byte changes, at offset 30", "result: jpeg, displayed as 32x64, tag 3",
        "not copy: a rotation is requested", "memory: at most 0.5 MiB",
      ])
    let twice = PlanTable.photo(.rightTop, segments: [.xmp(TinyXMP.packet(orientation: "6"))])
    #expect(try lines(Rendition(rotation: .rotate90), twice)[0].hasPrefix("retag: 2 bytes change, at offset 30, "))
    let plain = PlanTable.photo()
    #expect(try lines(Rendition(rotation: .rotate90), plain)[0] == "retag: 40 bytes are inserted, at offset 2")
    let inserted = try Probe(plain).retag(to: Orientation(exif: .rightTop)).applied(to: plain)
    #expect(
      try lines(Rendition(rotation: .rotate270), inserted).prefix(2) == [
        "retag: 40 bytes are removed, at offset 2", "result: jpeg, displayed as 64x32, tag 1",
      ])
    let stream = try lines(Rendition(rotation: .rotate90), TinyJXL(.noFurtherFields).bytes)[0]
    #expect(stream.hasPrefix("retag: 1 byte is inserted, at offset "))
    var file = TinyPNG(.sixColors)
    file.chunksAfterImage = [.exif(TinyTIFF(orientation: 6).bytes)]
    let size = TinyTIFF(orientation: 6).bytes.count + 12
    #expect(
      try lines(Rendition(normalizes: true), file.bytes)[0].hasPrefix("retag: \(size) bytes are moved, at offset 33, "))
  }

  @Test func copiesSayWhetherATagStays() throws {
    for tag in ExifOrientation.allCases {
      let what = tag == .topLeft ? "the file is already as requested" : "the file does not change, and keeps its tag"
      #expect(
        try lines(Rendition(), PlanTable.photo(tag)) == [
          "copy: \(what)", "result: jpeg, displayed as 64x32, tag \(tag.rawValue)", "memory: at most 0.5 MiB",
        ])
    }
  }

  /// The printed tenths of a mebibyte are never fewer than the bytes, and at most two tenths more.
  @Test func memoryIsRoundedUp() throws {
    let probe = try Probe(PlanTable.photo(.topLeft))
    for bytes in [0, 1, 104_857, 104_858, 1 << 20, (1 << 20) + 1, 9 << 20, 5 << 30, (1 << 40) - 1] {
      let plan = Plan(
        route: .copy, format: .jpeg, outputSize: PixelSize(width: 1, height: 1), remaining: .identity, rejections: [],
        peakBytes: bytes, of: probe)
      let words = try #require(plan.explanation.last).split(separator: " ")
      let told = try #require(Double(words[3])) * 1_048_576
      #expect(words.last == "MiB" && told >= Double(bytes) * 0.999_99 && told <= Double(bytes) * 1.000_01 + 209_716)
    }
  }

  /// Every JPEG that is encoded once more states the loss; where its planes are not used, also why.
  @Test func qualityIsAlwaysStated() throws {
    func quality(_ rendition: Rendition, _ bytes: [UInt8], _ planner: Planner = .full) throws -> [String] {
      try planner.plan(rendition, for: Probe(bytes)).explanation.filter {
        $0.hasPrefix("quality: ") || $0.hasPrefix("chroma: ")
      }
    }
    func photo(_ tag: ExifOrientation, _ width: Int, _ height: Int) -> [UInt8] {
      PlanTable.photo(tag, storedWidth: width, storedHeight: height, sampling: .half)
    }
    let own = "quality: quantized once more with the source's own tables, at least 58 dB in brightness"
    let upright = Rendition(upright: .pixels)
    #expect(try quality(upright, photo(.rightTop, 1920, 1080)) == [own])
    let edges = "chroma: moved by 1/2 sample across, because the edge that becomes left is inside a sample"
    #expect(try quality(upright, photo(.rightTop, 1919, 1081)) == [own, edges])
    #expect(try quality(upright, photo(.topRight, 1919, 1081)) == [own, edges])
    #expect(
      try quality(upright, photo(.leftBottom, 1919, 1081)) == [
        own, "chroma: moved by 1/2 sample down, because the edge that becomes top is inside a sample",
      ])
    #expect(
      try quality(upright, photo(.bottomRight, 1081, 1919)) == [
        own,
        "chroma: moved by 1/2 sample across and 1/2 sample down, "
          + "because the edges that become left and top are inside samples",
      ])
    let part = Rendition(region: .stored(PixelRect(x: 1, y: 0, width: 6, height: 8)), upright: .pixels)
    let decoded = "then quantized once more with the source's own tables, at least 55 dB in brightness"
    #expect(
      try quality(part, photo(.rightTop, 1920, 1080)) == [
        "quality: decoded to RGB because both edges of the region are inside chroma samples, \(decoded)"
      ])
    #expect(
      try quality(upright, photo(.rightTop, 1920, 1080), .withoutPlanes) == [
        "quality: decoded to RGB because this codec has no planes, \(decoded)"
      ])
    #expect(
      try quality(Rendition(upright: .pixels, quality: .level(85)), photo(.rightTop, 1920, 1080)) == [
        "quality: quantized once more at quality 85, at least 32 dB in brightness"
      ])
    func file(_ color: [UInt8], converts: Bool = true) -> [UInt8] {
      var file = TinyJPEG(TinyImage(width: 9, height: 9, filledWith: color), exif: TinyTIFF(orientation: 6))
      file.convertsColor = converts
      return file.bytes
    }
    #expect(try quality(upright, file([3])) == [own])
    #expect(
      try quality(upright, file([3, 4, 5], converts: false)) == [
        "quality: decoded to RGB because its components are not luma and two planes of chroma, "
          + "then quantized once more at quality 92, at least 38 dB in brightness"
      ])
    #expect(
      try quality(upright, file([3, 4, 5, 6])) == [
        "quality: decoded to CMYK because its components are not luma and two planes of chroma, "
          + "then quantized once more at quality 92, at least 38 dB in each CMYK channel"
      ])
    for level in [1, 49, 50, 100] {
      let lines = try quality(Rendition(upright: .pixels, quality: .level(level)), photo(.rightTop, 1920, 1080))
      #expect(lines.count == 1 && lines[0].contains("at quality \(level), at least "))
    }
    #expect(try quality(Rendition(upright: .pixels, format: .png), photo(.rightTop, 1920, 1080)).isEmpty)
    let small = Rendition(size: .within(PixelSize(width: 99, height: 99)), upright: .pixels)
    #expect(try quality(small, photo(.rightTop, 1920, 1080)).isEmpty)
  }

  @Test func stepsOfATranscodeAreToldOnlyWhereTheyAreTaken() throws {
    let photo = PlanTable.photo(storedWidth: 640, storedHeight: 480, sampling: .half)
    let small = PixelSize<Output>(width: 64, height: 64)
    let full = try lines(
      Rendition(
        region: .pixels(PixelRect(x: -160, y: 0, width: 640, height: 640)), size: .within(small), rotation: .rotate90,
        upright: .pixels, quality: .level(70), overflow: .pad(.black)), photo)
    #expect(
      full[0]
        == "transcode: decode stored 0,0,480,480 at 1/4, scale to 48x48, rotate (cw), place at 16,16,48,48 on 64x64, "
        + "encode jpeg (quality 70, chroma 2x2)")
    let bare = try lines(Rendition(upright: .pixels, format: .png), photo)
    #expect(bare[0] == "transcode: decode stored 0,0,640,480, encode png")
  }

  @Test(arguments: ExifOrientation.allCases)
  func turnsAreToldInOneWord(_ tag: ExifOrientation) throws {
    let words = ["", "mirror-horizontal", "180", "mirror-vertical", "transpose", "cw", "transverse", "ccw"]
    let word = words[Int(tag.rawValue) - 1]
    let moved = try lines(Rendition(upright: .pixels), PlanTable.photo(tag))[0]
    let decoded = try lines(Rendition(upright: .pixels, format: .png), PlanTable.photo(tag))[0]
    #expect(moved.contains("are moved (\(word));") == (tag != .topLeft))
    #expect(decoded.contains(", rotate (\(word)), ") == (tag != .topLeft))
  }

  @Test func trimmingAndCompanyAreTold() throws {
    let ragged = PlanTable.photo(.bottomRight, storedWidth: 60, storedHeight: 27)
    let trimmed = try lines(Rendition(upright: .pixels, loss: .trim), ragged)
    #expect(
      trimmed[0].hasPrefix("transform: the blocks of the stored region 0,0,56,24 are moved (180); no pixel is decoded"))
    #expect(trimmed[1] == "trimmed, as displayed: 4 columns and 3 rows")
    let part = Rendition(region: .stored(PixelRect(x: 8, y: 8, width: 16, height: 8)), upright: .pixels)
    #expect(try lines(part, PlanTable.photo())[0].contains("the blocks of the stored region 8,8,16,8 are kept;"))
    var block = TinyTIFF(orientation: 3)
    block.thumbnail = TinyJPEG(TinyImage(width: 16, height: 8, filledWith: [1])).bytes
    let small = TinyJPEG(TinyImage(width: 32, height: 16, filledWith: [1]), exif: block).bytes
    #expect(try lines(Rendition(upright: .pixels), small).contains("the thumbnail is rotated too: transform"))
    let inks = TinyImage(width: 8, height: 8, filledWith: [1, 2, 3, 4])
    for segments in [[], TinySegment.icc(TinyProfile.rgb(gamma: 1).bytes)] {
      let steps = try lines(Rendition(format: .png), TinyJPEG(inks, segments: segments).bytes)
      #expect(steps.contains("the color profile is not copied: the channels change") == !segments.isEmpty)
    }
  }

  @Test func progressiveEncodingIsTold() throws {
    var photo = PlanTable.photo()
    let place = try #require(photo.indices.dropLast(9).first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
    photo[place + 1] = 0xC2
    let scaled = Rendition(size: .within(PixelSize(width: 8, height: 8)))
    #expect(try lines(scaled, photo)[0].hasSuffix("encode jpeg (the source's tables, chroma 1x1, progressive)"))
  }

  @Test func rejectionsAndSecondChoicesFollowTheResult() throws {
    let rendition = Rendition(rotation: .rotate90, upright: .pixels)
    #expect(
      try lines(rendition, PlanTable.photo()).dropFirst().dropLast() == [
        "result: jpeg, displayed as 32x64, tag 1", "not copy: the stored pixels have to be reoriented (cw)",
        "not retag: the pixels have to be reoriented; changing the tag does not do that",
        "if the image data is damaged: transcode",
      ])
    let plan = try Planner.full.plan(rendition, for: Probe(PlanTable.photo()))
    #expect(plan.description == plan.explanation.joined(separator: "\n"))
  }
}
