// How long to wait for a worker: as requested, otherwise by the image's size, and the name of that limit.

import Testing
import Upright

@testable import UprightSandbox

@Suite struct LimitsWorkerTests {
  @Test func unaskedItIsAMinuteAndMoreForManyPixels() {
    for (pixels, decoding, seconds) in [
      (0, true, 60.0), (0, false, 60), (150_000_000, true, 120), (15_000_000, false, 120), (24_000_000, true, 69.6),
      (24_000_000, false, 156), (-1, true, 60),
    ] {
      #expect((Limits.workerSeconds(pixels: pixels, decoding: decoding) - seconds).magnitude < 1e-9)
      let waiting = Limits().waiting(pixels: pixels, decoding: decoding)
      #expect(waiting.seconds == Limits.workerSeconds(pixels: pixels, decoding: decoding))
      #expect(waiting.limit == .workerSeconds)
    }
    #expect(Limits.workerSeconds(pixels: .max, decoding: false).isFinite)
  }

  @Test(arguments: [0.25, 1, 1e9])
  func whatWasAskedCountsWhateverTheImage(_ seconds: Double) {
    for pixels in [0, 1 << 30] {
      for decoding in [true, false] {
        let waiting = Limits(seconds: seconds).waiting(pixels: pixels, decoding: decoding)
        #expect(waiting.seconds == seconds && waiting.limit == .seconds)
      }
    }
  }

  @Test func anyNumberHasItsWholeSeconds() {
    let table: [(Double, Int)] = [
      (0.25, 1), (1, 1), (1.4, 1), (1.5, 2), (60, 60), (60.1, 60), (0, 1), (-1, 1), (-.infinity, 1),
      (1e9, 1_000_000_000), (.infinity, 1_000_000_000), (.nan, 1_000_000_000), (.leastNonzeroMagnitude, 1),
    ]
    for (seconds, whole) in table { #expect(Limits.wholeSeconds(seconds) == whole, "\(seconds)") }
  }

  @Test func theErrorNamesIt() {
    let error = UprightError.limit(.workerSeconds, asked: 70, allowed: 69)
    #expect(
      error.description
        == "decoding or encoding took longer than the 69 seconds allowed for an image of this size")
    #expect(error.codes.name == "limit" && error.codes.exitCode == 65)
  }

  @Test func everyThreadHasItsTime() {
    for (seconds, processors, most) in [(1.0, 1, 2), (10, 4, 50), (0.2, 64, 65), (1e12, 3, 4_000_000_000)] {
      #expect(Limits.processorSeconds(seconds, processors: processors) == most)
    }
    #expect(Limits.processorSeconds(1e12, processors: .max - 1) == .max)
    #expect(Limits.processorSeconds(5) >= 10, "at least one processor, and one more thread")
  }
}
