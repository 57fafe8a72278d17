// Processes that outlive a call in a session of their own, which ending its group does not reach: they are known by a
// variable of their environment (proc_pid_environ(5)). Systems without /proc have none that can be found.

import Foundation
import UprightFiles

/// Ends processes that a call left behind.
enum Leftovers {
  /// The variable of each process of a call, with the call's folder.
  static let variable = "UPRIGHT_CONFORMANCE_CALL"

  /// The most that is read of an environment.
  private static let longest = 1 << 20
  /// Passes over all processes: one that is found may have started another.
  private static let passes = 20

  /// Ends all processes that have the folder in their environment, and waits until none is left.
  static func end(of folder: String) { end(entry(folder)[...]) }

  /// The same for all folders in this one.
  static func end(under folder: String) { end((entry(folder) + "/".utf8)[...]) { $0.starts(with: $1) } }

  private static func end(
    _ entry: ArraySlice<UInt8>, where fits: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool = { $0 == $1 }
  ) {
    for _ in 0..<passes {
      let found = processes(entry, where: fits)
      guard !found.isEmpty else { return }
      for process in found { _ = kill(process, SIGKILL) }
      usleep(1_000)
    }
  }

  /// The processes that have the folder in their environment.
  static func processes(of folder: String) -> [pid_t] { processes(entry(folder)[...]) { $0 == $1 } }

  private static func entry(_ folder: String) -> [UInt8] { Array("\(variable)=\(folder)".utf8) }

  private static func processes(
    _ entry: ArraySlice<UInt8>, where fits: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
  ) -> [pid_t] {
    SubprocessCalls.names(in: "/proc").compactMap { pid_t($0) }.filter { process in
      guard process != getpid(), let bytes = SubprocessCalls.readFile("/proc/\(process)/environ", atMost: longest)
      else { return false }
      return bytes.split(separator: 0).contains { fits($0, entry) }
    }
  }
}
