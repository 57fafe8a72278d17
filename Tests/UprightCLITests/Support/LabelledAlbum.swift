// Photos with labels for the command line.

import Foundation
import UprightTestTools

/// A folder with the photos `photos/1.jpg` … `photos/8.jpg`, one of each tag, all 48 × 32 as displayed.
struct LabelledAlbum {
  let album: Album

  init(tags: ClosedRange<Int> = 1...8) throws {
    album = try Album()
    for tag in tags { try album.add("photos/\(tag).jpg") }
  }

  /// A YOLO row of the region displayed in green: the middle of the upper half.
  static let green = "0 0.5 0.25 0.333333 0.5"

  /// Writes one row for each photo, and the names of the classes.
  func writeRows(_ row: String = green, tags: ClosedRange<Int> = 1...8) throws {
    for tag in tags { try write("labels/\(tag).txt", row + "\n") }
    try write("labels/data.yaml", "names: [green]\n")
  }

  func write(_ name: String, _ text: String) throws {
    let parent = URL(fileURLWithPath: album.folder.path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try album.folder.write(Array(text.utf8), as: name)
  }

  func text(_ name: String) throws -> String { String(decoding: try album.folder.read(name), as: UTF8.self) }

  func run(_ words: String...) throws -> OutsideTool.Answer {
    try UprightTool.run(["labels"] + words, in: album.folder)
  }
}
