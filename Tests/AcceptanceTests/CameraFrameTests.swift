// The table of a phone held in four poses, as Snippets/CameraFrame.swift prints it and as computed by hand.

import Foundation
import Testing
import UprightTestTools

@Suite struct CameraFrameTests {
  // By hand: the back camera's rotation is 90 + pose, the front camera's 270 - pose with a mirror after it. Rotations
  // 0, 90, 180, 270 are tags 1, 6, 3, 8, and mirrored 2, 5, 4, 7. A frame that needs a rotation of 90 clockwise is
  // VisionCamera's "left", 270 is "right". Controls rotate opposite to the device.
  private static let byHand = [
    "| back | 0 | 6 | 0 1 -1 0 1080 0 | 360,0 | left: turn 90 | 0 |",
    "| back | 90 | 3 | -1 0 0 -1 1920 1080 | 360,0 | down: turn 180 | -90 |",
    "| back | 180 | 8 | 0 -1 1 0 0 1920 | 360,0 | right: turn 270 | 180 |",
    "| back | 270 | 1 | 1 0 0 1 0 0 | 360,0 | up: turn 0 | 90 |",
    "| front | 0 | 7 | 0 -1 -1 0 1080 1920 | 360,640 | right: turn 270, mirror | 0 |",
    "| front | 90 | 4 | 1 0 0 -1 0 1080 | 360,640 | down: turn 180, mirror | -90 |",
    "| front | 180 | 5 | 0 1 1 0 0 0 | 360,640 | left: turn 90, mirror | 180 |",
    "| front | 270 | 2 | -1 0 0 1 1920 0 | 360,640 | up: turn 0, mirror | 90 |",
  ]

  @Test func theProgramPrintsTheTableThatWasWorkedOutByHand() throws {
    let program = try #require(UprightTool.product("CameraFrame"), "CameraFrame was not built: swift build")
    let lines = try OutsideTool.run(program, [], in: nil).text.split(separator: "\n").map(String.init)
    #expect(Array(lines.dropFirst(2)) == Self.byHand)
  }

  @Test func theArticleShowsTheSameTable() throws {
    let article = URL(filePath: #filePath)
      .appending(path: "../../../Sources/UprightCamera/UprightCamera.docc/FromTheSensorToTheFile.md").standardized
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains(Self.byHand.joined(separator: "\n") + "\n"))
  }
}
