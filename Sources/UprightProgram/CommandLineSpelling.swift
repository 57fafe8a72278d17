// How programs with long options write what a request states.

public import Upright

/// The names of options as programs take them: with dashes, and some by one letter.
public struct CommandLineSpelling: Spelling {
  /// The only one.
  public init() {}

  /// The long name.
  public func field(_ option: RequestOption) -> String { "--" + Self.long(option) }

  /// The option as it is typed, followed by its value.
  public func option(_ option: RequestOption, _ value: String?) -> String {
    let name = Self.letters[option].map { "-\($0)" } ?? field(option)
    return value.map { "\(name) \($0)" } ?? name
  }

  /// An option that only the program has, for doors without it.
  public static func ofProgram(_ option: RequestOption, _ value: String?) -> String {
    "the option \(long(option))\(value.map { " \($0)" } ?? "") of the program upright"
  }

  /// Options that are typed by their letters.
  private static let letters: [RequestOption: Character] = [.output: "o", .inPlace: "i"]

  private static func long(_ option: RequestOption) -> String {
    switch option {
    case .allowedLosses: "allow-loss"
    case .overwrite: "force"
    default: option.name(separatedBy: "-")
    }
  }
}
