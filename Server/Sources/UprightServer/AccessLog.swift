// One line of JSON for each request.

import Dispatch
import Synchronization
import Upright
import UprightFiles

/// A file of requests, written in order on a thread of its own.
final class AccessLog: Sendable {
  /// Lines that wait to be written; a slow disk loses more than these rather than holding up requests.
  private static let longest = 10_000

  private let file: LineFile
  private let turn = DispatchQueue(label: "upright.access-log")
  private let waiting = Atomic(0)
  private let lost = Atomic(0)

  /// Opens the file at `path`, `-` for standard output.
  ///
  /// - Throws: `.io`.
  init(_ path: String) throws(UprightError) { file = try LineFile(path) }

  /// Writes a line about a request.
  func note(_ question: ServerRequest, _ answer: ServerResponse, client: String?, milliseconds: Double) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.longest else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      lost.wrappingAdd(1, ordering: .relaxed)
      return
    }
    let time = FileIdentity.Time.now
    var members: [JSONLine.Member] = [
      .init("time", .text(Self.text(time))), .init("method", .text(question.method)),
      .init("target", .text(SignedAddress.redacted(String(question.target.prefix(2_048))))),
      .init("status", .number(answer.status)),
      .init("bytes", .number(answer.body.count)),
      .init("ms", .decimal(Self.decimal(milliseconds))), .init("kind", .text(answer.kind)),
    ]
    if let client { members.insert(.init("client", .text(client)), at: 1) }
    if let route = answer.route { members.append(.init("route", .text(route))) }
    if answer.isDamaged { members.append(.init("damaged", .flag(true))) }
    if let code = answer.code { members.append(.init("code", .text(code))) }
    let missing = lost.exchange(0, ordering: .relaxed)
    if missing > 0 { members.append(.init("linesLost", .number(missing))) }
    let line = JSONLine.object(members).line
    turn.async { [self] in
      file.append(line)
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// Waits until everything noted so far is written.
  func finish() { turn.sync {} }

  private static func decimal(_ number: Double) -> String {
    let tenths = Int((min(max(number, 0), 1e9) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A time in UTC (RFC 3339), by days since 1 March of year 0 (proleptic Gregorian calendar).
  static func text(_ time: FileIdentity.Time) -> String {
    func padded(_ number: Int, _ count: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let seconds = max(0, time.seconds)
    let days = seconds / 86_400 + 719_468
    let (era, day) = (days / 146_097, days % 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let (shownMonth, shownYear) = (month < 10 ? month + 3 : month - 9, year + era * 400 + (month < 10 ? 0 : 1))
    let rest = seconds % 86_400
    let date = "\(padded(shownYear, 4))-\(padded(shownMonth))-\(padded(dayOfMonth))"
    let clock = "\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))"
    return "\(date)T\(clock).\(padded(time.nanoseconds / 1_000_000, 3))Z"
  }
}
