// The system calls of a run: processes with time limits, and small files (POSIX.1-2017). Pointers are used only here.

import CProcessGroup
import Foundation
import UprightFiles
import UprightProgram

/// How a process ended.
enum ProcessEnd: Hashable, Sendable {
  case exit(Int32)
  case signal(Int32)
  /// It was ended because its time was up.
  case timeout
  /// It could not be started.
  case unstarted
}

enum SubprocessCalls {
  /// The bytes that a file written by a process may have.
  private static let blocks = (64 << 20) / 512

  /// posix_spawn(3), waitpid(2): runs a command in `folder`, in a process group of its own, which ends after `seconds`,
  /// or when this program is told to end, with what left the group. No file that it writes can have more than 64 MB.
  ///
  /// - Parameters:
  ///   - log: The file in `folder` for its output.
  ///   - errors: The file for standard error; nil for the same.
  static func run(
    _ command: [String], in folder: String, log: String, errors: String? = nil, seconds: Double
  ) -> ProcessEnd {
    guard let child = start(command, in: folder, log: log, errors: errors) else { return .unstarted }
    let end = wait(for: child, seconds: seconds)
    Leftovers.end(of: folder)
    return end
  }

  /// posix_spawn(3): the process ID of a command in a process group of its own. `folder` is its home, and the folder of
  /// its temporary files; Python's modules of the user's own are still found.
  static func start(_ command: [String], in folder: String, log: String, errors: String? = nil) -> pid_t? {
    let others = ["CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"].map { "XDG_" + $0 }
    let home =
      "export PYTHONUSERBASE=\"${PYTHONUSERBASE:-$HOME/.local}\" HOME=\"$0\" TMPDIR=\"$0\" "
      + "\(Leftovers.variable)=\"$0\"; unset \(others.joined(separator: " "))"
    let streams = "exec </dev/null >\"$1\" && if [ -n \"$2\" ]; then exec 2>\"$2\"; else exec 2>&1; fi"
    let limits = "ulimit -f \(blocks) && ulimit -c 0"
    let script = "cd \"$0\" && { \(home); } && \(streams) && shift 2 && \(limits) && exec \"$@\""
    let words = ["sh", "-c", script, folder, log, errors ?? ""] + command
    var child: pid_t = 0
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe conformance_start_group("/bin/sh", &pointers, &child) == 0 ? child : nil
  }

  /// waitid(2), waitpid(2): how a child ended, after at most `seconds`. What is left of its group is ended before its
  /// number can be used again.
  static func wait(for child: pid_t, seconds: Double) -> ProcessEnd {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var pause: UInt32 = 500
    while !hasEnded(child) {
      guard ContinuousClock.now < deadline, Interruption.signal == nil else {
        stop(child)
        return .timeout
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    return stop(child)
  }

  /// kill(2), waitpid(2): ends a child and its group.
  ///
  /// - Returns: How the child ended.
  @discardableResult
  static func stop(_ child: pid_t) -> ProcessEnd {
    _ = kill(-child, SIGKILL)
    // It may have left its own group.
    _ = kill(child, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) == -1 {
      if errno != EINTR { return .unstarted }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }

  /// waitid(2): whether a child has ended; it keeps its number.
  private static func hasEnded(_ child: pid_t) -> Bool {
    var info = unsafe siginfo_t()
    let answer = unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT)
    return unsafe (answer == -1 && errno != EINTR) || (answer == 0 && info.si_signo != 0)
  }

  /// Whether a child still runs.
  static func isRunning(_ child: pid_t) -> Bool { !hasEnded(child) }

  /// signal(2), raise(3): SIGQUIT ends the program as SIGTERM does, so that files of calls are removed.
  static func endOnQuit() { _ = signal(SIGQUIT) { _ in _ = raise(SIGTERM) } }

  /// sigaction(2): a second signal of the kinds that are watched is recorded, too, and does not end the program before
  /// it has removed its files. CI often sends two.
  static func outliveFurtherSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0 else { continue }
      action.sa_flags &= ~Int32(truncatingIfNeeded: SA_RESETHAND)
      _ = unsafe sigaction(number, &action, nil)
    }
  }

  // MARK: Files

  /// Removes a folder with its content, also when this program is told to end.
  static func removeFolder(_ path: String) {
    guard let child = start(["rm", "-rf", path], in: "/", log: "/dev/null") else { return }
    let deadline = ContinuousClock.now + .seconds(60)
    while isRunning(child), ContinuousClock.now < deadline { usleep(1_000) }
    stop(child)
  }

  /// mkdtemp(3): a new folder in the folder for temporary files.
  static func makeScratch(in world: World) -> String? {
    let parent = world.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(parent)/upright-conformance-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { return nil }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// realpath(3): the path of an existing folder that holds from every folder; as given if there is none.
  static func absolute(_ path: String) -> String {
    guard let name = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  /// opendir(3), readdir(3): the names in a folder; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
          unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        })
    }
    return names
  }

  /// statvfs(3): whether the file system of a folder has less than 4 MB or no file left. False if that is unknown.
  static func isFull(_ folder: String) -> Bool {
    var state = statvfs()
    guard unsafe statvfs(folder, &state) == 0 else { return false }
    let (free, whole) = (UInt64(state.f_bavail), UInt64(state.f_frsize))
    // Some file systems have no fixed number of files, and state 0 of 0.
    return free < leastFree / max(1, whole) || (state.f_files > 0 && state.f_favail == 0)
  }

  private static let leastFree: UInt64 = 4 << 20

  /// mkdir(2).
  static func makeFolder(_ path: String) -> Bool { unsafe mkdir(path, 0o777) == 0 }

  /// open(2), write(2): a new file; after a failure, `errno` is the reason.
  static func writeFile(_ bytes: [UInt8], to path: String) -> Bool {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file != -1 else { return false }
    defer {
      let error = errno
      close(file)
      errno = error
    }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        unsafe write(file, all.baseAddress.map { unsafe $0 + done }, all.count - done)
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// open(2), read(2): at most `limit` bytes of a file; nil if there is no file.
  static func readFile(_ path: String, atMost limit: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file != -1 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = unsafe read(file, &part, min(part.count, limit - bytes.count))
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return bytes
  }
}
