// Compares every real and hostile file with exiftool; a committed table gives the reason for each difference, and there
// are no others.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
struct ExiftoolAgreementTests {
  /// A file that both read, each in its own way.
  private struct Difference: Hashable, CustomStringConvertible {
    let path, upright, exiftool: String

    var description: String { "\(path) upright \(upright) exiftool \(exiftool)" }
  }

  /// The rows of the committed table: path, our result, exiftool's raw value, the reason for the difference.
  private static func explained() throws -> [Difference] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let table = tests.appending(path: "Differences/exiftool.csv")
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 4 && cells[3].count > 20, "\(line): no reason is given")
      return Difference(path: cells[0], upright: cells[1], exiftool: cells[2])
    }
  }

  /// Degrees of a track's display matrix, clockwise as displayed; those of `irot` are counterclockwise (ISO 23008-12,
  /// 6.5.10).
  private static let clockwise = ["0": "1", "90": "6", "180": "3", "270": "8"]
  private static let counterclockwise = ["0": "1", "90": "8", "180": "3", "270": "6"]

  /// Exiftool's orientation of a file, as an Exif number; without one, the image is displayed as stored.
  private static func said(_ tags: [String: Any], of format: ContainerFormat) -> String {
    func value(_ names: String...) -> String? { names.lazy.compactMap { tags[$0] }.first.map { "\($0)" } }
    if format.isMovie { return value("Composite:Rotation").map { clockwise[$0] ?? $0 } ?? "1" }
    if format == .heif || format == .avif {
      return value("QuickTime:Rotation").map { counterclockwise[$0] ?? $0 } ?? "1"
    }
    return value("IFD0:Orientation") ?? "1"
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func everyFileIsReadAlikeOrTheDifferenceIsExplained() throws {
    let files = ["eightway", "real", "hostile"].flatMap { Corpus.files($0) }
    let folder = try #require(Corpus.folder)
    let answers = try OutsideTool.exiftool.run(
      ["-j", "-n", "-G1", "-Orientation", "-Rotation", "--"] + files.map(\.path))
    let tags = try #require(try JSONSerialization.jsonObject(with: Data(answers.output)) as? [[String: Any]])
    let told = Dictionary(uniqueKeysWithValues: tags.map { ($0["SourceFile"] as? String ?? "", $0) })
    var differences: [Difference] = []
    var compared = 0
    for line in try UprightTool.run(["info", "--json", "--"] + files.map(\.path)).output.split(separator: 10) {
      let row = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      guard let path = row["path"] as? String, let answer = row["orientation"] as? Int else { continue }
      let format = try #require(ContainerFormat(rawValue: row["format"] as? String ?? ""))
      compared += 1
      let said = Self.said(told[path] ?? [:], of: format)
      guard said != "\(answer)" else { continue }
      let short = String(path.dropFirst(folder.path.count + 1))
      differences.append(Difference(path: short, upright: "\(answer)", exiftool: said))
    }
    #expect(compared > 70)
    #expect(Set(differences) == Set(try Self.explained()))
  }
}
