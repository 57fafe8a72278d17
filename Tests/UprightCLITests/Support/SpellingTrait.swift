// Tests of what is said in the process: in the words of a program's options, as in the program itself.

import Testing
import Upright
import UprightBatch

/// Has the tests of a suite read sentences as a door spells them.
struct SpellingTrait: SuiteTrait, TestTrait, TestScoping {
  let spelling: any Spelling
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Door.$scoped.withValue(spelling) { try await function() }
  }
}

extension Trait where Self == SpellingTrait {
  /// As the command line spells them.
  static var inOptions: Self { Self(spelling: CommandLineSpelling()) }
}
