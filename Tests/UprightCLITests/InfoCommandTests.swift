// The output of `info`, byte for byte.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct InfoCommandTests {
  /// Every tag, every kind of finding that a small file can have, and every kind of failure.
  private func album() throws -> Album {
    let album = try Album(
      "1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg", "8.jpg", "9.jpg", "6-ragged.jpg")
    let six = Album.photo(6)
    try album.folder.write(TinyJPEG(.sixColors).bytes, as: "untagged.jpg")
    try album.folder.write(Array(six.prefix(60)), as: "cut.jpg")
    try album.folder.write([], as: "empty.jpg")
    try album.folder.write(Array("hello, this is no picture at all".utf8), as: "text.jpg")
    try album.folder.write(Array("not even by name".utf8), as: "notes.txt")
    try album.folder.write(six, as: "picture by its bytes")
    try album.folder.write(six, as: "new\nline \u{1B}[31m\"quoted\".jpg")
    return album
  }

  private func arguments() -> [String] {
    (1...9).map { "\($0).jpg" }
      + [
        "6-ragged.jpg", "untagged.jpg", "cut.jpg", "empty.jpg", "text.jpg", "missing.jpg",
        "new\nline \u{1B}[31m\"quoted\".jpg",
      ]
  }

  @Test func linesForPeopleReadAsInTheGolden() throws {
    let answer = try UprightTool.run(["info"] + arguments(), in: album().folder)
    #expect(answer.status == 2)
    #expect(try Golden.difference(text(answer), from: "info.txt") == nil)
  }

  @Test func linesForProgramsReadAsInTheGolden() throws {
    let answer = try UprightTool.run(["info", "--json"] + arguments(), in: album().folder)
    #expect(answer.status == 2)
    #expect(try Golden.difference(String(decoding: answer.output, as: UTF8.self), from: "info.jsonl") == nil)
  }

  private func text(_ answer: OutsideTool.Answer) -> String {
    String(decoding: answer.output, as: UTF8.self) + "--- standard error\n" + answer.complaints
  }

  @Test func everyLineIsJSONWithItsKeysInOrder() throws {
    let answer = try UprightTool.run(["info", "--json"] + arguments(), in: album().folder)
    let lines = answer.output.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == arguments().count)
    for (line, path) in zip(lines, arguments()) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      #expect(object["schema"] as? Int == 1)
      #expect(object["path"] as? String == path)
      if let error = object["error"] as? [String: Any] {
        #expect(Set(object.keys) == ["schema", "path", "error"])
        #expect(Set(error.keys).subtracting(["offset"]) == ["code", "message"])
      } else {
        let keys: Set = [
          "schema", "path", "format", "stored", "displayed", "orientation", "carrier", "statements", "parts", "readers",
          "findings",
        ]
        #expect(Set(object.keys) == keys)
      }
    }
  }

  @Test func readersAtOddsHaveALineOfTheirOwn() throws {
    let album = try Album()
    try album.folder.write(
      TinyJPEG(.sixColors, exif: TinyTIFF(ifd0: [.orientation(6), .orientation(3)])).bytes, as: "twice.jpg")
    let readers = "browsers 6, exiftool 6, pillow 6, libvips 6, opencv 6, imagemagick6 6, ffmpeg 3, exiftran 6"
    let lines = try album.run("info", "twice.jpg").text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasSuffix("  twice.jpg  (orientation-duplicate)"))
    #expect(lines.last?.hasPrefix("             \(readers)") == true)
    let json = try album.run("info", "--json", "twice.jpg").text
    #expect(json.contains(#""statements":[{"carrier":"exif","offset":30,"value":6}],"parts":[],"#))
    #expect(json.contains(#""readers":{"browsers":6,"#))
    #expect(json.contains(#""ffmpeg":3"#))
  }

  @Test func everyFindingHasItsSentenceOnce() throws {
    let album = try Album()
    let two = [TinyTIFF(orientation: 9), TinyTIFF(orientation: 6)].map { TinySegment.exif($0) }
    try album.folder.write(TinyJPEG(.sixColors, segments: two).bytes, as: "two.png")
    let object = try #require(try album.run("info", "--json", "two.png").objects().first)
    let findings = try #require(object["findings"] as? [[String: Any]])
    let codes = findings.compactMap { $0["code"] as? String }
    try #require(codes.contains("orientation-invalid-value") && codes.contains("extension-wrong"), "\(codes)")
    let lines = try album.run("info", "two.png").text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("  two.png  (\(codes.joined(separator: ", ")))"))
    let sentences = findings.compactMap { $0["message"] as? String }
    #expect(Array(lines[1...].prefix(sentences.count)) == sentences.map { "             " + $0 })
  }

  @Test func partsHaveALineEach() throws {
    let album = try Album()
    var file = TinyJPEG(.sixColors, segments: [.exif(TinyTIFF(orientation: 6)), .comment("hi")])
    file.trailer = [1, 2, 3]
    let bytes = file.bytes
    try album.folder.write(bytes, as: "parts.jpg")
    let tool = try #require(UprightTool.path)
    for input in ["parts.jpg", "- < parts.jpg"] {
      let answer = try OutsideTool.run("/bin/sh", ["-c", "\"$0\" info --parts \(input)", tool], in: album.folder)
      #expect(answer.status == 0)
      let lines = answer.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      #expect(
        lines.dropFirst().map { Array($0.prefix(4)) } == [
          ["0", "\(bytes.count - 3 - 42)", "image", "(2"], ["2", "14", "structure", "headers"], ["12", "26", "exif"],
          ["30", "2", "field", "IFD0:0x0112"], ["42", "2", "comment"], ["\(bytes.count - 3)", "3", "trailer"],
        ])
    }
  }

  @Test func partsAreAListForPrograms() throws {
    let album = try Album()
    let bytes = TinyPNG(.sixColors, chunks: [.xmp(TinyXMP.packet(orientation: "6"), .internationalPacked)]).bytes
    try album.folder.write(bytes, as: "parts.png")
    let answer = try album.run("info", "--json", "--parts", "parts.png")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any])
    #expect(object["bytes"] as? Int == bytes.count)
    #expect((object["images"] as? [Any])?.isEmpty == true)
    let parts = try #require(object["parts"] as? [[String: Any]])
    var covered = [Int](repeating: 0, count: bytes.count)
    for part in parts {
      let ranges = try #require(part["ranges"] as? [[Int]])
      #expect(part["bytes"] as? Int == ranges.reduce(0) { $0 + $1[1] - $1[0] })
      guard part["owner"] is NSNull else { continue }
      for range in ranges { for byte in range[0]..<range[1] { covered[byte] += 1 } }
    }
    #expect(covered.allSatisfy { $0 == 1 })
    let packet = try #require(parts.firstIndex { $0["kind"] as? String == "xmp" })
    let property = try #require(parts.first { $0["name"] as? String == "tiff:Orientation" })
    #expect(property["owner"] as? Int == packet)
    #expect((property["ranges"] as? [Any])?.isEmpty == true)
  }

  /// The lines of files, without the indented ones about findings and readers.
  private func files(_ answer: OutsideTool.Answer) -> [Substring] {
    answer.text.split(separator: "\n").filter { $0.contains("  tag ") }
  }

  @Test func aFolderIsItsImages() throws {
    let album = try album()
    try album.add("deep/er/3.jpg")
    let flat = try album.run("info", ".")
    #expect(files(flat).count == 13)
    #expect(flat.status == 2)
    #expect(flat.text.contains("./picture by its bytes"))
    #expect(!flat.complaints.contains("notes.txt"))
    let deep = try album.run("info", "--recursive", ".")
    #expect(files(deep).count == 14)
    #expect(deep.text.contains("./deep/er/3.jpg"))
  }

  @Test(arguments: [("missing.jpg", 74), ("cut.jpg", 65), ("text.jpg", 69), ("empty.jpg", 69), ("1.jpg", 0)])
  func oneFileAloneGivesItsOwnCode(_ name: String, code: Int32) throws {
    #expect(try album().run("info", name).status == code)
    #expect(try album().run("info", name, "2.jpg").status == (code == 0 ? 0 : 2))
  }

  @Test func namesThatAreNoUTF8AreReadAndPrintedSafely() throws {
    let album = try Album("6.jpg")
    let program = try #require(UprightTool.path)
    let script =
      "name=$(printf 'caf\\351.jpg'); cp 6.jpg \"$name\"; \"\(program)\" info \"$name\"; \"\(program)\" info --json \"$name\""
    let answer = try OutsideTool.run("/bin/sh", ["-c", script], in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.text.contains("caf\\xE9.jpg"))
    #expect(answer.text.contains("\"path\":\"caf\u{FFFD}.jpg\",\"pathBytes\":\"Y2Fm6S5qcGc=\","))
    let walked = try album.run("rotate", "cw", "-i", ".")
    #expect(walked.status == 0)
    #expect(walked.text.split(separator: "\n").count == 2)
  }

  @Test func furtherImagesAreListed() throws {
    let album = try Album()
    let pages = [ExifOrientation.rightTop, .topLeft].map { TinyTIFFFile.Subfile(displaying: .sixColors, as: $0) }
    try album.folder.write(TinyTIFFFile(pages: pages).bytes, as: "two.tif")
    let line = try album.run("info", "--json", "two.tif").text
    #expect(line.contains(#","parts":[{"kind":"page","offset":"#))
    #expect(line.contains(#","stored":{"width":3,"height":2},"displayed":{"width":3,"height":2},"orientation":1}],"#))
  }

  @Test func namesWithLeadingDashesComeAfterTwoDashes() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Album.photo(6), as: "-n.jpg")
    #expect(try album.run("info", "--", "-n.jpg").status == 0)
    #expect(try album.run("info", "./-n.jpg").status == 0)
  }
}
