// Gravity with Core Motion's sign and with Android's.

import Testing
import UprightTestTools

@testable import UprightCamera

@Suite struct GravitySampleTests {
  @Test func androidSaysWhatHoldsTheDeviceUp() {
    let sample = GravitySample(accelerometerX: 0, y: 9.80665, z: 0, time: .seconds(2))
    #expect(sample == GravitySample(x: 0, y: -1, z: 0, time: .seconds(2)))
    #expect(sample.magnitude == 1)
  }

  @Test func anglesAreClockwiseAndTowardsTheSky() {
    for tilt in stride(from: -80.0, through: 80, by: 20) {
      for degrees in stride(from: -170.0, through: 170, by: 10) {
        let sample = GravitySample.held(degrees, tilt: tilt)
        #expect(abs(sample.clockwise - degrees) < 1e-9)
        #expect(abs(sample.tilt - tilt) < 1e-9)
        #expect(abs(sample.magnitude - 1) < 1e-12)
      }
    }
  }

  @Test func timesBeyondReckoningAreHeldWithinIt() {
    let sample = { GravitySample(x: 0, y: -1, z: 0, time: $0) }
    let late = sample(.seconds(Int64.max))
    let early = sample(.seconds(Int64.min))
    #expect(late.time > .seconds(Int64.max / 8))
    #expect(early.time < .seconds(Int64.min / 8))
    #expect(late.time - early.time > .zero)
  }

  @Test func whatIsNoVectorHasNoDegrees() {
    for x in [Double.nan, .infinity, -.infinity] {
      #expect(GravitySample(x: x, y: 0, z: 0, time: .zero).listenerDegrees == nil)
      #expect(GravitySample(x: 0, y: -1, z: x, time: .zero).listenerDegrees == nil)
    }
    #expect(GravitySample(x: 0, y: 0, z: 0, time: .zero).listenerDegrees == nil)
    #expect(GravitySample(x: 1e300, y: 0, z: 1e300, time: .zero).listenerDegrees == 90)
    #expect(GravitySample(x: -.leastNonzeroMagnitude, y: 0, z: 0, time: .zero).listenerDegrees == 270)
    #expect(
      GravitySample(x: .leastNonzeroMagnitude, y: -.leastNonzeroMagnitude, z: 1, time: .zero).listenerDegrees == nil)
  }
}
