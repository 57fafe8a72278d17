// The state of a file, and its entry in a journal.

import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct FileStateTests {
  @Test func itIsWhatTheDiskSays() throws {
    let folder = try ScratchFolder()
    let identity = try FileIdentity(path: folder.write([1, 2, 3], as: "a"))
    let state = FileState(identity)
    #expect(state.inode == identity.inode && state.byteCount == 3 && state.modified == identity.modified)
  }

  @Test func everyNumberComesBack() throws {
    for inode in [0, 1, UInt64(Int.max), .max] {
      let state = FileState(inode: inode, byteCount: .max, modified: .init(seconds: -1, nanoseconds: 999_999_999))
      let line = state.json.line
      #expect(FileState(JSONReader.value(of: Array(line.utf8))) == state)
    }
  }

  @Test(arguments: [
    "{}", "1", #"{"inode":-1,"bytes":1,"seconds":1,"nanoseconds":1}"#,
    #"{"inode":1,"bytes":-1,"seconds":1,"nanoseconds":1}"#,
    #"{"inode":18446744073709551616,"bytes":1,"seconds":1,"nanoseconds":1}"#,
    #"{"inode":1,"bytes":1,"seconds":1.5,"nanoseconds":1}"#,
  ])
  func whatIsNoStateIsNothing(_ line: String) {
    #expect(FileState(JSONReader.value(of: Array(line.utf8))) == nil)
    #expect(FileState(nil) == nil)
  }
}
