// Words for command lines that cannot be understood: what was meant, in place of what the parser stumbles over.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct LineAdviceTests {
  @Test(arguments: [
    (["fixx", "a.jpg"], "there is no command fixx; did you mean fix?"),
    (["help", "fixx"], "there is no command fixx; did you mean fix?"),
    (["ifno"], "there is no command ifno; did you mean info?"),
    (["labels", "convrt"], "there is no command convrt; did you mean convert?"),
    (["help", "plan", "trumb"], "there is no command trumb; did you mean thumb?"),
  ])
  func aCommandThatIsSpelledOtherwiseIsNamed(words: [String], sentence: String) throws {
    let answer = try UprightTool.run(words)
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.complaints.hasPrefix("Error: \(sentence)\n"), "\(answer.complaints)")
  }

  @Test func aCommandLikeNoneLeadsToTheList() throws {
    let answer = try UprightTool.run(["frobnicate"])
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("Error: there is no command frobnicate; the commands are: info, audit, "))
    #expect(try UprightTool.run(["\u{1B}[2J"]).complaints.contains("\u{1B}") == false)
  }

  @Test(arguments: [
    [], ["--help"], ["help"], ["help", "fix"], ["help", "labels", "convert"], ["fix", "fixx"], ["plan", "--help"],
    ["--version"], ["labels"], ["labels", "--help"],
  ])
  func allOthersAreTheParsers(_ words: [String]) { #expect(LineAdvice.unknownCommand(in: words) == nil) }

  @Test(arguments: [
    ("fix", "fix", 0), ("fix", "fixx", 1), ("", "map", 3), ("info", "ifno", 2), ("crop", "corp", 2),
    ("kitten", "sitting", 3),
  ])
  func theDistanceIsTheNumberOfEdits(one: String, other: String, distance: Int) {
    #expect(EditDistance.between(one, other) == distance && EditDistance.between(other, one) == distance)
  }

  @Test(arguments: ["-50,-50,400,400", "-1,0,9,9", "-1.5,0,9,9"])
  func aRegionThatLooksLikeAnOptionIsNamed(_ region: String) throws {
    let album = try Album("6.jpg")
    let answer = try album.run("crop", region, "6.jpg", "-o", "out.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("\(region) begins with a minus sign"), "\(answer.complaints)")
    #expect(answer.complaints.contains("upright crop -o out.jpg -- \(region) photo.jpg"))
    let written = try album.run("crop", "--pad", "#ffffff", "-o", "out.jpg", "--", "-5,-5,20,20", "6.jpg")
    #expect(written.status == 0)
  }

  @Test(arguments: [["-i", "-o", "e"], ["-i", "-o", "e", "6.jpg"], ["--in-place", "--output=e", "6.jpg"]])
  func inPlaceAndElsewhereExcludeEachOther(_ options: [String]) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(["fix"] + options, in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("Error: -i and -o cannot be combined"), "\(answer.complaints)")
  }

  @Test(arguments: ["plain", "plain/"])
  func aFileIsNoFolder(_ output: String) throws {
    let album = try Album("1.jpg", "6.jpg")
    try album.folder.write([1], as: "plain")
    let answer = try album.run("fix", "1.jpg", "6.jpg", "-o", output, "--force")
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("Error: plain is a file, not a folder\n"), "\(answer.complaints)")
    #expect(try album.folder.read("plain") == [1])
  }
}
