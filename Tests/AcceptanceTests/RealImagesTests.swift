// Every real image in the folder that the environment names: upright as recorded, or refused as recorded.

import Foundation
import Testing
import UprightTestTools

@Suite(
  .enabled(if: Corpus.folder != nil, "\(Corpus.reason)"),
  .enabled(if: UprightTool.path != nil, "needs the program upright"))
struct RealImagesTests {
  /// The record for a file.
  struct Verdict: Hashable, Sendable {
    let path, tag, size, outcome: String
  }

  private static let table = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/real-verdicts.txt")

  private static func recorded() throws -> [Verdict] {
    try String(contentsOf: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 4, "\(line)")
      return Verdict(path: words[0], tag: words[1], size: words[2], outcome: words[3])
    }
  }

  /// The objects that a command prints, one per line, by the path of each file.
  private static func objects(_ answer: OutsideTool.Answer) throws -> [String: [String: Any]] {
    var result: [String: [String: Any]] = [:]
    for line in answer.text.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      result[try #require(object["path"] as? String)] = object
    }
    return result
  }

  private static func size(_ object: Any?) -> String {
    let sides = object as? [String: Int] ?? [:]
    return "\(sides["width"] ?? -1)x\(sides["height"] ?? -1)"
  }

  private static func outcome(_ object: [String: Any]) -> String {
    if let error = object["error"] as? [String: Any] { return error["code"] as? String ?? "" }
    return ["copy", "rewrite"].contains(object["route"] as? String) ? "kept" : "upright"
  }

  /// What has no verdict: movies and animations, formats that are recognized only, a raw file that is cut off, texts.
  private static let undecoded: Set<String> = ["mov", "mp4", "gif", "jp2", "cr3", "raf", "rw2", "arw", "md"]

  @Test func everyImageHasItsVerdict() throws {
    let root = try #require(Corpus.folder).appendingPathComponent("real").path + "/"
    let files = Corpus.files("real").filter { !Self.undecoded.contains($0.pathExtension) }.map(\.path)
    let recorded = try Self.recorded()
    #expect(Set(files) == Set(recorded.map { root + $0.path }))
    let folder = try ScratchFolder()
    let infos = try Self.objects(try UprightTool.run(["info", "--json"] + files))
    let thumbs = try Self.objects(
      try UprightTool.run(["thumb", "64", "--json", "--format", "png", "-o", folder.url.path + "/"] + files))
    for verdict in recorded {
      let (info, thumb) = (try #require(infos[root + verdict.path]), try #require(thumbs[root + verdict.path]))
      let found = Verdict(
        path: verdict.path, tag: "\(info["orientation"] as? Int ?? 0)", size: Self.size(info["displayed"]),
        outcome: Self.outcome(thumb))
      #expect(found == verdict)
      let output = thumb["output"] as? String
      let isThere = output.map { FileManager.default.fileExists(atPath: $0) } ?? false
      #expect(isThere == ["upright", "kept"].contains(verdict.outcome), "\(verdict.path)")
      guard verdict.outcome == "upright" else { continue }
      #expect(thumb["orientation"] as? Int == 1, "\(verdict.path)")
      let shown = Self.size(thumb["size"]).split(separator: "x").compactMap { Int($0) }
      let whole = verdict.size.split(separator: "x").compactMap { Int($0) }
      #expect(shown.max() == 64 && (shown[0] > shown[1]) == (whole[0] > whole[1]), "\(verdict.path): \(shown)")
    }
  }

  /// For each pair of a small image and its original, in lines of two names: their difference if Pillow rotates the
  /// original, and the least difference if it is mirrored or rotated by 180° from there. What Pillow cannot read is
  /// omitted.
  private static let pairs = """
    import sys
    from PIL import Image, ImageChops, ImageOps, ImageStat
    Image.MAX_IMAGE_PIXELS = None
    ways = (Image.FLIP_LEFT_RIGHT, Image.FLIP_TOP_BOTTOM, Image.ROTATE_180)
    for line in open(sys.argv[1]):
        one, two = line.rstrip("\\n").split("\\t")
        try:
            large = Image.open(two)
            large.draft("RGB", (256, 256))
            large = ImageOps.exif_transpose(large).convert("RGB")
        except Exception:
            continue
        small = Image.open(one).convert("RGB")
        same = large.resize(small.size, Image.BOX)
        def apart(other):
            return sum(ImageStat.Stat(ImageChops.difference(small, other)).mean) / 3
        print(two, apart(same), min(apart(same.transpose(way)) for way in ways), sep="\\t")
    """

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func everyThumbnailIsTheWayRoundThatPillowHasIt() throws {
    let root = try #require(Corpus.folder).appendingPathComponent("real").path + "/"
    let wanted = try Self.recorded().filter { $0.outcome == "upright" }.map { root + $0.path }
    let folder = try ScratchFolder()
    let thumbs = try Self.objects(
      try UprightTool.run(["thumb", "64", "--json", "--format", "png", "-o", folder.url.path + "/"] + wanted))
    let lines = try wanted.map { "\(try #require(thumbs[$0]?["output"] as? String))\t\($0)\n" }
    try folder.write(Array(lines.joined().utf8), as: "pairs.txt")
    let answer = try OutsideTool.pillow.run(["-c", Self.pairs, folder.path("pairs.txt")])
    let rows = answer.text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.count > 20, "\(rows.count) of \(wanted.count) pictures were compared")
    var told = 0
    for row in rows {
      let (same, other) = (try #require(Double(row[1])), try #require(Double(row[2])))
      #expect(same <= other, "\(row)")
      if other > 2 * same { told += 1 }
    }
    #expect(told * 10 > rows.count * 8, "\(told) of \(rows.count) pictures show which way is up")
  }

  /// Sizes, and mean differences between a small image and a large one scaled down: as it is, and upside down.
  private static let comparison = """
    import sys
    from PIL import Image, ImageChops, ImageStat
    small = Image.open(sys.argv[1]).convert("RGB")
    large = Image.open(sys.argv[2]).convert("RGB")
    print(*large.size)
    same = large.resize(small.size, Image.BOX)
    for other in (same, same.transpose(Image.ROTATE_180)):
        print(sum(ImageStat.Stat(ImageChops.difference(small, other)).mean) / 3)
    """

  @Test(
    .enabled(
      if: OutsideTool.heifConvert.isInstalled && OutsideTool.pillow.isInstalled, "needs heif-convert and Pillow"),
    arguments: ["heic/Issue_487.heic", "heic/IMG_1034.heic", "heic/cheers_1440x960.heic"])
  func photosOfPhonesAreUprightOnceAsLibheifHasThem(_ name: String) throws {
    let file = try #require(Corpus.folder).appendingPathComponent("real/" + name).path
    let verdict = try #require(try Self.recorded().first { $0.path == name })
    let folder = try ScratchFolder()
    let made = try UprightTool.run(["thumb", "64", file, "-o", folder.path("small.png")])
    try #require(made.status == 0, "\(made)")
    let theirs = try OutsideTool.heifConvert.run(["-q", "90", file, folder.path("large.jpg")])
    try #require(theirs.status == 0, "\(theirs)")
    let answer = try OutsideTool.pillow.run(
      ["-c", Self.comparison, folder.path("small.png"), folder.path("large.jpg")])
    let numbers = answer.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 4, "\(answer)")
    #expect("\(Int(numbers[0]))x\(Int(numbers[1]))" == verdict.size)
    #expect(numbers[2] < 4, "the same picture the same way round, not \(numbers[2]) apart")
    #expect(numbers[3] > 4 * numbers[2], "a picture that shows which way is up: \(numbers)")
  }
}
