// Commands in the process of the tests, each on a thread with a folder of its own: quicker than a process for each.

import COwnFolder
import Foundation
import Synchronization
import Testing
import UprightSystem
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

/// A command line that runs in this process.
enum CommandHere {
  /// Whether threads may have folders of their own here.
  static let isPermitted = Run().status(in: ".") { 0 } == 0

  /// Commands that become other programs, read standard input, or look at its terminal or at signals; and help, which is
  /// as wide as the terminal.
  private static let others: Set = ["conformance", "help", "serve", "show", "watch", "worker"]

  /// What a line prints and ends with in a folder.
  ///
  /// - Returns: nil if it needs a process, for its own environment or standard input, or if there is no thread for it.
  @Sendable static func answer(
    to words: [String], in folder: ScratchFolder?, environment: [String: String]
  ) -> OutsideTool.Answer? {
    guard isPermitted, environment.isEmpty, !others.contains(words.first ?? ""),
      !words.contains(where: { ["-", "-h", "--help"].contains($0) || $0.hasSuffix("=-") })
    else { return nil }
    let (output, errors, process) = (MemoryOutlet(), MemoryOutlet(), World.process)
    let world = World(output: output, errors: errors, variable: process.variable, now: process.now)
    let status = Run().status(in: folder?.url.path ?? ".") { UprightCommand.run(words, in: world).code }
    return status.map {
      OutsideTool.Answer(
        status: $0, output: output.bytes, complaints: String(decoding: errors.bytes, as: UTF8.self))
    }
  }

  /// A thread, and what it ends with.
  private final class Run: Sendable {
    private let result = Mutex<Int32?>(nil)
    private let end = DispatchSemaphore(value: 0)

    /// What `work` ends with on a thread whose folder is `path`; nil if there is no such thread.
    func status(in path: String, of work: @escaping @Sendable () -> Int32) -> Int32? {
      let isStarted = SystemThread.run { [self] in
        if unsafe own_folder(path) == 0 {
          let status = work()
          result.withLock { $0 = status }
        }
        end.signal()
      }
      guard isStarted else { return nil }
      end.wait()
      return result.withLock { $0 }
    }
  }
}

/// Has the command lines of a suite run in this process.
struct CommandHereTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await UprightTool.$replacement.withValue(CommandHere.answer) { try await function() }
  }
}

extension Trait where Self == CommandHereTrait {
  /// In this process, unless a command needs another: for tests that look at output, exit codes and files alone.
  static var inProcess: Self { Self() }
}
