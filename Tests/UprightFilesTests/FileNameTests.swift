// Paths are cut where POSIX cuts them.

import Testing

@testable import UprightFiles

@Suite struct FileNameTests {
  @Test(arguments: [
    ("a.jpg", ".", "a.jpg", "jpg"), ("b/a.jpg", "b", "a.jpg", "jpg"), ("/a.jpg", "/", "a.jpg", "jpg"),
    ("/x/y.z/a", "/x/y.z", "a", ""), ("a.tar.gz", ".", "a.tar.gz", "gz"), (".hidden", ".", ".hidden", ""),
    ("x/.hidden", "x", ".hidden", ""), ("a.", ".", "a.", ""), ("a.JPG", ".", "a.JPG", "JPG"),
    ("-n.jpg", ".", "-n.jpg", "jpg"), ("a\n.png", ".", "a\n.png", "png"), ("", ".", "", ""),
  ])
  func pathsFallIntoTheirParts(path: String, folder: String, last: String, ending: String) {
    #expect(FileName.folder(of: path) == folder)
    #expect(FileName.last(of: path) == last)
    #expect(FileName.fileExtension(of: path) == ending)
  }

  @Test(arguments: [
    ("a.jpg", "a.png"), ("x.y/a.jpeg", "x.y/a.png"), ("x.y/a", "x.y/a.png"), ("a.tar.gz", "a.tar.png"),
    (".hidden", ".hidden.png"), ("a.", "a..png"),
  ])
  func extensionsAreReplacedOrAdded(path: String, expected: String) {
    #expect(FileName.replacingExtension(of: path, with: "png") == expected)
  }

  @Test func foldersAndNamesAreJoinedByOneSlash() {
    #expect(FileName.joined("a", "b") == "a/b")
    #expect(FileName.joined("a/", "b") == "a/b")
    #expect(FileName.joined("/", "b") == "/b")
  }
}
