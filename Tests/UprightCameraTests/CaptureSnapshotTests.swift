// Every row of the capture and preview tables, derived from geometry in space and not from this code.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightCamera

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
