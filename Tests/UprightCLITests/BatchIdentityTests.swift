// A journal's statement of a batch: the same for every spelling of one request, another for every option that changes a
// result.

import ArgumentParser
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct BatchIdentityTests {
  private func words(_ line: String) throws -> [String] {
    let words = line.split(separator: " ").map(String.init)
    let rest = Array(words.dropFirst())
    switch words.first {
    case "fix": return try WritingCommand<FixArguments>.parse(rest).identity.words
    case "rotate": return try WritingCommand<RotateArguments>.parse(rest).identity.words
    case "orient": return try WritingCommand<OrientArguments>.parse(rest).identity.words
    case "crop": return try WritingCommand<CropArguments>.parse(rest).identity.words
    case "thumb": return try WritingCommand<ThumbArguments>.parse(rest).identity.words
    default: return try WritingCommand<CameraStampArguments>.parse(rest).identity.words
    }
  }

  @Test(arguments: [
    (
      "rotate cw -i a b --journal j", "rotate 90 --in-place --resume --journal=j -j 3 --json b -r",
      "rotate cw --in-place"
    ),
    ("rotate left -i a", "rotate 270 -n -q -i --max-pixels 9 --max-memory 9M a", "rotate ccw --in-place"),
    (
      "crop 1,1,8,8 a -o out", "crop -o out 1,1,8,8 b --space displayed",
      "crop 1,1,8,8 --output=out --space=displayed --stale=trust-tag"
    ),
    (
      "crop square a --pad #fff000 -o o", "crop square a -o o --pad FFF000",
      "crop square --output=o --pad=#fff000 --space=displayed --stale=trust-tag"
    ),
    (
      "thumb 16 a -o out", "thumb 16x16 b -o out --quality 85",
      "thumb 16x16 --output=out --quality=85 --stale=trust-tag"
    ),
    (
      "fix -i a", "fix --edge auto --strip none --stale skip -i b",
      "fix --edge=auto --in-place --stale=skip --to=pixels"
    ),
    ("orient upright -i a", "orient 1 -i a", "orient 1 --in-place"),
  ])
  func spellingsOfOneRequestAreOneBatch(_ line: String, _ other: String, words expected: String) throws {
    #expect(try words(line).joined(separator: " ") == expected)
    #expect(try words(other).joined(separator: " ") == expected)
  }

  /// The words are a command line for the same request.
  @Test(arguments: [
    "rotate transverse --bake --edge trim -i", "crop pct:1,2,30.5,40 -o o --size 3x4",
    "crop 1,1,8,8 --also 2,2,4,4 --also 0,0,1,1 -o o", "crop 1.5,1,8,8 --viewport 1,2,9,9 --mode center -o o",
    "crop 1,1,8,8 --picker --size 9x9 -o o", "thumb 9 -o o --linear",
  ])
  func theWordsAskForTheSame(_ line: String) throws {
    let stated = try words("\(line) a")
    #expect(try words("\(stated.joined(separator: " ")) a") == stated)
  }

  /// Options that determine how a batch runs, what it prints, its files, and its limits.
  private static let others: Set = [
    "--journal", "--resume", "--jobs", "--json", "--explain", "--summary", "--quiet", "--dry-run", "--recursive",
    "--no-follow", "--files0-from", "--sandbox", "--max-pixels", "--max-memory", "--max-seconds", "--durability",
    "--check", "--help", "--version", "--cache", "--max-bytes", "--no-progress", "--color", "--log-json",
  ]

  /// Values for options that require other options, or that do not take a word from a list.
  private static let samples = [
    "output": "out", "size": "7x8", "pad": "#123456", "quality": "33", "frame": "2", "labels": "l.json",
    "label-format": "coco", "label-space": "stored", "tone-map": "clip", "sensor": "180", "applied": "6",
    "pose": "90", "strip": "gps", "output-template": "{stem}-a.{ext}", "also": "1,1,4,4", "viewport": "9x9",
  ]

  @Test(arguments: ["fix", "rotate --bake cw", "orient 6", "crop 0,0,8,8", "thumb 9", "stamp --sensor 90"])
  func everyOptionThatChangesAResultIsStated(_ line: String) throws {
    let command = try #require(line.split(separator: " ").first)
    var seen = 0
    for option in try ParserOption.all(of: String(command)) where !Self.others.contains("--\(option.name)") {
      if ["in-place", "force"].contains(option.name) { continue }
      let place =
        ["output", "output-template", "skip-existing", "update", "all"].contains(option.name) ? "-o o/" : "-i --force"
      let name = "--\(option.name)"
      let beside = option.name.hasPrefix("label-") ? "--labels l.json" : ""
      let asked = "\(line.replacing(" --sensor 90", with: option.name == "sensor" ? "" : " --sensor 90"))"
        .replacing(" --bake", with: option.name == "bake" ? "" : " --bake")
      let before = [asked, option.name == "output" ? "" : place, beside].joined(separator: " ")
      let usual = (try? words("\(before) a")) ?? []
      let value = Self.samples[option.name] ?? option.values.first { !usual.contains("\(name)=\($0)") } ?? "1"
      guard let given = try? words("\(before) \(name)\(option.takesValue ? " \(value)" : "") a") else { continue }
      seen += 1
      #expect(given != usual && given.contains { $0.hasPrefix(name) }, "\(name) \(value): \(given)")
    }
    #expect(seen >= 6, "\(line): only \(seen) options could be given")
  }
}
