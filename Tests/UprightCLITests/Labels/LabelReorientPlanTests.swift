// What is decided about labels before an image changes, and whether it still holds when a batch resumes.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelReorientPlanTests {
  private func turning(
    _ album: TurnedAlbum, _ photos: [String]? = nil, space: LabelSpaceName? = .stored
  ) throws -> LabelReorientPlan {
    let folder = album.album.folder
    let names = photos ?? (1...8).map { "photos/\($0).jpg" }
    return try LabelReorientPlan(
      folder.path(album.labels), format: nil, space: space,
      of: names.map { InputFile(path: folder.path($0), relativePath: $0) }, rules: OrientationRules())
  }

  private func names(_ plan: JournalPlan) -> [String] { plan.files.map { FileName.last(of: $0.path) } }

  @Test func thePlanNamesTheFilesThatMayChangeWithTheirDigests() throws {
    let album = try TurnedAlbum()
    let plan = try turning(album).plan(partingHardLinks: false)
    #expect(plan.words == ["labels", "stored"])
    #expect(names(plan) == (2...8).map { "\($0).txt" })
    for file in plan.files {
      #expect(try FileName.absolute(file.path) == file.path)
      var hash = SHA256()
      hash.update(try album.album.folder.read("labels/" + FileName.last(of: file.path)))
      #expect(hash.finish() == file.digest)
    }
    let few = try turning(album, ["photos/1.jpg", "photos/6.jpg"])
    #expect(try names(few.plan(partingHardLinks: false)) == ["6.txt"])
    #expect(few.links.images.values.flatMap(\.values).sorted() == [0, 1])
    #expect(
      few.facts()[1] == ImageFacts(size: PixelSize(width: 32, height: 48), orientation: Orientation(exif: .rightTop)))
  }

  @Test func whatIsToBeKnownIsSaid() throws {
    let album = try TurnedAlbum()
    let stored = try turning(album)
    #expect(try stored.notes(stored.plan(partingHardLinks: false)) == [])
    let displayed = try turning(album, space: .displayed)
    let plan = try displayed.plan(partingHardLinks: false)
    #expect(plan.words == ["labels", "displayed"] && plan.files.isEmpty)
    #expect(displayed.notes(plan).first?.hasPrefix("the labels are already correct") == true)
    let upright = try turning(album, ["photos/1.jpg"])
    #expect(
      try upright.notes(upright.plan(partingHardLinks: false)) == [
        "no label names an image of this batch that is rotated"
      ])
  }

  @Test func labelsOfOtherImagesAreRefusedWhereOneIsToBeTurned() throws {
    let album = try TurnedAlbum()
    for tag in 1...8 { try album.album.add("others/\(tag)x.jpg") }
    func plan(_ photos: [String], _ space: LabelSpaceName?) throws -> JournalPlan {
      try turning(album, photos, space: space).plan(partingHardLinks: false)
    }
    let refusal = #expect(throws: UprightError.self) { try plan(["others/1x.jpg", "others/6x.jpg"], .stored) }
    #expect(refusal?.codes.exitCode == 64)
    #expect(
      refusal.map { "\($0)" }?.contains("no label names an image of this batch, and some will be rotated")
        == true)
    #expect(throws: UprightError.self) { try plan(["others/6x.jpg"], nil) }
    #expect(try plan(["others/6x.jpg"], .displayed).files.isEmpty)
    #expect(try plan(["others/1x.jpg"], .stored).files.isEmpty, "nothing turns")
    #expect(try plan(["others/6x.jpg", "photos/1.jpg"], .stored).files.isEmpty, "they are labels of this batch")
  }

  // Folders of label files distinguish images with the same name.
  @Test func labelFilesInFoldersMeanTheImagesInFoldersOfTheirNames() throws {
    let album = try TurnedAlbum(tags: 6...6)
    for folder in ["train", "val"] {
      try album.album.add("photos/\(folder)/8.jpg")
      try album.labelled.write("labels/\(folder)/8.txt", "0 0.1 0.2 0.1 0.1\n")
    }
    let found = try turning(album, ["photos/train/8.jpg", "photos/val/8.jpg", "photos/6.jpg"])
    let files = Dictionary(uniqueKeysWithValues: found.labels.files.enumerated().map { ($0.element.name, $0.offset) })
    for (name, index) in [("train/8.txt", 0), ("val/8.txt", 1), ("6.txt", 2)] {
      let file = try #require(files[name])
      #expect(found.links.images[file]?.values.map(\.self) == [index])
    }
  }

  @Test func labelsAreHeldAgainstWhatTheyWere() throws {
    let album = try TurnedAlbum("coco")
    let (folder, turning) = (album.album.folder, try turning(album))
    let plan = try turning.plan(partingHardLinks: false)
    let journal = try Journal(creating: folder.path("other"), operation: [], started: 1)
    try turning.check(plan, against: journal.history)
    try folder.write(Array("{}".utf8), as: "coco.json")
    #expect(throws: UprightError.changedUnderneath(folder.path("coco.json"))) {
      try turning.check(plan, against: journal.history)
    }
    try FileManager.default.removeItem(atPath: folder.path("coco.json"))
    #expect(throws: UprightError.io(path: folder.path("coco.json"), systemError: ENOENT)) {
      try turning.check(plan, against: journal.history)
    }
  }
}
