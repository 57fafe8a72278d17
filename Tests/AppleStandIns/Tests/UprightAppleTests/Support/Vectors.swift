// The project's tables of captures, previews and gravity samples: Tests/Fixtures.

import Foundation
import Testing

struct Vector: Sendable {
  private let cells: [String: String]

  static func all(_ name: String) throws -> [Vector] {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.lastPathComponent != "Tests"
      || !FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("Fixtures").path)
    { folder.deleteLastPathComponent() }
    let text = try String(
      contentsOf: folder.appendingPathComponent("Fixtures").appendingPathComponent(name), encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).map { line in line.split(separator: ",").map(String.init) }
    return lines.dropFirst().map { Vector(cells: Dictionary(uniqueKeysWithValues: zip(lines[0], $0))) }
  }

  func callAsFunction(_ column: String) throws -> String { try #require(cells[column]) }
  func int(_ column: String) throws -> Int { try #require(Int(self(column))) }
  func number(_ column: String) throws -> Double { try #require(Double(self(column))) }
}
