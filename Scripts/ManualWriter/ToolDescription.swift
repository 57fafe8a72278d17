// How a program describes its commands: the answer to `--experimental-dump-help` of swift-argument-parser, as far as it
// is used here.

import Foundation

/// The program.
struct ToolDescription: Decodable {
  let command: CommandDescription
}

/// A command with its subcommands.
struct CommandDescription: Decodable {
  let commandName: String
  let abstract: String
  let discussion: String?
  let shouldDisplay: Bool
  let arguments: [ArgumentDescription]?
  var subcommands: [CommandDescription]?

  /// A program that a subcommand runs describes the subcommand.
  mutating func replace(_ name: String, by program: CommandDescription) {
    subcommands = subcommands?.map { $0.commandName == name ? program.named(name) : $0 }
  }

  private func named(_ name: String) -> Self {
    Self(
      commandName: name, abstract: abstract, discussion: discussion, shouldDisplay: shouldDisplay,
      arguments: arguments, subcommands: subcommands)
  }
}

/// An option, a flag, or an argument without a name.
struct ArgumentDescription: Decodable {
  enum Kind: String, Decodable { case positional, option, flag }

  struct Name: Decodable {
    enum Kind: String, Decodable { case long, short, longWithSingleDash }

    let kind: Kind
    let name: String

    /// The name as it is typed.
    var typed: String { (kind == .long ? "--" : "-") + name }
  }

  struct Completion: Decodable {
    struct Words: Decodable { let values: [String] }
    struct Files: Decodable { let extensions: [String] }
    struct Folders: Decodable {}

    let list: Words?
    let file: Files?
    let directory: Folders?
  }

  let kind: Kind
  var names: [Name]?
  let valueName: String
  let abstract: String?
  let discussion: String?
  let defaultValue: String?
  let allValues: [String]?
  let completionKind: Completion?
  let isOptional: Bool
  let isRepeating: Bool
  let shouldDisplay: Bool

  /// Its names as they are typed, short ones first.
  var typedNames: [String] {
    (names ?? []).filter { $0.kind == .short }.map(\.typed) + (names ?? []).filter { $0.kind != .short }.map(\.typed)
  }
}
