// One file with several names is processed once.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .inOptions) struct DistinctFilesTests {
  /// A photo with every kind of name that leads to it.
  private func album() throws -> Album {
    let album = try Album("6.jpg", "in/3.jpg")
    try FileManager.default.createSymbolicLink(atPath: album.folder.path("link.jpg"), withDestinationPath: "6.jpg")
    try FileManager.default.createSymbolicLink(atPath: album.folder.path("folder"), withDestinationPath: "in")
    try FileManager.default.linkItem(atPath: album.folder.path("6.jpg"), toPath: album.folder.path("hard.jpg"))
    return album
  }

  private func tag(_ album: Album, _ name: String) throws -> UInt8 {
    try Probe(album.folder.read(name)).orientation.exif.rawValue
  }

  @Test(arguments: ["./6.jpg", "in/../6.jpg", "link.jpg", "./link.jpg", "hard.jpg"])
  func anotherNameIsTheSameFile(_ name: String) throws {
    for names in [["6.jpg", name], [name, "6.jpg"]] {
      let album = try album()
      let answer = try UprightTool.run(["rotate", "cw", "-i"] + names, in: album.folder)
      #expect(answer.status == 0)
      #expect(answer.text == "\(names[0]): retag, 32x48, tag 3")
      #expect(
        answer.complaints == "upright: \(names[1]): the same file as \(names[0]); processed once\n")
      #expect(try tag(album, "6.jpg") == 3)
    }
  }

  @Test func aNameThatIsGivenThreeTimesIsNotedTwice() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("rotate", "180", "-i", "6.jpg", "6.jpg", "6.jpg")
    #expect(answer.status == 0)
    let note = "upright: 6.jpg: given more than once; processed once\n"
    #expect(answer.complaints == note + note)
    #expect(try tag(album, "6.jpg") == 8)
  }

  @Test func aFolderAndAFileInIt() throws {
    let album = try album()
    let answer = try album.run("rotate", "cw", "-i", "in", "in/3.jpg", "folder/3.jpg", "folder")
    #expect(answer.status == 0)
    #expect(answer.text == "in/3.jpg: retag, 32x48, tag 8")
    #expect(answer.complaints.split(separator: "\n").count == 3)
    #expect(try tag(album, "in/3.jpg") == 8)
  }

  @Test func theDryRunCountsAlike() throws {
    let album = try album()
    let answer = try album.run("rotate", "cw", "-n", "-i", "6.jpg", "link.jpg")
    #expect(answer.text == "6.jpg: retag, 32x48, tag 3")
    #expect(answer.complaints.contains("upright: 1 file: 1 retag; nothing was written"))
    #expect(try tag(album, "6.jpg") == 6)
  }

  @Test func namesThatWouldBePartedCannotBothBeGiven() throws {
    let album = try album()
    let before = try album.contents()
    let answer = try album.run("fix", "-i", "--break-hard-links", "6.jpg", "hard.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("6.jpg and hard.jpg are the same file"))
    #expect(try album.contents() == before)
  }

  @Test func oneFileForTwoResultsIsTwo() throws {
    let album = try album()
    let answer = try album.run("fix", "6.jpg", "link.jpg", "hard.jpg", "-o", "out")
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
    for name in ["out/6.jpg", "out/link.jpg", "out/hard.jpg"] { #expect(try tag(album, name) == 1) }
  }

  @Test func oneFileForOneResultIsOne() throws {
    let album = try album()
    let single = try album.run("fix", "6.jpg", "./6.jpg", "-o", "out.jpg")
    #expect(single.text == "6.jpg -> out.jpg: transform, 48x32, tag 1")
    let folder = try album.run("fix", "6.jpg", "./6.jpg", "-o", "out/")
    #expect(folder.text == "6.jpg -> out/6.jpg: transform, 48x32, tag 1")
    for answer in [single, folder] {
      #expect(answer.status == 0)
      #expect(answer.complaints == "upright: ./6.jpg: the same file as 6.jpg; processed once\n")
    }
  }

  @Test func whatIsNotThereIsNeverTheSame() {
    let missing = [InputFile(path: "no/a", relativePath: "a"), InputFile(path: "no/a", relativePath: "a")]
    let distinct = DistinctFiles(missing)
    #expect(distinct.files == missing)
    #expect(distinct.notes == [])
  }

  @Test func resultsGoWithTheirFiles() throws {
    let album = try album()
    let names = ["6.jpg", "link.jpg", "in/3.jpg", "hard.jpg"]
    let inputs = names.map { InputFile(path: album.folder.path($0), relativePath: $0) }
    let distinct = DistinctFiles(inputs, results: ["x", "y", "x", "x"])
    #expect(distinct.files.map(\.relativePath) == ["6.jpg", "link.jpg", "in/3.jpg"])
    #expect(distinct.results == ["x", "y", "x"])
    #expect(distinct.repeated.map(\.isHardLinked) == [true])
  }
}
