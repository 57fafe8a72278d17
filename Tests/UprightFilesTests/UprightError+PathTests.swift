// System errors as errors that name the path.

import Foundation
import Testing
import Upright
import UprightSystem

@testable import UprightFiles

@Suite struct UprightErrorPathTests {
  @Test func whatWeDecideOurselvesHasTheSystemsNumbers() {
    #expect(UprightError.changedUnderneath("a") == .io(path: "a", systemError: ESTALE))
    #expect(UprightError.hardLinked("a") == .io(path: "a", systemError: EMLINK))
    #expect(UprightError.exists("a") == .io(path: "a", systemError: EEXIST))
  }

  @Test func onlyAnErrorWithoutAPathIsNamed() {
    #expect(UprightError.io(path: "", systemError: 5).naming("b") == .io(path: "b", systemError: 5))
    let others: [UprightError] = [
      .io(path: "a", systemError: 5), .cancelled, .unsupported("x"), .limit(.pixels, asked: 2, allowed: 1),
      .unanswerable(field: "size", reason: "empty"), .malformed(MetadataError(.truncated, at: 3)),
    ]
    for error in others { #expect(error.naming("b") == error) }
  }

  @Test(arguments: [EPERM, ENOENT, EIO, EACCES, EEXIST, ENOTDIR, EISDIR, ENOSPC, EROFS, ELOOP, ESTALE])
  func sentencesAreTheSystems(_ number: Int32) {
    let foundation = NSError(domain: NSPOSIXErrorDomain, code: Int(number)).localizedDescription
    #expect(foundation.contains(UprightError.systemSentence(number)), "\(foundation)")
  }

  @Test func aFailedCallNamesThePath() {
    #expect(throws: UprightError.io(path: "given", systemError: ENOENT)) {
      try UprightError.naming("given") { () throws(SystemError) in throw SystemError(number: ENOENT) }
    }
  }
}
