// The scratch folder of one case for one subject: its input, where its output is expected, and the processes that
// outlive the call.

import Foundation
import Upright
import UprightFiles

/// A folder that nothing else uses.
struct CaseFolder: Sendable {
  private static let longestResult = 64 << 20
  private static let longestLog = 4_096
  private static let mostLines = 8
  /// The files with what the program wrote to standard output and standard error.
  static let log = "log"
  static let errors = "errors"

  /// What `command(files:here:)` replaces, besides ``Placeholders/here``.
  static let placeholders = ["{in}", "{out}", "{w}", "{h}", "{x}", "{y}", "{file}", "{files}", "{ext}", "{folder}"]

  let path: String
  let request: ConformanceCase
  let call: Subject.Call

  var input: String { "\(path)/in.\(request.format.fileExtension)" }
  var output: String { "\(path)/\(request.resultName)" }

  private var log: String { "\(path)/\(Self.log)" }
  private var errors: String { "\(path)/\(Self.errors)" }

  /// Creates the folder with the input.
  ///
  /// - Throws: `.io` if that is not possible, which is no failure of the program under test.
  func make() throws(UprightError) {
    guard SubprocessCalls.makeFolder(path) else { throw .io(path: path, systemError: errno) }
    for file in call.copiesFirst ? [input, output] : [input] {
      guard SubprocessCalls.writeFile(request.file.bytes, to: file) else { throw .io(path: file, systemError: errno) }
    }
    // If they could not be made later, that would look like a failure of the program.
    for file in [log, errors] {
      guard SubprocessCalls.writeFile([], to: file) else { throw .io(path: file, systemError: errno) }
    }
  }

  /// Removes the folder with all that is in it.
  func remove() { SubprocessCalls.removeFolder(path) }

  /// The command with the case's values in place of placeholders, and the adapter's folder.
  func command(files: String, here: String) -> [String] {
    let asked = request.numbers
    let values = [
      input, output, "\(asked.width)", "\(asked.height)", "\(asked.x)", "\(asked.y)", request.file.name, files,
      request.operation.resultExtension(for: request.format.fileExtension), path,
    ]
    let all = Array(zip(Self.placeholders + [Placeholders.here], values + [here]))
    return call.command.map { Placeholders.filled($0, all) }
  }

  /// The case for the Python driver, which writes how the call ended to a file.
  func json(status: String) -> JSONLine {
    let asked = request.numbers
    return .object([
      .init("folder", .text(path)), .init("operation", .text(request.operation.rawValue)), .init("in", .text(input)),
      .init("out", .text(output)), .init("w", .number(asked.width)), .init("h", .number(asked.height)),
      .init("status", .text(status)), .init("x", .number(asked.x)), .init("y", .number(asked.y)),
    ])
  }

  /// The verdict after a call ended like this. Then the folder is removed, so that a run needs no more disk than its
  /// running calls.
  ///
  /// - Parameters:
  ///   - declined: The exit code by which an operation is declined; nil for none.
  ///   - codecs: What decodes the result.
  /// - Throws: `.io` if the call failed on a full disk: nothing tells whether it would have failed with space.
  func verdict(_ end: ProcessEnd, declined: Int32? = nil, by codecs: [any Codec]) throws(UprightError) -> Verdict {
    defer { remove() }
    var verdict = verdict(of: end, declined, codecs)
    if !verdict.isPass || verdict.refusal == .error { try checkSpace() }
    if !verdict.isPass, verdict.kind != .skipped { verdict.output = said }
    return verdict
  }

  /// - Throws: `.io` if the disk of the folder is full.
  func checkSpace() throws(UprightError) {
    guard SubprocessCalls.isFull(path) else { return }
    throw .io(path: "\(path), after the call for \(request.id)", systemError: ENOSPC)
  }

  private func verdict(of end: ProcessEnd, _ declined: Int32?, _ codecs: [any Codec]) -> Verdict {
    switch end {
    case .timeout: return Verdict(.timeout)
    case .signal(let number): return Verdict(.crash, reason: "signal-\(number)")
    case .unstarted, .exit(126), .exit(127): return Verdict(.missing, detail: Self.notStarted(call.command.first))
    case .exit(let code) where code == declined: return refused(.declined, code)
    case .exit(let code) where isRefusedWebP: return refused(.format, code)
    case .exit(let code): return code == 0 ? delivered(codecs) : error("exit-\(code)")
    }
  }

  /// What a missing program means, by its name.
  static func notStarted(_ program: String?) -> String {
    "\(program ?? "the program") is not installed, or does not start"
  }

  private var isRefusedWebP: Bool {
    call.mayLackWebP && request.resultFormat == .webp && IIIFCalls.refusesFormat(in: path)
  }

  private func delivered(_ codecs: [any Codec]) -> Verdict {
    guard let bytes = SubprocessCalls.readFile(output, atMost: Self.longestResult + 1), !bytes.isEmpty else {
      return Verdict(.error, reason: "no-result")
    }
    guard bytes.count <= Self.longestResult else { return Verdict(.wrong, reason: "too-large") }
    return Judge.verdict(on: bytes, of: request, by: codecs)
  }

  /// An honest error is accepted where no standard defines the result.
  private func error(_ reason: String) -> Verdict {
    guard request.requirement == .may else { return Verdict(.error, reason: reason) }
    var verdict = Verdict(.pass)
    verdict.refusal = .error
    return verdict
  }

  /// An error until it is known that the subject refuses tag 1 as well (``Refusals``).
  private func refused(_ refusal: Verdict.Refusal, _ code: Int32) -> Verdict {
    var verdict = error(refusal == .declined ? "declined" : "exit-\(code)")
    verdict.refusal = refusal
    return verdict
  }

  /// The last lines of standard error; of standard output, if the program wrote nothing there.
  private var said: String {
    let logs = [errors, log].map { SubprocessCalls.readFile($0, atMost: 1 << 20) ?? [] }
    let bytes = logs.first { $0.contains { !Array(" \n\r\t".utf8).contains($0) } } ?? []
    return Self.lastLines(String(decoding: bytes.suffix(Self.longestLog), as: UTF8.self), without: path + "/")
  }

  /// The last lines of a log, without the path of the folder.
  static func lastLines(_ text: String, without folder: String = "") -> String {
    let lines = Placeholders.replaced(text, folder, "").split(whereSeparator: \.isNewline).suffix(mostLines)
    return lines.joined(separator: "\n")
  }
}

/// Text with placeholders.
enum Placeholders {
  /// The words of letters in braces, with the braces. `${…}` and `%{…}` belong to shells and to other programs.
  static func names(in text: String) -> [String] {
    text.matches(of: /[$%]?\{[A-Za-z_]+\}/).map { String($0.output) }.filter { $0.hasPrefix("{") }
  }

  /// The adapter's folder.
  static let here = "{here}"

  /// The text with every occurrence of a part replaced.
  static func replaced(_ text: String, _ part: String, _ value: String) -> String { filled(text, [(part, value)]) }

  /// The text with every occurrence of each part replaced. Values are inserted as they are, whatever is in them.
  static func filled(_ text: String, _ values: [(part: String, value: String)]) -> String {
    let values = values.filter { !$0.part.isEmpty }
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], ArraySlice(text.utf8))
    while !rest.isEmpty {
      if let (part, value) = values.first(where: { rest.starts(with: $0.part.utf8) }) {
        result += value.utf8
        rest = rest.dropFirst(part.utf8.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

// Processes that outlive a call in a session of their own, which ending its group does not reach: they are known by a
// variable of their environment (proc_pid_environ(5)). Systems without /proc have none that can be found.

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
