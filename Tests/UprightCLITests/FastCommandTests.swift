import ArgumentParser
import Testing
import Upright
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct FastCommandTests {
  private func line(_ words: String...) -> FastCommand? { FastCommand(words) }

  /// A request with its place and other fields.
  private func asked(
    _ operation: Request.Operation, _ place: DeliveryRequest.ResultPlace, _ change: (inout Request) -> Void = { _ in }
  ) -> Request {
    var request = Request(operation)
    request.delivery.place = place
    change(&request)
    return request
  }

  private func expect(
    _ words: [String], _ request: Request?, paths: [String], recursive: Bool = false, json: Bool = false
  ) {
    guard let command = FastCommand(words) else { return #expect(Bool(false), "\(words)") }
    #expect(command.request == request, "\(words)")
    #expect(command.paths == paths && command.recursive == recursive && command.json == json, "\(words)")
  }

  @Test func plainLinesAreUnderstood() {
    expect(["info", "a"], nil, paths: ["a"])
    expect(["info", "--json", "a", "-r", "b"], nil, paths: ["a", "b"], recursive: true, json: true)
    expect(
      ["rotate", "-i", "ccw", "a", "b", "--recursive"], asked(.rotate(.anticlockwise), .inPlace), paths: ["a", "b"],
      recursive: true)
    for to in [["--to", "tag"], ["--to=tag"]] {
      expect(["fix", "--in-place"] + to + ["a"], asked(.fix, .inPlace) { $0.target = .tag }, paths: ["a"])
    }
    #expect(
      line("rotate", "-i", "cw", "--durability", "relaxed", "a")?.request
        == asked(.rotate(.clockwise), .inPlace) { $0.delivery.durability = .relaxed })
    #expect(
      line("fix", "-i", "--to", "tag", "--durability=full", "a")?.request
        == asked(.fix, .inPlace) { $0.target = .tag })
  }

  @Test func linesThatMakeImagesAreUnderstood() {
    let small = SizeParameter.box(PixelSize(width: 64, height: 64))
    for target in [["-o", "b.jpg"], ["--output", "b.jpg"], ["--output=b.jpg"]] {
      expect(["thumb", "64", "a"] + target, asked(.thumb(small), .path("b.jpg")), paths: ["a"])
    }
    expect(
      ["crop", "--size=64", "-o", "b/", "1,2,3,4", "--quality", "7", "a", "--force", "-r", "c", "--json"],
      asked(.crop(.pixels(x: 1, y: 2, width: 3, height: 4)), .path("b/")) {
        ($0.size, $0.quality, $0.delivery.existing) = (small, 7, .overwrite)
      }, paths: ["a", "c"], recursive: true, json: true)
  }

  @Test(arguments: [
    [], ["info"], ["info", ""], ["info", "a", ""], ["info", "-"], ["info", "--", "a"], ["info", "-rj", "a"],
    ["info", "--xmp", "a"], ["info", "-i", "a"], ["info", "--json", "--json", "a"], ["info", "--help", "a"],
    ["help", "info"],
    ["rotate", "cw", "a"], ["rotate", "-i", "cw"], ["rotate", "-i", "sideways", "a"], ["rotate", "-i", "a", "cw"],
    ["rotate", "-i", "--bake", "cw", "a"], ["rotate", "-i", "cw", "a", "-o", "b"],
    ["rotate", "-i", "--to", "tag", "cw", "a"],
    ["rotate", "-i", "--durability", "none", "cw", "a"], ["fix", "-i", "--to", "tag", "--durability", "a"],
    ["info", "--durability", "full", "a"],
    ["fix", "-i", "a"], ["fix", "-i", "--to", "pixels", "a"], ["fix", "-i", "a", "--to"], ["fix", "--to", "tag", "a"],
    ["fix", "-i", "--to", "tag", "--to", "tag", "a"], ["crop", "-i", "a"], ["--version"],
    ["thumb", "64", "a"], ["thumb", "64", "-i", "a"], ["thumb", "64", "-o", "b"], ["thumb", "big", "-o", "b", "a"],
    ["thumb", "64", "-o", "", "a"], ["thumb", "64", "a", "-o"], ["thumb", "64", "-o", "-", "a"],
    ["thumb", "64", "-ob", "a"],
    ["thumb", "64", "-o=b", "a"], ["thumb", "64", "-o", "b", "--output", "c", "a"],
    ["thumb", "64", "-o", "b", "-o", "c", "a"],
    ["thumb", "64", "-o", "b", "--quality", "101", "a"], ["thumb", "64", "-o", "b", "--size", "3", "a"],
    ["thumb", "64", "-o", "b", "-i", "a"], ["thumb", "64", "-o", "b", "--format", "png", "a"],
    ["crop", "1,2,3", "-o", "b", "a"], ["crop", "-1,2,3,4", "-o", "b", "a"],
    ["crop", "1,2,3,4", "-o", "b", "--pad", "#fff", "a"],
    ["crop", "1,2,3,4", "-o", "b", "--size", "-3", "a"], ["crop", "1,2,3,4", "-o", "b", "--size=", "a"],
    ["info", "-o", "b", "a"], ["rotate", "-i", "cw", "--quality", "3", "a"],
    ["thumb", "200%", "-o", "b", "a"], ["crop", "1.5,2,3,4", "-o", "b", "a"], ["crop", "1,2,3,4", "-i", "a"],
    ["orient", "6", "-i", "a"], ["thumb", "64", "-o", "b", "--quality", "high", "a"],
  ])
  func everyOtherLineIsLeftToTheParser(words: [String]) {
    #expect(FastCommand(words) == nil)
  }

  /// What a line asks for.
  private struct Meaning: Equatable {
    /// What is made of each image, and where it goes; empty and nil for `info`.
    var images: [String] = []
    var renditions: [Rendition] = []
    var delivery: DeliveryRequest?
    let paths: [String]
    let recursive, json: Bool

    init(_ paths: [String], recursive: Bool, json: Bool) {
      (self.paths, self.recursive, self.json) = (paths, recursive, json)
    }

    /// All that a journal states of a request, and the renditions of a photo with each tag.
    init(_ request: Request, _ paths: [String], recursive: Bool, json: Bool) throws {
      self.init(paths, recursive: recursive, json: json)
      (images, delivery) = (request.identityOfImages.words, request.delivery)
      for tag in UInt8(1)...8 {
        let probe = try Probe(Album.photo(tag))
        for format in [nil, ContainerFormat.png] {
          renditions.append(request.rendition(of: probe, part: nil, named: format, original: .isReplaced))
        }
      }
    }

    init(_ line: FastCommand) throws {
      if let request = line.request {
        try self.init(request, line.paths, recursive: line.recursive, json: line.json)
      } else {
        self.init(line.paths, recursive: line.recursive, json: line.json)
      }
    }

    init<Arguments: RenditionArguments>(_ command: WritingCommand<Arguments>) throws where Arguments.Asked == Request {
      var request = command.arguments.request
      (request.settings, request.delivery) = (command.settings, command.writing.delivery)
      try self.init(
        request, command.inputs.named.paths, recursive: command.inputs.recursive, json: command.running.json)
    }

    /// As the parser reads the same line.
    init(parsing words: [String]) throws {
      switch try UprightCommand.parseAsRoot(words) {
      case let info as InfoCommand:
        self.init(info.inputs.named.paths, recursive: info.inputs.recursive, json: info.running.json)
      case let command as WritingCommand<FixArguments>: try self.init(command)
      case let command as WritingCommand<RotateArguments>: try self.init(command)
      case let command as WritingCommand<CropArguments>: try self.init(command)
      case let command as WritingCommand<ThumbArguments>: try self.init(command)
      default: throw ExitStatus.invalidRequest
      }
    }
  }

  @Test(arguments: [
    ["info"], ["info", "--json"], ["info", "--json", "-r"], ["rotate", "-i", "cw"],
    ["rotate", "-i", "--json", "-r", "transpose"],
    ["rotate", "180", "--in-place", "--recursive"], ["fix", "-i", "--to", "tag"],
    ["rotate", "cw", "-i", "--durability", "relaxed"], ["fix", "-i", "--to", "tag", "--durability=relaxed", "--json"],
    ["fix", "--to=tag", "--json", "-i", "-r"],
    ["thumb", "20", "-o", "out/"], ["thumb", "20x9", "--json", "--quality", "70", "--output=out/", "--force", "-r"],
    ["thumb", "20", "-o", "out.png"], ["thumb", "20", "-o", "out.mov"], ["thumb", "20", "-o", "3.jpg"],
    ["thumb", "20", "-o", "words"], ["crop", "square", "-o", "out/"],
    ["crop", "pct:0,0,50,50", "-o", "out.jpg", "--force"],
    ["crop", "1,2,8,6", "--size", "4x3", "-o", "out/", "--quality", "30"],
    ["crop", "900,900,8,6", "-o", "out/", "--json"],
    ["crop", "1,2,800,600", "--size", "4x3", "-o", "out/"], ["crop", "8x6", "-o", "out/"],
    ["crop", "1,2,8,6", "-o", "part-{n}.jpg"], ["rotate", "cw", "-o", "out/"],
  ])
  func theParserReadsTheSame(words: [String]) throws {
    for paths in [["1.jpg"], ["6.jpg", "5.jpg", "6.jpg"], ["."], ["3.jpg", "none.jpg", "words.txt", "inner"]] {
      let line = try #require(FastCommand(words + paths))
      #expect(try Meaning(line) == Meaning(parsing: words + paths))
    }
  }

  // With one more option that changes nothing, the parser handles the same line.
  @Test(arguments: [
    ["info", "--json"], ["rotate", "-i", "--json", "-r", "transpose"], ["fix", "-i", "--to", "tag"],
    ["thumb", "20x9", "--json", "--quality", "70", "--output=out/", "--force", "-r"],
    ["thumb", "20", "-o", "out.mov"], ["thumb", "20", "-o", "words"], ["crop", "pct:0,0,50,50", "-o", "out.jpg"],
    ["crop", "900,900,8,6", "-o", "out/", "--json"], ["crop", "1,2,8,6", "-o", "part-{n}.jpg"],
  ])
  func theParserDoesTheSame(words: [String]) throws {
    let extra = words[0] == "fix" ? ["--jobs", "9"] : ["-j", "9"]
    for paths in [["6.jpg"], ["3.jpg", "none.jpg", "words.txt", "inner"]] {
      let (plain, parsed) = (try album(), try album())
      #expect(FastCommand(words + paths) != nil)
      #expect(FastCommand(words + extra + paths) == nil)
      let one = try UprightTool.run(words + paths, in: plain.folder)
      let other = try UprightTool.run(words + extra + paths, in: parsed.folder)
      #expect(one.output == other.output)
      #expect(one.complaints == other.complaints)
      #expect(one.status == other.status)
      #expect(try plain.contents() == parsed.contents())
    }
  }

  private func album() throws -> Album {
    let album = try Album("1.jpg", "3.jpg", "5.jpg", "6.jpg", "inner/8.jpg", "inner/0.jpg")
    try album.folder.write(Array("no picture".utf8), as: "words.txt")
    return album
  }
}
