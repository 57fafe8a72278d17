// A frame for another pose is the frame that would have been captured in it.

import Testing
import UprightCamera
import UprightGeometry

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
