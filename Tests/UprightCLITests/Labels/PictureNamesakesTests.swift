// Pictures of one name in several folders: those that a bare name may mean.

import Testing
import UprightTestTools

@testable import UprightCLI

@Suite struct PictureNamesakesTests {
  private func exist(_ path: String, beside others: [String]) throws -> Bool {
    let album = try LabelledAlbum(tags: 1...1)
    for name in [path] + others { try album.write("data/" + name, name) }
    var namesakes = PictureNamesakes(labels: [])
    let found = [0, 1].map { _ in namesakes.exist(of: album.album.folder.path("data/" + path)) }
    #expect(found[0] == found[1])
    return found[0]
  }

  @Test(arguments: [
    ("val/6.jpg", ["train/6.jpg"], true), ("val/6.jpg", ["train/8.jpg", "val/8.jpg", "8.jpg"], false),
    ("val/6.jpg", ["6.jpg"], true), ("val/images/6.jpg", ["6.jpg"], false), ("val/6.jpg", ["ann/6.jpg"], true),
    ("val/6.jpg", ["train/deep/6.jpg", ".hidden/6.jpg", "train/6.png"], false), ("val/6.jpg", [], false),
    ("val/images/6.jpg", ["train/images/6.jpg"], true), ("val/images/6.jpg", ["train/6.jpg"], false),
    ("val/images/6.jpg", ["val/labels/6.jpg"], true), ("val/JPEGImages/6.jpg", ["train/JPEGImages/6.jpg"], true),
    ("val/mine/6.jpg", ["train/mine/6.jpg"], false),
  ])
  func aFileOfItsNameInAFolderBesideIsOne(_ path: String, others: [String], isOne: Bool) throws {
    #expect(try exist(path, beside: others) == isOne)
  }

  @Test func aPictureBesideTheLabelsIsOne() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("deep/ann/6.jpg", "x")
    let folder = album.album.folder
    for (labels, isOne) in [("deep/ann/a.json", true), ("deep/a.json", false), ("photos/a.json", false)] {
      var namesakes = PictureNamesakes(labels: [folder.path(labels)])
      let found = namesakes.exist(of: folder.path("photos/6.jpg"))
      #expect(found == isOne, "\(labels)")
    }
  }

  @Test func anotherNameOfTheSameFileIsNone() throws {
    let album = try LabelledAlbum(tags: 6...6)
    let folder = album.album.folder
    try folder.link("linked", to: "photos")
    func found(_ namesakes: inout PictureNamesakes) -> [Bool] {
      ["photos/6.jpg", "linked/6.jpg", "photos/none.jpg"].map { namesakes.exist(of: folder.path($0)) }
    }
    var namesakes = PictureNamesakes(labels: [])
    // What is not there may be anything.
    #expect(found(&namesakes) == [false, false, true])
    try album.write("other/6.jpg", "x")
    var others = PictureNamesakes(labels: [])
    #expect(found(&others) == [true, true, true])
  }
}
