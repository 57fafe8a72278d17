// Regions in images and beside them, as labels.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightFixtures
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inProcess) struct EmbeddedRegionsTests {
  /// A packet with one face, made for a size; its coordinates are those of the stored or the displayed image, whichever
  /// has that size.
  private func packet(_ numbers: String, _ name: String, width: Int, height: Int) -> [UInt8] {
    let fields = zip(["x", "y", "w", "h"], numbers.split(separator: " ").map(String.init)).map { ($0, $1) }
    return TinyRegions.packet(
      TinyRegions([.init(name, fields + [("unit", "normalized")])], dimensions: (width, height)).mwg)
  }

  /// A photo with a packet in its own segment (XMP Specification Part 3, 1.1.3).
  private func photo(_ tag: UInt8, _ packet: [UInt8]) -> [UInt8] {
    let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
    let length = payload.count + 2
    let photo = Album.photo(tag)
    return Array(photo[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload + Array(photo[2...])
  }

  /// Photos of 48 by 32 as displayed: 6 marked as stored, 8 marked as displayed, 1 with a file beside it, 3 with
  /// nothing.
  private func album() throws -> LabelledAlbum {
    let album = try LabelledAlbum(tags: 3...3)
    let folder = album.album.folder
    try folder.write(photo(6, packet("0.25 0.5 0.25 0.5", "Six", width: 32, height: 48)), as: "photos/6.jpg")
    try folder.write(photo(8, packet("0.25 0.5 0.25 0.5", "Eight", width: 32, height: 48)), as: "photos/8.jpg")
    try folder.write(photo(1, packet("0.5 0.5 0.5 0.5", "Inside", width: 48, height: 32)), as: "photos/1.jpg")
    try folder.write(packet("0.25 0.25 0.5 0.5", "Beside", width: 48, height: 32), as: "photos/1.xmp")
    return album
  }

  @Test func imagesInAFolderGiveTheirRegionsUnlessAFileLiesBesideThem() throws {
    let folder = try album().album.folder
    let files = try LabelFiles(folder.path("photos"), format: .xmp, names: nil)
    #expect(files.format == .xmp && Set(files.files.map(\.name)) == ["6.jpg.xmp", "8.jpg.xmp", "1.xmp"])
    #expect(EmbeddedRegions.files(in: folder.path("photos"), besides: []).count == 3)
    #expect(
      EmbeddedRegions.files(in: folder.path("photos"), besides: ["6.xmp", "8.jpg.xmp"]).map(\.file.name) == [
        "1.jpg.xmp"
      ])
    #expect(EmbeddedRegions.files(in: folder.path("photos"), besides: ["x/6.xmp"]).count == 3)
  }

  @Test func oneImageGivesItsRegions() throws {
    let folder = try album().album.folder
    let files = try LabelFiles(folder.path("photos/6.jpg"), format: .xmp, names: nil)
    #expect(files.files.map(\.name) == ["6.jpg.xmp"])
    #expect(try EmbeddedRegions.file(FileLocation(path: folder.path("photos/3.jpg")), named: "3.jpg")?.file == nil)
    #expect(try EmbeddedRegions.file(FileLocation(path: folder.path("photos/1.xmp")), named: "1.xmp")?.file == nil)
    #expect(throws: UprightError.io(path: folder.path("photos/none.jpg"), systemError: ENOENT)) {
      try EmbeddedRegions.file(FileLocation(path: folder.path("photos/none.jpg")), named: "none.jpg")
    }
  }

  @Test func aFolderWithoutRegionsHasNoLabels() throws {
    let folder = try LabelledAlbum(tags: 1...2).album.folder
    #expect(throws: UprightError.self) { try LabelFiles(folder.path("photos"), format: .xmp, names: nil) }
  }

  // Stored 32 × 48; the face is at 4…12, 12…36.
  @Test func facesBecomeBoxesOfTheImageAsDisplayed() throws {
    let album = try album()
    let answer = try album.run(
      "convert", "--from", "xmp", "--to", "coco", "--images", "photos", "--from-space", "stored", "--to-space",
      "displayed", "-o",
      "seen.json",
      "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    var set = LabelSet<Displayed>()
    try COCOFormat().read(
      LabelFile(name: "seen.json", bytes: try album.album.folder.read("seen.json")), into: &set
    ) { _ in nil }
    let boxes = Dictionary(
      uniqueKeysWithValues: set.images.map { image in
        (image.name, image.regions.map { [$0.box.x, $0.box.y, $0.box.width, $0.box.height] })
      })
    #expect(boxes["6.jpg"] == [[12, 4, 24, 8]] && boxes["8.jpg"] == [[12, 20, 24, 8]])
    #expect(boxes["1.jpg"] == [[0, 0, 24, 16]] && boxes.count == 3)
    #expect(set.names == ["Face"])
    #expect(set.images.allSatisfy { $0.size == PixelSize(width: 48, height: 32) })
  }

  @Test func theSizeThatTheyWereMadeForSaysTheSpace() throws {
    let album = try LabelledAlbum(tags: 3...3)
    let folder = album.album.folder
    for (name, size) in [("a6", (32, 48)), ("b6", (48, 32))] {
      let bytes = photo(6, packet("0.25 0.5 0.25 0.5", name, width: size.0, height: size.1))
      try album.write("\(name)/x", "")
      try folder.write(bytes, as: "\(name)/6.jpg")
      let answer = try album.run("audit", "--from", "xmp", "--images", name, name)
      #expect(answer.text.hasPrefix(name == "a6" ? "stored:" : "displayed:"), "\(answer.text)")
      let convert = try album.run(
        "convert", "--from", "xmp", "--to", "voc", "--images", name, "-o", "\(name)-voc", name)
      #expect(convert.status == 0, "\(convert.complaints)")
      let xml = try album.text("\(name)-voc/6.xml")
      #expect(xml.contains(size.0 == 32 ? "<xmin>5</xmin>" : "<xmin>7</xmin>"), "\(xml)")
      #expect(xml.contains("<width>\(size.0)</width>"))
    }
  }

  @Test func whatIsConvertedToXMPComesBackTheSame() throws {
    let album = try album()
    for (from, to, output) in [("xmp", "xmp", "turned"), ("xmp", "xmp", "back")] {
      let space = output == "turned" ? ["stored", "displayed"] : ["displayed", "stored"]
      let source = output == "turned" ? "photos" : "turned"
      let answer = try album.run(
        "convert", "--from", from, "--to", to, "--images", "photos", "--from-space", space[0], "--to-space", space[1],
        "-o", output, source)
      #expect(answer.status == 0, "\(answer.complaints)")
    }
    let before = try LabelFiles(album.album.folder.path("photos"), format: .xmp, names: nil).files
    for file in before {
      #expect(try album.album.folder.read("back/\(file.name)") == file.bytes, "\(file.name)")
      #expect((try album.album.folder.read("turned/\(file.name)") == file.bytes) == (file.name == "1.xmp"))
    }
  }

  // Marked on an image twice as large, which was scaled down since: MWG's usual case.
  @Test(arguments: [(64, 96, "stored"), (96, 64, "displayed"), (16, 24, "stored")])
  func regionsOfALargerImageAreThoseOfTheImage(width: Int, height: Int, space: String) throws {
    let album = try LabelledAlbum(tags: 6...6)
    let bytes = packet("0.25 0.5 0.25 0.5", "Six", width: width, height: height)
    try album.write("labels/6.xmp", String(decoding: bytes, as: UTF8.self))
    let audit = try album.run("audit", "--images", "photos", "labels")
    #expect(audit.status == 0 && audit.text.hasPrefix("\(space): 1 region of 1 image"), "\(audit.text)")
    let coco = try album.run("convert", "--to", "coco", "--images", "photos", "-o", "a.json", "labels")
    #expect(coco.status == 0, "\(coco.complaints)")
    let (size, box) = space == "stored" ? ((32, 48), "[4,12,8,24]") : ((48, 32), "[6,8,12,16]")
    let text = try album.text("a.json")
    #expect(text.contains("\"width\":\(size.0),\"height\":\(size.1)") && text.contains("\"bbox\":\(box)"), "\(text)")
    let crop = try album.run("crop", "--images", "photos", "-o", "parts", "labels")
    #expect(crop.status == 0, "\(crop.complaints)")
    let fix = try album.album.run("fix", "-i", "--labels", "labels", "--journal", "j", "photos")
    #expect(fix.status == 0, "\(fix.complaints)")
    let turned = try album.run("audit", "--images", "photos", "labels")
    #expect(turned.text.hasPrefix("either: 1 region of 1 image\n"), "\(turned.text)")
    let after = try LabelFiles(album.album.folder.path("labels"), format: .xmp, names: nil)
    var set = LabelSet<Labelled>()
    try XMPRegionsFormat().read(after.files[0], into: &set) { _ in PixelSize(width: 48, height: 32) }
    #expect(set.findings.isEmpty)
    // Of the stored image, rotated clockwise: 0.5 down becomes 0.5 from the right.
    let wanted: Rect2D<Labelled> =
      space == "stored" ? Rect2D(x: 12, y: 4, width: 24, height: 8) : Rect2D(x: 6, y: 8, width: 12, height: 16)
    #expect(set.images[0].regions.map(\.box) == [wanted])
  }

  @Test func anImageOfAnotherShapeIsAContradiction() throws {
    let album = try LabelledAlbum(tags: 6...6)
    let bytes = packet("0.25 0.5 0.25 0.5", "Six", width: 64, height: 64)
    try album.write("labels/6.xmp", String(decoding: bytes, as: UTF8.self))
    #expect(try album.run("audit", "--images", "photos", "labels").text.hasPrefix("contradiction: 1 region of "))
    #expect(try album.run("convert", "--to", "coco", "--images", "photos", "-o", "a.json", "labels").status == 64)
  }
}
