// Photos that are named by symbolic links: labels belong to the names, whichever is processed.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightCLI

@Suite(.inProcess) struct LinkedPhotosTests {
  private static let stored = "0 0.25 0.25 0.5 0.5\n"
  private static let displayed = "0 0.75 0.25 0.5 0.5\n"

  /// `images/a.jpg` and `images/b.jpg` lead to `photos/6.jpg`, and have labels; a label file has the photo's own name.
  private func album() throws -> LabelledAlbum {
    let album = try LabelledAlbum(tags: 6...6)
    try FileManager.default.createDirectory(
      atPath: album.album.folder.path("images"), withIntermediateDirectories: true)
    for name in ["a", "b"] {
      try album.album.folder.link("images/\(name).jpg", to: "../photos/6.jpg")
      try album.write("labels/\(name).txt", Self.stored)
    }
    return album
  }

  @Test(arguments: [["images"], ["images", "photos"], ["photos", "images"]])
  func labelsOfEachLinkRotateWithThePhoto(batch: [String]) throws {
    let album = try album()
    try album.write("labels/6.txt", Self.stored)
    let words = ["fix", "-i", "-j", "1", "--journal", "j", "--labels", "labels", "--label-space", "stored"]
    let answer = try UprightTool.run(words + batch, in: album.album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try Probe(album.album.folder.read("photos/6.jpg")).orientation.isIdentity)
    #expect(try album.text("labels/a.txt") == Self.displayed && album.text("labels/b.txt") == Self.displayed)
    #expect(try album.text("labels/6.txt") == (batch == ["images"] ? Self.stored : Self.displayed))
    #expect(try album.album.run("undo", "j").status == 0)
    for name in ["a", "b", "6"] { #expect(try album.text("labels/\(name).txt") == Self.stored, "\(name)") }
  }

  @Test(arguments: [["images"], ["images", "photos"], ["photos", "images"]])
  func labelsOfEachLinkAreNamedIfTheyStay(batch: [String]) throws {
    let album = try album()
    let answer = try UprightTool.run(["fix", "-i", "--json"] + batch, in: album.album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.contains(#""labelsBeside":["labels/a.txt","labels/b.txt"]"#), "\(answer.text)")
    #expect(answer.complaints.contains("2 label files stay as they are"), "\(answer.complaints)")
  }
}
