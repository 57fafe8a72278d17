// How the program starts and ends: too few descriptors, a standard output that accepts nothing, words that would move a
// cursor.

import ArgumentParser
import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct UprightCommandMainTests {
  private func shell(_ script: String, _ words: [String] = [], in album: Album) throws -> OutsideTool.Answer {
    let path = try #require(UprightTool.path)
    return try OutsideTool.run("/bin/sh", ["-c", script, path] + words, in: album.folder)
  }

  private func album() throws -> Album {
    let album = try LabelledAlbum(tags: 1...6)
    try album.writeRows(tags: 1...6)
    return album.album
  }

  // MARK: Standard output

  static let printing = [
    "--help", "-h", "--version", "help", "help fix", "fix --help", "labels --help", "labels convert -h", "camera",
    "--generate-completion-script bash", "--experimental-dump-help", "plan", "names 6", "names --table", "compose 6 2",
    "info photos/6.jpg", "info --json photos", "audit --fail-on none photos", "audit --json photos", "plan fix photos",
    "digest photos/6.jpg", "verify photos/6.jpg photos/6.jpg", "fix -n photos/6.jpg", "map --help",
    "map --from vision --to stored --of photos/6.jpg 0,0,1,1", "labels audit --images photos labels",
    "labels audit --json --images photos labels", "labels validate labels", "labels diff labels labels",
    "labels convert -o copied labels", "camera table", "sheet photos -o sheet.png", "thumb 8 photos/6.jpg -o small.jpg",
    "recover -n photos",
  ]

  @Test(arguments: printing)
  func whatNobodyTakesIs74(_ line: String) throws {
    let album = try album()
    let words = line.split(separator: " ").map(String.init)
    let whole = try shell("exec \"$0\" \"$@\"", words, in: album)
    #expect([0, 1].contains(whole.status), "\(whole.complaints)")
    guard !whole.output.isEmpty else { return #expect(line == "recover -n photos") }
    for name in ["sheet.png", "small.jpg", "copied"] {
      try? FileManager.default.removeItem(atPath: album.folder.path(name))
    }
    let full = try shell("exec \"$0\" \"$@\" >/dev/full", words, in: album)
    #expect(full.status == 74)
    #expect(full.complaints.contains("standard output: No space left on device"), "\(full.complaints)")
    for name in ["sheet.png", "small.jpg", "copied"] {
      try? FileManager.default.removeItem(atPath: album.folder.path(name))
    }
    let closed = try shell("exec \"$0\" \"$@\" >&-", words, in: album)
    #expect(closed.status == 74, "\(closed.complaints)")
  }

  @Test func whoReadsNoFurtherIsNotComplainedTo() throws {
    let album = try album()
    let answer = try shell("{ \"$0\" --help; echo $? >&2; } | exec true", in: album)
    #expect(answer.complaints == "74\n" || answer.complaints == "0\n", "\(answer.complaints)")
  }

  // MARK: Descriptors

  @Test(arguments: 5...31)
  func tooFewDescriptorsAreRefused(_ count: Int) throws {
    let album = try album()
    let before = try album.contents()
    for line in [
      "--version", "--help", "info photos", "info -r photos", "fix -i --to tag photos", "fix -i --journal j photos",
      "thumb 8 photos -o small", "labels audit --images photos labels", "nonsense",
    ] {
      let answer = try shell(
        "ulimit -n \(count) && exec \"$0\" \"$@\"", line.split(separator: " ").map(String.init), in: album)
      #expect(answer.status == 74, "\(line): \(answer.complaints)")
      #expect(answer.output.isEmpty)
      #expect(answer.complaints.contains("upright: the limit on open files is too low: "), "\(answer.complaints)")
      #expect(answer.complaints.contains(" of \(count) left, 32 needed; run `ulimit -n"))
    }
    #expect(try album.contents() == before)
  }

  @Test func aFewMoreAreEnough() throws {
    let album = try album()
    try album.folder.write(Album.photo(3), as: "photos/b.png")
    for line in [
      "--version", "info -r photos", "thumb 8 photos -o small", "fix photos --format png -o fixed",
      "fix -i --journal j photos", "undo j", "sheet photos -o sheet.png",
    ] {
      let answer = try shell(
        "ulimit -n 48 && exec \"$0\" \"$@\"", line.split(separator: " ").map(String.init), in: album)
      #expect(answer.status == 0, "\(line): \(answer.complaints)")
    }
  }

  // MARK: Words

  static let hostile = [
    "\u{1B}[2J\u{1B}[31m", "\u{9B}2J", "a\nupright: all is well", "\u{202E}gpj", "\u{7}\u{8}\r", "\u{7F}",
  ]

  @Test(arguments: hostile)
  func noWordMovesTheCursor(_ text: String) throws {
    let album = try Album("6.jpg")
    for words in [
      [text], ["--" + text], ["fix", "--" + text, "6.jpg"], ["fix", "-i", "--edge", text, "6.jpg"],
      ["fix", "-i", "--edge=" + text, "6.jpg"], ["names", text], ["compose", "6", text], ["crop", text, "6.jpg"],
      ["thumb", text, "-i", "6.jpg"], ["rotate", "cw", "6.jpg", "-o", text + ".txt"],
      ["audit", "--fail-on", text, "."],
      ["audit", "--html", text, "."], ["labels", text], ["labels", "convert", "--to", text, "-o", "x", "6.jpg"],
      ["info", text], ["info", "--jobs", text, "6.jpg"], ["undo", text], ["samples", "--format", text, "x"],
      ["camera", "replay", "--from", text, "6.jpg"], ["compat", text], ["compat", "jhead", text],
      ["verify", text, text],
      ["help", text], ["map", "--from", text], ["info", "--files0-from", text],
    ] {
      let answer = try UprightTool.run(words, in: album.folder)
      #expect(answer.status != 0 || words[0] == "help" || words[0] == "compat", "\(words)")
      let all = answer.complaints + answer.text
      let moving = all.unicodeScalars.filter { $0 != "\n" && TerminalText.plain(String($0)) != String($0) }
      #expect(moving.isEmpty, "\(words): \(all.debugDescription)")
      #expect(!all.contains("\nupright: all is well"), "\(words)")
    }
  }

  @Test func bytesThatAreNoTextAreSpelledOut() throws {
    let answer = try shell("exec \"$0\" \"$(printf 'a\\377b')\"", in: Album())
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("no command a\\xFFb; "), "\(answer.complaints)")
  }

  @Test func aMessageKeepsItsLines() {
    #expect(
      TerminalText.plainLines("Error: 'a\u{1B}\nb'\nUsage: x", quoting: ["a\u{1B}\nb"])
        == "Error: 'a\\x1B\\nb'\nUsage: x")
    #expect(
      TerminalText.plainLines("Error: 'c\nd' for '--x'", quoting: ["--x=c\nd"]) == "Error: 'c\\nd' for '--x'")
    #expect(TerminalText.plainLines("Error: é\r\nx", quoting: []) == "Error: é\\r\nx")
    #expect(TerminalText.plainLines("plain\ntext", quoting: ["text"]) == "plain\ntext")
  }
}

@Suite struct ParserOfOneCommandTests {
  @Test(arguments: UprightCommandMainTests.printing)
  func aLineIsReadAsByTheWholeParser(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let alone = UprightCommand.parsedAlone(words)
    let whole = try? UprightCommand.parseAsRoot(words)
    guard let alone else {
      let isHelp = whole.map { String(reflecting: type(of: $0)).hasPrefix("ArgumentParser.") } ?? true
      #expect(
        isHelp || !UprightCommand.configuration.subcommands.contains { $0.configuration.commandName == words[0] })
      return
    }
    let other = try #require(whole)
    #expect(type(of: alone) == type(of: other) && "\(alone)" == "\(other)")
  }

  @Test(arguments: ["nonsense", "fix --nonsense x", "rotate", "labels", "labels nonsense", "info --help", "", "help"])
  func whatIsNoCommandIsLeftToTheWholeParser(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let alone = UprightCommand.parsedAlone(words)
    #expect(alone == nil || (try? UprightCommand.parseAsRoot(words)) != nil)
  }
}
