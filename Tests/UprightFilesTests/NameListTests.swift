// Lists of names come apart at zero bytes and nowhere else.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct NameListTests {
  @Test(arguments: [
    ("", []), ("a\0", ["a"]), ("a", ["a"]), ("a\0b c\n\0-d\0", ["a", "b c\n", "-d"]), ("a\0b", ["a", "b"]),
  ])
  func eachEndsInAZeroByte(text: String, names: [String]) throws {
    #expect(try NameList.names(Array(text.utf8)) == names)
  }

  @Test(arguments: ["\0", "a\0\0b\0", "\0a", "a\0\0"])
  func anEmptyNameIsNone(text: String) {
    let error = #expect(throws: UprightError.self) { try NameList.names(Array(text.utf8)) }
    #expect(error?.codes.exitCode == 64)
    #expect(error?.description.hasPrefix("name \(text.hasPrefix("a") ? 2 : 1): it is empty") == true)
  }

  @Test func bytesThatAreNoTextStayWhatTheyAre() throws {
    let folder = try ScratchFolder()
    let path = try folder.write([0x61, 0xFF, 0, 0x62, 0], as: "list")
    let names = try NameList.read(path)
    #expect(names.map(PathName.bytes) == [[0x61, 0xFF], [0x62]])
  }

  @Test func whatCannotBeReadIsNamed() throws {
    let folder = try ScratchFolder()
    for (path, number) in [(folder.path("no"), ENOENT), (folder.url.path, EISDIR)] {
      #expect(throws: UprightError.io(path: path, systemError: number)) { try NameList.read(path) }
    }
  }
}
