// The program under strace(1): what remains if one of its system calls fails, or if it is killed before it.

import Foundation

extension UprightTool {
  /// Runs it with `arguments` and a fault at calls of `call`, such as `error=EIO:when=1` or `signal=KILL:when=2`.
  package static func run(
    _ arguments: [String], failing call: String, by fault: String, in folder: ScratchFolder
  ) throws -> OutsideTool.Answer {
    let options = ["-e", "trace=\(call)", "-e", "inject=\(call):\(fault)"]
    return try trace(arguments, options: options, log: "/dev/null", in: folder)
  }

  /// Runs it in a place that `make` makes, where it is killed before a call of `call`: the one with this number or, if
  /// no thread makes so many this time, the last one before it.
  ///
  /// - Returns: The place as the killed run left it.
  /// - Throws: The answer of a run that was not killed at its first call either.
  package static func killed<Place>(
    _ arguments: [String], at call: String, _ number: Int, in folder: (Place) -> ScratchFolder,
    _ make: () throws -> Place
  ) throws -> Place {
    let place = try make()
    let fault = "signal=KILL:when=\(number)"
    let answer = try run(arguments, failing: call, by: fault, in: folder(place))
    // strace ends as the program does.
    if answer.status == SIGKILL { return place }
    guard number > 1 else { throw answer }
    return try killed(arguments, at: call, number - 1, in: folder, make)
  }

  /// Runs it undisturbed, and returns how often it makes each of these calls: the number of the busiest thread, because
  /// strace counts the calls of each thread.
  package static func counts(
    of calls: [String], by arguments: [String], in folder: ScratchFolder
  ) throws -> [String: Int] {
    let place = try ScratchFolder()
    let options = ["-e", "trace=" + calls.joined(separator: ",")]
    let answer = try trace(arguments, options: options, log: place.path("calls"), in: folder)
    guard answer.status == 0 else { throw answer }
    var made: [String: [Substring: Int]] = [:]
    for line in String(decoding: try place.read("calls"), as: UTF8.self).split(separator: "\n") {
      // A thread's number and the call, or else the rest of one that another thread's line interrupted.
      let words = line.prefix { $0 != "(" }.split(separator: " ")
      if words.count == 2 { made[String(words[1]), default: [:]][words[0], default: 0] += 1 }
    }
    return Dictionary(uniqueKeysWithValues: calls.map { ($0, made[$0]?.values.max() ?? 0) })
  }

  /// The first, the middle and the last of so many calls; `Torture/run syscalls` takes all of them.
  package static func fewOccurrences(of count: Int) -> [Int] {
    count > 0 ? Set([1, (count + 1) / 2, count]).sorted() : []
  }

  private static func trace(
    _ arguments: [String], options: [String], log: String, in folder: ScratchFolder
  ) throws -> OutsideTool.Answer {
    guard let path else { throw CocoaError(.fileNoSuchFile) }
    return try OutsideTool.strace.run(["-f", "-qq"] + options + ["-o", log, path] + arguments, in: folder)
  }
}
