// Times to the last digit.

import Testing

@testable import UprightCamera

@Suite struct RecordedTimeTests {
  @Test(arguments: [
    ("0", 0, Duration.zero), ("1.5", 0, .milliseconds(1500)), ("-1.5", 0, .milliseconds(-1500)),
    ("+20", 3, .milliseconds(20)), ("20.", 3, .milliseconds(20)), (".5", 3, .microseconds(500)),
    ("60.001", 3, .microseconds(60_001)), ("1", 9, .nanoseconds(1)),
    ("1700000000123456789", 9, .seconds(1_700_000_000) + .nanoseconds(123_456_789)),
    ("1700000000.060", 0, .seconds(1_700_000_000) + .milliseconds(60)), ("1.5e3", 3, .milliseconds(1500)),
    ("2E-3", 0, .milliseconds(2)), ("15e+2", 3, .milliseconds(1500)),
    ("0.0000000000000000019", 0, Duration(secondsComponent: 0, attosecondsComponent: 1)),
    ("1e-400", 0, .zero), ("9223372036854775807", 0, .seconds(Int64.max)),
  ])
  func aTimeIsWhatIsWritten(_ text: String, _ decimals: Int, _ expected: Duration) {
    #expect(RecordedTime.duration(text[...], decimals: decimals) == expected)
  }

  @Test(arguments: [
    "", "-", ".", "e3", "1e", "1e2e3", "1.2.3", "--1", "1-", "x", "1e401", "1e99999999999999999999",
    "9223372036854775808", "1e19",
  ])
  func whatIsNoTimeIsNone(_ text: String) { #expect(RecordedTime.duration(text[...], decimals: 0) == nil) }
}
