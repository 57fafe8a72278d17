// Ratios, gravity and focus on the command line.

import ArgumentParser
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct RatioArgumentTests {
  private func region(_ words: String...) throws -> Rendition.Region {
    try CropArguments.parse(words).request.rendition(of: Probe(Album.photo(6)), format: nil).region
  }

  @Test func argumentsBecomeARegion() throws {
    let wide = try #require(AspectRatio(16, 9))
    #expect(try region("16:9") == .ratio(wide))
    #expect(try region("32:18", "--gravity", "north-east") == .ratio(wide, at: .anchored(ContentAnchor(.far, .near))))
    #expect(try region("16:9", "--focus", "3,4") == .ratio(wide, at: .centered(column: 3, row: 4)))
    #expect(try region("square", "--focus", "pct:50,25") == .ratio(.square, at: .centeredOn(Point2D(x: 0.5, y: 0.25))))
    #expect(try region("square", "--gravity", "center") == .square)
  }

  @Test(arguments: [
    ("center", ContentAnchor.Position.middle, ContentAnchor.Position.middle), ("north", .middle, .near),
    ("south", .middle, .far),
    ("east", .far, .middle), ("west", .near, .middle), ("north-west", .near, .near), ("north-east", .far, .near),
    ("south-west", .near, .far), ("south-east", .far, .far),
  ])
  func everyDirectionHasItsPlace(word: String, across: ContentAnchor.Position, down: ContentAnchor.Position) throws {
    let ratio = try #require(AspectRatio(4, 3))
    #expect(try region("4:3", "--gravity", word) == .ratio(ratio, at: .anchored(ContentAnchor(across, down))))
    #expect(RegionPosition.Gravity.allCases.count == 9)
  }

  @Test(arguments: [
    ["1,2,3,4", "--gravity", "north"], ["pct:1,2,3,4", "--focus", "1,1"], ["16:9", "--gravity", "up"],
    ["16:9", "--gravity", "north", "--focus", "1,1"], ["16:9", "--focus", "1"], ["16:9", "--focus", "1,2,3"],
    ["16:9", "--focus", "pct:1,101"], ["16:9", "--focus", "1.5,2"], ["16:9", "--focus", "nan,2"], ["0:9"], ["16:9:4"],
  ])
  func whatMakesNoSenseIsRefused(_ words: [String]) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(["crop"] + words + ["6.jpg", "-o", "out.jpg"], in: album.folder)
    #expect(answer.status == 64 && answer.output.isEmpty, "\(answer.complaints)")
    #expect(try album.contents().count == 1)
  }

  @Test func aFocusOutsideTheImageIsAnErrorOfTheRequest() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("crop", "square", "--focus", "48,0", "6.jpg", "-o", "out.jpg")
    #expect(answer.status == 64 && answer.complaints.contains("outside the displayed image of 48x32"))
    #expect(try album.run("crop", "square", "--focus", "47,31", "6.jpg", "-o", "out.jpg").status == 0)
  }

  /// Six cells of 16 pixels, two rows of three; a square of 32 pixels shows four of them.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"), arguments: 1...8)
  func gravityIsAsDisplayedForEveryTag(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    for (words, left) in [
      (["--gravity", "west"], 0), (["--gravity", "center"], 8), (["--gravity", "south-east"], 16),
      (["--focus", "0,0"], 0), (["--focus", "pct:100,0"], 16), (["--focus", "24,16"], 8), (["--focus", "20,0"], 4),
    ] {
      let line = ["crop", "square"] + words + ["\(tag).jpg", "-o", "part.png", "--force"]
      #expect(try UprightTool.run(line, in: album.folder).status == 0)
      let part = try DecodedByPillow.of(["part.png"], in: album.folder, as: .stored)[0]
      let whole = try DecodedByPillow.of(["\(tag).jpg"], in: album.folder, as: .displayed)[0]
      #expect((part.width, part.height) == (32, 32))
      #expect(part.distance(to: whole.cropped(x: left, y: 0, width: 32, height: 32)) < 0.6, "\(words)")
    }
  }
}
