// Label files checked against themselves before a rotation: unrotated or differently rotated positions are found.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct LabelReorientCheckTests {
  private func facts(_ tag: ExifOrientation) -> ImageFacts {
    ImageFacts(size: PixelSize(width: 32, height: 48), orientation: Orientation(exif: tag))
  }

  private func coco(_ box: String, width: Int, height: Int, points: String = "") -> String {
    let image = #"{"id":1,"width":\#(width),"height":\#(height),"file_name":"a.jpg"}"#
    let points = points.isEmpty ? "" : #","keypoints":[\#(points)],"num_keypoints":1"#
    return #"{"images":[\#(image)],"annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[\#(box)]\#(points)}],"#
      + #""categories":[{"id":1,"name":"x"}]}"#
  }

  private func unturned(_ before: String, _ after: String, _ facts: [String: ImageFacts]) throws -> String? {
    let folder = try ScratchFolder()
    try folder.write(Array(before.utf8), as: "a.json")
    let labels = try LabelFiles(folder.path("a.json"), format: .coco, names: nil)
    let file = LabelFile(name: "a.json", bytes: Array(after.utf8))
    return try LabelReorientCheck(labels, facts).misplaced(from: labels.files[0], to: file)
  }

  @Test(arguments: ExifOrientation.allCases)
  func whatFormatsTurnIsProven(_ tag: ExifOrientation) throws {
    let facts = ["a.jpg": facts(tag)]
    let before = coco("2,3.5,10,12.25", width: 32, height: 48, points: "4,5,2")
    let file = LabelFile(name: "a.json", bytes: Array(before.utf8))
    let turned = try COCOFormat().reoriented(file) { facts[$0].map(LabelReorientation<Stored, Displayed>.init) }
    let after = String(decoding: turned.bytes, as: UTF8.self)
    #expect(try unturned(before, after, facts) == nil)
    // A position left unchanged is found wherever the rotation moves anything.
    #expect(try unturned(before, before, facts) == (tag == .topLeft ? nil : "a.jpg"))
    #expect(try unturned(before, before, [:]) == nil)
  }

  @Test func everyKindOfDifferenceIsFound() throws {
    let facts = ["a.jpg": facts(.rightTop)]
    let before = coco("2,3,10,12", width: 32, height: 48, points: "4,5,2")
    let whole = coco("33,2,12,10", width: 48, height: 32, points: "43,4,2")
    #expect(try unturned(before, whole, facts) == nil)
    for wrong in [
      coco("33.1,2,12,10", width: 48, height: 32, points: "43,4,2"),
      coco("33,2,12,9", width: 48, height: 32, points: "43,4,2"),
      coco("33,2,12,10", width: 48, height: 32, points: "4,5,2"),
      coco("33,2,12,10", width: 48, height: 32), coco("33,2,\"x\",10", width: 48, height: 32),
      whole.replacing("a.jpg", with: "b.jpg"),
    ] { #expect(try unturned(before, wrong, facts) == "a.jpg", "\(wrong)") }
    #expect(throws: UprightError.self) { try unturned(before, "{", facts) }
  }
}
