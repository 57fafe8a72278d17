// Compares the figures of docs/speed.md with their run: its measurements are evaluated here again.

import Foundation
import Testing

/// One line of the page's table, and the result's table for it.
private struct Claim {
  /// `36 ms`, `12 MB`, `pyvips 4.4×, …`.
  let duration, peak, others: String
  let rows: [SpeedResult.Row]
}

/// The output of `Benchmarks/suite`, as far as the page shows it.
private struct SpeedResult: Decodable {
  struct Row: Decodable {
    let name: String
    let seconds, megabytes: [Double]

    /// The program: the text before the colon.
    var program: String { String(name.prefix { $0 != ":" }) }
    /// Floors do not do the whole job, and programs listed for scale do another.
    var isPeer: Bool { !["upright", "floor", "scale"].contains(program) }
  }

  struct Table: Decodable {
    let key: String
    let rows: [Row]
  }

  let tables: [Table]
}

@Suite struct SpeedClaimTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The text between the marks in docs/speed.md.
  private static func section() throws -> String {
    let parts = try text("docs/speed.md").components(separatedBy: "<!-- speed -->")
    return try #require(parts.last?.components(separatedBy: "<!-- end of speed -->").first)
  }

  /// The path of the page that the section names, without its extension.
  private static func page() throws -> String {
    let found = try section().firstMatch(of: /\(\.\.\/(Benchmarks\/Results\/[\w-]+)\.md\)/)
    return String(try #require(found).1)
  }

  /// The jobs in the order of the table, as Benchmarks/chart.py calls them.
  private static let keys: KeyValuePairs = [
    "crop-24-420": "Crop 1024×1024", "thumb-1024": "Thumbnail, 1024", "thumb-256": "Thumbnail, 256",
    "lossless": "without loss", "encode": "re-encoded", "turn-many": "1,000 photos", "folder": "200 photos",
    "giga-crop": "1,007-megapixel",
  ]

  private static func claims() throws -> [Claim] {
    let result = try JSONDecoder().decode(SpeedResult.self, from: Data(text(page() + ".json").utf8))
    var claims: [Claim] = []
    for line in try section().split(separator: "\n").filter({ $0.hasPrefix("| ") }).dropFirst() {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 4, "\(line)")
      if cells[0].isEmpty, let last = claims.popLast() {
        // A row without a job continues the one before.
        claims.append(
          Claim(duration: last.duration, peak: last.peak, others: "\(last.others) \(cells[3])", rows: last.rows))
        continue
      }
      let key = try #require(keys.first { cells[0].contains($0.value) }, "\(cells[0])").key
      let table = try #require(result.tables.first { $0.key == key }, "\(key)")
      claims.append(Claim(duration: cells[1], peak: cells[2], others: cells[3], rows: table.rows))
    }
    return claims
  }

  private static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted(), middle = numbers.count / 2
    return numbers.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Whether a written figure equals that number, rounded at its last digit.
  private static func says(_ written: Substring, _ number: Double) -> Bool {
    guard let value = Double(written) else { return false }
    let digits = written.split(separator: ".").dropFirst().first?.count ?? 0
    return abs(value - number) <= 0.5 * pow(10, -Double(digits)) * 1.000_001
  }

  @Test func everyJobIsThere() throws {
    #expect(try Self.claims().count == Self.keys.count)
  }

  @Test func timeAndMemoryAreThoseOfTheRun() throws {
    for claim in try Self.claims() {
      let ours = try #require(claim.rows.first)
      #expect(ours.program == "upright")
      let said = claim.duration.split(separator: " ")
      #expect(Self.says(said[0], Self.median(ours.seconds) * (said[1] == "ms" ? 1_000 : 1)), "\(claim.duration)")
      let peak = try #require(ours.megabytes.max())
      #expect(Self.says(claim.peak.split(separator: " ")[0], peak), "\(claim.peak)")
    }
  }

  /// The ratio of each program, round by round; none is omitted.
  @Test func othersAreThoseOfTheRun() throws {
    for claim in try Self.claims() {
      let ours = try #require(claim.rows.first)
      let said = claim.others.components(separatedBy: ", ").compactMap { $0.wholeMatch(of: /(.*) ([\d.]+)×/) }
      #expect(Set(said.map { String($0.1) }) == Set(claim.rows.filter(\.isPeer).map(\.program)))
      for match in said {
        let row = try #require(claim.rows.first { $0.program == match.1 })
        let ratio = Self.median(zip(row.seconds, ours.seconds).map { $0 / $1 })
        #expect(Self.says(match.2, ratio), "\(row.name) \(match.2)")
      }
    }
  }

  @Test func theChartIsOfTheSameRun() throws {
    let chart = try Self.text("Benchmarks/Results/chart.svg"), name = try Self.page().split(separator: "/").last
    #expect(chart.contains("\(try #require(name)).md"))
    for claim in try Self.claims() {
      #expect(chart.contains(">\(claim.duration)</text>"), "\(claim.duration)")
      for match in claim.others.matches(of: /[\d.]+×/) {
        #expect(chart.contains(" · \(match.0)</text>"), "\(match.0)")
      }
    }
  }

  @Test func asManyGoalsAreReachedAsIsSaid() throws {
    let said = try #require(try Self.section().firstMatch(of: /(\d+) of (\d+)\s+are reached/))
    let page = try Self.text(Self.page() + ".md").split(separator: "\n")
    let reached = page.filter { $0.hasSuffix("| yes |") }.count
    let missed = page.filter { $0.hasSuffix("| **no** |") }.count
    #expect(Int(said.1) == reached)
    #expect(Int(said.2) == reached + missed)
  }
}
