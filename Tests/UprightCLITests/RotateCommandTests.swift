// Every turn of every tag, as displayed, through the command line.

import Testing
import Upright
import UprightTestTools

@testable import UprightCLI

@Suite struct RotateCommandTests {
  @Test(arguments: RotateArguments.Operation.allCases)
  func theTagBecomesTheTagThenTheTurn(_ operation: RotateArguments.Operation) throws {
    let album = try Album("1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg", "8.jpg")
    let answer = try album.run("rotate", operation.rawValue, "-i", ".")
    #expect(answer.status == 0)
    for tag in ExifOrientation.allCases {
      let after = try Probe(album.folder.read("\(tag.rawValue).jpg"))
      #expect(after.orientation == Orientation(exif: tag).then(operation.turn))
    }
  }

  @Test(arguments: RotateArguments.Operation.allCases)
  func bakingLeavesTagOne(_ operation: RotateArguments.Operation) throws {
    let album = try Album("1.jpg", "6.jpg", "7.jpg")
    let answer = try album.run("rotate", operation.rawValue, "--bake", ".", "-o", "out")
    #expect(answer.status == 0)
    for name in ["1.jpg", "6.jpg", "7.jpg"] {
      let (before, after) = (try Probe(album.folder.read(name)), try Probe(album.folder.read("out/\(name)")))
      #expect(after.orientation.isIdentity)
      #expect(after.displayedSize == operation.turn.applied(to: before.displayedSize))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func theWordOfATagNamesTheTurnThatMakesThePictureUpright(_ tag: ExifOrientation) throws {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    guard tag != .topLeft else {
      #expect(tag.word == "upright")
      return
    }
    let turn = try #require(RotateArguments.Operation(rawValue: tag.word)).turn
    #expect(turn == Orientation(asDisplayed: orientation))
  }
}
