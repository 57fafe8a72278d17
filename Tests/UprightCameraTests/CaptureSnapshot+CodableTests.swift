// Captures as JSON: all mounts, poses and mirrors come back, and what is none of them is refused.

import Foundation
import Testing
import UprightCamera
import UprightGeometry
import UprightTestTools

@Suite struct CaptureSnapshotCodableTests {
  private static let facings: [Facing] =
    [.back, .front] + Facing.Side.allCases.map { .external(turnsAs: $0) }

  @Test func everyCaptureComesBack() throws {
    for facing in Self.facings {
      for turn in QuarterTurn.allCases {
        for pose in DevicePose.allCases {
          for mirror in MirrorMode.allCases {
            for applied in Orientation<Sensor, Stored>.all {
              let capture = CaptureSnapshot(
                mount: CameraMount(sensorTurn: turn, facing: facing), pose: pose, mirror: mirror,
                storedSize: PixelSize(width: 1920, height: 1080), applied: applied)
              let data = try JSONEncoder().encode(capture)
              #expect(try JSONDecoder().decode(CaptureSnapshot.self, from: data) == capture)
            }
          }
        }
      }
    }
  }

  @Test func theEncodingIsStable() throws {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .counterclockwise, facing: .external(turnsAs: .neither)),
      pose: DevicePose(turn: .clockwise), mirror: .frontOnly, storedSize: PixelSize(width: 4, height: 3))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(capture), as: UTF8.self)
    #expect(
      text
        == #"{"applied":1,"mirror":"front-only","mount":{"facing":"external-neither","sensorTurn":270},"#
        + #""pose":90,"storedSize":{"height":3,"width":4}}"#)
  }

  @Test func unknownKeysAreRefused() throws {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 4, height: 3))
    let texts = try UnknownKeys.texts(of: capture)
    #expect(Set(texts.map(\.path)) == Set(["", "mount.", "storedSize."].map { $0 + UnknownKeys.key }))
    for (path, text) in texts { #expect(UnknownKeys.isRefused(CaptureSnapshot.self, text, path: path), "\(text)") }
    let mount = try #require(try UnknownKeys.texts(of: capture.mount).first)
    #expect(UnknownKeys.isRefused(CameraMount.self, mount.text, path: mount.path))
  }

  @Test func everyWrongValueIsNamed() throws {
    for facing in Self.facings {
      let capture = CaptureSnapshot(
        mount: CameraMount(sensorTurn: .clockwise, facing: facing), pose: .natural, mirror: .frontOnly,
        storedSize: PixelSize(width: 4, height: 3))
      #expect(try WrongValues.complaints(about: capture, mayMiss: ["mirror", "applied"]) == [])
    }
    let fault = WrongValues.fault(of: CaptureSnapshot.self, in: #"{"mount":{"facing":"back"}}"#)
    #expect(fault?.path == "mount.sensorTurn" && fault?.text == "mount.sensorTurn: missing")
  }

  @Test func laterVersionsAreReadOrNamed() throws {
    let text = #""mount":{"facing":"back","sensorTurn":90},"pose":0,"storedSize":{"width":4,"height":3}"#
    func capture(_ more: String) throws -> CaptureSnapshot {
      try JSONDecoder().decode(CaptureSnapshot.self, from: Data("{\(text)\(more)}".utf8))
    }
    #expect(try capture(#","version":2"#) == capture(""))
    let error = #expect(throws: DecodingError.self) { try capture(#","version":3,"zoom":2"#) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription
        == "zoom: a capture has no zoom; version: 3 is later than 1, which is read here")
  }

  @Test func whatMayBeMissingHasItsDefault() throws {
    let text = #"{"mount":{"facing":"front","sensorTurn":270},"pose":0,"storedSize":{"width":4,"height":3}}"#
    let capture = try JSONDecoder().decode(CaptureSnapshot.self, from: Data(text.utf8))
    #expect(capture.mirror == .off && capture.applied.isIdentity)
    #expect(capture.orientation.exif == .leftBottom)
  }

  @Test(arguments: [
    (#""pose":0"#, #""pose":45"#, "0, 90, 180 or 270, not 45"), (#""pose":0"#, #""pose":-90"#, "not -90"),
    (#""facing":"back""#, #""facing":"side""#, "not side"), (#""sensorTurn":90"#, #""sensorTurn":1"#, "not 1"),
    (#""mirror":"off""#, #""mirror":"auto""#, "not auto"), (#""applied":1"#, #""applied":9"#, "1…8, not 9"),
    (#""width":4"#, #""width":-4"#, "negative"), (#""pose":0,"#, "", "pose"),
  ])
  func whatIsNoCaptureIsRefused(right: String, wrong: String, word: String) throws {
    let text =
      #"{"mount":{"facing":"back","sensorTurn":90},"pose":0,"mirror":"off","storedSize":{"width":4,"height":3},"#
      + #""applied":1}"#
    _ = try JSONDecoder().decode(CaptureSnapshot.self, from: Data(text.utf8))
    #expect(text.contains(right))
    let changed = Data(text.replacing(right, with: wrong).utf8)
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(CaptureSnapshot.self, from: changed) }
    #expect("\(error as Any)".contains(word), "\(error as Any)")
  }
}
