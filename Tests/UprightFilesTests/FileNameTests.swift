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

// Names of any bytes become text and the same bytes again, and no two names share a text.

@Suite struct PathNameTests {
  @Test func everyNameOfTwoBytesComesBackAndHasItsOwnText() {
    var texts: Set<[UInt8]> = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let text = PathName.text([first, second])
        #expect(PathName.bytes(text) == [first, second])
        texts.insert(Array(text.utf8))
      }
    }
    #expect(texts.count == 65_536)
  }

  @Test(arguments: ["", "photo.jpg", "æøå/日本.jpg", "e\u{301}", "👩‍👩‍👧.jpg", "a\nb", "\u{10FFFF}"])
  func textThatIsUTF8StaysAsItIs(_ text: String) {
    #expect(Array(PathName.text(Array(text.utf8)).utf8) == Array(text.utf8))
    #expect(PathName.bytes(text) == Array(text.utf8))
  }

  @Test func latin1BetweenLettersIsOneEscapeEach() {
    let text = PathName.text([0x63, 0xE9, 0x2E, 0x6A])
    #expect(text.unicodeScalars.map(\.value) == [0x63, 0x10FEE9, 0x2E, 0x6A])
    #expect(text.unicodeScalars.compactMap(PathName.escapedByte) == [0xE9])
  }

  @Test(arguments: [0x10FE80, 0x10FEC3, 0x10FEFF])
  func charactersOfThePrivateRangeAreTakenApart(_ value: UInt32) throws {
    let genuine = Array(String(try #require(Unicode.Scalar(value))).utf8)
    let text = PathName.text(genuine)
    #expect(text.unicodeScalars.count == 4)
    #expect(PathName.bytes(text) == genuine)
  }

  @Test(arguments: [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80]] as [[UInt8]])
  func whatLooksLikeUTF8ButIsNotComesBack(_ bytes: [UInt8]) {
    let text = PathName.text(bytes + [0x41])
    #expect(PathName.bytes(text) == bytes + [0x41])
    #expect(text.unicodeScalars.count == bytes.count + 1)
  }
}
