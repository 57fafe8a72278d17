// Conventions without mirroring.

import Testing
import UprightGeometry
import UprightTestTools

// The angle that readers get from a movie file, and what it hides.

@Suite struct TrackRotationTests {
  @Test func anglesAreThoseThatArePrinted() throws {
    let ffprobe = try Conventions.column("ffprobe_side_data_rotation")
    let exiftool = try Conventions.column("exiftool_Composite:Rotation")
    let shown = try Conventions.column("OpenCV5_VideoCapture_actual")
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      let rotation = TrackRotation(losingMirrorOf: tag)
      #expect(rotation.ffprobe == Int(ffprobe[index]) ?? 0)
      #expect("\(rotation.exiftool)" == exiftool[index])
      #expect("\(rotation.exif.rawValue)" == shown[index])
    }
  }

  @Test func theAngleIsWhereTheStoredRowsPoint() {
    for tag in ExifOrientation.allCases {
      let start = CornerRule.place(row: 0, column: 0, tag: Int(tag.rawValue), width: 9, height: 9)
      let right = CornerRule.place(row: 0, column: 1, tag: Int(tag.rawValue), width: 9, height: 9)
      let degrees = [[1, 0]: 0, [0, 1]: 90, [-1, 0]: 180, [0, -1]: 270][[right.x - start.x, right.y - start.y]]
      #expect(TrackRotation(losingMirrorOf: tag).angle.rawValue == degrees)
    }
  }

  @Test func bothSignsAreRead() {
    for angle in ClockwiseAngle.allCases {
      let rotation = TrackRotation(angle)
      #expect(TrackRotation(ffprobe: rotation.ffprobe) == rotation)
      #expect(TrackRotation(ffprobe: rotation.ffprobe - 360) == rotation)
      #expect(TrackRotation(exiftool: rotation.exiftool) == rotation)
    }
    #expect(TrackRotation(ffprobe: -90)?.exif == .rightTop)
    #expect(TrackRotation(ffprobe: 180) == TrackRotation(ffprobe: -180))
    #expect(TrackRotation(exiftool: 90)?.exif == .rightTop)
    // ffprobe's output for a matrix a step off, and for one of only zeros.
    for degrees in [-89, 45, Int.min, Int.max] { #expect(TrackRotation(ffprobe: degrees) == nil) }
    #expect(TrackRotation(exiftool: 1) == nil)
  }

  @Test func fourAnglesForEightOrientations() {
    let pairs: [(ExifOrientation, ExifOrientation)] = [
      (.topRight, .bottomRight), (.bottomLeft, .topLeft), (.leftTop, .rightTop), (.rightBottom, .leftBottom),
    ]
    for (mirrored, plain) in pairs {
      #expect(TrackRotation(losingMirrorOf: mirrored) == TrackRotation(losingMirrorOf: plain))
      // The lost part is a vertical mirror of the stored image.
      let whole = Orientation<Stored, Displayed>(exif: mirrored)
      #expect(whole.mirroredVerticallyAsStored == TrackRotation(losingMirrorOf: mirrored).orientation)
    }
  }

  @Test func theOldTagOfMovies() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("legacy_rotate_tag(ffmpeg<5)")) {
      #expect((ClockwiseAngle(exif: tag) == nil) == (cell == "lossy"))
      if let degrees = Int(cell) { #expect(ClockwiseAngle(degrees: degrees)?.exif == tag) }
    }
  }
}

// Degrees clockwise: which are angles, and how they rotate.

@Suite struct ClockwiseAngleTests {
  @Test func theAngleTurnsTheStoredImageUpright() {
    for angle in ClockwiseAngle.allCases {
      let stored = CornerRule.stored[Int(angle.exif.rawValue) - 1]
      #expect(CornerRule.clockwise(stored, quarters: angle.rawValue / 90) == CornerRule.upright)
      #expect(angle.quarters * 90 == angle.rawValue)
      #expect(ClockwiseAngle(exif: angle.exif) == angle)
    }
  }

  @Test(arguments: ["Android_rotationDegrees(CW, non-mirrored only)", "MediaPipe_rotation_degrees(CW)"])
  func degreesAreThoseOfPhones(_ title: String) throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column(title)) {
      #expect(ClockwiseAngle(exif: tag)?.rawValue == Int(cell))
      #expect(Int(cell).flatMap(ClockwiseAngle.init(degrees:))?.exif == (cell == "n/a" ? nil : tag))
    }
  }

  @Test func anyMultipleOfNinetyCounts() {
    for degrees in -1000...1000 {
      let angle = ClockwiseAngle(degrees: degrees)
      #expect((angle != nil) == (degrees % 90 == 0), "\(degrees)")
      if let angle { #expect((degrees - angle.rawValue) % 360 == 0) }
    }
    #expect(ClockwiseAngle(degrees: .min) == nil)
    #expect(ClockwiseAngle(degrees: .max) == nil)
    #expect(ClockwiseAngle(degrees: -90) == .threeQuarters)
    #expect(ClockwiseAngle(degrees: 450) == .quarter)
  }

  @Test func rawValuesAreOnlyTheFour() {
    for raw in [-90, -1, 1, 9, 255, 360] { #expect(ClockwiseAngle(rawValue: raw) == nil) }
  }

  @Test func vipsNicknames() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("VipsAngle")) {
      let angle = ClockwiseAngle(exif: tag)
      #expect((angle.map { "\($0.vipsAngle)=\($0.quarters)" } ?? "") == cell)
      if let angle { #expect(ClockwiseAngle(vipsAngle: angle.vipsAngle) == angle) }
    }
    for nickname in ["", "d45", "90", "D90", "d360"] { #expect(ClockwiseAngle(vipsAngle: nickname) == nil) }
  }
}
