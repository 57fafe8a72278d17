// What a journal's first line states of a batch: the request in one canonical form, however it was made.

/// The request that a batch applies to every file: a command, its arguments and options. Equal requests have equal
/// identities, in any order and spelling. Options that affect only speed or output are not part of it.
package struct BatchIdentity: Hashable, Sendable {
  private let command: [String]
  private var options: [String: String] = [:]

  /// A command by its name and arguments, without options.
  package init(_ command: String...) { self.init(command) }

  /// A command by its name, its arguments, and options whose order matters.
  package init(_ command: [String]) { self.command = command }

  /// States an option's value; nil for the default does not change the identity.
  package mutating func state(_ option: String, _ value: String?) {
    if let value { options[option] = value }
  }

  /// States an option's number; nil for the default does not change the identity.
  package mutating func state(_ option: String, _ value: Int?) { state(option, value.map { "\($0)" }) }

  /// States that a flag is set.
  package mutating func state(_ flag: String, _ isSet: Bool) {
    if isSet { options[flag] = "" }
  }

  /// As command-line words: the command, then the options sorted by name, each joined to its value.
  package var words: [String] {
    command + options.sorted { $0.key < $1.key }.map { $0.value.isEmpty ? "--\($0.key)" : "--\($0.key)=\($0.value)" }
  }
}
