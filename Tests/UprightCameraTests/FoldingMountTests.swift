// A camera whose mount changes with the fold.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct FoldingMountTests {
  private enum Fold: CaseIterable { case closed, halfOpen, open }

  // Closed, the cover screen makes the back lens a front one. Opened, the natural pose is landscape and the same sensor
  // is upright in it.
  @Test func eachStateHasItsMount() {
    let camera = FoldingMount<Fold>(
      standard: CameraMount(sensorTurn: .clockwise, facing: .back),
      states: [
        .closed: CameraMount(sensorTurn: .counterclockwise, facing: .front),
        .open: CameraMount(sensorTurn: .zero, facing: .back),
      ])
    func tags(_ fold: Fold) -> [UInt8] {
      DevicePose.allCases.map { pose in
        CaptureSnapshot(mount: camera[fold], pose: pose, storedSize: PixelSize(width: 4, height: 3))
          .orientation.exif.rawValue
      }
    }
    #expect(tags(.closed) == [8, 3, 6, 1])
    #expect(tags(.halfOpen) == [6, 3, 8, 1])
    #expect(tags(.open) == [1, 6, 3, 8])
  }

  @Test func withoutAMapOfStatesThereIsTheUsualMount() {
    let usual = CameraMount(sensorTurn: .clockwise, facing: .back)
    for fold in Fold.allCases { #expect(FoldingMount<Fold>(standard: usual)[fold] == usual) }
  }
}
