// The names of formats and of what is removed, as words: their raw values.

import UprightGeometry

extension ContainerFormat: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a format") }
}

extension Strip: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("what is stripped") }
}
