// Gravity samples as loggers write them: comma-separated values with a header line (RFC 4180).

/// Parses samples from bytes that come in blocks; memory holds the samples and one line.
package struct GravityRecording {
  /// The sign and unit of the numbers, in the axes of a device in its natural pose: x to its right edge, y to its top
  /// edge, z out of its screen.
  package enum Sensor: String, CaseIterable {
    /// In g, toward the ground, as in Core Motion.
    case coreMotion = "core-motion"
    /// In m/s², away from the ground, as in Android's accelerometer.
    case android
  }

  /// A line that is not a sample.
  package struct Fault: Error, Hashable {
    package let line: Int
    /// The title of the column; nil if the whole line is invalid.
    package let field: String?
    package let reason: String
    /// What helps; nil if nothing is known to.
    package var remedy: Remedy?

    package var sentence: String { "line \(line)" + (field.map { ", \($0)" } ?? "") + ": " + reason }
  }

  /// What a caller can do about a fault.
  package enum Remedy: Hashable {
    /// State the time between rows.
    case stateStep
    /// State no time between rows.
    case omitStep
  }

  /// The samples so far.
  package private(set) var samples: [GravitySample] = []
  /// The error that stopped parsing.
  package private(set) var fault: Fault?
  /// The number of samples whose magnitude is one g in the other sensor's unit.
  private var gravityUnitCount = 0
  private var emptyLineCount = 0

  private let sensor: Sensor
  /// The time between rows without a time column.
  private let step: Duration?
  private var columns: Columns?
  private var line = 1
  private var pending: [UInt8] = []

  package init(_ sensor: Sensor, every step: Duration? = nil) { (self.sensor, self.step) = (sensor, step) }

  /// Takes the next bytes; ignores them after a fault.
  package mutating func take(_ block: [UInt8]) {
    guard fault == nil else { return }
    do throws(Fault) { try read(block) } catch { fault = error }
  }

  /// Ends the input; remaining bytes are a line even without a line feed.
  package mutating func finish() {
    take(pending.isEmpty ? [] : [UInt8(ascii: "\n")])
    if fault == nil, samples.isEmpty { fault = at(nil, "no samples") }
  }

  /// The other sensor, if most samples have the magnitude of gravity in its unit.
  package var probableSensor: Sensor? {
    guard gravityUnitCount * 2 > samples.count else { return nil }
    return sensor == .coreMotion ? .android : .coreMotion
  }

  private static let longestLine = 65_536
  /// The maximum number of empty lines in addition to one per sample; no logger writes more.
  private static let mostEmptyLines = 1_000
  private static let maxSamples = 10_000_000
  /// The maximum time from the start: three thousand years; later times are invalid.
  private static let latest = Duration.seconds(100_000_000_000)

  private struct Columns {
    let titles: [String]
    /// The time column, and the number of decimals of a second in its unit; nil if rows come at equal steps.
    let time: (column: Int, decimals: Int)?
    let axes: [Int]
  }

  private func at(_ field: String?, _ reason: String, _ remedy: Remedy? = nil) -> Fault {
    Fault(line: line, field: field, reason: reason, remedy: remedy)
  }

  private mutating func read(_ block: [UInt8]) throws(Fault) {
    var rest = block[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try extendLine(with: rest[..<end])
      rest = rest[(end + 1)...]
      try endLine()
    }
    try extendLine(with: rest)
  }

  private mutating func extendLine(with bytes: ArraySlice<UInt8>) throws(Fault) {
    guard bytes.count <= Self.longestLine - pending.count else {
      throw at(nil, "longer than \(Self.longestLine) bytes")
    }
    pending += bytes
  }

  private mutating func endLine() throws(Fault) {
    var text = String(decoding: pending, as: UTF8.self)
    pending.removeAll(keepingCapacity: true)
    if line == 1, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    let fields = Self.fields(text).map(Self.trimmed)
    if fields == [""] {
      emptyLineCount += 1
      guard emptyLineCount <= Self.mostEmptyLines + samples.count else {
        throw at(nil, "more empty lines than samples")
      }
    } else {
      if let columns { try add(fields, by: columns) } else { columns = try read(titles: fields) }
    }
    line += 1
  }

  /// The fields, without surrounding quotation marks; a comma between two quotation marks belongs to the field.
  private static func fields(_ text: String) -> [Substring] {
    guard text.utf8.contains(UInt8(ascii: "\"")) else {
      return text.split(separator: ",", omittingEmptySubsequences: false)
    }
    var fields: [Substring] = [""]
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  private static func trimmed(_ field: Substring) -> Substring {
    let head = field.drop { $0.isWhitespace }
    return head.lastIndex { !$0.isWhitespace }.map { head[...$0] } ?? ""
  }

  private func read(titles fields: [Substring]) throws(Fault) -> Columns {
    let titles = fields.map { $0.lowercased() }
    let units = ["time_s": 0, "time_ms": 3, "time_us": 6, "time_ns": 9]
    let times = titles.enumerated().compactMap { column, title in
      units[title].map { (column: column, decimals: $0) }
    }
    var axes: [Int] = []
    for axis in ["x", "y", "z"] {
      let columns = titles.indices.filter { titles[$0] == axis || titles[$0] == "g" + axis }
      guard let column = columns.first else {
        throw at(axis, "column \(axis) or g\(axis) is missing: \(Self.shortened(titles))")
      }
      guard columns.count == 1 else { throw at(axis, "there is more than one column \(axis) or g\(axis)") }
      axes.append(column)
    }
    switch (times.count, step) {
    case (0, nil): throw at("time", "there is no column time_s, time_ms, time_us or time_ns", .stateStep)
    case (0, _), (1, nil): return Columns(titles: titles, time: times.first, axes: axes)
    case (1, _): throw at("time", "the rows have times", .omitStep)
    default: throw at("time", "there is more than one time column")
    }
  }

  private static func shortened(_ titles: [String]) -> String {
    let text = titles.joined(separator: ",")
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  private mutating func add(_ fields: [Substring], by columns: Columns) throws(Fault) {
    guard fields.count == columns.titles.count else {
      throw at(nil, "\(fields.count) fields in \(columns.titles.count) columns")
    }
    guard samples.count < Self.maxSamples else { throw at(nil, "more than \(Self.maxSamples) samples") }
    func number(_ column: Int) throws(Fault) -> Double {
      guard fields[column].utf8.allSatisfy(Self.isOfNumber), let number = Double(fields[column]), number.isFinite
      else { throw at(columns.titles[column], "expected a number") }
      return number
    }
    let last = samples.last?.time
    var time = last.flatMap { last in step.map { last + $0 } } ?? .zero
    if let (column, decimals) = columns.time {
      _ = try number(column)
      guard let exact = RecordedTime.duration(fields[column], decimals: decimals),
        max(exact, .zero - exact) <= Self.latest
      else { throw at(columns.titles[column], "the value is too large") }
      time = exact
      if let last, time < last { throw at(columns.titles[column], "earlier than the line before") }
    }
    let (x, y, z) = (try number(columns.axes[0]), try number(columns.axes[1]), try number(columns.axes[2]))
    noteStrength((x * x + y * y + z * z).squareRoot())
    switch sensor {
    case .coreMotion: samples.append(GravitySample(x: x, y: y, z: z, time: time))
    case .android: samples.append(GravitySample(accelerometerX: x, y: y, z: z, time: time))
    }
  }

  private mutating func noteStrength(_ strength: Double) {
    switch sensor {
    case .coreMotion: if (7.0...13).contains(strength) { gravityUnitCount += 1 }
    case .android: if (0.7...1.3).contains(strength) { gravityUnitCount += 1 }
    }
  }

  /// Whether a byte can be in a number: digits, signs, the point and the exponent, but not words or hexadecimal.
  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }
}

// A logger's time, in seconds or fractions of them, exact to the last digit: a binary fraction would change it (RFC
// 4180 has only text).

/// Parses times; the difference of two does not depend on the clock's start.
package enum RecordedTime {
  /// - Parameters:
  ///   - text: A decimal number, with or without an exponent.
  ///   - decimals: The number of decimals of a second in the unit: 3 for milliseconds.
  /// - Returns: nil if it is not a number, or exceeds the range of seconds.
  package static func duration(_ text: Substring, decimals: Int) -> Duration? {
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: "E", maxSplits: 1, omittingEmptySubsequences: false) }
    guard parts.count <= 2, let mantissa = parts.first else { return nil }
    let exponent = parts.count == 2 ? Int(parts[1]) : 0
    guard let exponent, exponent.magnitude <= Self.longestExponent else { return nil }
    let isBelowZero = mantissa.first == "-"
    let digits = mantissa.first.map { "+-".contains($0) } == true ? mantissa.dropFirst() : mantissa
    let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2, !halves.joined().isEmpty, halves.joined().allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return duration(
      halves.joined(), point: halves[0].count + exponent - decimals, isBelowZero: isBelowZero)
  }

  /// The maximum exponent; beyond it, the value is zero or too large.
  private static let longestExponent = 400

  /// The duration with `point` digits before the decimal point; anything finer than an attosecond is dropped.
  private static func duration(_ digits: String, point: Int, isBelowZero: Bool) -> Duration? {
    let padded =
      String(repeating: "0", count: max(0, -point)) + digits
      + String(repeating: "0", count: max(0, point - digits.count))
    let whole = padded.prefix(max(0, point))
    let fraction = padded.dropFirst(max(0, point)).prefix(18)
    guard let seconds = Int64("0" + whole),
      let parts = Int64(fraction + String(repeating: "0", count: 18 - fraction.count))
    else { return nil }
    let sign: Int64 = isBelowZero ? -1 : 1
    return Duration(secondsComponent: sign * seconds, attosecondsComponent: sign * parts)
  }
}

// A policy's result for recorded samples: the poses, when they change, and how long each lasts.

/// A recording replayed through a policy.
package struct GravityReplay {
  /// The pose from `time` on; nil if unknown.
  package struct Change: Hashable {
    package let time: Duration
    package let pose: DevicePose?
  }

  package let samples: [GravitySample]
  package let policy: GravityPolicy
  /// The pose from the first sample, then each change.
  package private(set) var changes: [Change] = []
  /// The number of gaps longer than the policy allows.
  package private(set) var gaps = 0

  /// - Parameters:
  ///   - seed: The pose before the first sample.
  ///   - interface: The interface's pose, constant throughout.
  package init(
    _ samples: [GravitySample], through policy: GravityPolicy, seed: DevicePose? = nil, interface: DevicePose? = nil
  ) {
    (self.samples, self.policy) = (samples, policy)
    var classifier = GravityClassifier(policy: policy, seed: seed)
    classifier.interface = interface
    var last: GravitySample?
    for sample in samples {
      let pose = classifier.ingest(sample)
      if changes.isEmpty || changes.last?.pose != pose { changes.append(Change(time: sample.time, pose: pose)) }
      if let last, sample.time - last.time > policy.longestGap { gaps += 1 }
      last = sample
    }
  }

  /// The time of the first sample.
  package var start: Duration { samples.first?.time ?? .zero }
  /// The time of the last sample.
  package var end: Duration { samples.last?.time ?? .zero }

  /// Each pose with its start and end; a change at the last sample gives an empty span.
  package var spans: [(pose: DevicePose?, from: Duration, to: Duration)] {
    let ends = changes.dropFirst().map(\.time) + [end]
    return zip(changes, ends).map { ($0.pose, $0.time, $1) }
  }

  /// How long each pose lasted, in the order of their rotations, and then how long it was unknown; poses that did not
  /// occur are left out.
  package var totals: [(pose: DevicePose?, time: Duration)] {
    (DevicePose.allCases.map(Optional.some) + [nil]).compactMap { pose in
      guard changes.contains(where: { $0.pose == pose }) else { return nil }
      return (pose, spans.filter { $0.pose == pose }.reduce(.zero) { $0 + ($1.to - $1.from) })
    }
  }
}
