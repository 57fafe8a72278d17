// Advice in messages about files, for command lines that lack the options it names.

package import Upright

/// Spells advised options with the command that has them: `upright fix --allow-loss gps`.
package struct CompatAdvice: Spelling, Hashable {
  /// The command that does the same and has the options.
  package let command: String

  /// Advice to use this command.
  package init(command: String) { self.command = command }

  /// Options that messages advise, and whether they do so only with a value.
  private static let advised: [RequestOption: Bool] = [
    .allowedLosses: true, .edge: true, .stale: true, .maxPixels: false, .maxMemory: false, .maxSeconds: false,
    .maxBytes: false, .breakHardLinks: false, .overwrite: false, .output: false,
  ]

  /// The option after its command if it is advised.
  package func option(_ option: RequestOption, _ value: String?) -> String {
    let plain = CommandLineSpelling()
    guard let needsValue = Self.advised[option], value != nil || !needsValue else { return plain.option(option, value) }
    guard !needsValue, let value else { return "`\(command) \(plain.option(option, value))`" }
    return "`\(command) \(plain.option(option, nil))` \(value)"
  }

  /// The option's own name.
  package func field(_ option: RequestOption) -> String { CommandLineSpelling().field(option) }

  /// A command that is complete.
  package func command(_ name: String, _ option: RequestOption, _ value: String?) -> String {
    CommandLineSpelling().command(name, option, value)
  }

  /// Callers cannot choose what they have no option for.
  package var statesChoices: Bool { false }
}
