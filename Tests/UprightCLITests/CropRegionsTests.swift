// Several regions in one `crop`, and regions of a view or a picker: each result is that of a crop of its own.

import Dispatch
import Synchronization
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightBatch

@Suite struct CropRegionsTests {
  private static let regions = ["0,0,20,16", "33,1,15,15", "pct:50,50,50,50", "square", "-4,-4,20,20"]

  private func also(_ regions: some Sequence<String>) -> [String] { regions.flatMap { ["--also", $0] } }

  private func results(_ album: Album, in folder: String = "out/") throws -> [String: [UInt8]] {
    try album.contents().filter { $0.key.hasPrefix(folder) }
  }

  private func single(_ album: Album, _ words: [String], as name: String) throws -> [UInt8] {
    let answer = try UprightTool.run(["crop"] + words + ["-o", name, "--force"], in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    return try album.folder.read(name)
  }

  @Test(arguments: 1...8)
  func eachRegionIsACropOfItsOwn(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    for options in [[], ["--format", "png"], ["--size", "24x24"], ["--pad", "#28a03c"]] {
      let words =
        [Self.regions[0]] + also(Self.regions.dropFirst()) + options + ["\(tag).jpg", "-o", "out/", "--force"]
      let answer = try UprightTool.run(["crop"] + words, in: album.folder)
      #expect(answer.status == 0, "\(answer.complaints)")
      let end = options.contains("png") ? "png" : "jpg"
      for (index, region) in Self.regions.enumerated() {
        let alone = try single(album, [region] + options + ["\(tag).jpg"], as: "alone.\(end)")
        #expect(try album.folder.read("out/\(tag)-\(index + 1).\(end)") == alone, "\(region) \(options)")
      }
    }
  }

  /// Six cells of 16 pixels, three across: the middle ones have other colors than the corners.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"), arguments: 1...8)
  func theCornersAreThoseOfEachRegion(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let words = ["0,0,32,32", "--also", "16,0,32,16", "--also", "32,16,16,16", "\(tag).jpg", "-o", "part-{n}.png"]
    #expect(try UprightTool.run(["crop"] + words, in: album.folder).status == 0)
    let whole = try DecodedByPillow.of(["\(tag).jpg"], in: album.folder, as: .displayed)[0]
    let parts = try DecodedByPillow.of((1...3).map { "part-\($0).png" }, in: album.folder, as: .stored)
    let places = [(0, 0, 32, 32), (16, 0, 32, 16), (32, 16, 16, 16)]
    for (part, place) in zip(parts, places) {
      let expected = whole.cropped(x: place.0, y: place.1, width: place.2, height: place.3)
      #expect((part.width, part.height, part.tag) == (place.2, place.3, 1))
      #expect(part.corners(inset: 4) == expected.corners(inset: 4))
    }
    #expect(Set(parts.map { $0.corners(inset: 4) }).count == 3)
  }

  /// Large enough for an index, which all regions share.
  @Test(arguments: [1, 6, 7])
  func oneWalkGivesTheSameBytes(_ tag: Int) throws {
    let album = try Album()
    var image = TinyImage(width: 800, height: 600, filledWith: [0, 0, 0])
    for y in 0..<600 { for x in 0..<800 { image[x, y] = [UInt8(x / 4), UInt8(y / 3), UInt8((x ^ y) & 127)] } }
    try album.folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: tag)).bytes, as: "scan.jpg")
    let regions = ["400,500,60,60", "10,20,33,44", "300,30,99,17", "3,3,50,50"]
    for end in ["png", "jpg"] {
      let words = [regions[0]] + also(regions.dropFirst()) + ["scan.jpg", "--json", "-o", "part-{n}.\(end)"]
      let lines = try UprightTool.run(["crop"] + words, in: album.folder).objects()
      #expect(lines.map { $0["part"] as? Int } == [1, 2, 3, 4])
      #expect(lines.contains { $0["regionAccess"] as? String == "indexed" })
      for (index, region) in regions.enumerated() {
        let alone = try single(album, [region, "scan.jpg"], as: "alone.\(end)")
        #expect(try album.folder.read("part-\(index + 1).\(end)") == alone, "\(region)")
      }
    }
  }

  @Test func aRegionThatFailsDoesNotStopTheOthers() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("crop", "0,0,9,9", "--also", "90,0,9,9", "--also", "1,1,9,9", "6.jpg", "-o", "out/")
    #expect(answer.status == 2 && answer.complaints.contains("90,0,9,9 is outside the image"))
    #expect(try results(album).keys.sorted() == ["out/6-1.jpg", "out/6-3.jpg"])
  }

  /// Results and errors have the number of their region, in the output and in the log.
  @Test func anErrorHasTheNumberOfItsRegion() throws {
    let album = try Album("6.jpg")
    let words = ["crop", "0,0,9,9", "--also", "90,0,9,9", "--also", "1,1,9,9", "6.jpg", "-o", "out/", "--json"]
    let answer = try UprightTool.run(words, in: album.folder)
    #expect(try answer.objects().map { $0["part"] as? Int } == [1, 2, 3])
    #expect(try answer.objects().map { $0["error"] != nil } == [false, true, false])
    let logged = try UprightTool.run(words.dropLast() + ["--force", "--log-json"], in: album.folder).complaints
    #expect(logged.split(separator: "\n").contains { $0.contains("\"part\":2,\"error\"") }, "\(logged)")
    // Without several regions there is no number.
    let single = try album.run("crop", "90,0,9,9", "6.jpg", "-o", "one/", "--json").objects()
    #expect(single.count == 1 && single[0]["part"] == nil && single[0]["error"] != nil)
  }

  @Test func oneRegionHasTheNumberOne() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("crop", "0,0,9,9", "6.jpg", "-o", "part-{n}.jpg").status == 0)
    #expect(try album.run("crop", "0,0,9,9", "6.jpg", "-o", "in/{stem}-{n}.{ext}").status == 0)
    #expect(try album.contents().keys.sorted().filter { $0 != "6.jpg" } == ["in/6-1.jpg", "part-1.jpg"])
    // Names without a number, and other commands, are as they were.
    #expect(try album.run("crop", "0,0,9,9", "6.jpg", "-o", "{m}.jpg").status == 0)
    #expect(try album.run("fix", "6.jpg", "-o", "{n}.jpg").status == 0)
    #expect(try album.contents().keys.contains("{m}.jpg") && album.contents().keys.contains("{n}.jpg"))
  }

  @Test func anErrorOfACropNamesItsOwnOptions() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("crop", "--lossless", "fail", "3,3,9,9", "6.jpg", "-o", "out/")
    #expect(answer.status == 64 && answer.complaints.contains("--lossless inward"), "\(answer.complaints)")
    #expect(!answer.complaints.contains("--edge"))
  }

  @Test(arguments: [
    (["-o", "x.jpg"], "x-{n}.jpg"), (["-o", "-"], "takes one result"), (["-i", "--force"], "cannot replace one file"),
    (["-o", "out/", "--output-template", "{stem}.jpg"], "need {n}"), (["-o", "{n}{z}.jpg"], "there is no {z}"),
    (["-o", "{n}"], "must end in"), (["-o", "out/", "--lossless", "fail", "--size", "9"], "cannot be combined"),
    (["-o", "out/", "--gravity", "north"], "needs a size WxH, a ratio"),
    (["-o", "out/", "--also", "0,0,0,1"], "is invalid"),
  ])
  func nothingIsWrittenIfTheRequestIsWrong(words: [String], sentence: String) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(["crop", "0,0,9,9", "--also", "square", "6.jpg"] + words, in: album.folder)
    #expect(answer.status == 64 && answer.complaints.contains(sentence), "\(answer.complaints)")
    #expect(try album.contents().keys.sorted() == ["6.jpg"])
  }

  @Test func anExistingResultKeepsAllFromBeingWritten() throws {
    let album = try Album("6.jpg", "3.jpg")
    let twice = try album.run("crop", "0,0,9,9", "--also", "1,1,9,9", "6.jpg", "3.jpg", "-o", "p-{n}.jpg")
    #expect(twice.status == 64 && twice.complaints.contains("would both be written to"))
    #expect(try album.contents().count == 2)
    let own = try album.run("crop", "0,0,9,9", "--also", "1,1,9,9", "6.jpg", "-o", "{n}.jpg")
    #expect(own.status == 0)
    #expect(try album.run("crop", "0,0,9,9", "--also", "2,2,9,9", "1.jpg", "-o", "{n}.jpg").status == 64)
    let skipped = try album.run("crop", "0,0,9,9", "--also", "1,1,9,9", "6.jpg", "-o", "{n}.jpg", "--skip-existing")
    #expect(skipped.status == 0 && skipped.text.contains("already exists"))
  }

  @Test func aDryRunAndAPlanHaveALinePerRegion() throws {
    let album = try Album("6.jpg")
    let dry = try album.run("crop", "0,0,9,9", "--also", "1,1,8,8", "6.jpg", "--dry-run")
    #expect(dry.text.contains("9x9") && dry.text.contains("8x8"))
    let plan = try album.run("plan", "crop", "0,0,9,9", "--also", "1,1,8,8", "6.jpg", "--json").objects()
    #expect(plan.map { $0["part"] as? Int } == [1, 2])
    #expect(try album.contents().keys.sorted() == ["6.jpg"])
  }

  @Test func aJournalKnowsEachResult() throws {
    let album = try Album("6.jpg")
    let words = ["crop", "0,0,9,9", "--also", "1,1,8,8", "6.jpg", "-o", "out/", "--journal", "j"]
    #expect(try UprightTool.run(words, in: album.folder).status == 0)
    let again = try UprightTool.run(words + ["--resume"], in: album.folder)
    #expect(again.status == 0 && again.complaints.contains("2 of 2 files are already done"), "\(again.complaints)")
    #expect(try album.run("undo", "j").status == 0)
    #expect(try results(album).isEmpty)
  }

  @Test func watchFollowsOneResultOfEachFile() throws {
    let album = try Album("in/6.jpg")
    let answer = try album.run("watch", "in", "--once", "--do", "crop 0,0,9,9 --also 1,1,8,8 -o out/")
    #expect(answer.status == 64 && answer.complaints.contains("--also"), "\(answer.complaints)")
  }

  // MARK: Views and pickers

  /// The gap is above the image, because the crop touches its top edge alone: the same as a region that begins there.
  @Test(arguments: 1...8)
  func aPickersGapIsFilled(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let words = ["--size", "40x40", "\(tag).jpg"]
    let picked = try single(album, ["--picker", "4,0,40,20"] + words, as: "picked.png")
    #expect(try picked == single(album, ["4,-20,40,40", "--pad", "black"] + words, as: "padded.png"))
    let white = try single(album, ["--picker", "4,0,40,20", "--pad", "white"] + words, as: "picked.png")
    #expect(try white == single(album, ["4,-20,40,40", "--pad", "white"] + words, as: "padded.png"))
    let inside = try single(album, ["--picker", "4.2,2,20.1,20"] + words, as: "picked.png")
    #expect(try inside == single(album, ["4,2,20,20"] + words, as: "padded.png"))
  }

  @Test(arguments: ["aspect-fit", "aspect-fill", "center", "top-left", "scale-to-fill"], [1, 4, 6, 7])
  func aViewsPointsAreMapped(mode: String, _ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let view = ["--viewport", "7,5,100,80", "--mode", mode]
    let mapped = try UprightTool.run(
      ["map", "--from", "viewport", "--to", "displayed", "--round", "outward", "--of", "\(tag).jpg", "40.5,30,20,25"]
        + view, in: album.folder
    ).text
    let seen = try single(album, ["40.5,30,20,25", "\(tag).jpg"] + view, as: "seen.png")
    #expect(try seen == single(album, [mapped, "\(tag).jpg"], as: "mapped.png"), "\(mapped)")
  }

  @Test(arguments: [
    (["1.5,2,3,4"], "whole numbers"), (["1,2,3,4", "--picker"], "--size WxH"),
    (["square", "--picker", "--size", "9"], "as numbers"), (["1,2,3,4", "--mode", "center"], "--viewport"),
    (["square", "--viewport", "9x9"], "as numbers"),
    (["1,2,3,4", "--viewport", "9x9", "--space", "stored"], "displayed image"),
    (["1,2,3,4", "--viewport", "9x9", "--picker"], "cannot be combined"),
    (["1,2,3,4", "--picker", "--size", "9x9", "--lossless", "fail"], "cannot be combined"),
    (["900,2,3,4", "--viewport", "9x9"], "is outside the image"),
    (["900,2,3,4", "--picker", "--size", "9x9"], "is outside the image"),
  ])
  func otherRegionsOfViewsAndPickersAreRefused(words: [String], sentence: String) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(["crop"] + words + ["6.jpg", "-o", "out.png"], in: album.folder)
    #expect(answer.status == 64 && answer.complaints.contains(sentence), "\(answer.complaints)")
    #expect(try album.contents().count == 1)
  }

  // MARK: The shared index

  @Test func anIndexIsMadeOnceForAllThreads() throws {
    let bytes = TinyJPEG(TinyImage(width: 64, height: 64, filledWith: [9, 9, 9])).bytes
    let indexes = SharedIndexes(mostBytes: 64 << 20)
    let count = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let index = try? indexes.index(of: [UInt8(number % 2)]) { () throws(UprightError) in
        count.add(1, ordering: .relaxed)
        return try RegionIndex(of: bytes, limits: Limits())
      }
      #expect(index != nil)
    }
    #expect(count.load(ordering: .relaxed) == 2)
    #expect(throws: UprightError.cancelled) {
      try indexes.index(of: [9]) { () throws(UprightError) in throw .cancelled }
    }
  }

  /// Beyond the bound, the oldest is forgotten, and the last one stays.
  @Test(arguments: [(1, [1, 2, 2, 3]), (1 << 20, [1, 2, 2, 2])])
  func sharedIndexesAreBounded(mostBytes: Int, made: [Int]) throws {
    let bytes = TinyJPEG(TinyImage(width: 64, height: 64, filledWith: [9, 9, 9])).bytes
    let indexes = SharedIndexes(mostBytes: mostBytes)
    let count = Atomic<Int>(0)
    for (key, expected) in zip([UInt8(1), 2, 2, 1], made) {
      _ = try indexes.index(of: [key]) { () throws(UprightError) in
        count.add(1, ordering: .relaxed)
        return try RegionIndex(of: bytes, limits: Limits())
      }
      #expect(count.load(ordering: .relaxed) == expected)
    }
  }
}
