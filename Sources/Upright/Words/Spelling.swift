// How a door writes the names of options.

import Synchronization

/// How a way to this library, such as a program's arguments or another language, writes what a request states.
public protocol Spelling: Sendable {
  /// The name of an option, as the subject of a message.
  func field(_ option: RequestOption) -> String

  /// An option in a sentence; with its value, or a word in capitals for it, if there is one.
  func option(_ option: RequestOption, _ value: String?) -> String

  /// A command, such as `fix`, with an option.
  func command(_ name: String, _ option: RequestOption, _ value: String?) -> String

  /// Whether callers choose options, so that sentences may refer to their choice.
  var statesChoices: Bool { get }
}

extension Spelling {
  /// As in a sentence.
  public func field(_ option: RequestOption) -> String { self.option(option, nil) }

  /// The command, then the option.
  public func command(_ name: String, _ option: RequestOption, _ value: String?) -> String {
    "\(name) \(self.option(option, value))"
  }

  /// They do.
  public var statesChoices: Bool { true }

  /// Runs `body`, in which descriptions are spelled in this way.
  package func used<Result>(_ body: () -> Result) -> Result { Door.$scoped.withValue(self, operation: body) }
}

extension RequestOption {
  /// Its name in lower case, with this between its words: `max-pixels`.
  package func name(separatedBy separator: String) -> String {
    rawValue.reduce(into: "") { $0 += ($1.isUppercase ? separator : "") + $1.lowercased() }
  }
}

/// The names of properties: `edge: recode`.
public struct LibrarySpelling: Spelling {
  /// The only one.
  public init() {}

  /// `edge`, or `edge: recode`.
  public func option(_ option: RequestOption, _ value: String?) -> String {
    option.rawValue + (value.map { ": \($0)" } ?? "")
  }
}

/// The door through which this code is used.
package enum Door {
  private static let ofProcess = Mutex<any Spelling>(LibrarySpelling())

  /// The spelling of a task, which differs from that of the process.
  @TaskLocal package static var scoped: (any Spelling)?

  /// How descriptions are spelled.
  package static var spelling: any Spelling { scoped ?? ofProcess.withLock { $0 } }

  /// Has a program's messages spelled in this way from now on, except where a task has its own.
  package static func open(_ spelling: some Spelling) { ofProcess.withLock { $0 = spelling } }
}
