// `map` as a process: arguments, streams, exit codes.

import Foundation
import Testing
import UprightTestTools

@Suite struct MapCommandTests {
  static let worked =
    "--from viewport --to stored --size 4032x3024 --orientation 6 --viewport 390x390 --round outward"

  private func run(_ words: String, input: String? = nil) throws -> OutsideTool.Answer {
    guard let input else { return try UprightTool.run(["map"] + words.split(separator: " ").map(String.init)) }
    let folder = try ScratchFolder()
    try folder.write(Array(input.utf8), as: "lines")
    return try shell("\"$0\" map \(words) < lines", in: folder)
  }

  private func shell(_ script: String, in folder: ScratchFolder? = nil) throws -> OutsideTool.Answer {
    let program = try #require(UprightTool.path)
    return try OutsideTool.run("/bin/sh", ["-c", script, program], in: folder)
  }

  @Test func aDragBecomesStoredPixels() throws {
    let line = #"{"x":100,"y":50,"width":80,"height":80}"#
    let answer = try run(Self.worked + " --json", input: line + "\n")
    #expect(answer.text == #"{"x":516,"y":1667,"width":828,"height":828}"#)
    #expect(answer.status == 0 && answer.complaints == "")
    #expect(try run(Self.worked + " 100,50,80,80").text == "516,1667,828,828")
    #expect(try run(Self.worked + " [100,50,80,80]").text == "516,1667,828,828")
  }

  @Test func valuesAreAnsweredInOrder() throws {
    let answer = try run(
      "--from iiif --to normalized --size 40x30 --orientation 6 full square pct:10,20,30,40 null 3,10")
    #expect(answer.output.split(separator: 10).count == 5)
    #expect(answer.text == "0,0,1,1\n0,0.125,1,0.75\n0.1,0.2,0.3,0.4\nnull\n0.1,0.25")
  }

  @Test(arguments: ["-- ", ""]) func valuesMayBeginWithAMinus(dashes: String) throws {
    let answer = try run("--from displayed --to normalized --size 40x30 \(dashes)-10,-3,20,6")
    #expect(answer.text == "-0.25,-0.1,0.5,0.2")
  }

  @Test func linesAreAnsweredWhereTheyStand() throws {
    let input = "\u{FEFF}1,2,3,4\r\n\n[1,2]\nnull\n1,\n{\"x\":1,\"y\":2,\"z\":3}\n50,50,5,5"
    let plain = try run("--from displayed --to displayed --size 40x30 --clip", input: input)
    #expect(String(decoding: plain.output, as: UTF8.self) == "1,2,3,4\n\n1,2\nnull\nnull\nnull\nnull\n")
    #expect(
      plain.complaints == """
        upright: line 5, column 3: expected a number
        upright: line 6, column 14: this number may be a width or height; those are called \"width\" and \"height\"

        """)
    #expect(plain.status == 2)
    let json = try run("--from displayed --to displayed --size 40x30 --clip --json", input: input)
    let lines = String(decoding: json.output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 8)
    #expect(
      lines[4] == #"{"error":{"code":"unanswerable","message":"line 5, column 3: expected a number"}}"#)
    #expect(lines[6] == "null")
    #expect(json.status == 2 && json.complaints == plain.complaints)
  }

  @Test(arguments: [
    ("--from normalized --to vision 1,2,x", 64), ("--from normalized --to vision 1,2 1,2,x", 2),
    ("--from normalized --to vision 1,2", 0), ("--from normalized --to displayed 1,2", 64),
    ("--from viewport --to displayed --size 4x3 1,2", 64),
    ("--from viewport --to displayed --size 4x3 --viewport 1e-320x1e-320 1,2", 64),
    ("--from viewport --to displayed --of no.jpg --viewport 3x3 1,2", 74),
  ])
  func everyFailureHasItsCode(words: String, code: Int32) throws {
    let answer = try run(words)
    #expect(answer.status == code)
    #expect(answer.complaints.isEmpty == (code == 0))
    if code > 2 { #expect(answer.text == "" || answer.text == "null") }
  }

  @Test func aLineAloneOnStandardInputIsOneOfMany() throws {
    #expect(try run("--from normalized --to vision", input: "oops").status == 2)
    #expect(try run("--from normalized --to vision", input: "").status == 0)
    #expect(try run("--from normalized --to vision", input: "").output == [])
  }

  @Test func aLineBreakInAValueIsASpace() throws {
    let answer = try UprightTool.run(["map", "--from", "normalized", "--to", "normalized", "1,\n2", "1,2\n3,4"])
    #expect(answer.text == "1,2\nnull")
    #expect(answer.status == 2)
  }

  @Test func manyLinesComeThroughInPieces() throws {
    let count = 50_000
    let folder = try ScratchFolder()
    let lines = (0..<count).map { "{\"x\":\($0),\"y\":\($0 % 97).5,\"width\":2,\"height\":3}" }
    try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), as: "lines")
    let answer = try shell(
      "cat lines | dd bs=1000 status=none | \"$0\" map --from displayed --to stored --size 99999x999 --orientation 2",
      in: folder)
    let expected = (0..<count).map { "\(99_997 - $0),\($0 % 97).5,2,3" }
    #expect(answer.text == expected.joined(separator: "\n"))
    #expect(answer.status == 0)
  }

  @Test func anAnswerComesBeforeTheNextLineIsAsked() throws {
    let folder = try ScratchFolder()
    let answer = try shell(
      """
      mkfifo to from
      "$0" map --from normalized --to vision < to > from &
      exec 3> to 4< from
      echo 1,2 >&3; read first <&4; echo "got $first"
      echo 3,4 >&3; read second <&4; echo "got $second"
      """, in: folder)
    #expect(answer.text == "got 1,-1\ngot 3,-3")
  }

  @Test func aReaderThatIsGoneEndsItQuietly() throws {
    let script = """
      { yes 1,2 2>/dev/null | "$0" map --from normalized --to vision; echo "code $?" >&2; } | head -n 1
      """
    let answer = try shell(script)
    #expect(answer.text == "1,-1")
    #expect(answer.complaints == "code 74\n")
  }

  @Test func anInputThatCannotBeReadIsSaidToBe() throws {
    let answer = try shell("\"$0\" map --from normalized --to vision < /")
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: standard input: Is a directory\n")
  }

  @Test func aFullDiskIsSaidToBe() throws {
    let answer = try shell("\"$0\" map --from normalized --to vision 1,2 > /dev/full")
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: standard output: No space left on device\n")
  }

  @Test func labelsAreSaidInAllNumbersOfBothSpaces() throws {
    let view = "--from viewport --labels --size 4032x3024 --orientation 6 --viewport 390x390"
    let table = try run(view + " --round outward 100,50,80,80")
    let lines = table.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "stored 4032x3024" && lines.contains("displayed 3024x4032") && table.status == 0)
    #expect(lines.contains("  coco          516 1667 828 828") && lines.contains("  voc           517 1668 1344 2495"))
    #expect(lines.contains("  iiif          529,516,828,828"))
    let json = try run(view + " --json --round outward", input: "100,50,80,80\nnull\n100,50\n\nx\n")
    let answers = String(decoding: json.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(answers.count == 6 && answers[0].hasPrefix(#"{"stored":{"size":[4032,3024],"coco":[516,1667,828,828]"#))
    #expect(answers[1] == "null" && answers[2].contains(#""iiif":null"#) && answers[3] == "")
    #expect(answers[4].hasPrefix(#"{"error""#) && json.status == 2)
  }

  @Test(arguments: [
    "--from vision 1,2,3,4", "--from vision --to stored --labels --size 4x3 1,2", "--from vision --labels 1,2",
  ])
  func labelsStandInsteadOfASpaceAndNeedASize(words: String) throws {
    let answer = try run(words)
    #expect(answer.status == 64 && answer.text == "" && answer.complaints.contains("--"))
  }
}
