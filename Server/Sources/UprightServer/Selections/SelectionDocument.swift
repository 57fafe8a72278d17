// Selections as clients send them: checked completely, before anything is kept.

import UprightFiles

/// The selections of one image: parts of the displayed image, in 0…1 of its width and height.
struct SelectionDocument: Hashable, Sendable {
  /// The largest document in bytes.
  static let mostBytes = 256 << 10
  /// The most selections.
  static let mostSelections = 10_000
  /// The longest label in bytes of UTF-8.
  static let longestLabel = 1_000
  /// How far the sum of two fractions may exceed 1, because each of them is rounded.
  private static let rounding = 1e-9

  /// The displayed size that the client saw.
  let width, height: Int
  /// The document as one line, with the numbers' digits as they were sent.
  let json: String

  /// Reads a document.
  ///
  /// - Throws: 400 for bytes that are not JSON, 422 for other JSON than selections, with the place as its parameter.
  init(_ bytes: [UInt8]) throws(Problem) {
    // Each value takes two bytes or more.
    guard let value = JSONReader.document(of: bytes, atMost: 10 * Self.mostSelections) else {
      throw Problem(status: 400, code: "json", detail: "the content is not JSON in UTF-8")
    }
    let parts = try Self.members(of: value, ["version", "image", "selections"], at: "")
    guard parts[0] == .number(1) else { throw Self.refused("version", "must be 1") }
    let size = try Self.members(of: parts[1], ["width", "height"], at: "image.")
    guard let width = size[0].number, let height = size[1].number, width > 0, height > 0 else {
      throw Self.refused("image", "must be the displayed width and height in pixels")
    }
    (self.width, self.height) = (width, height)
    guard let selections = parts[2].list else { throw Self.refused("selections", "must be an array") }
    guard selections.count <= Self.mostSelections else {
      throw Self.refused("selections", "may have at most \(Self.mostSelections) elements")
    }
    var checked: [JSONLine] = []
    checked.reserveCapacity(selections.count)
    for (index, selection) in selections.enumerated() {
      checked.append(try Self.selection(selection, at: "selections[\(index)]."))
    }
    let image = JSONLine.object([.init("width", .number(width)), .init("height", .number(height))])
    json =
      JSONLine.object([.init("version", .number(1)), .init("image", image), .init("selections", .list(checked))]).line
  }

  /// A selection with its keys in order.
  private static func selection(_ value: JSONLine, at place: String) throws(Problem) -> JSONLine {
    let keys = ["label", "x", "y", "width", "height", "ratio"]
    let parts = try members(of: value, keys, at: place)
    guard let label = parts[0].text else { throw refused(place + "label", "must be a string") }
    guard label.utf8.count <= longestLabel else {
      throw refused(place + "label", "may have at most \(longestLabel) bytes of UTF-8")
    }
    var numbers: [Double] = []
    for (key, part) in zip(keys[1...4], parts[1...4]) {
      guard let number = part.fraction, number >= 0, number <= 1 else {
        throw refused(place + key, "must be a number from 0 to 1: a part of the displayed image")
      }
      numbers.append(number)
    }
    for (key, start, extent) in [("width", numbers[0], numbers[2]), ("height", numbers[1], numbers[3])] {
      guard extent > 0 else { throw refused(place + key, "must be more than 0") }
      guard start + extent <= 1 + rounding else { throw refused(place + key, "reaches beyond the image") }
    }
    if parts[5] != .null {
      guard let ratio = parts[5].fraction, ratio > 0 else {
        throw refused(place + "ratio", "must be null or a number of more than 0")
      }
    }
    return .object(zip(keys, parts).map { .init($0, $1) })
  }

  /// The values of an object with exactly these keys, in their order.
  private static func members(of value: JSONLine, _ keys: [String], at place: String) throws(Problem) -> [JSONLine] {
    guard case .object(let members) = value else {
      throw refused(place.isEmpty ? "content" : String(place.dropLast()), "must be an object")
    }
    var values: [JSONLine?] = keys.map { _ in nil }
    for member in members {
      guard let index = keys.firstIndex(of: member.key) else {
        throw refused(place + String(member.key.prefix(100)), "is not known here")
      }
      guard values[index] == nil else { throw refused(place + member.key, "is there twice") }
      values[index] = member.value
    }
    if let missing = zip(keys, values).first(where: { $0.1 == nil }) { throw refused(place + missing.0, "is missing") }
    return values.compactMap(\.self)
  }

  private static func refused(_ place: String, _ rule: String) -> Problem {
    Problem(status: 422, code: "selections", detail: "\(place) \(rule)", parameter: place)
  }
}

extension JSONLine {
  /// The value of a finite number.
  fileprivate var fraction: Double? {
    switch self {
    case .number(let number): Double(number)
    case .decimal(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }
}
