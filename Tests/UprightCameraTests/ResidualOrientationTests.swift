// A frame for another pose is the frame that would have been captured in it.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct ResidualOrientationTests {
  @Test func anotherPoseGivesTheFrameOfThatPose() {
    for capture in Rig.captures(PixelSize(width: 4, height: 3)) {
      for pose in DevicePose.allCases {
        var other = capture
        other.pose = pose
        #expect(capture.residual.retargeted(to: pose) == other.residual)
      }
    }
  }

  @Test func withoutALensOnlyWhatBothAgreeOnIsSaid() {
    for capture in Rig.captures(PixelSize(width: 4, height: 3), applied: [.identity]) {
      let known = capture.residual
      let unknown = ResidualOrientation(known.orientation, for: known.pose, facing: nil, mirrored: known.isMirrored)
      for pose in DevicePose.allCases {
        let isQuarter = (pose.turn - known.pose.turn).quarters % 2 == 1
        #expect((unknown.retargeted(to: pose) == nil) == isQuarter)
        if !isQuarter {
          #expect(unknown.retargeted(to: pose)?.orientation == known.retargeted(to: pose)?.orientation)
        }
      }
    }
  }
}
