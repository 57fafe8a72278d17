// Words about a request that name what it states, until a door spells them.

/// A sentence, or a part of one, in which options of a request are values: each door spells them by its own names.
///
/// It is written like a string: `"use \(option: .edge, "recode") or \(option: .output)"`.
public struct Phrase: Hashable, Sendable {
  /// A piece of it.
  enum Part: Hashable, Sendable {
    case text(String)
    case field(RequestOption)
    case option(RequestOption, String?)
    case command(String, RequestOption, String?)
    indirect case choice(Phrase)
  }

  private(set) var parts: [Part] = []

  /// These words as they are.
  public init(_ text: String) { append(.text(text)) }

  private init() {}

  /// The words as a door spells them.
  public func spelled(by spelling: some Spelling) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let option): spelling.field(option)
      case .option(let option, let value): spelling.option(option, value)
      case .command(let name, let option, let value): spelling.command(name, option, value)
      case .choice(let phrase): spelling.statesChoices ? phrase.spelled(by: spelling) : ""
      }
    }.joined()
  }

  /// What it names, in order: remedies, and what rules something out.
  public var options: [RequestOption] {
    parts.flatMap { part -> [RequestOption] in
      switch part {
      case .text: []
      case .field(let option), .option(let option, _), .command(_, let option, _): [option]
      case .choice(let phrase): phrase.options
      }
    }
  }

  /// Both, one after the other.
  public static func + (first: Self, second: Self) -> Self {
    var sum = first
    second.parts.forEach { sum.append($0) }
    return sum
  }

  private mutating func append(_ part: Part) {
    guard case .text(let text) = part else { return parts.append(part) }
    if text.isEmpty { return }
    if case .text(let last)? = parts.last {
      parts[parts.count - 1] = .text(last + text)
    } else {
      parts.append(part)
    }
  }
}

extension Phrase: CustomStringConvertible {
  /// The words as the door in use spells them; in a program that uses the library, by the names of properties.
  public var description: String { spelled(by: Door.spelling) }
}

extension Phrase: ExpressibleByStringInterpolation {
  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase = Phrase()

    /// For a literal of about this size.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words.
    public mutating func appendLiteral(_ text: String) { phrase.append(.text(text)) }

    /// Adds a phrase, which keeps its options.
    public mutating func appendInterpolation(_ other: Phrase) { phrase = phrase + other }

    /// Adds a value's words.
    public mutating func appendInterpolation(_ value: some Any) {
      phrase.append(.text(String(describing: value)))
    }

    /// Adds the name of an option as that of a field.
    public mutating func appendInterpolation(field: RequestOption) { phrase.append(.field(field)) }

    /// Adds an option, with its value or a word in capitals for it.
    public mutating func appendInterpolation(option: RequestOption, _ value: String? = nil) {
      phrase.append(.option(option, value))
    }

    /// Adds a command with an option.
    public mutating func appendInterpolation(command: String, _ option: RequestOption, _ value: String? = nil) {
      phrase.append(.command(command, option, value))
    }

    /// Adds words about what the caller chose; a door whose callers cannot choose it leaves them out.
    public mutating func appendInterpolation(choice: Phrase) { phrase.append(.choice(choice)) }
  }

  /// These words as they are.
  public init(stringLiteral text: String) { self.init(text) }

  /// The pieces of a literal.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.phrase }
}

extension Sequence<Phrase> {
  /// All of them, with words between.
  func joined(separator: Phrase) -> Phrase {
    var isFirst = true
    return reduce(into: "") { sum, phrase in
      sum = isFirst ? phrase : sum + separator + phrase
      isFirst = false
    }
  }
}

extension DefaultStringInterpolation {
  /// Adds an option as the door in use spells it, with its value or a word in capitals for it.
  package mutating func appendInterpolation(option: RequestOption, _ value: String? = nil) {
    appendLiteral(Door.spelling.option(option, value))
  }

  /// Adds a command with an option, as the door in use spells them.
  package mutating func appendInterpolation(command: String, _ option: RequestOption, _ value: String? = nil) {
    appendLiteral(Door.spelling.command(command, option, value))
  }
}
