// Two sets image by image: how they differ, and what would match across spaces.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelComparisonTests {
  /// No box is a rotated or mirrored version of another.
  private let boxes = [[40, 60, 100, 50], [200, 150, 120, 90], [5, 300, 60, 30]]

  private func compared(_ one: LabelViews, _ two: LabelViews) -> LabelComparison { LabelComparison(one, two) }

  private func converted(_ samples: LabelledSamples, to name: String, _ from: String, _ to: String) throws {
    let answer = try samples.run(
      "convert", "--from-space", from, "--to-space", to, "--images", "photos", "-o", name, "a.json")
    #expect(answer.status == 0, "\(answer.complaints)")
  }

  @Test func aSetIsTheSameAsItself() throws {
    let samples = try LabelledSamples()
    for space in LabelSpaceName.allCases {
      try samples.write(boxes, stating: space)
      let comparison = compared(try samples.views(), try samples.views())
      #expect(comparison.images.count == 8 && comparison.different.isEmpty)
      #expect(comparison.images.allSatisfy { $0.matching.matchCount == 3 && $0.matchesAcross.isEmpty })
    }
  }

  @Test func labelsOfTheOtherSpaceWouldMatch() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .displayed)
    try converted(samples, to: "s.json", "displayed", "stored")
    let there = compared(try samples.views("a.json"), try samples.views("s.json"))
    #expect(there.different.map(\.name) == Array(LabelledSamples.names.dropFirst()))
    let across = LabelReading(first: .displayed, second: .stored)
    for image in there.different { #expect(image.matchesAcross.contains(across), "\(image.name)") }
    #expect(there.count(matching: across) == 7)
    // A quarter turn is not its own inverse, and the transverse needs the size: only one direction fits.
    for image in there.different {
      let isQuarter = ["landscape_6.jpg", "landscape_7.jpg", "landscape_8.jpg"].contains(image.name)
      #expect((image.matchesAcross == [across]) == isQuarter, "\(image.name)")
    }
    let back = compared(try samples.views("s.json"), try samples.views("a.json"))
    #expect(back.count(matching: LabelReading(first: .stored, second: .displayed)) == 7)
  }

  @Test func aRealDifferenceMatchesInNoSpace() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    try samples.write("b.json", [[40, 60, 100, 50], [200, 150, 120, 90], [105, 300, 60, 30]])
    let comparison = compared(try samples.views(), try samples.views("b.json"))
    #expect(comparison.different.count == 8)
    for image in comparison.different {
      #expect(image.matchesAcross.isEmpty && image.matching.matchCount == 2)
      #expect(image.matching.missing == [2] && image.matching.extra == [2])
    }
  }

  @Test func imagesThatOnlyOneSetHasDiffer() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, tags: 1...6)
    try samples.write("b.json", boxes, tags: 3...8)
    let comparison = compared(try samples.views(), try samples.views("b.json"))
    #expect(comparison.images.map(\.name) == LabelledSamples.names)
    #expect(comparison.different.map(\.name) == [1, 2, 7, 8].map { "landscape_\($0).jpg" })
    #expect(comparison.images[0].second == nil && comparison.images[7].first == nil)
    #expect(comparison.images[0].matching.missing.count == 3 && comparison.images[7].matching.extra.count == 3)
    #expect(comparison.images[7].matchesAcross.isEmpty)
    // An image without labels means the same as none.
    try samples.write("b.json", [], classes: [], tags: 1...8)
    try samples.write([], classes: [], tags: 1...2)
    #expect(compared(try samples.views(), try samples.views("b.json")).different.isEmpty)
  }

  @Test func namesCountAndNotNumbers() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, classes: ["cat", "dog"], tags: 1...1)
    try samples.write("b.json", boxes, classes: ["dog", "cat"], tags: 1...1)
    let comparison = compared(try samples.views(), try samples.views("b.json"))
    #expect(comparison.images[0].matching.pairs.allSatisfy { !$0.isSameLabel && $0.isInPlace })
    #expect(comparison.images[0].matching.differenceCount == 3)
  }

  /// Two files, read without any image.
  private func views(_ samples: LabelledSamples, _ one: String, _ two: String) throws -> (LabelViews, LabelViews) {
    let folder = samples.album.folder
    return LabelComparison.views(
      try LabelFiles(folder.path(one), format: nil, names: nil),
      try LabelFiles(folder.path(two), format: nil, names: nil),
      ImageIndex(nil, rules: OrientationRules()))
  }

  @Test func withoutImagesSharesTakeTheSizeThatTheOtherStates() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .displayed)
    let answer = try samples.run(
      "convert", "--to", "yolo", "--from-space", "displayed", "--images", "photos", "-o", "yolo", "a.json")
    #expect(answer.status == 0)
    for (one, two) in [("a.json", "yolo"), ("yolo", "a.json")] {
      let sets = try views(samples, one, two)
      let comparison = compared(sets.0, sets.1)
      #expect(comparison.images.count == 8 && comparison.different.isEmpty, "\(one) and \(two)")
      #expect(comparison.images.allSatisfy { $0.matching.matchCount == 3 })
    }
  }

  @Test func withoutAnySizeSharesCountInThousandths() throws {
    let samples = try LabelledSamples()
    try samples.write("x.txt", text: "0 0.5 0.5 0.2 0.4\n")
    try samples.write("y.txt", text: "0 0.5 0.5 0.2 0.4\n")
    let sets = try views(samples, "x.txt", "y.txt")
    #expect(sets.0.views[0].regions(.displayed).map(\.box.rounded) == [[400, 300, 200, 400]])
    // Two names are two images.
    #expect(compared(sets.0, sets.1).images.count == 2)
  }

  @Test func foldersAndEndingsDoNotPartAnImage() throws {
    let samples = try LabelledSamples()
    try samples.write("a.json", text: #"{"images":[{"id":1,"file_name":"train/x.jpg"}],"annotations":[]}"#)
    try samples.write("b.json", text: #"{"images":[{"id":1,"file_name":"x.png"}],"annotations":[]}"#)
    let sets = try views(samples, "a.json", "b.json")
    #expect(compared(sets.0, sets.1).images.count == 1)
    // The same name in two folders means two images.
    let two = #"{"images":[{"id":1,"file_name":"b/x.jpg"},{"id":2,"file_name":"a/x.jpg"}],"annotations":[]}"#
    try samples.write("a.json", text: two)
    try samples.write("b.json", text: two.replacing("b/x", with: "c/x"))
    let other = try views(samples, "a.json", "b.json")
    #expect(compared(other.0, other.1).images.map(\.name) == ["b/x.jpg", "a/x.jpg", "c/x.jpg"])
  }

  // Label files with equal names in two folders: with images and without, each is compared with that of its own folder.
  @Test(arguments: [true, false])
  func theFolderOfALabelFileSaysWhichImage(hasImages: Bool) throws {
    let album = try LabelledAlbum(tags: 1...1)
    let rows = ["train": "0 0.25 0.25 0.1 0.1\n", "val": "0 0.75 0.75 0.2 0.2\n"]
    for (folder, row) in rows {
      if hasImages { try album.album.add("data/images/\(folder)/6.jpg") }
      try album.write("one/labels/\(folder)/6.txt", row)
      try album.write("two/\(folder)/6.txt", row)
    }
    let root = album.album.folder
    let images = ImageIndex(hasImages ? root.path("data") : nil, rules: OrientationRules())
    func compared(_ one: String, _ two: String) throws -> LabelComparison {
      let sets = LabelComparison.views(
        try LabelFiles(root.path(one), format: .yolo, names: nil),
        try LabelFiles(root.path(two), format: .yolo, names: nil), images)
      return self.compared(sets.0, sets.1)
    }
    let same = try compared("one", "two")
    #expect(same.images.count == 2 && same.different.isEmpty)
    #expect(same.images.allSatisfy { $0.matching.matchCount == 1 })
    let names = ["train/6", "val/6"].map { hasImages ? "images/\($0).jpg" : "labels/\($0)" }
    #expect(same.images.map(\.name) == names)
    // One folder alone: the other's image is missing, not matched to another.
    try FileManager.default.removeItem(atPath: root.path("two/train"))
    let half = try compared("one", "two")
    #expect(half.images.count == 2 && half.different.count == 1)
    #expect(half.different[0].name.contains("train") && half.different[0].second == nil)
  }

  @Test func withoutImagesASizeIsThatOfItsFolder() throws {
    let album = try LabelledAlbum(tags: 1...1)
    for folder in ["train", "val"] { try album.write("yolo/\(folder)/6.txt", "0 0.5 0.5 0.2 0.4\n") }
    let images =
      #"{"id":1,"file_name":"train/6.jpg","width":100,"height":50},{"id":2,"file_name":"val/6.jpg","width":10,"height":20}"#
    let rows = #"{"id":1,"image_id":1,"bbox":[40,15,20,20]},{"id":2,"image_id":2,"bbox":[4,6,2,8]}"#
    try album.write("a.json", #"{"images":[\#(images)],"annotations":[\#(rows)],"categories":[]}"#)
    let root = album.album.folder
    let sets = LabelComparison.views(
      try LabelFiles(root.path("yolo"), format: .yolo, names: nil),
      try LabelFiles(root.path("a.json"), format: nil, names: nil), ImageIndex(nil, rules: OrientationRules()))
    #expect(sets.0.views.map { $0.regions(.displayed).map(\.box.rounded) } == [[[40, 15, 20, 20]], [[4, 6, 2, 8]]])
    #expect(compared(sets.0, sets.1).images.count == 2)
  }
}
