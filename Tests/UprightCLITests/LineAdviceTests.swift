// Words for command lines that cannot be understood: what was meant, in place of what the parser stumbles over.

import ArgumentParser
import Testing
import Upright
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
  func aCommandThatIsSpelledOtherwiseIsNamed(words: [String], sentence: String) {
    #expect(LineAdvice.unknownCommand(in: words)?.sentence == sentence)
  }

  @Test(arguments: [
    (["mirror", "6.jpg"], "command mirror; use upright rotate mirror-horizontal "),
    (["flip"], "command flip; use upright rotate mirror-horizontal "), (["auto-orient"], "use upright fix\n"),
    (["resize", "50"], "use upright thumb\n"), (["help", "identify"], "use upright info\n"),
    (["rotate", "mirror", "6.jpg"], "operation mirror; use mirror-horizontal "),
    (["rotate", "-90", "6.jpg"], "operation -90; use ccw\n"), (["rotate", "-270"], "operation -270; use cw\n"),
    (["rotate", "flop", "-i", "6.jpg"], "operation flop; use mirror-horizontal\n"),
  ])
  func aWordOfOtherProgramsLeadsToTheRightOne(words: [String], sentence: String) throws {
    let fault = try #require(LineAdvice.unknownCommand(in: words) ?? LineAdvice.fault(in: words))
    #expect(fault.sentence.hasPrefix("there is no ") && (fault.sentence + "\n").contains(sentence))
    #expect(UprightCommand.parsedAlone(LineAdvice.withoutLeadingMinus(words)) == nil)
  }

  /// What is advised takes the place of the parser's own message.
  @Test(arguments: [
    (["help", "fixx"], "there is no command fixx; did you mean fix?"),
    (["help", "identify"], "there is no command identify; use upright info"),
    (["rotate", "-90", "6.jpg"], "there is no operation -90; use ccw"),
    (["labels", "convert", "--too", "coco"], "there is no option --too; did you mean --to?"),
  ])
  func theAdviceIsTheErrorOfTheProgram(words: [String], sentence: String) throws {
    let answer = try UprightTool.run(words)
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.complaints.hasPrefix("Error: \(sentence)\n"), "\(answer.complaints)")
  }

  @Test func noFamiliarWordIsACommand() {
    let names = UprightCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    #expect(names.count > 20 && names.allSatisfy { FamiliarWords.advice(onCommand: $0) == nil })
    let operations = RotationParameter.allCases.map(\.rawValue) + RotationParameter.synonyms.keys
    #expect(operations.allSatisfy { FamiliarWords.operation($0) == nil })
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

  @Test(arguments: [
    ["-5,-5,20,20", "6.jpg", "-o", "out.png", "--pad", "white"],
    ["--pad=white", "-o", "out.png", "-5,-5,20,20", "6.jpg"],
    ["-o", "out.png", "--pad", "white", "--force", "-5,-5,20,20", "6.jpg"],
    ["-o", "out.png", "--pad", "white", "--", "-5,-5,20,20", "6.jpg"],
  ])
  func aRegionMayBeginWithAMinusSign(_ words: [String]) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(["crop"] + words, in: album.folder)
    #expect(answer.status == 0 && answer.text == "6.jpg -> out.png: transcode, 20x20, tag 1", "\(answer.complaints)")
    let planned = try UprightTool.run(["plan", "crop", "-5,-5,20,20", "6.jpg", "--pad", "white"], in: album.folder)
    #expect(planned.status == 0, "\(planned.complaints)")
  }

  @Test func pointsAndPosesMayBeginWithAMinusSign() throws {
    let line = ["map", "--from", "stored", "--to", "displayed", "--size", "30x40", "1,2,3,4", "-1,-2,3,4", "-.5,6,1,1"]
    let plain = ["map", "--from", "stored", "--to", "displayed", "--size", "30x40", "--"] + line.dropFirst(7)
    let answer = try UprightTool.run(line)
    let expected = try UprightTool.run(plain)
    #expect(answer.status == 0 && answer.text == expected.text, "\(answer.complaints)")
    let pose = try UprightTool.run(["camera", "explain", "--sensor", "90", "--pose", "-90"])
    #expect(!pose.complaints.contains("Missing value"), "\(pose.complaints)")
  }

  @Test func onlyWhatIsNoOptionIsMoved() {
    let table = OptionTable(
      help: """
        OPTIONS:
          -o, --output <path>     A file.
          --pose <degrees>        How far.
          --recursive/--no-recursive
                                  Include subfolders.
          -1                      One.
        """)
    #expect(table.withoutLeadingMinus(["a", "-1", "-o", "b"]) == ["a", "-1", "-o", "b"])
    #expect(table.withoutLeadingMinus(["--no-recursive", "-2,3"]) == ["--no-recursive", "--", "-2,3"])
    #expect(
      table.withoutLeadingMinus(["x", "--pose", "-9", "-o", "b", "-2", "--", "-1"])
        == ["--pose=-9", "-o", "b", "--", "x", "-2", "-1"])
    #expect(table.withoutLeadingMinus(["--", "-2"]) == ["--", "-2"])
    #expect(table.fault(in: ["--recursiv"]) == "there is no option --recursiv; did you mean --recursive?")
    #expect(table.fault(in: ["--no-recursive", "-o", "--output=x", "--", "--none"]) == nil)
  }

  @Test(arguments: [
    (["crop", "--sise", "3x3", "square", "6.jpg"], "--sise; did you mean --size?", "upright crop"),
    (["fix", "--forse", "6.jpg"], "--forse; did you mean --force?", "upright fix"),
    (["plan", "crop", "--sise", "3", "square", "6.jpg"], "--sise; did you mean --size?", "upright plan crop"),
    (["labels", "convert", "--too", "coco"], "--too; did you mean --to?", "upright labels convert"),
    (["map", "--form", "vision", "1,2"], "--form; did you mean --from?", "upright map"),
    (["info", "--frobnicate", "6.jpg"], "--frobnicate here", "upright info"),
  ])
  func anOptionThatIsSpelledOtherwiseIsNamed(words: [String], sentence: String, command: String) throws {
    let fault = try #require(LineAdvice.fault(in: words))
    #expect(fault.sentence == "there is no option \(sentence)")
    #expect(fault.command == command && fault.usage?.contains("\(command) ") == true, "\(fault)")
    #expect(UprightCommand.parsedAlone(words) == nil)
  }

  @Test(arguments: [["-i", "-o", "e"], ["-i", "-o", "e", "6.jpg"], ["--in-place", "--output=e", "6.jpg"]])
  func inPlaceAndElsewhereExcludeEachOther(_ options: [String]) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(["fix"] + options, in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("Error: -i and -o cannot be combined"), "\(answer.complaints)")
  }

  /// What a command finds only when it runs is shown with its own usage, as what the parser finds.
  @Test(arguments: [
    ("fix 1.jpg 6.jpg -o x.png", "x.png is one file", "upright fix"),
    ("thumb 9 6.jpg -o 6.jpg", "6.jpg is one of the input files", "upright thumb"),
    ("crop square 6.jpg -o x.psd", "Cannot tell the format from 'x.psd'", "upright crop"),
    ("compat jhead -autorot", "no files were given", "upright compat jhead"),
    ("compat exiftran -a 6.jpg", "", "upright compat exiftran"),
    ("fix -i -o e 6.jpg", "-i and -o cannot be combined", "upright fix"),
  ])
  func theUsageIsThatOfTheCommand(line: String, sentence: String, command: String) throws {
    let album = try Album("1.jpg", "6.jpg")
    let answer = try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.complaints.hasPrefix("Error: \(sentence)"), "\(answer.complaints)")
    #expect(answer.complaints.contains("\nUsage: \(command) ["), "\(answer.complaints)")
    #expect(answer.complaints.hasSuffix("See '\(command) --help' for more information.\n"), "\(answer.complaints)")
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
