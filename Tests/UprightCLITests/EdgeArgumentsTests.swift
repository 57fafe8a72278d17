// The effect of `--edge` on a photo whose edge blocks cannot be moved.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct EdgeArgumentsTests {
  @Test(
    arguments: [
      ("auto", 0, "transcode", 51, 35, 1), ("keep-tag", 0, "copy", 51, 35, 6), ("trim", 0, "transform", 48, 35, 1),
      ("recode", 0, "transcode", 51, 35, 1),
      ("fail", 64, "", 0, 0, 0),
    ] as [(String, Int32, String, Int, Int, UInt8)])
  func theEdgeDecides(
    edge: String, status: Int32, route: String, width: Int, height: Int, tag: UInt8
  ) throws {
    let album = try Album("6-ragged.jpg")
    let answer = try album.run("fix", "--edge", edge, "6-ragged.jpg", "-o", "out.jpg")
    #expect(answer.status == status)
    guard status == 0 else {
      #expect(try album.contents().count == 1)
      return
    }
    #expect(answer.text.contains(": \(route), "))
    let probe = try Probe(album.folder.read("out.jpg"))
    #expect(probe.displayedSize == PixelSize(width: width, height: height))
    #expect(probe.orientation.exif.rawValue == tag)
  }

  @Test func sayingTheStandardChangesNothing() throws {
    let album = try Album("6-ragged.jpg")
    let said = try album.run("plan", "fix", "--edge", "auto", "6-ragged.jpg")
    #expect(said.text == (try album.run("plan", "fix", "6-ragged.jpg").text))
  }

  @Test(
    arguments: [
      (.keepTag, .pixelsWherePossible, .none), (.trim, .pixels, .trim), (.recode, .pixels, .recode),
      (.fail, .pixels, .none),
    ] as [(EdgeMode, Rendition.Uprightness, Rendition.Loss)])
  func everyEdgeIsARendition(edge: EdgeMode, upright: Rendition.Uprightness, loss: Rendition.Loss) {
    for turn in Orientation<Displayed, Displayed>.all {
      #expect(edge.rendition(rotation: turn) == Rendition(rotation: turn, upright: upright, loss: loss))
    }
  }

  @Test(
    arguments: [
      (.stays, .jpeg, .recode), (.stays, .heif, .recode), (.stays, .webp, .recode), (.isKept, .jpeg, .recode),
      (.isKept, .avif, .none), (.isReplaced, .jpeg, .none), (.isReplaced, .webp, .none),
    ] as [(EdgeMode.Original, ContainerFormat, Rendition.Loss)])
  func autoLosesAGenerationOnlyWhereTheOriginalStaysAvailable(
    original: EdgeMode.Original, format: ContainerFormat, loss: Rendition.Loss
  ) {
    let wanted = EdgeMode.auto.rendition(of: format, original: original)
    var expected = Rendition(upright: .pixelsWherePossible, loss: loss)
    if original != .stays { expected.allowedLosses = AllowedLosses.none }
    #expect(wanted == expected)
  }

  /// All tags, at a size that is not whole blocks: the corners as another decoder reads them.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"), arguments: 1...8)
  func autoRotatesThePixelsOfEveryTag(_ tag: Int) throws {
    for place in [["-o", "out.jpg"], ["-i", "--journal", "fix.jsonl"]] {
      let name = "\(tag)-ragged.jpg"
      let album = try Album(name)
      let before = try album.folder.read(name)
      let answer = try UprightTool.run(["fix", name] + place, in: album.folder)
      #expect(answer.status == 0)
      #expect(answer.complaints == "")
      let result = place[0] == "-o" ? "out.jpg" : name
      let seen = try DecodedByPillow.of([result], in: album.folder, as: .stored)[0]
      #expect((seen.width, seen.height, seen.tag) == (51, 35, 1))
      #expect(String((0..<6).map { seen.letter(x: $0 % 3 * 16 + 7, y: $0 / 3 * 16 + 7) }) == "rgbymw")
      guard place[0] == "-i" else { continue }
      #expect(try album.run("undo", "fix.jsonl").status == 0)
      #expect(try album.folder.read(name) == before)
    }
  }

  @Test(arguments: [["-i"], ["-o", "out.jpg"]])
  func bakingNeverChangesTheTagInstead(_ place: [String]) throws {
    let album = try Album("6-ragged.jpg")
    let answer = try UprightTool.run(["rotate", "cw", "--bake", "6-ragged.jpg"] + place, in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.text.hasSuffix(": transcode, 35x51, tag 1"))
    let probe = try Probe(album.folder.read(place == ["-i"] ? "6-ragged.jpg" : "out.jpg"))
    #expect(probe.storedSize == PixelSize(width: 35, height: 51))
    #expect(probe.orientation.isIdentity)
  }

  @Test func bakingAndKeepingTheTagExcludeOneAnother() throws {
    let album = try Album("6-ragged.jpg")
    let answer = try album.run("rotate", "cw", "--bake", "--edge", "keep-tag", "-i", "6-ragged.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("Error: --bake rotates the pixels, and --edge keep-tag keeps them"))
    #expect(try album.folder.read("6-ragged.jpg") == Album.photo(6, hasPartialBlocks: true))
  }

  @Test func aVideoIsNotBaked() throws {
    let album = try Album()
    let movie = TinyMovie(.sixColors, as: .rightTop).bytes
    try album.folder.write(movie, as: "a.mov")
    let answer = try album.run("rotate", "cw", "--bake", "-i", "a.mov")
    #expect(answer.status == 69)
    #expect(answer.complaints.contains("use `rotate` without --bake"))
    #expect(try album.folder.read("a.mov") == movie)
  }

  @Test(arguments: [
    ("rotate cw", "--edge trim", "--edge has no effect without --bake"),
    ("rotate cw", "--edge keep-tag", "--edge has no effect without --bake"),
    ("rotate cw", "--quality 80", "--quality has no effect without --bake"),
    ("fix --to tag", "--edge recode", "--edge has no effect with --to tag"),
    ("fix --to tag", "--quality 80", "--quality has no effect with --to tag"),
    ("camera stamp --sensor 90", "--edge recode", "--edge has no effect with --to tag"),
  ])
  func whatWouldBeIgnoredIsRefused(command: String, option: String, sentence: String) throws {
    let album = try Album("6.jpg")
    let words = (command + " " + option).split(separator: " ").map(String.init)
    for place in [["-i"], ["-o", "out.jpg"], ["-n"]] {
      let answer = try UprightTool.run(words + ["6.jpg"] + place, in: album.folder)
      #expect(answer.status == 64)
      #expect(answer.complaints.hasPrefix("Error: \(sentence)"))
    }
    #expect(try album.contents() == ["6.jpg": Album.photo(6)])
  }

  @Test(arguments: ["rotate cw --bake --edge trim --quality 80", "fix --edge trim --quality 80"])
  func theSameIsTakenWherePixelsTurn(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    #expect(try UprightTool.run(words + ["6.jpg", "-i"], in: Album("6.jpg").folder).status == 0)
  }

  @Test func anotherFormatIsAlwaysUpright() throws {
    let album = try Album("6-ragged.jpg")
    let answer = try album.run("fix", "6-ragged.jpg", "-o", "out.png")
    #expect(answer.text == "6-ragged.jpg -> out.png: transcode, 51x35, tag 1")
  }
}
