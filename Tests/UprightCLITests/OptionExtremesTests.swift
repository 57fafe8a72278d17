// Every option of every command, given the most extreme numbers: an answer or an error, never a trap or a hang. Most
// are refused when the line is parsed, which needs no process.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct OptionExtremesTests {
  /// The ends of what numbers of 64 bits and of floating point hold.
  static let extremes = ["9223372036854775807", "-9223372036854775808", "1e308"]

  /// A line of each command that works, to which one option is added.
  static let lines = [
    "info 6.jpg", "digest 6.jpg", "index --cache c 6.jpg", "plan fix 6.jpg", "plan crop 1,1,8,8 6.jpg",
    "plan thumb 8 6.jpg", "fix -n 6.jpg", "fix --check 6.jpg", "rotate cw -n 6.jpg", "orient 3 -n 6.jpg",
    "crop 1,1,8,8 -o c.jpg --force 6.jpg", "thumb 8 -o t.jpg --force 6.jpg", "sheet 6.jpg 8.jpg -o s.png --force",
    "show 6.jpg --protocol sixel", "verify 6.jpg 8.jpg", "audit --fail-on none .", "recover .",
    "map --from displayed --to stored --size 48x32 1,2,3,4", "camera explain --sensor 90",
    "camera replay samples.csv",
    "labels convert coco.json --to jsonl -o l.jsonl --force --images . --from-space stored",
    "labels overlay coco.json --images . -o seen", "labels crop coco.json --images . -o parts --space stored",
    "labels audit coco.json --images .", "batch --manifest jobs.jsonl", "watch w --once --do \"thumb 8 -o small/\"",
    "compose 3 6", "names 6", "samples made",
  ]

  private static func album() throws -> Album {
    let album = try Album("6.jpg", "8.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("w"), withIntermediateDirectories: true)
    try album.folder.write(Array("time_s,x,y,z\n0,0,-1,0\n1,0,-1,0\n".utf8), as: "samples.csv")
    try album.folder.write(Array(#"{"op":"probe","in":"6.jpg","id":"1"}"#.utf8) + [10], as: "jobs.jsonl")
    let coco = #"""
      {"images":[{"id":1,"file_name":"6.jpg","width":32,"height":48}],"categories":[{"id":1,"name":"a"}],
      "annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[2,2,9,9],"area":81,"iscrowd":0}]}
      """#
    try album.folder.write(Array(coco.utf8), as: "coco.json")
    return album
  }

  /// The options of each line that no line before it has: an option of one name and one kind of value takes the same
  /// everywhere.
  private static let own: [String: [String]] = {
    var seen: Set<String> = []
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let found = options(of: CommandWords.split(line) ?? [])
        return (line, found.filter { seen.insert($0).inserted }.map { String($0.prefix { $0 != " " }) })
      })
  }()

  @Test func manyOptionsAreTried() { #expect(Self.own.values.reduce(0) { $0 + $1.count } > 40) }

  /// The options with values that the help of a command lists, `--name <value`, but for those of words and of paths.
  private static func options(of words: [String]) -> [String] {
    let verbs = words.prefix { !$0.hasPrefix("-") && !$0.contains(".") && !$0.contains(",") }
    for count in stride(from: verbs.count, through: 1, by: -1) {
      guard let help = Golden.help(Array(verbs.prefix(count))), help.contains("OPTIONS") else { continue }
      return help.split(separator: "\n").compactMap { (line: Substring) -> String? in
        guard let found = line.firstMatch(of: /^ +(?:-[a-zA-Z], )?(--[a-z0-9-]+ <([^>]*))>/) else { return nil }
        return found.2.contains("|") || ["file", "folder", "path"].contains(found.2) ? nil : String(found.1)
      }
    }
    return []
  }

  /// Whether the parser takes a line; what it takes is run.
  private static func isTaken(_ words: [String]) -> Bool {
    UprightCommand.parsedAlone(PathRuns.folded(LineAdvice.withoutLeadingMinus(words))) != nil
  }

  private static func expectAnAnswer(to words: [String], in album: Album) throws {
    guard isTaken(words) else { return }
    let answer = try UprightTool.run(words, in: album.folder)
    #expect([0, 1, 2, 64, 65, 69, 70, 74, 75].contains(answer.status), "\(words)")
  }

  @Test(arguments: lines) func noNumberIsATrap(_ line: String) throws {
    let album = try Self.album()
    let words = CommandWords.split(line) ?? []
    #expect(Self.isTaken(words), "otherwise the option would not be what is refused")
    for option in Self.own[line] ?? [] where !words.contains(option) {
      for number in Self.extremes { try Self.expectAnAnswer(to: words + ["\(option)=\(number)"], in: album) }
    }
  }

  @Test func positionsAreNumbersToo() throws {
    let album = try Self.album()
    for number in Self.extremes {
      for line in [
        "crop \(number),1,8,8 -o c.jpg --force 6.jpg", "crop 1,1,\(number),8 -o c.jpg --force 6.jpg",
        "crop \(number)x8 -o c.jpg --force 6.jpg", "crop 8x8 --focus \(number),1 -o c.jpg --force 6.jpg",
        "crop \(number):1 -o c.jpg --force 6.jpg", "crop pct:1,\(number),9,9 -o c.jpg --force 6.jpg",
        "thumb \(number) -o t.jpg --force 6.jpg", "thumb \(number)x -o t.jpg --force 6.jpg",
        "thumb x\(number) -o t.jpg --force 6.jpg", "thumb \(number)% -o t.jpg --force 6.jpg",
        "orient \(number) -n 6.jpg",
        "rotate \(number) -n 6.jpg", "compose \(number) 6", "names \(number)",
        "map --from displayed --to stored --size 48x32 \(number),1,2,3",
        "map --from viewport --to stored --viewport \(number)x5 --size 48x32 1,1,2,3",
        "map --from normalized --to stored --size \(number)x5 1,1,2,3",
      ] {
        try Self.expectAnAnswer(to: line.split(separator: " ").map(String.init), in: album)
      }
    }
  }

  @Test(
    arguments: [
      ("9007199254740993", nil), ("9007199254740992", 1 << 53), ("-5", -5), ("1e3", nil), ("", nil), ("-", nil),
      ("0x10", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func wholeNumbersAreBounded(_ text: String, _ number: Int?) {
    #expect((try? CheckedNumber.whole(text)) == number)
  }

  @Test(
    arguments: [
      ("nan", nil), ("inf", nil), ("1e308", nil), ("-1e16", nil), ("2.5", 2.5), ("1e3", 1_000), ("x", nil),
    ] as [(String, Double?)])
  func decimalsAreBounded(_ text: String, _ number: Double?) {
    #expect((try? CheckedNumber.decimal(text)) == number)
  }

  @Test func tooManyJobsAreNamed() throws {
    let album = try Album("6.jpg")
    for line in [["info", "--jobs", "1025", "6.jpg"], ["thumb", "8", "6.jpg", "-o", "t.jpg", "-j", "0"]] {
      let answer = try UprightTool.run(line, in: album.folder)
      #expect(answer.status == 64 && answer.complaints.contains("--jobs must be from 1 to 1024"))
    }
    #expect(try album.run("info", "--jobs", "1024", "6.jpg").status == 0)
  }
}
