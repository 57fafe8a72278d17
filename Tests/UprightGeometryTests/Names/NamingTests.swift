// Compares the table of namings with the table of conventions, cell by cell.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct NamingTests {
  /// Remarks, not namings.
  static let left = ["UIImage_old_header_comment_trap", "metadata-extractor_mov_Rotation"]

  /// Naming conventions without a column in the table of conventions.
  static let beyond = ["AVCaptureVideoOrientation(back camera)", "AVCapture_videoRotationAngle(CW, back camera)"]

  @Test func allColumnsButTheRemarksInTheirOrder() throws {
    let titles = try Conventions.titles()
    #expect(titles.count == 64)
    #expect(Naming.all.map(\.title).filter { !Self.beyond.contains($0) } == titles.filter { !Self.left.contains($0) })
  }

  @Test func everyCellIsAsItWasLookedUp() throws {
    for naming in Naming.all where !Self.beyond.contains(naming.title) {
      #expect(ExifOrientation.allCases.map(naming.name) == (try Conventions.column(naming.title)), "\(naming.title)")
    }
  }

  // The classic back camera: portrait 6, landscape right 1, left 3, upside down 8.
  @Test func captureConnectionsAreNamedToo() throws {
    let names = try Self.beyond.map { title in
      let naming = try #require(Naming.all.first { $0.title == title })
      return ExifOrientation.allCases.map(naming.name)
    }
    #expect(
      names == [
        ["landscapeRight=3", "", "landscapeLeft=4", "", "", "portrait=1", "", "portraitUpsideDown=2"],
        ["0", "", "180", "", "", "90", "", "270"],
      ])
  }

  // A convention that loses the mirror has one name for two tags, states that it cannot express it, or has no name.
  @Test func whatLosesTheMirrorIsMarked() {
    for naming in Naming.all {
      let names = ExifOrientation.allCases.map(naming.name)
      let mirrored = [2, 4, 5, 7].map { names[$0 - 1] }, plain = [1, 3, 6, 8].map { names[$0 - 1] }
      let loses = mirrored.allSatisfy { ["", "n/a", "lossy"].contains($0) || plain.contains($0) || $0 == "0" }
      if naming.losesMirror { #expect(loses, "\(naming.title)") }
      if Set(names).count == 8 { #expect(!naming.losesMirror, "\(naming.title)") }
    }
    let marked = Naming.all.filter(\.losesMirror).map(\.title)
    #expect(
      marked == [
        "Android_rotationDegrees(CW, non-mirrored only)", "MLKit_iOS_back_camera_UIDeviceOrientation",
        "MediaPipe_rotation_degrees(CW)",
      ] + Self.beyond + [
        "OpenCV5_VideoCapture_actual", "VipsAngle", "ffprobe_side_data_rotation",
        "legacy_rotate_tag(ffmpeg<5)", "exiftool_Composite:Rotation",
      ])
  }

  @Test func everyTopicHasNamings() {
    for topic in Naming.Topic.allCases { #expect(Naming.all.contains { $0.topic == topic }) }
  }

  // The columns of formulas, evaluated with numbers and compared with our rectangles.
  @Test func formulasOfCropsAreWhatRectanglesDo() throws {
    let formula = try #require(Naming.all.first { $0.title.hasPrefix("crop_display") })
    for row in cropRows {
      let tag = try #require(ExifOrientation(rawValue: UInt8(row.tag)))
      let values = zip(["W", "H"], row.stored) + zip(["x", "y", "w", "h"], row.displayedRect)
      let numbers = formula.name(of: tag).split(separator: ", ").map { term in
        let parts = term.split(separator: "-").map { part in values.first { $0.0 == part }?.1 ?? .min }
        return parts.dropFirst().reduce(parts[0], -)
      }
      #expect(numbers == row.storedRect, "\(tag)")
    }
  }
}

private func + <A, B, C, D>(one: Zip2Sequence<A, C>, other: Zip2Sequence<B, D>) -> [(A.Element, C.Element)]
where A.Element == B.Element, C.Element == D.Element {
  Array(one) + Array(other)
}
