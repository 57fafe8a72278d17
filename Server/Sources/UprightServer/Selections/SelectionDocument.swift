// Selections as clients send them, checked completely before anything is kept; the conditions of requests that change
// them (RFC 9110, 13); the tables that keep them.

import GRDB
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

/// `If-Match` and `If-None-Match` of a request that changes selections, so that nobody overwrites what they have not
/// seen (RFC 9110, 13).
struct SelectionConditions: Hashable, Sendable {
  private let ifMatch, ifNoneMatch: [String]

  /// The conditions of `question`.
  ///
  /// - Throws: 428 for a request without a condition.
  init(_ question: ServerRequest) throws(Problem) {
    (ifMatch, ifNoneMatch) = (question.ifMatch, question.ifNoneMatch)
    let isNew = question.method == "PUT" && EntityTags.all(in: ifNoneMatch).contains("*")
    guard isNew || !EntityTags.all(in: ifMatch).isEmpty else {
      throw Problem(
        status: 428, code: "condition-needed",
        detail: "state which selections you have seen: If-Match with their ETag, or If-None-Match: * for none",
        parameter: "If-Match")
    }
  }

  /// Why a request must not be carried out where `tag` is the current entity tag, nil for none; nil if it may.
  func refusal(for tag: String?) -> Problem? {
    let seen = EntityTags.all(in: ifMatch)
    let isSeen = seen.isEmpty || tag.map { seen.contains("*") || seen.contains($0[...]) } ?? false
    let isOther = tag.map { EntityTags.match($0, in: ifNoneMatch) } ?? false
    guard !isSeen || isOther else { return nil }
    return Problem(
      status: 412, code: "selections-changed",
      detail: tag == nil
        ? "no selections of this image are saved any more"
        : "the saved selections, or the image, are no longer what the request states; get them again",
      parameter: isSeen ? "If-None-Match" : "If-Match")
  }
}

extension EntityTags {
  /// The tags in fields' values, with their quotes, and `*`.
  static func all(in values: [String]) -> [Substring] {
    values.flatMap { $0.split(separator: ",").map(\.trimmed) }.filter { !$0.isEmpty }
  }
}

/// The tables of the store. A released migration never changes: add another.
enum SelectionSchema {
  /// All versions, in order.
  static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: first) }
    return migrator
  }

  /// Times are seconds since 1970. Revisions begin at the time, so that a store that replaces a lost one does not
  /// repeat them.
  private static let first = """
    CREATE TABLE sources (
      path TEXT NOT NULL PRIMARY KEY,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      fingerprint TEXT NOT NULL,
      seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE selections (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      path TEXT NOT NULL UNIQUE REFERENCES sources (path),
      document TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      saved INTEGER NOT NULL
    );
    INSERT INTO sqlite_sequence (name, seq) VALUES ('selections', CAST(strftime('%s', 'now') AS INTEGER));
    """
}
