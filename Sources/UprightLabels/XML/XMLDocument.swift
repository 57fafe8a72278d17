// An XML document as elements with byte ranges (XML 1.0), so that values can change in place.

/// The elements of a document, in document order.
struct XMLDocument {
  /// One element.
  struct Element {
    /// The range of its name in its start tag.
    let name: Range<Int>
    /// The range of the start tag.
    let tag: Range<Int>
    /// The range between its tags.
    fileprivate(set) var content: Range<Int>
    /// The index after its last descendant.
    fileprivate(set) var end: Int
  }

  let file: LabelFile
  private(set) var elements: [Element] = []
  private let lines: LineIndex

  /// - Throws: `LabelError` if the document is not well-formed, too large, too deep, in another encoding, or declares
  ///   entities.
  init(_ file: LabelFile, _ limits: LabelLimits = LabelLimits()) throws(LabelError) {
    self.file = file
    _ = try TextEncoding.start(of: file, limits)
    if let fault = TextEncoding.fault(in: file.bytes) {
      throw LabelError(
        .encoding, in: file.name, at: fault, line: file.line(of: fault), "invalid UTF-8; save the file as UTF-8"
      )
    }
    lines = LineIndex(file.bytes)
    var open: [Int] = []
    for tag in try XMLTags.all(of: file, limits) {
      if tag.isEnd, let index = open.popLast() {
        elements[index].content = elements[index].content.lowerBound..<tag.place.lowerBound
        elements[index].end = elements.count
      } else {
        open.append(elements.count)
        elements.append(
          Element(
            name: Self.name(in: file.bytes, tag.place), tag: tag.place,
            content: tag.place.upperBound..<tag.place.upperBound, end: 0))
      }
    }
  }

  private static func name(in bytes: [UInt8], _ tag: Range<Int>) -> Range<Int> {
    let first = min(tag.lowerBound + 1, tag.upperBound)
    let end = bytes[first..<tag.upperBound].firstIndex { TextLines.isSpace($0) || $0 == 0x2F || $0 == 0x3E }
    return first..<(end ?? tag.upperBound)
  }

  /// The 1-based line of an element.
  func line(_ element: Int) -> Int { lines.line(of: elements[element].tag.lowerBound) }

  /// The 1-based line of a byte.
  func line(of offset: Int) -> Int { lines.line(of: offset) }

  /// Whether an element has this name.
  func isNamed(_ element: Int, _ name: String) -> Bool { file.bytes[elements[element].name].elementsEqual(name.utf8) }

  /// An element's name.
  func name(_ element: Int) -> String { String(decoding: file.bytes[elements[element].name], as: UTF8.self) }

  /// The child elements of an element.
  func children(of element: Int) -> [Int] {
    var (children, at) = ([Int](), element + 1)
    while at < elements[element].end {
      children.append(at)
      at = elements[at].end
    }
    return children
  }

  /// The child elements with this name.
  func children(of element: Int, _ name: String) -> [Int] { children(of: element).filter { isNamed($0, name) } }

  /// The first child element with this name.
  func child(of element: Int, _ name: String) -> Int? {
    var at = element + 1
    while at < elements[element].end {
      if isNamed(at, name) { return at }
      at = elements[at].end
    }
    return nil
  }

  /// The range of an element's text without surrounding whitespace; nil if it has child elements.
  func textPlace(of element: Int) -> Range<Int>? {
    guard elements[element].end == element + 1 else { return nil }
    return trimmed(elements[element].content)
  }

  /// A range without surrounding whitespace.
  func trimmed(_ place: Range<Int>) -> Range<Int> {
    var (first, last) = (place.lowerBound, place.upperBound)
    while first < last, TextLines.isSpace(file.bytes[first]) { first += 1 }
    while last > first, TextLines.isSpace(file.bytes[last - 1]) { last -= 1 }
    return first..<last
  }

  /// An element's text without surrounding whitespace.
  func text(of element: Int) -> String? {
    textPlace(of: element).map { XMLText.decoded(file.bytes, $0) }
  }

  /// The range of an attribute's value, without its quotes.
  func attributePlace(of element: Int, _ name: String) -> Range<Int>? {
    attributes(of: element).first { file.bytes[$0.name].elementsEqual(name.utf8) }?.value
  }

  /// An attribute's value.
  func attribute(of element: Int, _ name: String) -> String? {
    attributePlace(of: element, name).map { XMLText.decoded(file.bytes, $0) }
  }

  /// The attributes of a well-formed start tag.
  func attributes(of element: Int) -> [(name: Range<Int>, value: Range<Int>)] {
    let (bytes, tag) = (file.bytes, elements[element].tag)
    var (found, at): ([(Range<Int>, Range<Int>)], Int) = ([], elements[element].name.upperBound)
    while let first = bytes[at..<tag.upperBound].firstIndex(where: { !TextLines.isSpace($0) }),
      let equals = bytes[first..<tag.upperBound].firstIndex(of: 0x3D),
      let quote = bytes[equals..<tag.upperBound].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let end = bytes[(quote + 1)..<tag.upperBound].firstIndex(of: bytes[quote])
    {
      found.append((trimmed(first..<equals), quote + 1..<end))
      at = end + 1
    }
    return found
  }
}

/// Finds the line of a byte.
struct LineIndex {
  private let starts: [Int]

  init(_ bytes: [UInt8]) { starts = [0] + bytes.indices.lazy.filter { bytes[$0] == 0x0A }.map { $0 + 1 } }

  func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

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
