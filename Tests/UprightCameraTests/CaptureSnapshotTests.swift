// Every row of the capture and preview tables, derived from geometry in space and not from this code.

import Testing
@testable import UprightCamera
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct CaptureSnapshotTests {
  /// A row of a table by its titles.
  struct Row: CustomTestStringConvertible, Sendable {
    let cells: [String: String]

    var testDescription: String { "\(cells["sensor_cw"] ?? "") \(cells["facing"] ?? "")" }

    func text(_ title: String) throws -> String { try #require(cells[title]) }
    func number(_ title: String) throws -> Int { try #require(Int(text(title))) }
    func real(_ title: String) throws -> Double { try #require(Double(text(title))) }

    static func all(of table: String) -> [Row] {
      guard let records = try? Conventions.records(of: table), let titles = records.first else { return [] }
      return records.dropFirst().map { Row(cells: Dictionary(uniqueKeysWithValues: zip(titles, $0))) }
    }

    func snapshot(pose: String, width: String, height: String) throws -> CaptureSnapshot {
      let facing: Facing = try text("facing") == "front" ? .front : .back
      let mount = try CameraMount(sensorDegrees: number("sensor_cw"), facing: facing)
      return CaptureSnapshot(
        mount: mount, pose: DevicePose(turn: try #require(QuarterTurn(degrees: number(pose)))),
        mirror: try number("mirror") == 1 ? .on : .off,
        storedSize: PixelSize(width: try number(width), height: try number(height)))
    }

    func isClose<From: Space, To: Space>(_ map: Transform2D<From, To>) throws -> Bool {
      try zip([map.a, map.b, map.c, map.d, map.tx, map.ty], ["a", "b", "c", "d", "tx", "ty"])
        .allSatisfy { abs($0 - (try real($1))) < 1e-5 }
    }
  }

  @Test func theTablesAreWhole() {
    #expect(Row.all(of: "camera-vectors.csv").count == 64)
    #expect(Row.all(of: "camera-preview-vectors.csv").count == 128)
  }

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aCaptureIsAsItsRowSays(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    #expect(Int(snapshot.orientation.exif.rawValue) == (try row.number("exif")))
    #expect(snapshot.rotateFirst.turn.degrees == (try row.number("rotate_cw")))
    #expect(snapshot.rotateFirst.mirrorsThen == (try row.number("mirror") == 1))
    #expect(snapshot.mirrorFirst.mirrorsPixels == (try row.number("mirror") == 1))
    #expect(snapshot.mirrorFirst.turn.degrees == (try row.number("flip_first_rotate_cw")))
    #expect(snapshot.displayedSize.width == (try row.number("display_w")))
    #expect(snapshot.displayedSize.height == (try row.number("display_h")))
    #expect(try row.isClose(snapshot.storedToDisplayed))
    let matrix = try #require(snapshot.trackMatrix)
    #expect(try row.isClose(matrix.transform))
    let point = snapshot.storedToDisplayed.apply(Point2D(x: 480, y: 270))
    #expect(point == Point2D(x: try row.real("point_480_270_x"), y: try row.real("point_480_270_y")))
  }

  @Test(arguments: Row.all(of: "camera-preview-vectors.csv"))
  func aPreviewIsAsItsRowSays(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "ui_cw", width: "buffer_w", height: "buffer_h")
    let view = Rect2D<Viewport>(x: 0, y: 0, width: try row.real("view_w"), height: try row.real("view_h"))
    let map = snapshot.preview(in: view, mode: try row.text("fit") == "cover" ? .fill : .fit)
    #expect(try row.isClose(map))
    let back = try #require(map.inverse)
    let point = back.apply(Point2D(x: try row.real("view_quarter_x"), y: try row.real("view_threequarter_y")))
    #expect(abs(point.x - (try row.real("buffer_x"))) < 1e-4)
    #expect(abs(point.y - (try row.real("buffer_y"))) < 1e-4)
  }

  @Test func whatWasDoneAlreadyIsNotDoneAgain() {
    let size = PixelSize<Stored>(width: 4, height: 3)
    for sensor in QuarterTurn.allCases {
      for pose in DevicePose.allCases {
        for facing in [Facing.back, .front] {
          for mirror in MirrorMode.allCases {
            var snapshot = CaptureSnapshot(
              mount: CameraMount(sensorTurn: sensor, facing: facing), pose: pose, mirror: mirror, storedSize: size)
            let whole = snapshot.sensorToDisplayed
            for applied in Orientation<Sensor, Stored>.all {
              snapshot.applied = applied
              #expect(applied.then(snapshot.orientation) == whole)
            }
            snapshot.applied = Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
            #expect(snapshot.orientation.isIdentity)
          }
        }
      }
    }
  }
}

// A photo with a tag, and one with upright pixels: both display the same image.

@Suite struct CapturedPhotoTests {
  @Test func bothCarriersShowOneImage() {
    for capture in AllCaptures.captures(PixelSize(width: 4, height: 3)) {
      let (tagged, upright) = (capture.photo(), capture.photo(uprightIn: .pixels))
      #expect(tagged.turn.isIdentity && tagged.storedSize == capture.storedSize)
      #expect(upright.tag == .topLeft)
      #expect(capture.photo(uprightIn: .tag) == tagged)
      for photo in [tagged, upright] {
        let shown = photo.turn.then(Orientation<Stored, Displayed>(exif: photo.tag))
        #expect(shown == capture.orientation)
        let size = Orientation<Stored, Displayed>(exif: photo.tag).applied(to: photo.storedSize)
        #expect(size == capture.displayedSize)
      }
    }
  }

  // The fixtures' own corner rule: a stored image, rotated by hand as its tag displays it, is the scene.
  @Test func uprightPixelsAreTheScene() {
    let scene = TinyImage.sixColors
    for tag in ExifOrientation.allCases {
      let buffer = scene.stored(as: tag)
      var capture = CaptureSnapshot(
        mount: CameraMount(sensorTurn: .zero, facing: .back), pose: .natural,
        storedSize: PixelSize(width: buffer.width, height: buffer.height))
      let before = Orientation<Stored, Displayed>(exif: tag).inverse
      capture.applied = Orientation(mirrored: before.isMirrored, clockwise: before.clockwiseQuarters)
      let photo = capture.photo(uprightIn: .pixels)
      #expect((photo.storedSize.width, photo.storedSize.height) == (scene.width, scene.height))
      let map = Transform2D(photo.turn, in: capture.storedSize)
      for y in 0..<buffer.height {
        for x in 0..<buffer.width {
          let place = map.apply(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
          #expect(scene[Int(place.x), Int(place.y)] == buffer[x, y])
        }
      }
    }
  }
}

// A frame for another pose is the frame that would have been captured in it.

@Suite struct ResidualOrientationTests {
  @Test func anotherPoseGivesTheFrameOfThatPose() {
    for capture in AllCaptures.captures(PixelSize(width: 4, height: 3)) {
      for pose in DevicePose.allCases {
        var other = capture
        other.pose = pose
        #expect(capture.residual.retargeted(to: pose) == other.residual)
      }
    }
  }

  // The residual of an upright frame (tag 6) for the other poses, by lens.
  @Test(arguments: [
    (Facing.back, false, [6, 3, 8, 1]), (.front, false, [6, 1, 8, 3]), (.front, true, [6, 3, 8, 1]),
    (.external(turnsAs: .neither), false, [6, 6, 6, 6]),
  ])
  func aFrameIsRetargetedAsItsLensTurns(_ facing: Facing, _ isMirrored: Bool, _ tags: [UInt8]) {
    let upright = ResidualOrientation(
      Orientation(exif: .rightTop), for: .natural, facing: facing, mirrored: isMirrored)
    #expect(DevicePose.allCases.map { upright.retargeted(to: $0)?.orientation.exif.rawValue } == tags)
  }

  // A quarter turn rotates a front lens' image the other way; a half turn rotates it not at all if the camera is
  // detached.
  @Test func withoutALensOnlyTheSamePoseIsSaid() {
    for capture in AllCaptures.captures(PixelSize(width: 4, height: 3), applied: [.identity]) {
      let known = capture.residual
      let unknown = ResidualOrientation(known.orientation, for: known.pose, facing: nil, mirrored: known.isMirrored)
      for pose in DevicePose.allCases {
        #expect(unknown.retargeted(to: pose) == (pose == known.pose ? unknown : nil))
      }
    }
  }
}

// A marked point of the scene, followed by moving pixels one by one, is where the maps put it, in buffer, photo and
// preview.

@Suite struct CaptureSnapshotCoordinatesTests {
  /// An image of numbers, row by row.
  private struct Grid {
    var rows: [[Int]]

    var size: (width: Int, height: Int) { (rows[0].count, rows.count) }
    var mirrored: Grid { Grid(rows: rows.map { $0.reversed() }) }
    var turned: Grid {
      Grid(rows: rows[0].indices.map { column in rows.reversed().map { $0[column] } })
    }

    func place(of number: Int) -> (x: Double, y: Double)? {
      for (y, row) in rows.enumerated() {
        if let x = row.firstIndex(of: number) { return (Double(x) + 0.5, Double(y) + 0.5) }
      }
      return nil
    }

    /// Rotated clockwise, then mirrored left to right: the opposite order to the code under test.
    func turned(_ quarters: Int, thenMirrored: Bool) -> Grid {
      var grid = self
      for _ in 0..<quarters { grid = grid.turned }
      return thenMirrored ? grid.mirrored : grid
    }
  }

  private func rotateFirst<From: Space, To: Space>(_ orientation: Orientation<From, To>) -> (Int, Bool) {
    let quarters = orientation.clockwiseQuarters
    return (orientation.isMirrored ? (4 - quarters) % 4 : quarters, orientation.isMirrored)
  }

  @Test func everyPixelLandsWhereTheMapsSay() throws {
    let sensor = Grid(rows: (0..<5).map { row in (0..<7).map { row * 10 + $0 } })
    let crop = Rect2D<Sensor>(x: 1, y: 1, width: 4, height: 3)
    let cut = Grid(rows: sensor.rows[1..<4].map { Array($0[1..<5]) })
    for model in AllCaptures.captures(PixelSize(width: 1, height: 1)) {
      let (quarters, mirrors) = rotateFirst(model.applied)
      let buffer = cut.turned(quarters, thenMirrored: mirrors)
      var capture = model
      capture.storedSize = PixelSize(width: buffer.size.width, height: buffer.size.height)
      let shown = buffer.turned(capture.rotateFirst.turn.quarters, thenMirrored: capture.rotateFirst.mirrorsThen)
      let (toStored, toDisplayed) = (
        try #require(capture.sensorToStored(crop: crop)), try #require(capture.sensorToDisplayed(crop: crop))
      )
      for number in cut.rows.joined() {
        let from = try #require(sensor.place(of: number))
        let (inBuffer, inPhoto) = (try #require(buffer.place(of: number)), try #require(shown.place(of: number)))
        let stored = toStored.apply(Point2D(x: from.x, y: from.y))
        let displayed = toDisplayed.apply(Point2D(x: from.x, y: from.y))
        #expect(abs(stored.x - inBuffer.x) + abs(stored.y - inBuffer.y) < 1e-9)
        #expect(abs(displayed.x - inPhoto.x) + abs(displayed.y - inPhoto.y) < 1e-9)
      }
    }
  }

  // Here the displayed image is placed into the view by hand: centered, scaled alike in both directions.
  @Test func previewPhotoAndFrameShowAPointOfTheSceneInOnePlace() throws {
    var random = SplitMix64(seed: 7)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for capture in AllCaptures.captures(PixelSize(width: 160, height: 90)) {
      let crop = Rect2D<Sensor>(
        x: number(0...900), y: number(0...500), width: number(10...3_000), height: number(10...2_000))
      let view = Rect2D<Viewport>(
        x: number(-50...50), y: number(-50...50), width: number(50...900), height: number(50...900))
      let mode = try #require(FittingMode.allCases.randomElement(using: &random))
      let toView = capture.preview(in: view, mode: mode)
      let shown = capture.displayedSize
      let scales = [view.width / Double(shown.width), view.height / Double(shown.height)].sorted()
      let (across, down) =
        switch mode {
        case .fill: (scales[1], scales[1])
        case .fit: (scales[0], scales[0])
        case .stretch: (view.width / Double(shown.width), view.height / Double(shown.height))
        }
      let point = Point2D<Sensor>(x: crop.x + crop.width * number(0...1), y: crop.y + crop.height * number(0...1))
      let displayed = try #require(capture.sensorToDisplayed(crop: crop)).apply(point)
      let seen = try #require(capture.sensorToStored(crop: crop)).then(toView).apply(point)
      let expected = (
        view.x + view.width / 2 + (displayed.x - Double(shown.width) / 2) * across,
        view.y + view.height / 2 + (displayed.y - Double(shown.height) / 2) * down
      )
      #expect(abs(seen.x - expected.0) + abs(seen.y - expected.1) < 1e-6)
    }
  }

  // A spot of 4 × 4 points in a fully visible image: its center is the point, its sides are the view's in the sensor's
  // pixels, cut nowhere.
  @Test func aSpotIsMeasuredWhereItIsAndAsLargeAsItIs() throws {
    var random = SplitMix64(seed: 11)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let sensor = PixelSize<Sensor>(width: 4_000, height: 3_000)
    for capture in AllCaptures.captures(PixelSize(width: 160, height: 90)) {
      let crop = Rect2D<Sensor>(
        x: number(0...900), y: number(0...500), width: number(1_000...3_000), height: number(1_000...2_000))
      let view = Rect2D<Viewport>(x: 10, y: -5, width: number(300...900), height: number(300...900))
      let mode = try #require(FittingMode.allCases.randomElement(using: &random))
      let point = Point2D<Sensor>(
        x: crop.x + crop.width * number(0.2...0.8), y: crop.y + crop.height * number(0.2...0.8))
      let toView = try #require(capture.sensorToStored(crop: crop)).then(capture.preview(in: view, mode: mode))
      let seen = toView.apply(point)
      let spot = Rect2D<Viewport>(x: seen.x - 2, y: seen.y - 2, width: 4, height: 4)
      let area = try #require(capture.meteringArea(spot, in: view, mode: mode, crop: crop, of: sensor))
      #expect(abs((area.x + area.width / 2) * 4_000 - point.x) < 1e-6)
      #expect(abs((area.y + area.height / 2) * 3_000 - point.y) < 1e-6)
      // One of a row's two numbers is zero: the other is the number of points per sensor pixel along that axis.
      #expect(abs(area.width * 4_000 * max(abs(toView.a), abs(toView.b)) - 4) < 1e-6)
      #expect(abs(area.height * 3_000 * max(abs(toView.c), abs(toView.d)) - 4) < 1e-6)
    }
  }

  // A preview zoomed to the middle half of the sensor, fully visible with bars of 100 points at both sides.
  @Test func onTheBarsNothingIsMeasured() {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .zero, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 400, height: 300))
    func area(_ x: Double, width: Double) -> Rect2D<Normalized<Sensor>>? {
      capture.meteringArea(
        Rect2D(x: x, y: 150, width: width, height: 30), in: Rect2D(x: 0, y: 0, width: 600, height: 300), mode: .fit,
        crop: Rect2D(x: 1_000, y: 750, width: 2_000, height: 1_500), of: PixelSize(width: 4_000, height: 3_000))
    }
    #expect(area(40, width: 40) == nil)
    #expect(area(520, width: 40) == nil)
    #expect(area(80, width: 40) == Rect2D(x: 0.25, y: 0.5, width: 0.025, height: 0.05))
    #expect(area(100, width: 40) == Rect2D(x: 0.25, y: 0.5, width: 0.05, height: 0.05))
  }

  // Each direction scaled separately: 1080 columns as displayed on 390 points, 1920 rows on 844.
  @Test(arguments: [
    (
      QuarterTurn.clockwise, Facing.back, MirrorMode.off,
      [(0.0, 0.0, 390.0, 0.0), (1920, 1080, 0, 844), (480, 0, 390, 211)]
    ),
    (.counterclockwise, .front, .on, [(0, 0, 390, 844), (1920, 0, 390, 0), (0, 540, 195, 844)]),
    (.counterclockwise, .front, .off, [(0, 0, 0, 844), (1920, 0, 0, 0), (0, 540, 195, 844)]),
  ])
  func aStretchedPreviewFillsItsView(
    _ sensor: QuarterTurn, _ facing: Facing, _ mirror: MirrorMode, _ places: [(Double, Double, Double, Double)]
  ) {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing), pose: .natural, mirror: mirror,
      storedSize: PixelSize(width: 1920, height: 1080))
    let map = capture.preview(in: Rect2D(x: 0, y: 0, width: 390, height: 844), mode: .stretch)
    for (x, y, right, down) in places {
      let seen = map.apply(Point2D(x: x, y: y))
      #expect(abs(seen.x - right) < 1e-9 && abs(seen.y - down) < 1e-9)
    }
  }

  @Test func aWideSpotOfAnUprightImageIsAHighOneOfASensorOnItsSide() throws {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 400, height: 300))
    let whole = Rect2D<Sensor>(x: 0, y: 0, width: 400, height: 300)
    let view = Rect2D<Viewport>(x: 0, y: 0, width: 300, height: 400)
    let area = try #require(
      capture.meteringArea(
        Rect2D(x: 0, y: 0, width: 150, height: 40), in: view, mode: .fit, crop: whole,
        of: PixelSize(width: 400, height: 300)))
    #expect(area == Rect2D(x: 0, y: 0.5, width: 0.1, height: 0.5))
    #expect(
      capture.meteringArea(
        Rect2D(x: 400, y: 0, width: 9, height: 9), in: view, mode: .fit, crop: whole,
        of: PixelSize(width: 400, height: 300)) == nil)
    #expect(capture.sensorToStored(crop: Rect2D(x: 0, y: 0, width: 0, height: 3)) == nil)
  }
}
