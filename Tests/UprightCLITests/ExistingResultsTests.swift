// `--skip-existing` and `--update`: which results are written, by their names and times, and how many are not.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct ExistingResultsTests {
  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  private func setTime(_ name: String, _ seconds: Double, in album: Album) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: album.folder.path(name))
  }

  @Test(arguments: ["fix", "rotate cw", "orient 3", "crop 0,0,16,16", "thumb 8", "camera stamp --sensor 90"])
  func aResultThatExistsStaysAndIsCounted(_ command: String) throws {
    let album = try Album("3.jpg", "6.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("out"), withIntermediateDirectories: true)
    try album.folder.write([7], as: "out/3.jpg")
    let answer = try run("\(command) 3.jpg 6.jpg -o out/ --skip-existing --summary", in: album)
    #expect(answer.status == 0)
    #expect(answer.text.hasPrefix("3.jpg -> out/3.jpg: skipped, the result already exists\n6.jpg -> out/6.jpg: "))
    #expect(answer.complaints.contains("1 of 2 was skipped: its result already exists (--skip-existing)\n"))
    #expect(answer.complaints.contains("upright: 2 files: 1 ") && answer.complaints.contains(", 1 already there; "))
    #expect(try album.folder.read("out/3.jpg") == [7])
    #expect(try Probe(album.folder.read("out/6.jpg")).format == .jpeg)
    let again = try run("\(command) 3.jpg 6.jpg -o out/ --skip-existing --json", in: album)
    #expect(try again.objects().map { $0["passedOver"] as? String } == ["exists", "exists"])
    #expect(again.status == 0)
  }

  /// FAT counts in units of two seconds, and a copy's time is rounded down there.
  @Test func aResultWithCoarseTimesIsNotOlder() throws {
    let album = try Album("in/1.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("out"), withIntermediateDirectories: true)
    try album.folder.write([7], as: "out/1.jpg")
    try setTime("out/1.jpg", 1_000, in: album)
    for (time, isOlder) in [(1_001.5, false), (1_002.5, true)] {
      try setTime("in/1.jpg", time, in: album)
      #expect(try run("fix in -o out --update", in: album).status == 0)
      #expect(try (album.folder.read("out/1.jpg") != [7]) == isOlder)
    }
  }

  @Test func onlyOlderResultsAreReplaced() throws {
    let album = try Album("in/1.jpg", "in/3.jpg", "in/6.jpg", "in/8.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("out"), withIntermediateDirectories: true)
    for (name, result) in [("1", 999.0), ("3", 1_000), ("6", 1_001)] {
      try album.folder.write([7], as: "out/\(name).jpg")
      try setTime("in/\(name).jpg", 1_000, in: album)
      try setTime("out/\(name).jpg", result, in: album)
    }
    let answer = try run("fix in -o out --update", in: album)
    #expect(answer.status == 0)
    #expect(
      answer.text == """
        in/1.jpg -> out/1.jpg: copy, 48x32, tag 1
        in/3.jpg -> out/3.jpg: skipped, the result is not older than its source
        in/6.jpg -> out/6.jpg: skipped, the result is not older than its source
        in/8.jpg -> out/8.jpg: transform, 48x32, tag 1
        """)
    #expect(
      answer.complaints.contains("2 of 4 were skipped: their results are not older than the source (--update)"))
    #expect(try album.folder.read("out/1.jpg") == Album.photo(1))
    for name in ["3", "6"] { #expect(try album.folder.read("out/\(name).jpg") == [7]) }
    #expect(try Probe(album.folder.read("out/8.jpg")).isUpright)
    let again = try run("fix in -o out --update -q", in: album)
    #expect(again.status == 0 && again.text == "" && again.complaints == "")
  }

  @Test func aDryRunDecidesTheSame() throws {
    let album = try Album("3.jpg", "6.jpg")
    try album.folder.write([7], as: "a.jpg")
    let before = try album.contents()
    let answer = try run("fix 6.jpg -o a.jpg --skip-existing -n", in: album)
    #expect(answer.text == "6.jpg -> a.jpg: skipped, the result already exists")
    #expect(answer.complaints.contains("1 file: 1 already there; nothing was written"))
    #expect(try album.contents() == before)
  }

  @Test func aFolderInTheWayIsAnError() throws {
    let album = try Album("6.jpg", "out/6.jpg/3.jpg")
    for option in ["--skip-existing", "--update"] {
      let answer = try run("fix 6.jpg -o out/ \(option)", in: album)
      #expect(answer.status == 74)
    }
  }

  @Test(arguments: [
    "-i --skip-existing", "-i --update", "-o - --update", "-n --update", "-o a --force --update",
    "-o a --skip-existing --update", "-o a --force --skip-existing",
  ])
  func whatMeansNothingIsRefused(_ options: String) throws {
    let album = try Album("6.jpg")
    let answer = try run("fix 6.jpg \(options)", in: album)
    #expect(answer.status == 64)
    #expect(try album.contents().count == 1)
  }

  @Test func theSourceIsNeverItsResult() throws {
    #expect(try run("fix 6.jpg -o 6.jpg --update", in: Album("6.jpg")).status == 64)
  }

  @Test func withAJournalWhatIsReplacedComesBack() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Album.photo(3), as: "a.jpg")
    try setTime("a.jpg", 5, in: album)
    #expect(try run("fix 6.jpg -o a.jpg --update --journal j", in: album).status == 0)
    #expect(try Probe(album.folder.read("a.jpg")).isUpright)
    #expect(try run("undo j", in: album).status == 0)
    #expect(try album.folder.read("a.jpg") == Album.photo(3))
  }
}
