// All platform terms of a capture, and whether each states that it loses the mirror.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct PlatformTermTests {
  typealias Row = CaptureSnapshotTests.Row

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func wordsAreAsTheirRowSays(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let words = Interop.terms(for: snapshot)
    func text(_ title: String) throws -> String { try #require(words.first { $0.title == title }).text }
    #expect(try text("VisionCamera pose, iOS") == (try row.text("target")))
    #expect(try text("Android Surface") == "ROTATION_" + (try row.text("android_surface_rotation")))
    #expect(try text("Android listener degrees") == (try row.text("android_orientation_degrees")))
    #expect(try text("UIDeviceOrientation") == (try row.text("ui_device_orientation")))
    #expect(try text("UIInterfaceOrientation") == (try row.text("ui_interface_orientation")))
    #expect(try text("CGImagePropertyOrientation") == (try row.text("cg_orientation")))
    #expect(try text("ML Kit orientation, iOS") == (try row.text("cg_orientation")))
    let mirrored = try row.number("frame_is_mirrored") == 1
    #expect(
      try text("VisionCamera frame, its docs") == (try row.text("frame_orientation")) + (mirrored ? ", isMirrored" : "")
    )
    #expect(try text("AVFoundation") == (try row.text("rotate_cw")) + (mirrored ? ", isVideoMirrored" : ""))
    for title in ["ML Kit degrees, Android", "CameraX rotationDegrees", "MediaPipe rotation_degrees"] {
      #expect(try text(title) == (try row.text("rotate_cw")))
    }
    #expect(Set(words.map(\.title)).count == words.count)
  }

  // A term loses the mirror exactly if a capture without it has the same term, or one without mirror information.
  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func onlyMirroredImagesLoseOne(_ row: Row) throws {
    var snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let words = Interop.terms(for: snapshot)
    let losing = words.filter(\.losesMirror).map(\.title)
    let expected = [
      "ML Kit degrees, Android", "CameraX rotationDegrees", "MediaPipe rotation_degrees", "ffprobe rotation",
    ]
    #expect(losing == (try row.number("mirror") == 1 ? expected : []))
    snapshot.mirror = snapshot.mirror == .on ? .off : .on
    for (word, other) in zip(words, Interop.terms(for: snapshot)) where word.subject == .image {
      if expected.contains(word.title) { continue }
      #expect(word.text != other.text, "\(word.title)")
    }
  }

  @Test func theByteOfWebRTCNamesTheCamera() throws {
    func byte(_ facing: Facing) -> String? {
      let mount = CameraMount(sensorTurn: .clockwise, facing: facing)
      let snapshot = CaptureSnapshot(mount: mount, pose: .natural, storedSize: PixelSize(width: 4, height: 3))
      return Interop.terms(for: snapshot).first { $0.title == "WebRTC CVO" }?.text
    }
    #expect(byte(.back) == "0x09")
    #expect(byte(.front) == "0x01")
    #expect(byte(.external(turnsAs: .back)) == "0x01")
  }
}
