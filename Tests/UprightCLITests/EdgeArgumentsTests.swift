// What `--edge` does to a photo whose edge blocks cannot be moved.

import Testing
import Upright
import UprightTestTools

@testable import UprightCLI

@Suite struct EdgeArgumentsTests {
  @Test(
    arguments: [
      ("keep-tag", 0, "copy", 51, 35, 6), ("trim", 0, "transform", 48, 35, 1), ("recode", 0, "transcode", 51, 35, 1),
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
    let said = try album.run("plan", "fix", "--edge", "keep-tag", "6-ragged.jpg")
    #expect(said.text == (try album.run("plan", "fix", "6-ragged.jpg").text))
    #expect(EdgeArguments.Edge.standard == .keepTag)
  }

  @Test(
    arguments: [
      (.keepTag, .pixelsWherePossible, .none), (.trim, .pixels, .trim), (.recode, .pixels, .recode),
      (.fail, .pixels, .none),
    ] as [(EdgeArguments.Edge, Rendition.Uprightness, Rendition.Loss)])
  func everyEdgeIsARendition(edge: EdgeArguments.Edge, upright: Rendition.Uprightness, loss: Rendition.Loss) {
    for turn in Orientation<Displayed, Displayed>.all {
      #expect(edge.rendition(turn: turn) == Rendition(turn: turn, upright: upright, loss: loss))
    }
  }

  @Test(arguments: [
    ("rotate cw", "--edge trim", "--edge means nothing without --bake"),
    ("rotate cw", "--edge keep-tag", "--edge means nothing without --bake"),
    ("rotate cw", "--quality 80", "--quality means nothing without --bake"),
    ("fix --to tag", "--edge recode", "--edge means nothing with --to tag"),
    ("fix --to tag", "--quality 80", "--quality means nothing with --to tag"),
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
