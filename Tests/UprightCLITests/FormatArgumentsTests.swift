// Formats by option and by name, and the names that results get.

import ArgumentParser
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct FormatArgumentsTests {
  @Test(arguments: ContainerFormat.written)
  func everyFormatIsAnOptionAndKnowsItsExtension(_ format: ContainerFormat) throws {
    #expect(try FormatArguments.parse(["--format", format.rawValue]).format == format)
    #expect(ContainerFormat(fileExtension: format.fileExtension) == format)
    #expect(try FormatArguments.parse([]).format == nil)
  }

  @Test(arguments: ["gif", "JPEG", "jpg", ""])
  func otherFormatsAreNone(_ word: String) {
    #expect(throws: (any Error).self) { try FormatArguments.parse(["--format", word]) }
  }

  @Test(arguments: [
    ("out.jpg", nil, ContainerFormat.jpeg), ("out.jpeg", nil, .jpeg), ("out.JPG", nil, .jpeg), ("out.png", nil, .png),
    ("out.jpg", "jpeg", .jpeg), ("out", "png", .png), ("out.bak", "jpeg", .jpeg), ("in.png/", nil, .jpeg),
    ("folder/", "png", .png),
  ])
  func theNameOrTheOptionDecides(output: String, asked: String?, format: ContainerFormat) throws {
    let album = try Album("6.jpg")
    let option = asked.map { ["--format", $0] } ?? []
    #expect(try UprightTool.run(["fix", "6.jpg", "-o", output] + option, in: album.folder).status == 0)
    let made = try #require(try album.contents().first { $0.key != "6.jpg" })
    #expect(ContainerFormat(signature: made.value) == format)
    if output.hasSuffix("/") {
      #expect(made.key == output + (asked == "png" ? "6.png" : "6.jpg"))
    } else {
      #expect(made.key == output)
    }
  }

  @Test(arguments: [
    ("-o out.png --format jpeg", "--format jpeg does not match the extension of out.png"),
    ("-o out.psd", "Cannot tell the format from 'out.psd'. Use .jpg, .png"),
    ("-o out", "Cannot tell the format from 'out'."), ("-i --format png", "-i keeps the format; use -o to change it"),
    ("-i --format jpeg", "-i keeps the format"),
  ])
  func contradictionsAreNamed(words: String, sentence: String) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(
      ["fix", "6.jpg"] + words.split(separator: " ").map(String.init), in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains(sentence))
    #expect(try album.contents().count == 1)
  }
}
