// Results and symbolic links: nothing is written through a link in the place of a result, because nobody named it.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct LinkedResultsTests {
  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  /// A photo, a results folder in which its name leads outside, and what is there.
  private func album(linking target: String = "../outside/precious") throws -> Album {
    let album = try Album("in/6.jpg")
    for name in ["out", "outside"] {
      try FileManager.default.createDirectory(atPath: album.folder.path(name), withIntermediateDirectories: true)
    }
    try album.folder.write([1, 2, 3], as: "outside/precious")
    try album.folder.link("out/6.jpg", to: target)
    return album
  }

  @Test(arguments: [
    "fix in -o out/ --force", "fix in/6.jpg -o out/ --force", "fix --no-follow in -o out/ --force",
    "fix --no-follow in/6.jpg -o out/6.jpg --force", "thumb 8 in -o out/ --force", "crop 0,0,9,9 in -o out/ --force",
    "rotate cw in -o out/ --force", "fix in -o out/ --force --journal j",
  ])
  func whatItLeadsToStays(line: String) throws {
    let album = try album()
    let answer = try run(line, in: album)
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("out/6.jpg: the path contains a symbolic link (--no-follow)"))
    #expect(try album.folder.read("outside/precious") == [1, 2, 3])
    if line.contains("journal") { #expect(try run("undo j", in: album).status == 0) }
  }

  @Test(arguments: ["--update", "--skip-existing", ""], ["../outside/precious", "../outside/nothing"])
  func aNameThatIsALinkIsTaken(option: String, target: String) throws {
    let album = try album(linking: target)
    let answer = try run("fix in -o out/ \(option)", in: album)
    #expect(answer.status == 74 && answer.complaints.contains("a file with this name already exists"))
    #expect(try album.contents().keys.filter { $0.hasPrefix("outside/") } == ["outside/precious"])
  }

  @Test func aLinkThatIsNamedItselfIsFollowed() throws {
    let album = try album()
    #expect(try run("fix in/6.jpg -o out/6.jpg --force", in: album).status == 0)
    #expect(try Probe(album.folder.read("outside/precious")).isUpright)
  }

  @Test func aFolderAmongTheResultsThatIsALinkIsRefused() throws {
    let album = try Album("in/1.jpg", "in/deep/6.jpg")
    for name in ["out", "outside"] {
      try FileManager.default.createDirectory(atPath: album.folder.path(name), withIntermediateDirectories: true)
    }
    try album.folder.link("out/deep", to: "../outside")
    let answer = try run("fix -r in -o out/", in: album)
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("out/deep: the path contains a symbolic link (--no-follow)"))
    #expect(try Probe(album.folder.read("out/1.jpg")).isUpright)
    #expect(try !album.contents().keys.contains { $0.hasPrefix("outside/") })
  }

  @Test func samplesAndBackupsAreNotWrittenThroughLinks() throws {
    let album = try Album("6.jpg")
    try album.folder.write([1, 2, 3], as: "precious")
    try FileManager.default.createDirectory(atPath: album.folder.path("samples"), withIntermediateDirectories: true)
    let sample = try #require(SampleSet.all.first).name + ".png"
    try album.folder.link("samples/" + sample, to: "../precious")
    try album.folder.link("6.jpg~", to: "precious")
    #expect(try run("samples samples --format png --force", in: album).status == 2)
    #expect(try run("compat exiftran -aib 6.jpg", in: album).status == 74)
    #expect(try album.folder.read("precious") == [1, 2, 3])
    #expect(try album.folder.read("6.jpg") == Album.photo(6))
  }

  @Test func labelsAreNotWrittenThroughLinks() throws {
    let album = try album()
    try album.folder.write(
      Array(
        """
        {"images":[{"id":1,"file_name":"6.jpg","width":48,"height":32}],"categories":[{"id":1,"name":"green"}],
        "annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4]}]}
        """.utf8), as: "coco.json")
    try album.folder.link("out/6.xml", to: "../outside/precious")
    let answer = try run("labels convert coco.json --to voc --images in -o out/ --force", in: album)
    #expect(answer.status == 74, "\(answer.complaints)")
    #expect(try album.folder.read("outside/precious") == [1, 2, 3])
  }

  @Test func whatUndoWouldNotBringBackIsNotDisplaced() throws {
    let album = try Album("in/6.jpg", "in/8.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("out"), withIntermediateDirectories: true)
    for bytes: [UInt8] in [[], Array("words".utf8)] {
      try album.folder.write(bytes, as: "out/6.jpg")
      let answer = try run("fix in -o out/ --force --journal j", in: album)
      #expect(answer.status == 2)
      #expect(answer.complaints.contains("`upright undo` could not restore it"))
      #expect(try album.folder.read("out/6.jpg") == bytes)
      #expect(try run("undo j", in: album).status == 0)
      #expect(try album.contents().keys.filter { $0.hasPrefix("out/") } == ["out/6.jpg"])
      try FileManager.default.removeItem(atPath: album.folder.path("j"))
    }
  }
}
