// Whole folders, audited as a user would.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct AuditCommandTests {
  /// All tags, every kind of finding that a small file can have, nested folders, and names that are not UTF-8.
  private func album() throws -> Album {
    let album = try Album(
      "1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg", "8.jpg", "deep/er/9.jpg", "deep/6.jpg")
    for name in ["a", "b", "c", "d"] { try album.folder.write(Album.photo(6), as: "deep/\(name).png") }
    try album.folder.write(TinyJPEG(.sixColors).bytes, as: "untagged.jpg")
    try album.folder.write(Array(Album.photo(6).prefix(60)), as: "cut.jpg")
    try album.folder.write(Array("no picture".utf8), as: "text.jpg")
    try album.folder.write(Array("not even by name".utf8), as: "notes.txt")
    try album.folder.write(Album.photo(0), as: "new\nline \u{1B}[31m<b>&\"quoted\".jpg")
    return album
  }

  /// The text without times.
  private func timeless(_ text: String) -> String {
    text.replacing(/\d+\.\d\d s/, with: "T s").replacing(
      /"milliseconds":\d+/, with: "\"milliseconds\":0")
  }

  @Test func linesForPeopleReadAsInTheGolden() throws {
    let answer = try album().run("audit", ".")
    #expect(answer.status == 2)
    #expect(answer.complaints == "upright: .: 1 file skipped: not an image in a known format\n")
    #expect(try Golden.difference(timeless(answer.text) + "\n", from: "audit.txt") == nil)
  }

  @Test func linesForProgramsReadAsInTheGolden() throws {
    let answer = try album().run("audit", "--json", ".")
    #expect(answer.status == 2)
    #expect(try Golden.difference(timeless(answer.text) + "\n", from: "audit.jsonl") == nil)
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func anotherReaderCountsTheSame() throws {
    let album = try album()
    try album.folder.write(album.run("audit", "--json", ".").output, as: "report")
    let script = """
      import json
      lines = [json.loads(line) for line in open('report')]
      files, summary = lines[:-1], lines[-1]['summary']
      read = [f for f in files if 'error' not in f]
      assert summary['files'] == len(files) and summary['read'] == len(read)
      assert summary['notRead'] == len(files) - len(read) == 2
      assert summary['withFindings'] == sum(1 for f in read if f['findings'])
      for group in summary['findings']:
        assert group['files'] == sum(1 for f in read if group['code'] in [x['code'] for x in f['findings']])
      for tag, count in summary['formats']['jpeg']['tags'].items():
        assert count == sum(1 for f in read if f['orientation'] == int(tag) and f['carrier'] != 'none')
      print(len(files))
      """
    let answer = try OutsideTool.python3.run(["-c", script], in: album.folder)
    #expect(answer.text == "18", "\(answer.complaints)")
  }

  @Test func itsLinesAreThoseOfInfo() throws {
    let album = try album()
    let audited = try album.run("audit", "--json", ".").text.split(separator: "\n")
    #expect(try audited.dropLast() == album.run("info", "--json", "--recursive", ".").text.split(separator: "\n")[...])
  }

  @Test func foldersInsideAreWalkedUnlessNotWanted() throws {
    let album = try Album("1.jpg", "deep/er/9.jpg")
    #expect(try album.run("audit", ".").status == 1)
    #expect(try album.run("audit", "--recursive", ".").status == 1)
    let flat = try album.run("audit", "--no-recursive", ".")
    #expect(flat.status == 0 && flat.text.contains("\n1 file: 1 without"))
  }

  @Test func verboseNamesAll() throws {
    let album = try album()
    #expect(try !album.run("audit", ".").text.contains("d.png"))
    let all = try album.run("audit", "--verbose", ".").text
    #expect(
      all.contains("    ./deep/d.png: the file name ends in .png, but the format is jpeg") && !all.contains("more"))
  }

  @Test(arguments: [
    ("", 1), ("--fail-on none", 0), ("--fail-on extension-wrong", 0), ("--fail-on orientation-invalid-value", 1),
    ("--fail-on extension-wrong --fail-on orientation-invalid-value", 1),
  ])
  func onlyWhatIsNamedFails(options: String, status: Int32) throws {
    let words = ["audit", ".", "--json"] + options.split(separator: " ").map(String.init)
    let answer = try UprightTool.run(words, in: Album("1.jpg", "9.jpg").folder)
    #expect(answer.status == status)
    #expect(answer.text.contains(#""withFindings":1"#))
  }

  @Test(arguments: [[], ["--json"], ["--html", "r.html"]])
  func nothingIsChanged(_ options: [String]) throws {
    let album = try album()
    let before = try album.contents()
    _ = try UprightTool.run(["audit", "."] + options, in: album.folder)
    var after = try album.contents()
    after["r.html"] = nil
    #expect(after == before)
  }

  @Test func aPageThatIsThereStaysUnlessForced() throws {
    let album = try Album("9.jpg")
    try album.folder.write([7], as: "r.html")
    let refused = try album.run("audit", "9.jpg", "--html", "r.html")
    #expect(refused.status == 74)
    #expect(refused.text == "", "known before any file is looked at")
    #expect(refused.complaints == "upright: r.html: a file with this name already exists; --force overwrites it\n")
    #expect(try album.folder.read("r.html") == [7])
    #expect(try album.run("audit", "9.jpg", "--html", "r.html", "--force").status == 1)
    #expect(try album.folder.read("r.html").count > 1_000)
  }

  @Test func aPageGoesWhereThereIsAFolder() throws {
    let answer = try Album("1.jpg").run("audit", "1.jpg", "--html", "no/r.html")
    #expect(answer.status == 74 && answer.text == "")
    #expect(answer.complaints == "upright: no/r.html: No such file or directory\n")
  }

  @Test(arguments: ["1.jpg", "page", "r.html.jpg", "", ".html/x"])
  func aPageNeverTakesAnImagesPlace(_ name: String) throws {
    let album = try Album("1.jpg")
    let before = try album.contents()
    let answer = try album.run("audit", "1.jpg", "--force", "--html", name)
    #expect(answer.status == 64)
    #expect(try album.contents() == before)
  }

  @Test func linksThatLeadNowhereAreNotRead() throws {
    let album = try Album("1.jpg")
    for name in ["lost.jpg", "lost"] {
      try FileManager.default.createSymbolicLink(
        atPath: album.folder.path(name), withDestinationPath: album.folder.path("nowhere"))
    }
    let answer = try album.run("audit", ".")
    #expect(answer.status == 2)
    #expect(answer.text.contains("unreadable (io): 2 files\n  No such file or directory\n    ./lost\n    ./lost.jpg\n"))
  }

  @Test func whatIsSkippedIsNamedWithTheReason() throws {
    let album = try Album("1.jpg", "deep/6.jpg", ".hidden.jpg")
    try album.folder.write([1, 2, 3], as: "deep/notes.txt")
    try album.folder.link("link", to: "deep")
    try album.folder.link("other.jpg", to: "1.jpg")
    let lines = try album.run("audit", ".", "--verbose", "--no-follow").text.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("skipped") || $0.hasPrefix("    ./") } == [
        "skipped, not an image or video in a known format: 1", "    ./deep/notes.txt",
        "skipped, the name begins with a dot: 1", "    ./.hidden.jpg", "skipped, a link to a folder: 1", "    ./link",
        "skipped, a symbolic link, with --no-follow: 1", "    ./other.jpg",
      ])
    #expect(try !album.run("audit", ".").text.contains("skipped"))
    let objects = try album.run("audit", ".", "--json", "--no-follow", "--no-recursive").objects()
    let totals = try #require(objects.last?["summary"] as? [String: Any])
    #expect(totals["skipped"] as? [String: Int] == ["hidden": 1, "subfolder": 1, "linkToFolder": 1, "link": 1])
    #expect(totals["passedOver"] as? Int == 0)
    #expect(
      try album.run("audit", "1.jpg", "--json").objects().last.flatMap { $0["summary"] as? [String: Any] }?["skipped"]
        as? [String: Int] == [:])
  }
}
