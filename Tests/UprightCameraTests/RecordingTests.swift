// Rotations while recording: one file or several, and never two sizes in one.

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

  // From a back camera at 90 to a front one at 270: the first matrix would show the second camera's frames upside down.
  @Test(arguments: RecordingRule.allCases)
  func anotherCameraBeginsAFile(_ rule: RecordingRule) {
    let size = PixelSize<Stored>(width: 40, height: 30)
    let back = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural, storedSize: size)
    let front = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .counterclockwise, facing: .front), pose: .natural, storedSize: size)
    #expect(back.rotateFirst.turn == .clockwise && front.rotateFirst.turn == .counterclockwise)
    var recording = Recording(rule: rule)
    let steps = [back, front, front, back].map { recording.take($0) }
    #expect(steps == [.begin(back), .begin(front), .append, .begin(back)])
  }

  @Test(arguments: RecordingRule.allCases)
  func anotherMirrorOrOtherWorkOnThePixelsBeginsAFile(_ rule: RecordingRule) {
    var plain = frame(0)
    plain.mirror = .off
    var turned = plain
    turned.applied = Orientation(clockwise: 1)
    var recording = Recording(rule: rule)
    let steps = [plain, frame(0), plain, turned, turned].map { recording.take($0) }
    #expect(steps == [.begin(plain), .begin(frame(0)), .begin(plain), .begin(turned), .append])
  }

  // On the user's side, both terms mean a mirror.
  @Test func aMirrorInOtherWordsIsTheSame() {
    var automatic = frame(0)
    automatic.mirror = .frontOnly
    var recording = Recording(rule: .freezeAtStart)
    #expect(recording.take(frame(0)) == .begin(frame(0)))
    #expect(recording.take(automatic) == .append)
  }

  // At rest both are oriented alike, and the matrix of one fits the other until the device is rotated.
  @Test func aFrozenRecordingIsOfOneCamera() {
    var back = frame(0)
    back.mirror = .off
    var front = back
    back.mount = CameraMount(sensorTurn: .clockwise, facing: .back)
    front.mount = CameraMount(sensorTurn: .clockwise, facing: .front)
    #expect(back.orientation == front.orientation)
    var frozen = Recording(rule: .freezeAtStart)
    #expect([back, front].map { frozen.take($0) } == [.begin(back), .begin(front)])
    var segmented = Recording(rule: .segment)
    #expect([back, front].map { segmented.take($0) } == [.begin(back), .append])
  }
}
