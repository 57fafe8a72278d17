// Where results go is decided before anything is written, and no name overwrites a source.

import Testing
import UprightTestTools

@Suite(.inOptions) struct DestinationPlanTests {
  @Test func twoResultsOfOneNameAreRefused() throws {
    let album = try Album("x/6.jpg", "y/6.jpg")
    let answer = try album.run("fix", "x/6.jpg", "y/6.jpg", "-o", "out")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("x/6.jpg and y/6.jpg would both be written to out/6.jpg"))
    #expect(try album.contents().count == 2)
  }

  @Test func namesThatDifferByExtensionCollideInOneFormat() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Album.photo(3), as: "6.jpeg")
    let answer = try album.run("fix", "6.jpg", "6.jpeg", "--format", "png", "-o", "out")
    #expect(answer.status == 64)
    #expect(try album.run("fix", "6.jpg", "6.jpeg", "--format", "jpeg", "-o", "out").status == 0)
    #expect(try album.contents().keys.filter { $0.hasPrefix("out/") }.sorted() == ["out/6.jpeg", "out/6.jpg"])
  }

  @Test(arguments: ["6.jpg", "./6.jpg", "link.jpg", "hard.jpg"])
  func aSourceIsNotOverwrittenUnderAnyOfItsNames(_ output: String) throws {
    let album = try Album("6.jpg")
    let script = "ln -s 6.jpg link.jpg; ln 6.jpg hard.jpg"
    #expect(try OutsideTool.run("/bin/sh", ["-c", script], in: album.folder).status == 0)
    let before = try album.contents()
    let answer = try album.run("fix", "6.jpg", "-o", output, "--force")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("is one of the input files; use -i"))
    #expect(try album.contents() == before)
  }

  /// A folder that does not exist yet may resolve to the sources once it is made.
  @Test(arguments: ["new/../in/", "new/deep/../../in", "./new/../in"])
  func aWayThroughAFolderThatIsMissingIsRefused(_ output: String) throws {
    let album = try Album("in/3.jpg", "in/6.jpg")
    let before = try album.contents()
    for words in [["crop", "0,0,16,16", "in"], ["fix", "in", "--all"], ["thumb", "8", "in/6.jpg"]] {
      let answer = try UprightTool.run(words + ["-o", output, "--force"], in: album.folder)
      #expect(answer.status == 64, "\(answer.complaints)")
      // The name of one result without a slash is a file's.
      let isFolder = words.last != "in/6.jpg" || output.hasSuffix("/")
      #expect(answer.complaints.contains("has .. after") == isFolder, "\(answer.complaints)")
      #expect(try album.contents() == before)
    }
    #expect(try album.run("crop", "0,0,16,16", "in/6.jpg", "-o", "in/../out/").status == 0)
    #expect(try album.contents().keys.contains("out/6.jpg"))
  }

  @Test func aFolderOfSourcesIsNoPlaceForTheirResults() throws {
    let album = try Album("in/3.jpg", "in/6.jpg")
    let before = try album.contents()
    #expect(try album.run("fix", "in", "-o", "in", "--force").status == 64)
    #expect(try album.run("fix", "in/3.jpg", "-o", "in/6.jpg").status == 74)
    #expect(try album.contents() == before)
  }

  @Test(arguments: [true, false])
  func severalFilesCannotBecomeOne(isThere: Bool) throws {
    let album = try Album("3.jpg", "in/6.jpg")
    if isThere { try album.folder.write([1], as: "out.jpg") }
    let before = try album.contents()
    for sources in [["3.jpg", "in/6.jpg"], ["in"]] {
      let answer = try UprightTool.run(["fix"] + sources + ["-o", "out.jpg", "--force"], in: album.folder)
      #expect(answer.status == 64)
      #expect(answer.complaints.contains("out.jpg is one file, but there are several inputs"))
    }
    #expect(try album.contents() == before)
    #expect(try album.run("fix", "3.jpg", "in/6.jpg", "-o", "new.jpg/").status == 0)
    #expect(try album.contents().keys.contains("new.jpg/3.jpg"))
  }
}
