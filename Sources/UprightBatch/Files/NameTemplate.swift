// Text with placeholders in braces, from which names are made.

/// A template such as `{stem}-{index}`; `{{` and `}}` are braces.
package struct NameTemplate<Field: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  /// A part of a template.
  package enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  /// Why a text is not a valid template.
  package enum Fault: Error, Hashable, Sendable {
    /// A brace is not closed, or not opened.
    case brace
    /// There is no placeholder of this name.
    case unknown(String)
  }

  /// The parts, in order; no text is empty.
  package let parts: [Part]

  /// Parses `text`.
  package init(_ text: String) throws(Fault) {
    var (parts, literal, rest): ([Part], String, Substring) = ([], "", text[...])
    while let next = rest.popFirst() {
      if next != "{", next != "}" {
        literal.append(next)
      } else if rest.first == next {
        literal.append(rest.removeFirst())
      } else {
        guard next == "{", let end = rest.firstIndex(of: "}") else { throw .brace }
        guard let field = Field(rawValue: String(rest[..<end])) else { throw .unknown(String(rest[..<end])) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        parts.append(.field(field))
        (literal, rest) = ("", rest[rest.index(after: end)...])
      }
    }
    self.parts = literal.isEmpty ? parts : parts + [.text(literal)]
  }

  /// The text with a value in place of each placeholder.
  package func filled(_ value: (Field) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }.joined()
  }
}
