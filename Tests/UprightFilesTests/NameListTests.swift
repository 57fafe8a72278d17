// Lists of names are split at zero bytes and nowhere else.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct NameListTests {
  /// The names in a list that arrives in pieces of `size` bytes.
  private func names(_ bytes: [UInt8], by size: Int, longestList: Int = 1 << 20) throws -> [String] {
    var rest = bytes[...]
    return try NameList.names(longestList: longestList) { () throws(UprightError) in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  @Test(arguments: [
    ("", []), ("a\0", ["a"]), ("a", ["a"]), ("a\0b c\n\0-d\0", ["a", "b c\n", "-d"]), ("a\0b", ["a", "b"]),
  ])
  func eachEndsInAZeroByte(text: String, names: [String]) throws {
    for size in 1...5 { #expect(try self.names(Array(text.utf8), by: size) == names, "\(size)") }
  }

  @Test(arguments: ["\0", "a\0\0b\0", "\0a", "a\0\0"])
  func anEmptyNameIsNone(text: String) {
    let error = #expect(throws: UprightError.self) { try names(Array(text.utf8), by: 2) }
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

  @Test func aListWithoutEndEndsAtItsFirstEmptyName() {
    let error = #expect(throws: UprightError.self) { try NameList.read("/dev/zero") }
    #expect(error?.description.hasPrefix("name 1: it is empty") == true)
  }

  @Test func aNameOrAListThatIsTooLongIsRefusedBeforeItsEnd() {
    var pieces = 0
    let endless = #expect(throws: UprightError.self) {
      try NameList.names { () throws(UprightError) in
        pieces += 1
        return [UInt8](repeating: 0x61, count: 1 << 14)
      }
    }
    #expect(pieces == 5)
    #expect(endless?.description.hasPrefix("name 1: it has more than 65536 bytes") == true)
    let many = #expect(throws: UprightError.self) {
      try names(Array("a\0b\0c\0".utf8), by: 2, longestList: 5)
    }
    #expect(many?.description.hasPrefix("list: it has more than 5 bytes") == true)
  }

  @Test func moreNamesThanAllowedAreRefused() throws {
    func names(_ most: Int) throws -> [String] {
      var pieces = [Array("a\0b\0c".utf8), []]
      return try NameList.names(mostNames: most) { () throws(UprightError) in pieces.removeFirst() }
    }
    #expect(try names(3) == ["a", "b", "c"])
    let error = #expect(throws: UprightError.self) { try names(2) }
    #expect(error?.description == "name 3: a list has at most 2 names; split it")
  }
}
