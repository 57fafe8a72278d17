// YOLO's class names: `names` and `kpt_shape` of `data.yaml` (the subset of YAML 1.2 that is used there), or
// `classes.txt`.

/// The class names, and the shape of keypoints.
public struct YOLONames: Hashable, Sendable {
  /// The names, by class number.
  public var names: [String]
  /// The keypoints of a pose dataset.
  public var keypoints: YOLOKeypoints?

  /// Names, and optionally keypoints.
  public init(names: [String], keypoints: YOLOKeypoints? = nil) { (self.names, self.keypoints) = (names, keypoints) }

  /// Reads `data.yaml` or, by its extension, `classes.txt`.
  ///
  /// - Throws: `LabelError` if it is not in UTF-8, or has no names in a supported form.
  public init(_ file: LabelFile, limits: LabelLimits = LabelLimits()) throws(LabelError) {
    let start = try TextEncoding.start(of: file, limits)
    if let fault = TextEncoding.fault(in: file.bytes) {
      throw LabelError(.encoding, in: file.name, at: fault, line: file.line(of: fault), "invalid UTF-8")
    }
    let lines = file.text(start..<file.bytes.count).split(omittingEmptySubsequences: false) { $0.isNewline }
    if file.name.hasSuffix(".txt") {
      self.init(lines: lines)
      return
    }
    var reader = NameReader()
    for line in lines { reader.take(line) }
    guard !reader.isOpen else {
      throw LabelError(
        .truncated, in: file.name, at: file.bytes.count, line: lines.count, "the list in brackets does not end; add a ]"
      )
    }
    guard let names = reader.finished else {
      throw LabelError(
        .wrongFormat, in: file.name, at: 0, line: 1,
        "no names: write them as a list, or as numbers and names, under 'names:'")
    }
    self.init(names: names, keypoints: reader.keypoints)
  }

  /// One name per line; a class without a name gets its number, as in numbered lists.
  private init(lines: [Substring]) {
    let names = lines.map { Self.trimmed($0) }
    let count = names.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    self.init(names: names[..<count].enumerated().map { $0.element.isEmpty ? String($0.offset) : $0.element })
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let end = text.lastIndex { !$0.isWhitespace }
    let start = text.firstIndex { !$0.isWhitespace }
    guard let start, let end else { return "" }
    return String(text[start...end])
  }

  /// The contents of `data.yaml` with the names.
  public var bytes: [UInt8] {
    var text = ""
    if let keypoints { text += "kpt_shape: [\(keypoints.count), \(keypoints.step)]\n" }
    text += names.isEmpty ? "names: []\n" : "names:\n"
    for (index, name) in names.enumerated() {
      var quoted: [UInt8] = []
      JSONText.append(name, to: &quoted)
      text += "  \(index): \(String(decoding: quoted, as: UTF8.self))\n"
    }
    return Array(text.utf8)
  }
}

/// Reads the lines of `data.yaml`; only two keys are used.
private struct NameReader {
  private enum Key { case names, shape }

  private var names: [Int: String]?
  /// The key whose items or brackets are being read.
  private var inside: Key?
  private var list = ""
  private var shape: [String] = []

  /// All names, with numbers for missing ones; nil if there was no list.
  var finished: [String]? {
    guard let names, let last = names.keys.max() ?? -1 as Int? else { return nil }
    return last < YOLORow.maxClasses ? (0..<last + 1).map { names[$0] ?? String($0) } : nil
  }

  /// Whether brackets are still open.
  var isOpen: Bool { !list.isEmpty }

  /// The keypoints; nil if their shape is missing or invalid.
  var keypoints: YOLOKeypoints? {
    let numbers = shape.compactMap { Int($0) }
    guard shape.count == 2, numbers.count == 2, (1...10_000).contains(numbers[0]), (2...3).contains(numbers[1]) else {
      return nil
    }
    return YOLOKeypoints(count: numbers[0], hasVisibility: numbers[1] == 3)
  }

  mutating func take(_ line: Substring) {
    let text = YOLONames.trimmed(Self.withoutComment(line))
    guard !text.isEmpty else { return }
    if isOpen { return continueList(text) }
    let isIndented = line.first?.isWhitespace == true || inside != nil && text.hasPrefix("- ")
    if inside != nil, isIndented { return takeItem(text) }
    inside = nil
    for (word, key) in [("names", Key.names), ("kpt_shape", .shape)] {
      guard let value = Self.value(of: word, in: text) else { continue }
      inside = key
      if key == .names { names = [:] } else { shape = [] }
      if !value.isEmpty { continueList(value) }
    }
  }

  /// The text after a key at the beginning of a line.
  private static func value(of key: String, in text: String) -> String? {
    guard text.hasPrefix(key) else { return nil }
    let rest = YOLONames.trimmed(text.dropFirst(key.count))
    return rest.hasPrefix(":") ? YOLONames.trimmed(rest.dropFirst()) : nil
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    guard let mark = line.firstIndex(of: "#"), !line[..<mark].contains(where: { $0 == "\"" || $0 == "'" }) else {
      return line
    }
    return mark == line.startIndex || line[line.index(before: mark)].isWhitespace ? line[..<mark] : line
  }

  private mutating func takeItem(_ text: String) {
    if text.hasPrefix("-") {
      append(YOLONames.trimmed(text.dropFirst()))
    } else if inside == .shape {
      return
    } else if let colon = text.firstIndex(of: ":"), let number = Int(YOLONames.trimmed(text[..<colon])), number >= 0 {
      names?[number] = Self.unquoted(YOLONames.trimmed(text[text.index(after: colon)...]))
    }
  }

  private mutating func append(_ item: String) {
    if inside == .shape { return shape.append(item) }
    let number = names?.count ?? 0
    names?[number] = Self.unquoted(item)
  }

  /// Continues names in brackets, which may span several lines.
  private mutating func continueList(_ text: String) {
    list += text
    guard let first = list.first, first == "[" || first == "{" else {
      list = ""
      inside = nil
      return
    }
    guard list.last == (first == "[" ? "]" : "}") else { return }
    for item in Self.items(list.dropFirst().dropLast()) {
      if list.hasPrefix("{") { takeItem(item) } else { append(item) }
    }
    (list, inside) = ("", nil)
  }

  /// The parts between unquoted commas.
  private static func items(_ text: Substring) -> [String] {
    var (items, item, quote): ([String], String, Character?) = ([], "", nil)
    for character in text {
      if let mark = quote {
        if character == mark { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "," {
        items.append(YOLONames.trimmed(item))
        item = ""
        continue
      }
      item.append(character)
    }
    items.append(YOLONames.trimmed(item))
    return items.filter { !$0.isEmpty }
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, let first = text.first, first == text.last else { return text }
    let inner = String(text.dropFirst().dropLast())
    switch first {
    case "'": return inner.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'")
    case "\"":
      let bytes = Array(inner.utf8)
      return JSONText.decoded(bytes, bytes.indices)
    default: return text
    }
  }
}
