// The swap name of a file states which two files it may be.

import Testing
import UprightTestTools

@testable import UprightFiles

@Suite struct SwapNameTests {
  let folder: ScratchFolder
  let (new, old): (FileState, FileState)

  init() throws {
    folder = try ScratchFolder()
    new = try FileState(FileIdentity(path: folder.write([1], as: "new")))
    old = try FileState(FileIdentity(path: folder.write([2, 2, 2], as: "old")))
  }

  @Test func itComesBackAndKnowsBoth() throws {
    let name = SwapName(new, displacing: old)
    #expect(name.text.hasPrefix(".upright-swap-"))
    let read = try #require(SwapName(name.text))
    #expect(read == name)
    #expect(read.matches(new) && read.matches(old))
  }

  @Test func whatIsOtherInAnyRespectIsAnother() throws {
    let name = SwapName(new, displacing: old)
    func other(inode: UInt64 = 0, bytes: Int = 0, seconds: Int = 0, nanoseconds: Int = 0) -> FileState {
      FileState(
        inode: new.inode + inode, byteCount: new.byteCount + bytes,
        modified: .init(seconds: new.modified.seconds - seconds, nanoseconds: new.modified.nanoseconds ^ nanoseconds))
    }
    #expect(name.matches(other()))
    for changed in [other(inode: 1), other(bytes: 1), other(seconds: 1), other(nanoseconds: 1)] {
      #expect(!name.matches(changed))
    }
  }

  @Test(arguments: [
    "", ".upright-swap-", ".upright-swap-0123456789abcdef", ".upright-swap-0123456789abcdef-0123456789abcde",
    ".upright-swap-0123456789abcdef-0123456789abcdeg", ".upright-swap-0123456789abcdef-0123456789abcdef-",
    ".upright-kept-0123456789abcdef-0123456789abcdef",
  ])
  func otherNamesAreNone(_ name: String) { #expect(SwapName(name) == nil) }
}
