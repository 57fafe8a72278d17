// The samples of eight tags with boxes in COCO.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

/// A folder with `photos/landscape_1.jpg` … `landscape_8.jpg`, 512 × 384 as displayed.
struct LabelledSamples {
  let album: Album

  static let names = (1...8).map { "landscape_\($0).jpg" }
  static let displayed = (width: 512, height: 384)

  /// The size as stored.
  static func stored(_ tag: Int) -> (width: Int, height: Int) { tag > 4 ? (384, 512) : (512, 384) }

  init() throws {
    album = try Album()
    let folder = try Samples.made.get().folder
    try FileManager.default.createDirectory(
      atPath: album.folder.path("photos"), withIntermediateDirectories: true)
    for name in Self.names { try album.folder.write(folder.read("made/here/\(name)"), as: "photos/\(name)") }
  }

  /// Writes `a.json`, as `write(_:_:)` does.
  func write(
    _ boxes: [[Int]], classes: [String] = ["a", "b"], stating space: LabelSpaceName? = nil,
    tags: ClosedRange<Int> = 1...8
  ) throws {
    try write("a.json", boxes, classes: classes, stating: space, tags: tags)
  }

  /// Writes COCO with `boxes` on each of the samples; box after box is of the next of `classes`.
  func write(
    _ name: String, _ boxes: [[Int]], classes: [String] = ["a", "b"], stating space: LabelSpaceName? = nil,
    tags: ClosedRange<Int> = 1...8
  ) throws {
    let images = tags.map { tag in
      let size = space == .stored ? Self.stored(tag) : Self.displayed
      let stated = space == nil ? "" : #","width":\#(size.width),"height":\#(size.height)"#
      return #"{"id":\#(tag),"file_name":"landscape_\#(tag).jpg"\#(stated)}"#
    }
    let rows = tags.flatMap { tag in
      boxes.enumerated().map { index, box in
        let numbers = box.map { String($0) }.joined(separator: ",")
        let category = classes.isEmpty ? 99 : index % classes.count + 1
        return #"{"id":\#(tag * 100 + index),"image_id":\#(tag),"category_id":\#(category),"bbox":[\#(numbers)]}"#
      }
    }
    let categories = classes.enumerated().map { #"{"id":\#($0 + 1),"name":"\#($1)"}"# }
    let text =
      #"{"images":[\#(images.joined(separator: ","))],"# + "\n" + #""annotations":[\#(rows.joined(separator: ",\n"))],"#
      + "\n" + #""categories":[\#(categories.joined(separator: ","))]}"#
    try album.folder.write(Array(text.utf8), as: name)
  }

  /// Makes one image in `a.json` state its displayed size, while the others state the stored size.
  func contradict(_ tag: Int = 7) throws {
    let text = String(decoding: try album.folder.read("a.json"), as: UTF8.self)
    let (own, other) = (Self.stored(tag), Self.displayed)
    let name = #""file_name":"landscape_\#(tag).jpg","width":"#
    let changed = text.replacing(
      "\(name)\(own.width),\"height\":\(own.height)", with: "\(name)\(other.width),\"height\":\(other.height)")
    precondition(changed != text, "no size was stated as stored")
    try write("a.json", text: changed)
  }

  func write(_ name: String, text: String) throws { try album.folder.write(Array(text.utf8), as: name) }

  func run(_ words: String...) throws -> OutsideTool.Answer {
    try UprightTool.run(["labels"] + words, in: album.folder)
  }

  /// The labels of a file in both spaces.
  func views(_ name: String = "a.json", format: LabelFormatName? = nil) throws -> LabelViews {
    LabelViews(
      try LabelFiles(album.folder.path(name), format: format, names: nil),
      ImageIndex(album.folder.path("photos"), rules: OrientationRules()))
  }

  /// A file in the folder, decoded upright by the project's own codecs.
  func canvas(_ name: String, within side: Int = 4096) throws -> Canvas {
    let bytes = try album.folder.read(name)
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    return try ImagePair(of: Probe(checking: bytes), from: bytes, pipeline, box: side).displayed
  }
}

extension Rect2D {
  /// The numbers of the box, rounded.
  var rounded: [Int] { [x, y, width, height].map { Int($0.rounded()) } }
}

extension Canvas {
  /// The color around the corner where four pixels meet; nil if they differ, or one is outside.
  func corner(x: Int, y: Int) -> Color? {
    let places = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
    guard places.allSatisfy({ $0.0 >= 0 && $0.1 >= 0 && $0.0 < size.width && $0.1 < size.height }) else { return nil }
    let colors = Set(places.map { color(x: $0.0, y: $0.1) })
    return colors.count == 1 ? colors.first : nil
  }

  /// The part whose top left corner is at (`x`, `y`).
  func part(x: Int, y: Int, width: Int, height: Int) -> Canvas {
    var part = Canvas(size: PixelSize(width: width, height: height), color: Color(0))
    part.draw(self, x: -x, y: -y)
    return part
  }
}
