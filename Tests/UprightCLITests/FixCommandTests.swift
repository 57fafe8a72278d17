// Images rotated upright, as another program reads them: every tag, every edge, every metadata field.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
struct FixCommandTests {
  @Test func theStoredPixelsBecomeTheDisplayedOnes() throws {
    let album = try Samples.copies()
    let before = try DecodedByPillow.of(Samples.names, in: album.folder, as: .displayed)
    let answer = try album.run("fix", "-i", ".")
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
    let after = try DecodedByPillow.of(Samples.names, in: album.folder, as: .stored)
    let lines = answer.text.split(separator: "\n")
    for (index, name) in Samples.names.enumerated() {
      let (size, route) = (Samples.size(name), Samples.tag(name) == 1 ? "unchanged" : "transform")
      #expect(lines[index] == "./\(name): \(route), \(size.width)x\(size.height), tag 1")
      #expect(after[index].tag == 1)
      #expect(after[index].corners(inset: 20) == Samples.corners)
      #expect(after[index].distance(to: before[index]) < 1, "\(name)")
    }
  }

  @Test func twiceIsOnce() throws {
    let album = try Samples.copies(.portrait)
    #expect(try album.run("fix", "-i", ".").status == 0)
    let once = try album.contents()
    let again = try album.run("fix", "-i", ".")
    #expect(again.text.split(separator: "\n").allSatisfy { $0.hasSuffix(": unchanged, 384x512, tag 1") })
    #expect(try album.contents() == once)
  }

  @Test(arguments: ["x.png", "x.PNG"])
  func aPNGHoldsThePixelsAsDisplayed(_ output: String) throws {
    let album = try Samples.copies(.landscape)
    for tag in 1...8 {
      let answer = try album.run("fix", "landscape_\(tag).jpg", "-o", output, "--force")
      #expect(answer.text == "landscape_\(tag).jpg -> \(output): transcode, 512x384, tag 1")
      let made = try DecodedByPillow.of([output], in: album.folder, as: .stored)[0]
      let source = try DecodedByPillow.of(["landscape_\(tag).jpg"], in: album.folder, as: .displayed)[0]
      #expect([0, 1].contains(made.tag))
      #expect(made.distance(to: source) < 0.6, "tag \(tag)")
    }
  }

  // MARK: Edges

  /// The remaining size of a 51 × 35 image if blocks of 8 that cannot move are trimmed: the reversed axes lose their
  /// remainder.
  private static let trimmed: [Int: (width: Int, height: Int)] = [
    1: (51, 35), 2: (48, 35), 3: (48, 32), 4: (51, 32), 5: (51, 35), 6: (48, 35), 7: (48, 32), 8: (51, 32),
  ]

  @Test(arguments: 1...8, ["auto", "keep-tag", "trim", "recode", "fail"])
  func raggedEdgesGoTheWayThatIsAskedFor(tag: Int, edge: String) throws {
    let name = "\(tag)-ragged.jpg"
    let album = try Album(name)
    let small = try #require(Self.trimmed[tag])
    let isHeld = small != (51, 35)
    let answer = try album.run("fix", "--edge", edge, name, "-o", "out.jpg")
    if edge == "fail", isHeld {
      #expect(answer.status == 64)
      #expect(
        answer.complaints.contains("not on a boundary of 8") || answer.complaints.contains("not on boundaries of 8x8"))
      #expect(try album.contents().count == 1)
      return
    }
    #expect(answer.status == 0)
    let held = ["auto": "transcode", "keep-tag": "copy", "recode": "transcode", "trim": "transform"]
    let route = tag == 1 ? "copy" : isHeld ? try #require(held[edge]) : "transform"
    let size = edge == "trim" ? small : (51, 35)
    let left = edge == "keep-tag" && isHeld ? "keeps tag \(tag)" : "tag 1"
    #expect(answer.text == "\(name) -> out.jpg: \(route), \(size.0)x\(size.1), \(left)")
    #expect(try Probe(album.folder.read("out.jpg")).orientation.exif.rawValue == (left == "tag 1" ? 1 : UInt8(tag)))
    let seen = try DecodedByPillow.of(["out.jpg"], in: album.folder, as: .displayed)[0]
    #expect((seen.width, seen.height) == size)
    // The trimmed part was the end of a reversed axis, so it is at the left and the top as displayed.
    let (dx, dy) = (51 - size.0, 35 - size.1)
    let letters = (0..<6).map { seen.letter(x: $0 % 3 * 16 + 7 - dx, y: $0 / 3 * 16 + 7 - dy) }
    #expect(String(letters) == "rgbymw")
  }

  @Test func withoutLossIsWithoutLoss() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("fix", "-i", "6.jpg").status == 0)
    #expect(try album.run("rotate", "ccw", "--bake", "-i", "6.jpg").status == 0)
    let (before, after) = (Album.photo(6), try album.folder.read("6.jpg"))
    #expect(try Probe(after).storedSize == Probe(before).storedSize)
    try album.folder.write(before, as: "before.jpg")
    let seen = try DecodedByPillow.of(["before.jpg", "6.jpg"], in: album.folder, as: .stored)
    #expect(seen[0].samples == seen[1].samples)
  }

  @Test func qualityCountsWhereAnImageIsEncoded() throws {
    let album = try Samples.copies(.landscape)
    try album.add("6-ragged.jpg")
    var counts: [Int] = []
    for quality in ["10", "50", "95"] {
      let answer = try album.run(
        "fix", "--edge", "recode", "--quality", quality, "6-ragged.jpg", "-o", "q\(quality).jpg")
      #expect(answer.status == 0)
      counts.append(try album.folder.read("q\(quality).jpg").count)
    }
    #expect(counts == counts.sorted() && Set(counts).count == 3)
  }

  // MARK: The tag as the carrier

  @Test(arguments: 1...8)
  func aCleanTagStaysAsItIs(_ tag: Int) throws {
    let album = try Album("\(tag).jpg", "\(tag)-ragged.jpg")
    let before = try album.contents()
    let answer = try album.run("fix", "--to", "tag", "-i", ".")
    let kept = tag == 1 ? "tag 1" : "keeps tag \(tag)"
    #expect(answer.text == "./\(tag)-ragged.jpg: unchanged, 51x35, \(kept)\n./\(tag).jpg: unchanged, 48x32, \(kept)")
    #expect(answer.complaints == "")
    #expect(try album.contents() == before)
  }

  @Test(arguments: TinyEntry.FieldType.allCases.filter { [.byte, .long, .sshort, .slong].contains($0) }, [3, 6, 8])
  func aTagOfAnotherTypeBecomesACleanOne(type: TinyEntry.FieldType, tag: Int) throws {
    let album = try Album()
    let stored = TinyImage.sixColors.enlarged(by: 16).stored(as: try #require(.init(rawValue: UInt8(tag))))
    let block = TinyTIFF(ifd0: [TinyEntry(274, type, [tag])])
    try album.folder.write(TinyJPEG(stored, exif: block).bytes, as: "odd.jpg")
    #expect(try !Probe(album.folder.read("odd.jpg")).findings.isEmpty)
    let answer = try album.run("fix", "--to", "tag", "-i", "odd.jpg")
    #expect(answer.text == "odd.jpg: retag, 48x32, tag \(tag)")
    let probe = try Probe(album.folder.read("odd.jpg"))
    #expect(probe.findings.isEmpty)
    #expect(probe.orientation.exif.rawValue == UInt8(tag))
    let seen = try DecodedByPillow.of(["odd.jpg"], in: album.folder, as: .displayed)[0]
    #expect(seen.tag == tag)
    #expect(seen.corners(inset: 6) == "rbwy")
  }

  @Test func carriersThatContradictTheTagAgreeAfterwards() throws {
    let album = try Album()
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 6)), .xmp(TinyXMP.packet(orientation: "3"))]
    try album.folder.write(TinyJPEG(.sixColors, segments: segments).bytes, as: "odd.jpg")
    let offset = try #require(Probe(album.folder.read("odd.jpg")).statements.last?.source.offset)
    let plan = try album.run("plan", "fix", "--to", "tag", "odd.jpg").text
    #expect(plan.contains("retag: 1 byte changes, at offset \(offset)\n"))
    #expect(
      plan.contains("not copy: other fields contradict the orientation in use, or are where some readers do not look"))
    #expect(try album.run("fix", "-i", "--to", "tag", "odd.jpg").text == "odd.jpg: retag, 2x3, tag 6")
    let probe = try Probe(album.folder.read("odd.jpg"))
    #expect(probe.findings.isEmpty && probe.orientation.exif == .rightTop)
    #expect(try album.run("fix", "-i", "--to", "tag", "odd.jpg").text == "odd.jpg: unchanged, 2x3, keeps tag 6")
  }

  @Test func theTagIsWrittenFromTheCarrierThatIsBelieved() throws {
    let album = try Album()
    try album.folder.write(TinyHEIF(.topLeft, exif: TinyTIFF(orientation: 6)).bytes, as: "a.avif")
    try album.folder.write(
      TinyJPEG(.sixColors, segments: [.xmp(TinyXMP.packet(orientation: "8"))]).bytes, as: "b.jpg")
    #expect(try album.run("fix", "-i", "--to", "tag", "--prefer", "exif", "a.avif").status == 0)
    #expect(try album.run("fix", "--to", "tag", "--xmp", "b.jpg", "-o", "c.jpg").status == 0)
    for (name, tag) in [("a.avif", ExifOrientation.rightTop), ("c.jpg", .leftBottom)] {
      let probe = try Probe(album.folder.read(name))
      #expect(probe.orientation.exif == tag && probe.findings.isEmpty, "\(name)")
    }
    let refused = try album.run("fix", "-i", "--xmp", "b.jpg")
    #expect(refused.status == 64 && refused.complaints.contains("--to tag"))
  }

  @Test func noTagIsUprightAndStaysWithoutOne() throws {
    let album = try Album()
    try album.folder.write(TinyJPEG(.sixColors).bytes, as: "bare.jpg")
    for words in [["fix"], ["fix", "--to", "tag"]] {
      let answer = try UprightTool.run(words + ["-i", "bare.jpg"], in: album.folder)
      #expect(answer.text == "bare.jpg: unchanged, 3x2, tag 1")
      #expect(try album.folder.read("bare.jpg") == TinyJPEG(.sixColors).bytes)
    }
  }
}
