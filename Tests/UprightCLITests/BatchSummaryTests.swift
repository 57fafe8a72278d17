// A batch's numbers are those of its files.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct BatchSummaryTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (1_049, "1.0 kB"), (1_051, "1.1 kB"),
    (9_949, "9.9 kB"), (9_960, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (12_345_678, "12 MB"),
    (4_200_000_000, "4.2 GB"),
  ])
  func bytesAreWrittenInTheLargestUnit(bytes: Int, text: String) {
    #expect(BatchSummary.text(bytes) == text)
  }

  @Test func routesBytesAndFailuresAreCounted() throws {
    let album = try Album("1.jpg", "3.jpg", "6.jpg")
    try album.folder.write(Array("no picture".utf8), as: "words.jpg")
    let answer = try album.run("rotate", "cw", "-i", "--summary", "1.jpg", "3.jpg", "words.jpg", "none.jpg")
    #expect(answer.status == 2)
    #expect(
      answer.complaints.hasSuffix(
        "upright: 4 files: 2 retag, 2 failed (1 io, 1 unrecognized-format); 2 bytes written\n"))
    let other = try Album("1.jpg", "3.jpg", "6.jpg")
    let fixed = try other.run("fix", "--summary", "-i", "1.jpg", "6.jpg", "3.jpg")
    let bytes = try ["3.jpg", "6.jpg"].reduce(0) { try $0 + other.folder.read($1).count }
    #expect(fixed.complaints == "upright: 3 files: 2 transform, 1 unchanged; \(BatchSummary.text(bytes)) written\n")
  }

  @Test func aBatchOfNothingIsCalledThat() { #expect(BatchSummary().line == "no files") }

  @Test func nobodyIsToldWhoDoesNotWatchOrAsk() throws {
    let album = try Album("1.jpg", "3.jpg")
    #expect(try album.run("rotate", "cw", "-i", "1.jpg", "3.jpg").complaints == "")
    #expect(try album.run("rotate", "cw", "-n", "-q", "1.jpg", "3.jpg").complaints == "")
    let asked = try album.run("rotate", "cw", "-n", "-q", "--summary", "1.jpg", "3.jpg").complaints
    #expect(asked == "upright: 2 files: 2 retag; nothing was written (dry run)\n")
  }
}
