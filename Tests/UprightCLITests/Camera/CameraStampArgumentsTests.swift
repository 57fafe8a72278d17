// Photos and movie files of all 64 captures, stamped, and then read by other programs.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct CameraStampArgumentsTests {
  /// A capture of the table: its arguments, and its tag there.
  struct Capture: Sendable {
    let words: [String]
    let tag: ExifOrientation
    let isMirrored: Bool

    /// The file's name without its extension.
    var name: String { "of" + words.joined() }

    static func all() throws -> [Capture] {
      let records = try Conventions.records(of: "camera-vectors.csv")
      func column(_ title: String) throws -> Int { try #require(records[0].firstIndex(of: title)) }
      let titles = ["sensor_cw", "facing", "target_cw", "mirror", "exif"]
      let places = try titles.map(column)
      return try records.dropFirst().map { record in
        let cells = places.map { record[$0] }
        let isMirrored = cells[3] == "1"
        return Capture(
          words: [
            "--sensor", cells[0], "--facing", cells[1], "--pose", cells[2], "--mirror", isMirrored ? "on" : "off",
          ],
          tag: try #require(UInt8(cells[4]).flatMap(ExifOrientation.init(rawValue:))), isMirrored: isMirrored)
      }
    }
  }

  /// The scene as it should be displayed; the sensor stores the same with and without a mirror.
  private static let scene = TinyImage.sixColors.enlarged(by: 16)

  /// The buffer: the scene as the tag without the mirror stores it. The corner rule is in the fixtures.
  static func buffer(_ capture: Capture, _ captures: [Capture]) throws -> TinyImage {
    let unmirrored = capture.words.map { $0 == "on" ? "off" : $0 }
    let tag = try #require(captures.first { $0.words == unmirrored }).tag
    return scene.stored(as: tag)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
  func aPhotoOfEveryCaptureIsSeenUpright() throws {
    let captures = try Capture.all()
    let folder = try ScratchFolder()
    for (index, capture) in captures.enumerated() {
      // For any previous tag, and without one.
      let tag = index % 9
      let buffer = try Self.buffer(capture, captures)
      let photo = tag == 0 ? TinyJPEG(buffer) : TinyJPEG(buffer, exif: TinyTIFF(orientation: tag))
      try folder.write(photo.bytes, as: capture.name + ".jpg")
      let answer = try UprightTool.run(
        ["camera", "stamp"] + capture.words + ["-i", capture.name + ".jpg"], in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(capture.name)")
    }
    let names = captures.map { $0.name + ".jpg" }
    for (capture, seen) in zip(captures, try DecodedByPillow.of(names, in: folder, as: .displayed)) {
      let mirrored = DecodedByPillow.corners("rbwy", after: "mirror-horizontal")
      #expect(seen.corners(inset: 6) == (capture.isMirrored ? mirrored : "rbwy"), "\(capture.name)")
      #expect(seen.width == 48 && seen.height == 32)
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolReadsTheTableFromPhotosAndMovies() throws {
    let captures = try Capture.all()
    let folder = try ScratchFolder()
    for (index, capture) in captures.enumerated() {
      let buffer = try Self.buffer(capture, captures)
      let before = Orientation<Stored, Displayed>.all[(index + 3) % 8]
      let matrix = try #require(TrackMatrix(before, in: PixelSize(width: buffer.width, height: buffer.height)))
      try folder.write(TinyMovie([TinyTrack(buffer, matrix: matrix)]).bytes, as: capture.name + ".mov")
      try folder.write(TinyJPEG(buffer, exif: TinyTIFF(orientation: 1)).bytes, as: capture.name + ".jpg")
      let answer = try UprightTool.run(
        ["camera", "stamp"] + capture.words + ["-i", capture.name + ".mov", capture.name + ".jpg"], in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(capture.name)")
      let stamped = try Probe(folder.read(capture.name + ".mov"))
      #expect(stamped.orientation.exif == capture.tag)
    }
    func read(_ tag: String, _ suffix: String) throws -> [String] {
      let names = captures.map { $0.name + suffix }
      return try OutsideTool.exiftool.run(["-T", "-n", tag] + names, in: folder).text
        .split(separator: "\n").map(String.init)
    }
    #expect(try read("-Orientation", ".jpg") == captures.map { "\($0.tag.rawValue)" })
    let matrices = try read("-Track1:MatrixStructure", ".mov")
    #expect(matrices.count == 64)
    for (capture, text) in zip(captures, matrices) {
      let numbers = text.split(separator: " ").compactMap { Int($0) }
      let size = try Self.buffer(capture, captures)
      let expected = OrientationMatrix(exif: capture.tag)
      try #require(numbers.count == 9)
      #expect([0, 1, 3, 4].map { numbers[$0] } == [expected.a, expected.b, expected.c, expected.d])
      #expect(numbers[0] * numbers[4] - numbers[1] * numbers[3] == (capture.isMirrored ? -1 : 1))
      #expect(numbers[6] == (expected.a < 0 ? size.width : expected.c < 0 ? size.height : 0))
      #expect(numbers[7] == (expected.b < 0 ? size.width : expected.d < 0 ? size.height : 0))
    }
  }

  @Test func whatWasDoneToThePixelsIsNotDoneAgain() throws {
    let album = try Album("3.jpg")
    func tag(_ words: String...) throws -> ExifOrientation {
      #expect(
        try UprightTool.run(["camera", "stamp", "--sensor", "90"] + words + ["-i", "3.jpg"], in: album.folder).status
          == 0)
      return try Probe(album.folder.read("3.jpg")).orientation.exif
    }
    #expect(try tag() == .rightTop)
    #expect(try tag("--applied", "cw") == .topLeft)
    #expect(try tag("--applied", "mirror-horizontal") == .rightBottom)
    #expect(try tag("--applied", "mirror-horizontal", "--mirror", "on") == .leftBottom)
    #expect(try tag("--applied", "3", "--matrix", "turn-only") == .leftBottom)
    let words = ["camera", "stamp", "--sensor", "90", "--matrix", "turn-only"]
    for wrong in [["--applied", "mirror-horizontal"], ["--mirror", "on"], ["--to", "pixels"]] {
      #expect(try UprightTool.run(words + wrong + ["-i", "3.jpg"], in: album.folder).status == 64)
    }
  }

  @Test func stampingTwiceChangesNothing() throws {
    let album = try Album("3.jpg")
    #expect(try album.run("camera", "stamp", "--sensor", "90", "-i", "3.jpg").status == 0)
    let once = try album.contents()
    #expect(try Probe(once["3.jpg"] ?? []).orientation.exif == .rightTop)
    #expect(try album.run("camera", "stamp", "--sensor", "90", "-i", "3.jpg").status == 0)
    #expect(try album.contents() == once)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
  func uprightPixelsAreSeenWithoutTheTag() throws {
    let captures = try Capture.all()
    let folder = try ScratchFolder()
    let chosen = try ExifOrientation.allCases.map { tag in try #require(captures.last { $0.tag == tag }) }
    for capture in chosen {
      let photo = TinyJPEG(try Self.buffer(capture, captures), exif: TinyTIFF(orientation: 3))
      try folder.write(photo.bytes, as: capture.name + ".jpg")
      let answer = try UprightTool.run(
        ["camera", "stamp", "--to", "pixels"] + capture.words + ["-i", capture.name + ".jpg"], in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(capture.name)")
    }
    for (capture, seen) in zip(chosen, try DecodedByPillow.of(chosen.map { $0.name + ".jpg" }, in: folder, as: .stored))
    {
      let mirrored = DecodedByPillow.corners("rbwy", after: "mirror-horizontal")
      #expect(seen.corners(inset: 6) == (capture.isMirrored ? mirrored : "rbwy"), "\(capture.name)")
      #expect(seen.tag == 1 && seen.width == 48 && seen.height == 32)
    }
  }

  @Test func edgesThatCannotMoveAreReencodedWhereTheOriginalStays() throws {
    let album = try Album("1-ragged.jpg")
    let words = ["camera", "stamp", "--sensor", "180", "--to", "pixels"]
    func tag(_ name: String, _ more: String...) throws -> ExifOrientation? {
      #expect(try UprightTool.run(words + more, in: album.folder).status == 0)
      return try Probe(album.folder.read(name)).orientation.exif
    }
    #expect(try tag("auto.jpg", "1-ragged.jpg", "-o", "auto.jpg") == .topLeft)
    #expect(try tag("kept.jpg", "--edge", "keep-tag", "1-ragged.jpg", "-o", "kept.jpg") == .bottomRight)
    #expect(try tag("recoded.jpg", "--edge", "recode", "1-ragged.jpg", "-o", "recoded.jpg") == .topLeft)
    #expect(try tag("1-ragged.jpg", "1-ragged.jpg", "-i") == .bottomRight)
    #expect(
      try UprightTool.run(["camera", "stamp", "--sensor", "0", "--edge", "trim", "-i", "1-ragged.jpg"]).status == 64)
  }

  @Test func withoutAMountNothingIsWritten() throws {
    let album = try Album("3.jpg")
    let before = try album.contents()
    #expect(try album.run("camera", "stamp", "-i", "3.jpg").status == 64)
    #expect(try album.run("camera", "stamp", "--sensor", "30", "-i", "3.jpg").status == 64)
    #expect(try album.run("camera", "stamp", "--sensor", "90", "3.jpg").status == 64)
    #expect(try album.contents() == before)
    #expect(try album.run("camera", "stamp", "--sensor", "90", "-n", "3.jpg").status == 0)
    #expect(try album.contents() == before)
  }
}
