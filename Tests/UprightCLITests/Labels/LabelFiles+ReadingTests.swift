// Label files read into one set: sizes only if the format needs them, and invalid files named beside the others.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelFilesReadingTests {
  private func files(_ album: LabelledAlbum, _ name: String, _ format: LabelFormatName) throws -> LabelFiles {
    try LabelFiles(album.album.folder.path(name), format: format, names: nil)
  }

  private static let size = PixelSize<Labelled>(width: 100, height: 40)

  @Test func pixelsNeedNoSizeAndSharesDo() throws {
    let album = try LabelledAlbum(tags: 1...1)
    let rows = #""annotations":[{"image_id":1,"bbox":[1,2,3,4]}]"#
    try album.write("a.json", #"{"images":[{"id":1,"file_name":"x.jpg"}],\#(rows)}"#)
    try album.write("labels/x.txt", "0 0.5 0.5 0.2 0.5\n")
    var asked: [String] = []
    let pixels = try files(album, "a.json", .coco).unplaced { name in
      asked.append(name)
      return Self.size
    }.0
    #expect(asked.isEmpty && pixels.images.map(\.size) == [nil])
    #expect(pixels.images[0].regions.map(\.box.rounded) == [[1, 2, 3, 4]])
    let shares = try files(album, "labels", .yolo).unplaced { name in
      asked.append(name)
      return Self.size
    }.0
    #expect(asked == ["x"] && shares.images.map(\.size) == [Self.size])
    #expect(shares.images[0].regions.map(\.box.rounded) == [[40, 10, 20, 20]])
  }

  // The stated size is kept for the audit; drawing uses relative coordinates in the requested size.
  @Test func sharesOfAStatedSizeCountInItUnlessTheyAreRescaled() throws {
    let album = try LabelledAlbum(tags: 1...1)
    let stated = LabelReorientAuditTests.microsoft
    try album.write("x.xmp", stated)
    let files = try files(album, "x.xmp", .xmp)
    let (plain, rescaled) = (files.unplaced { _ in Self.size }.0, files.unplaced(rescaled: true) { _ in Self.size }.0)
    #expect(plain.images.map(\.size) == [nil] && rescaled.images.map(\.size) == [Self.size])
    #expect(plain.images[0].regions.map(\.box) == rescaled.images[0].regions.map(\.box))
  }

  @Test func imagesGetTheNamesThatTheyAreCalledBy() throws {
    let album = try LabelledAlbum(tags: 1...1)
    for folder in ["a", "b/c"] { try album.write("labels/\(folder)/x.txt", "0 0.5 0.5 0.2 0.5\n") }
    var asked: [String] = []
    let set = try files(album, "labels", .yolo).unplaced(calling: { "\($1)|\($0)" }) { name in
      asked.append(name)
      return Self.size
    }.0
    #expect(set.images.map(\.name) == ["a|x", "b/c|x"] && asked == ["a|x", "b/c|x"])
    #expect(set.files == ["a/x.txt", "b/c/x.txt"])
  }

  @Test func aBrokenFileIsAFindingAndTheOthersAreRead() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/1.xml", "<annotation><filename>1.jpg</filename></annotation>")
    try album.write("labels/2.xml", "<annotation>\n<filename>")
    try album.write("labels/3.xml", "<annotation><filename>3.jpg</filename></annotation>")
    let (set, findings) = try files(album, "labels", .voc).unplaced { _ in nil }
    #expect(set.images.map(\.name) == ["1.jpg", "3.jpg"])
    #expect(findings.map(\.code) == [.rowMalformed] && findings[0].file == "2.xml" && findings[0].code.dropsRow)
    #expect(findings[0].field.hasPrefix("byte ") && !findings[0].note.isEmpty)
  }

  @Test func withImagesSharesCountInThoseAsStored() throws {
    let album = try LabelledAlbum(tags: 5...6)
    try album.writeRows("0 0.5 0.5 0.5 0.5", tags: 5...6)
    let images = ImageIndex(album.album.folder.path("photos"), rules: OrientationRules())
    let (set, findings) = try files(album, "labels", .yolo).unplaced(images)
    #expect(findings.isEmpty && set.images.allSatisfy { $0.size == PixelSize(width: 32, height: 48) })
    #expect(set.images.allSatisfy { $0.regions.map(\.box.rounded) == [[8, 12, 16, 24]] })
  }
}
