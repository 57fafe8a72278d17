// The attributes of one start tag, read once (XML 1.0, 3.1).

/// The attributes of an element by their names.
struct XMLAttributes {
  private let bytes: [UInt8]
  private let list: [(name: Range<Int>, value: Range<Int>)]

  init(_ document: XMLDocument, _ element: Int) {
    bytes = document.file.bytes
    list = document.attributes(of: element)
  }

  /// The range of a value without its quotes; nil if there is no such attribute.
  func place(_ name: String) -> Range<Int>? { list.first { bytes[$0.name].elementsEqual(name.utf8) }?.value }

  /// A value as text.
  func text(_ name: String) -> String? { place(name).map { XMLText.decoded(bytes, $0) } }

  /// The number in a value, with only whitespace around it.
  func number(_ name: String) -> NumberToken? { place(name).flatMap { NumberToken.only(in: bytes, $0) } }
}

extension NumberToken {
  /// The number in a range, with only whitespace around it.
  static func only(in bytes: [UInt8], _ place: Range<Int>) -> NumberToken? {
    let fields = TextLines.fields(of: place, in: bytes)
    return fields.count == 1 ? NumberToken(bytes, fields[0]) : nil
  }
}
