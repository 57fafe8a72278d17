// `index` and `crop --cache`: cold and warm indexes, changed images, damaged and foreign indexes, several processes.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite struct IndexCommandTests {
  /// Large enough that a region is worth an index.
  private func scan(_ shift: Int = 0) -> [UInt8] {
    let (width, height) = (800, 600)
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for y in 0..<height {
      for x in 0..<width {
        image[x, y] = [UInt8((x + shift) / 4 & 255), UInt8(y / 3), UInt8((x ^ y) & 127)]
      }
    }
    return TinyJPEG(image, exif: TinyTIFF(orientation: 6)).bytes
  }

  private static let crop = ["crop", "400,500,60,60", "scan.jpg", "--format", "png", "--force", "-o"]

  private func indexes(_ album: Album) throws -> [String: [UInt8]] {
    try album.contents().filter { $0.key.hasPrefix("cache/") }
  }

  private func crop(_ album: Album, _ name: String, _ options: String...) throws -> [UInt8] {
    let answer = try UprightTool.run(Self.crop + [name] + options, in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    return try album.folder.read(name)
  }

  @Test func anIndexIsMadeOnceAndUsed() throws {
    let album = try Album()
    try album.folder.write(scan(), as: "scan.jpg")
    let first = try album.run("index", "--cache", "cache", "--json", "scan.jpg")
    #expect(first.status == 0, "\(first.complaints)")
    #expect(try first.objects()[0]["index"] as? String == "indexed")
    let made = try indexes(album)
    #expect(made.count == 1)
    let second = try album.run("index", "--cache", "cache", "scan.jpg")
    #expect(second.status == 0 && second.text == "scan.jpg: unchanged")
    #expect(try album.run("index", "--cache", "cache", "--quiet", "scan.jpg").text == "")
    #expect(try indexes(album) == made)
    #expect(try crop(album, "with.png", "--cache", "cache") == crop(album, "without.png"))
    let plan = try album.run(
      "plan", "crop", "400,500,60,60", "scan.jpg", "--cache", "cache", "--format", "png", "--json")
    #expect(try plan.objects()[0]["regionAccess"] as? String == "indexed")
    #expect(try indexes(album) == made)
  }

  @Test func aCropMakesTheIndexThatIsMissing() throws {
    let album = try Album()
    try album.folder.write(scan(), as: "scan.jpg")
    let dry = try UprightTool.run(Self.crop + ["a.png", "--cache", "cache", "--dry-run"], in: album.folder)
    #expect(dry.status == 0)
    #expect(try indexes(album).isEmpty)
    #expect(try crop(album, "with.png", "--cache", "cache") == crop(album, "without.png"))
    #expect(try indexes(album).count == 1)
    #expect(try album.run("index", "--cache", "cache", "scan.jpg").text == "scan.jpg: unchanged")
  }

  /// Replaced, edited in place with the old time, touched, and cut short.
  @Test(arguments: ["replaced", "edited", "touched", "cut"])
  func anIndexOfAnEarlierStateIsMadeAgain(change: String) throws {
    let album = try Album()
    try album.folder.write(scan(), as: "scan.jpg")
    let path = album.folder.path("scan.jpg")
    #expect(try album.run("index", "--cache", "cache", "scan.jpg").status == 0)
    let time = try #require(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    let other = scan(90)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    switch change {
    case "replaced": try album.folder.write(other, as: "scan.jpg")
    case "edited":
      try handle.truncate(atOffset: UInt64(other.count))
      try handle.write(contentsOf: Data(other))
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    case "touched": try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
    default: try handle.truncate(atOffset: UInt64(scan().count - 2_000))
    }
    try handle.close()
    if change == "cut" {
      #expect(try album.run("index", "--cache", "cache", "scan.jpg").status == 65)
    } else {
      #expect(try crop(album, "with.png", "--cache", "cache") == crop(album, "without.png"))
      #expect(try album.run("index", "--cache", "cache", "scan.jpg").text == "scan.jpg: unchanged")
    }
  }

  @Test func aDamagedIndexIsMadeAgain() throws {
    let album = try Album()
    try album.folder.write(scan(), as: "scan.jpg")
    #expect(try album.run("index", "--cache", "cache", "scan.jpg").status == 0)
    let (name, good) = try #require(try indexes(album).first)
    for bytes in [[], Array(good.prefix(40)), Array(good.dropLast()), good.map { ~$0 }, good + [0]] {
      try album.folder.write(bytes, as: name)
      #expect(try album.run("index", "--cache", "cache", "scan.jpg").text == "scan.jpg: indexed")
      #expect(try album.folder.read(name) == good)
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs root"))
  func anIndexThatOthersCanWriteIsNotUsed() throws {
    let album = try Album()
    try album.folder.write(scan(), as: "scan.jpg")
    #expect(try album.run("index", "--cache", "cache", "scan.jpg").status == 0)
    let path = album.folder.path(try #require(try indexes(album).first).key)
    for attributes in [[FileAttributeKey.posixPermissions: 0o666], [.ownerAccountID: OtherUser.number]] {
      try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
      #expect(try album.run("index", "--cache", "cache", "scan.jpg").text == "scan.jpg: indexed")
      #expect(try album.run("index", "--cache", "cache", "scan.jpg").text == "scan.jpg: unchanged")
    }
    try FileManager.default.removeItem(atPath: path)
    try album.folder.write([1], as: "target")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: album.folder.path("target"))
    #expect(try album.run("index", "--cache", "cache", "scan.jpg").status == 74)
    #expect(try album.folder.read("target") == [1])
  }

  @Test func severalProcessesShareAFolder() async throws {
    let album = try Album()
    try album.folder.write(scan(), as: "scan.jpg")
    let wanted = try crop(album, "without.png")
    let results = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number in 0..<6 { group.addTask { try crop(album, "\(number).png", "--cache", "cache") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: wanted, count: 6))
    #expect(try indexes(album).keys.allSatisfy { $0.hasSuffix(".index") })
    #expect(try indexes(album).count == 1)
  }

  @Test func whatHasNoIndexIsNamedAndCroppedAllTheSame() throws {
    let album = try Album("6.jpg")
    try album.addDamaged("cut", as: "cut.jpg")
    try album.folder.write(TinyPNG(.sixColors).bytes, as: "a.png")
    let answer = try album.run("index", "--cache", "cache", "--json", "6.jpg", "cut.jpg", "a.png", "missing.jpg")
    #expect(answer.status == 2)
    let codes = try answer.objects().map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == [nil, "corrupt-data", "unsupported", "io"])
    #expect(try album.run("crop", "0,0,2,1", "a.png", "--cache", "cache", "-o", "b.png").status == 0)
  }

  @Test func linesThatMakeNoSense() throws {
    let album = try Album("6.jpg")
    for words in [
      ["index", "6.jpg"], ["index", "--cache", "", "6.jpg"], ["index", "--cache", "cache"],
      ["crop", "2,2,9,9", "6.jpg", "-o", "a.png", "--cache", "cache", "--sandbox", "always"],
    ] {
      #expect(try UprightTool.run(words, in: album.folder).status == 64, "\(words)")
    }
    try album.folder.write([], as: "file")
    #expect(try album.run("index", "--cache", "file/cache", "6.jpg").status == 74)
    #expect(try album.run("index", "--cache", "file", "6.jpg").status == 74)
    #expect(try album.contents().keys.sorted() == ["6.jpg", "file"])
  }
}
