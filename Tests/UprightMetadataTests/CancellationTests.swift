// Asking whether a program is to end costs the same however often it was asked before.

import Testing
import UprightTestTools

@testable import UprightMetadata

@Suite struct CancellationTests {
  @Test func theLastObserverAnswers() {
    let program = ObservedProgram()
    #expect(!program.isToEnd)
    program.observe { true }
    #expect(program.isToEnd && program.isToEnd)
    program.observe { false }
    #expect(!program.isToEnd)
  }

  @Test func askingOftenTakesNoLonger() {
    let program = ObservedProgram()
    program.observe { false }
    func seconds(_ count: Int) -> Double {
      ProcessorTime.seconds {
        for _ in 0..<count where program.isToEnd { Issue.record("nobody asked it to end") }
      }
    }
    _ = seconds(1_000)
    let early = seconds(2_000)
    _ = seconds(20_000)
    // Were each question to leave a wrapper behind, this would be ten times as long.
    #expect(seconds(2_000) < early * 5 + 0.02)
  }
}
