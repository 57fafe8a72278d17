// One line of a YOLO label file (docs.ultralytics.com, "Datasets": detect, segment, OBB and pose): a class and parts of the picture.

import UprightGeometry

/// How many keypoints a row of a pose data set has, and how many numbers each (`kpt_shape` of `data.yaml`).
public struct YOLOKeypoints: Hashable, Sendable {
  /// Keypoints of a row.
  public var count: Int
  /// Whether each has a third number, its visibility.
  public var hasVisibility: Bool

  /// `count` keypoints of two or three numbers.
  public init(count: Int, hasVisibility: Bool) { (self.count, self.hasVisibility) = (count, hasVisibility) }

  /// Numbers of a keypoint.
  var step: Int { hasVisibility ? 3 : 2 }
}

/// A row's numbers, and what they are.
struct YOLORow {
  /// What stands behind the class.
  enum Kind { case box, polygon, pose }

  let kind: Kind
  let label: Int
  /// All numbers behind the class that have a place.
  let numbers: [NumberToken]
  /// The confidence behind them, as it is written.
  let score: Range<Int>?

  /// - Returns: nil with a fault noted, where the line breaks a rule.
  init?(_ bytes: [UInt8], _ line: Range<Int>, _ number: Int, _ keypoints: YOLOKeypoints?, _ findings: inout FindingList)
  {
    let fields = TextLines.fields(of: line, in: bytes)
    guard let first = fields.first, let label = NumberToken(bytes, first)?.exact, label.trimmed().decimals == 0,
      (0...Self.maxClasses).contains(label.trimmed().digits)
    else {
      findings.add(.numberInvalid, line: number, "column 1", "a class, a whole number from 0 on, should be here")
      return nil
    }
    guard let kind = Self.kind(fields.count, keypoints) else {
      findings.add(
        .rowMalformed, line: number, "", "\(fields.count) columns: 5 are a box, 7 and more a polygon, 9 four corners")
      return nil
    }
    var numbers: [NumberToken] = []
    for (column, field) in fields.enumerated().dropFirst().dropLast(kind.hasScore ? 1 : 0) {
      guard let token = NumberToken(bytes, field), token.isPlace else {
        findings.add(.numberInvalid, line: number, "column \(column + 1)", "a number should be here")
        return nil
      }
      numbers.append(token)
    }
    let score = fields.suffix(kind.hasScore ? 1 : 0)
    if kind.kind == .polygon, Self.isPose(numbers + score.compactMap { NumberToken(bytes, $0) }) {
      findings.add(
        .rowMalformed, line: number, "",
        "this looks like a pose and not like a polygon; its kpt_shape is in data.yaml, which --names takes")
      return nil
    }
    self.label = label.trimmed().digits
    (self.kind, self.numbers, self.score) = (kind.kind, numbers, score.first)
  }

  /// Whether numbers without a known shape are keypoints: behind a box and each place stands a visibility of 0, 1 or 2, and one of them is
  /// 2, which is far outside the picture, or there are three and more that are spelled as whole numbers, as not all others are.
  private static func isPose(_ numbers: [NumberToken]) -> Bool {
    let marks = stride(from: 6, to: numbers.count, by: 3).map { numbers[$0] }
    guard marks.allSatisfy({ [0, 1, 2].contains($0.value) }) else { return false }
    let isSpelledSo = marks.allSatisfy { $0.exact?.decimals == 0 } && !numbers.allSatisfy { $0.exact?.decimals == 0 }
    return marks.contains { $0.value == 2 } || marks.count >= 3 && isSpelledSo
  }

  /// More classes than any data set has.
  static let maxClasses = 1_000_000

  private static func kind(_ columns: Int, _ keypoints: YOLOKeypoints?) -> (kind: Kind, hasScore: Bool)? {
    if let keypoints {
      let all = keypoints.count.multipliedReportingOverflow(by: keypoints.step)
      if !all.overflow, columns - 5 == all.partialValue { return (.pose, false) }
      if !all.overflow, columns - 6 == all.partialValue { return (.pose, true) }
    }
    switch columns {
    case 5: return (.box, false)
    case 6: return (.box, true)
    case 7...: return (.polygon, columns.isMultiple(of: 2))
    default: return nil
    }
  }
}

/// Text as lines and fields between spaces.
enum TextLines {
  /// The places of the lines that say something, with their numbers from 1.
  static func all(of bytes: [UInt8], from start: Int) -> [(number: Int, place: Range<Int>)] {
    var (lines, first, number) = ([(Int, Range<Int>)](), start, 1)
    while first < bytes.count {
      let end = bytes[first...].firstIndex(of: 0x0A) ?? bytes.count
      if bytes[first..<end].contains(where: { !XMLDocument.isSpace($0) }) { lines.append((number, first..<end)) }
      (first, number) = (end + 1, number + 1)
    }
    return lines
  }

  /// The places of the fields of a line.
  static func fields(of line: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    var (fields, at) = ([Range<Int>](), line.lowerBound)
    while at < line.upperBound {
      while at < line.upperBound, XMLDocument.isSpace(bytes[at]) { at += 1 }
      let first = at
      while at < line.upperBound, !XMLDocument.isSpace(bytes[at]) { at += 1 }
      if at > first { fields.append(first..<at) }
    }
    return fields
  }
}
