// Turns while recording: one file or several, and never two sizes in one.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct RecordingTests {
  private func frame(_ pose: Int, width: Int = 40) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .front), pose: DevicePose(turn: QuarterTurn(quarters: pose)),
      mirror: .on, storedSize: PixelSize(width: width, height: 30))
  }

  @Test func aFrozenRecordingKeepsTheMatrixOfItsFirstFrame() {
    var recording = Recording(rule: .freezeAtStart)
    #expect(recording.take(frame(1)) == .begin(frame(1)))
    for pose in [1, 2, 3, 0] { #expect(recording.take(frame(pose)) == .append) }
    #expect(recording.current == frame(1))
    #expect(recording.take(frame(1, width: 20)) == .begin(frame(1, width: 20)))
  }

  @Test func aSegmentedOneBeginsAFileAtEveryTurn() {
    var recording = Recording(rule: .segment)
    let steps = [0, 0, 1, 1, 3, 0].map { recording.take(frame($0)) }
    #expect(steps == [.begin(frame(0)), .append, .begin(frame(1)), .append, .begin(frame(3)), .begin(frame(0))])
  }
}
