// `-o -`: the image on standard output, whole or not at all, and every message elsewhere.

import ArgumentParser
import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

/// Not every machine with `script` lets it open a terminal.
private let hasPseudoTerminals = (try? OutsideTool.script.run(["-qec", "true", "/dev/null"]))?.status == 0

@Suite struct StandardOutputTests {
  /// The four commands, with the options that an album needs.
  static let lines: [[String]] = [
    ["thumb", "24", "6.jpg"], ["thumb", "24", "--format", "png", "6.jpg"], ["crop", "16,0,16,16", "6.jpg"],
    ["crop", "square", "--size", "20x20", "6.jpg"], ["rotate", "cw", "6.jpg"],
    ["rotate", "mirror-horizontal", "--bake", "6.jpg"],
    ["fix", "6.jpg"], ["fix", "6-ragged.jpg"], ["fix", "--verify", "6.jpg"], ["fix", "--format", "png", "6.jpg"],
    ["fix", "--to", "tag", "6.jpg"], ["fix", "--strip", "gps", "1.jpg"], ["fix", "1.jpg"],
  ]

  @Test(arguments: lines)
  func theBytesAreThoseOfAFile(_ words: [String]) throws {
    let album = try Album("1.jpg", "6.jpg", "6-ragged.jpg")
    let name = words.contains("png") ? "file.png" : "file.jpg"
    #expect(try UprightTool.run(words + ["-o", name], in: album.folder).status == 0)
    let file = try album.folder.read(name)
    let before = try album.contents()
    for spelling in [["-o", "-"], ["-o=-"], ["--output", "-"], ["--output=-"]] {
      let answer = try UprightTool.run(words + spelling, in: album.folder)
      #expect(answer.status == 0)
      #expect(answer.output == file, "\(spelling)")
      #expect(answer.complaints.contains("\(words.last ?? ""): "), "the report goes to standard error")
    }
    #expect(try album.contents() == before, "nothing is named -")
  }

  @Test func theImageIsTurned() throws {
    let album = try Album("6.jpg")
    let probe = try Probe(album.run("fix", "6.jpg", "-o", "-").output)
    #expect(probe.orientation.isIdentity)
    #expect(probe.storedSize.width == 48 && probe.storedSize.height == 32)
    #expect(try Probe(album.run("thumb", "24", "--format", "png", "6.jpg", "-o", "-").output).format == .png)
  }

  @Test(arguments: [
    (["fix", "1.jpg", "6.jpg"], "takes one input file, not 2"), (["fix", "."], "not a folder"),
    (["fix", "--json", "6.jpg"], "both need standard output"),
    (["fix", "--journal", "j", "6.jpg"], "--journal records changes to files"),
    (["fix", "--journal", "j", "--resume", "6.jpg"], "--journal records changes to files"),
    (["thumb", "9", "--json", "6.jpg"], "--json"),
    (["crop", "square", "1.jpg", "6.jpg"], "takes one input file, not 2"),
    (["rotate", "cw", "-i", "6.jpg"], "-i and -o cannot be combined"),
    (["rotate", "cw", "--preserve-mtime", "6.jpg"], "--preserve-mtime needs a file to write"),
  ])
  func whatCannotBeHonouredIsRefused(words: [String], sentence: String) throws {
    let album = try Album("1.jpg", "6.jpg")
    let before = try album.contents()
    let answer = try UprightTool.run(words + ["-o", "-"], in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.output.isEmpty)
    #expect(answer.complaints.contains(sentence))
    #expect(try album.contents() == before)
  }

  @Test func aFailureLeavesStandardOutputEmpty() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Array("no picture".utf8), as: "text.jpg")
    for (words, status) in [
      (["fix", "text.jpg"], 69), (["fix", "missing.jpg"], 74), (["fix", "--edge", "fail", "6.jpg"], 0),
      (["fix", "--max-memory", "2", "--to", "tag", "6.jpg"], 65), (["fix", "-n", "6.jpg"], 0),
    ] as [([String], Int32)] {
      let answer = try UprightTool.run(words + ["-o", "-"], in: album.folder)
      #expect(answer.status == status, "\(words): \(answer.complaints)")
      if status != 0 || words.contains("-n") { #expect(answer.output.isEmpty, "\(words)") }
    }
  }

  @Test func aNameWithAFolderIsAFile() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("fix", "--format", "jpeg", "6.jpg", "-o", "./-")
    #expect(answer.status == 0)
    #expect(try album.folder.read("-") == album.run("fix", "6.jpg", "-o", "-").output)
  }

  @Test func aFullDiskAndAReaderThatStopsAre74() throws {
    let album = try Album("6.jpg")
    let path = try #require(UprightTool.path)
    let script = "\"$0\" thumb 24 6.jpg -o - >/dev/full"
    let full = try OutsideTool.run("/bin/sh", ["-c", script, path], in: album.folder)
    #expect(full.status == 74)
    #expect(full.complaints.contains("standard output"))
    #expect(!full.complaints.contains("6.jpg: transcode"), "nothing is reported as done")
  }

  @Test(.enabled(if: hasPseudoTerminals, "needs a pseudo-terminal")) func aTerminalIsRefused() throws {
    let album = try Album("6.jpg")
    let path = try #require(UprightTool.path)
    let script = """
      import os, pty, sys
      one, other = pty.openpty()
      if os.fork() == 0:
        os.dup2(other, 1)
        os.execv(sys.argv[1], [sys.argv[1], 'thumb', '24', '6.jpg', '-o', '-'])
      sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
      """
    let answer = try OutsideTool.run("/usr/bin/env", ["python3", "-c", script, path], in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("standard output is a terminal"))
  }

  @Test(
    .enabled(
      if: OutsideTool.script.isInstalled && hasPseudoTerminals, "needs script of util-linux and a pseudo-terminal"),
    arguments: ["thumb 24 6.jpg", "fix 6.jpg", "sheet 6.jpg", "camera stamp --sensor 90 6.jpg"])
  func aTerminalIsRefusedUnderScriptToo(_ words: String) throws {
    let album = try Album("6.jpg")
    let path = try #require(UprightTool.path)
    let answer = try OutsideTool.script.run(["-qec", "'\(path)' \(words) -o -", "/dev/null"], in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.text.contains("standard output is a terminal"))
    #expect(try album.contents().count == 1)
  }

  /// More than a pipe holds, so that the writer notices a closed reader.
  @Test(arguments: ["crop square noise.png", "rotate cw noise.png", "sheet noise.png noise.png noise.png"])
  func aReaderThatHasEnoughEndsItWithoutAWord(_ words: String) throws {
    let album = try Album()
    var generator = SplitMix64(seed: 7)
    var noise = TinyImage(width: 300, height: 300, filledWith: [0, 0, 0])
    for y in 0..<300 {
      for x in 0..<300 { noise[x, y] = (0..<3).map { _ in UInt8(truncatingIfNeeded: generator.next()) } }
    }
    try album.folder.write(TinyPNG(noise).bytes, as: "noise.png")
    let path = try #require(UprightTool.path)
    let script = "{ \"$0\" \(words) -o -; echo $? >code; } | head -c1 >first"
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, path], in: album.folder)
    #expect(try album.folder.read("first") == [0x89])
    #expect(try String(decoding: album.folder.read("code"), as: UTF8.self) == "74\n")
    #expect(!answer.complaints.contains("Broken pipe") && !answer.complaints.contains("transcode"))
  }

  @Test func aSheetAndAStampGoThereToo() throws {
    let album = try Album("6.jpg")
    for line in ["sheet 6.jpg", "camera stamp --sensor 90 6.jpg"] {
      let words = line.split(separator: " ").map(String.init)
      let name = line.hasPrefix("sheet") ? "a.png" : "a.jpg"
      #expect(try UprightTool.run(words + ["-o", name], in: album.folder).status == 0)
      let answer = try UprightTool.run(words + ["-o", "-"], in: album.folder)
      #expect(answer.status == 0)
      #expect(answer.output == (try album.folder.read(name)))
    }
    #expect(try album.contents().keys.sorted() == ["6.jpg", "a.jpg", "a.png"])
    #expect(try album.run("sheet", "none.jpg", "-o", "-").status == 74)
  }

  @Test(arguments: [
    "labels crop --images photos a", "labels overlay --images photos a",
    "compat exiftran -9 photos/6.jpg",
  ])
  func whatIsNoOneImageIsRefused(_ line: String) throws {
    let album = try Album("photos/6.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("a"), withIntermediateDirectories: true)
    try album.folder.write(Array("0 0.5 0.5 0.5 0.5\n".utf8), as: "a/6.txt")
    let before = try album.contents()
    let answer = try UprightTool.run(line.split(separator: " ").map(String.init) + ["-o", "-"], in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("-o - means standard output, but "))
    #expect(answer.output.isEmpty)
    #expect(try album.contents() == before)
  }

  @Test func plainLinesLeaveItToTheParser() {
    for words in [["-o", "-"], ["-o=-"], ["-o-"], ["--output", "-"], ["--output=-"]] {
      #expect(FastCommand(["thumb", "24", "6.jpg"] + words) == nil)
    }
  }

  @Test func memoryIsBounded() throws {
    var sink = MemorySink(besides: 6, within: 10)
    try sink.write([1, 2, 3, 4])
    #expect(throws: UprightError.limit(.memory, asked: 11, allowed: 10)) { try sink.write([5]) }
    #expect(sink.bytes == [1, 2, 3, 4])
    #expect(throws: UprightError.self) { try sink.reserve(.max) }
  }
}
