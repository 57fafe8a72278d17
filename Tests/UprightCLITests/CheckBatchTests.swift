// `fix --check` and `audit --fail-on not-upright`: the same files, by exit code and by name, and nothing is written.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct CheckBatchTests {
  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  @Test(arguments: 1...8)
  func everyTagButOneIsNotUpright(_ tag: Int) throws {
    let album = try Album("\(tag).jpg", "\(tag)-ragged.jpg")
    let before = try album.contents()
    for line in ["fix --check .", "audit --fail-on not-upright ."] {
      #expect(try run(line, in: album).status == (tag == 1 ? 0 : 1), "\(line)")
    }
    let answer = try album.run("fix", "--check", ".")
    let lines = ["./\(tag)-ragged.jpg", "./\(tag).jpg"].map { "\($0): not upright, tag \(tag)" }
    #expect(answer.text == (tag == 1 ? "" : lines.joined(separator: "\n")))
    let end = tag == 1 ? "2 files, all upright" : "2 of 2 files are not upright; `upright fix` rotates them"
    #expect(answer.complaints == "upright: \(end)\n")
    #expect(try album.contents() == before)
  }

  @Test func afterFixThereIsNothingLeft() throws {
    let album = try Album("3.jpg", "6.jpg", "6-ragged.jpg", "deep/8.jpg")
    #expect(try run("fix --check -r .", in: album).status == 1)
    #expect(try run("fix -r . -o out", in: album).status == 0)
    #expect(try run("fix --check -r out", in: album).status == 0)
    #expect(try run("audit --fail-on not-upright out", in: album).status == 0)
  }

  @Test func programsAreToldOfAll() throws {
    let album = try Album("1.jpg", "6.jpg")
    let answer = try album.run("fix", "--check", "--json", ".")
    #expect(answer.status == 1)
    let objects = try answer.objects()
    #expect(objects.map { $0["upright"] as? Bool } == [true, false])
    #expect(objects.map { $0["orientation"] as? Int } == [1, 6])
    #expect(objects.map { $0["path"] as? String } == ["./1.jpg", "./6.jpg"])
    let quiet = try album.run("fix", "--check", "--json", "-q", ".")
    #expect(try quiet.objects().count == 1 && quiet.complaints == "" && quiet.status == 1)
  }

  @Test func whatCannotBeReadCountsMore() throws {
    let album = try Album("1.jpg", "6.jpg")
    try album.folder.write(Array("words".utf8), as: "9.jpg")
    let answer = try album.run("fix", "--check", ".")
    #expect(answer.status == 2)
    #expect(answer.text == "./6.jpg: not upright, tag 6")
    #expect(answer.complaints.contains("./9.jpg: "))
    #expect(try album.run("fix", "--check", "9.jpg").status == 69)
    #expect(try album.run("fix", "--check", "none.jpg").status == 74)
  }

  @Test func theTagItselfIsLookedAtWhereItIsWanted() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("fix", "--check", "--to", "tag", "6.jpg").status == 0)
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 1)), .xmp(TinyXMP.packet(orientation: "3"))]
    try album.folder.write(TinyJPEG(.sixColors, segments: segments).bytes, as: "odd.jpg")
    let answer = try album.run("fix", "--check", "--to", "tag", ".")
    #expect(answer.status == 1)
    #expect(answer.text.hasPrefix("./odd.jpg: orientation metadata to be rewritten, tag 1 ("))
    #expect(try album.run("fix", "-i", "--to", "tag", ".").status == 0)
    #expect(try album.run("fix", "--check", "--to", "tag", ".").status == 0)
  }

  @Test(arguments: [
    "-i", "-o out", "-n", "--force", "-o out --update", "--journal j", "--format png", "--strip gps", "--explain",
    "--edge trim", "--quality 9", "--verify", "--preserve-mtime", "-o out --all", "--to-srgb", "--summary",
    "--max-memory 1G", "--max-pixels 100", "--max-seconds 9", "--sandbox always",
  ])
  func whatWouldBeIgnoredIsRefused(_ options: String) throws {
    let album = try Album("6.jpg")
    let answer = try run("fix --check 6.jpg \(options)", in: album)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("--check"))
    #expect(try album.contents().count == 1)
  }

  @Test func otherCommandsHaveNoCheck() throws {
    #expect(try run("rotate cw --check 6.jpg", in: Album("6.jpg")).status == 64)
  }

  // MARK: audit

  @Test func auditNamesTheFilesAndCountsThem() throws {
    let album = try Album("1.jpg", "3.jpg", "6.jpg")
    let answer = try run("audit --fail-on not-upright .", in: album)
    #expect(
      answer.text.contains(
        """

        not-upright: 2 files
          the stored pixels are not upright: viewers have to follow the tag
            ./3.jpg: tag 3
            ./6.jpg: tag 6

        """))
    #expect(try !run("audit .", in: album).text.contains("not-upright"))
    let summary = try run("audit --json --fail-on none .", in: album).objects().last?["summary"] as? [String: Any]
    #expect(summary?["notUpright"] as? Int == 2)
  }

  @Test(arguments: [
    ("--fail-on not-upright --fail-on trailer", 1), ("--fail-on trailer", 0), ("--fail-on none", 0), ("", 0),
  ])
  func onlyWhatIsNamedFails(options: String, status: Int32) throws {
    #expect(try run("audit 6.jpg \(options)", in: Album("6.jpg")).status == status)
  }

  @Test func aVideoIsNotUprightByItsMatrix() throws {
    let album = try Album()
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "a.mov")
    #expect(try run("audit --fail-on not-upright .", in: album).status == 1)
    #expect(try run("fix --check a.mov", in: album).status == 1)
  }
}
