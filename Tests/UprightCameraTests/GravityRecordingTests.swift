// Recordings as text: parsing, in blocks that end anywhere, and the error for each invalid line.

import Testing
@testable import UprightCamera
import UprightGeometry
import UprightTestTools

@Suite struct GravityRecordingTests {
  private func read(
    _ text: String, _ sensor: GravityRecording.Sensor = .coreMotion, every: Duration? = nil, block: Int = .max
  ) -> GravityRecording {
    var recording = GravityRecording(sensor, every: every)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      recording.take(Array(rest.prefix(block)))
      rest = rest.dropFirst(block)
    }
    recording.finish()
    return recording
  }

  @Test func columnsAreFoundByTheirTitles() {
    let expected = [
      GravitySample(x: 0.5, y: -0.25, z: 1e-3, time: .milliseconds(1500)),
      GravitySample(x: 0, y: -1, z: 0, time: .milliseconds(1520)),
    ]
    for text in [
      "time_s,x,y,z\n1.5,0.5,-.25,1e-3\n1.52,0,-1,0\n",
      "TIME_MS , gX,gY,gZ\r\n1500,+0.5, -0.25 ,1E-3\r\n\r\n1520,0,-1,0",
      "note,z,y,x,time_us\nfirst,0.001,-0.25,0.5,1500000\n,0,-1,0,1520000\n",
      "\u{FEFF}time_ns,x,y,z\n1500000000,0.5,-0.25,0.001\n1520000000,0,-1,0\n",
      "\"time_ms\",\"x\",\"y\",\"z\",\"note, said\"\n1500,\"0.5\",-0.25,1e-3,\"a,b\"\n\"1520\",0,-1,0,\n",
    ] {
      for block in [1, 2, 7, .max] {
        let recording = read(text, block: block)
        #expect(recording.fault == nil, "\(text)")
        #expect(recording.samples == expected, "\(text)")
      }
    }
  }

  // In binary fractions of a second the intervals would differ slightly.
  @Test(arguments: [0, 14, 12_345, 1_700_000_000_123])
  func whenAClockBeganMakesNoDifference(_ start: Int) {
    for (title, zeros) in [("time_ms", ""), ("time_us", "000"), ("time_ns", "000000")] {
      let rows = [0, 20, 60, 80].map { "\(start + $0)\(zeros),0,-1,0\n" }.joined()
      let samples = read("\(title),x,y,z\n" + rows).samples
      #expect(samples.map { $0.time - samples[0].time } == [0, 20, 60, 80].map { .milliseconds($0) })
      #expect(
        GravityReplay(samples, through: .windowManager).changes.map(\.time) == [
          .milliseconds(start), .milliseconds(start + 60),
        ])
    }
  }

  @Test func aPullInTheOtherUnitIsDoubted() {
    let (weak, strong) = (
      "time_s,x,y,z\n0,0,-1,0\n1,0,0,0\n2,0,1,0.1\n", "time_s,x,y,z\n0,0,9.8,0\n1,0,0,0\n2,0,-9,3\n"
    )
    #expect(read(weak).probableSensor == nil && read(strong, .android).probableSensor == nil)
    #expect(read(strong).probableSensor == .android)
    #expect(read(weak, .android).probableSensor == .coreMotion)
    #expect(read("time_s,x,y,z\n0,0,9.8,0\n1,0,-1,0\n").probableSensor == nil)
  }

  @Test func rowsWithoutTimesComeAtEqualSteps() {
    let recording = read("x,y,z\n0,-1,0\n0,-1,0\n0,-1,0\n", every: .milliseconds(20))
    #expect(recording.samples.map(\.time) == [.zero, .milliseconds(20), .milliseconds(40)])
  }

  @Test func twoRowsMayHaveOneTime() {
    let recording = read("time_ms,x,y,z\n5,0,-1,0\n5,1,0,0\n")
    #expect(recording.fault == nil && recording.samples.map(\.time) == [.milliseconds(5), .milliseconds(5)])
    #expect(read("time_ms,x,y,z\n-5,0,-1,0\n").samples.map(\.time) == [.milliseconds(-5)])
  }

  @Test func androidSaysWhatHoldsTheDeviceUp() throws {
    let sample = try #require(read("time_s,x,y,z\n0,0,9.80665,0\n", .android).samples.first)
    #expect(abs(sample.y + 1) < 1e-12 && sample.x == 0 && sample.z == 0)
    #expect(abs(sample.clockwise) < 1e-12)
  }

  @Test(
    arguments: [
      ("", 1, nil, "no samples"), ("time_s,x,y,z\n", 2, nil, "no samples"),
      ("x,y,z\n0,-1,0\n", 1, "time", "there is no column time_s, time_ms, time_us or time_ns"),
      ("time_s,time_ms,x,y,z\n", 1, "time", "there is more than one time column"),
      ("time_s,x,z\n", 1, "y", "column y or gy is missing: time_s,x,z"),
      ("time_s;x;y;z\n", 1, "x", "column x or gx is missing: time_s;x;y;z"),
      ("time_s,x,y,z,x\n", 1, "x", "there is more than one column x or gx"),
      ("time_s,x,y,gy,z\n", 1, "y", "there is more than one column y or gy"),
      ("time_s,time_s,x,y,z\n", 1, "time", "there is more than one time column"),
      ("time_s,x,y,z\n1e400,0,-1,0\n", 2, "time_s", "expected a number"),
      ("time_s,x,y,z\n0,0,-1\n", 2, nil, "3 fields in 4 columns"),
      ("time_s,x,y,z\n0,0,-1,0\n\n1,0,-1,0,5\n", 4, nil, "5 fields in 4 columns"),
      ("time_s,gx,y,z\n0,,-1,0\n", 2, "gx", "expected a number"),
      ("time_s,x,y,z\n0,nan,-1,0\n", 2, "x", "expected a number"),
      ("time_s,x,y,z\n0,0x1,-1,0\n", 2, "x", "expected a number"),
      ("time_s,x,y,z\n0,1e999,-1,0\n", 2, "x", "expected a number"),
      ("time_s,x,y,z\n0,0,1-1,0\n", 2, "y", "expected a number"),
      ("time_ms,x,y,z\n5,0,-1,0\n4.9,0,-1,0\n", 3, "time_ms", "earlier than the line before"),
      ("time_s,x,y,z\n2e11,0,-1,0\n", 2, "time_s", "the value is too large"),
    ] as [(String, Int, String?, String)])
  func aBrokenLineIsNamedWithItsField(_ text: String, _ line: Int, _ field: String?, _ reason: String) {
    for block in [1, .max] {
      let fault = read(text, block: block).fault
      let remedy: GravityRecording.Remedy? = reason.hasPrefix("there is no column time_s") ? .stateStep : nil
      #expect(fault == GravityRecording.Fault(line: line, field: field, reason: reason, remedy: remedy), "\(text)")
    }
  }

  @Test func timesTwiceOverAreRefused() {
    let fault = read("time_s,x,y,z\n0,0,-1,0\n", every: .milliseconds(5)).fault
    #expect(fault?.sentence == "line 1, time: the rows have times" && fault?.remedy == .omitStep)
  }

  @Test func aLineWithoutEndIsRefusedEarly() {
    var recording = GravityRecording(.coreMotion)
    for _ in 0..<3 { recording.take([UInt8](repeating: 65, count: 40_000)) }
    #expect(recording.fault?.sentence == "line 1: longer than 65536 bytes")
    recording.take(Array("\n0,0,0".utf8))
    #expect(recording.fault?.line == 1)
  }

  /// One for each sample, and a thousand more.
  @Test func emptyLinesWithoutEndAreRefusedEarly() {
    var recording = GravityRecording(.coreMotion)
    recording.take([UInt8](repeating: UInt8(ascii: "\n"), count: 40_000))
    #expect(recording.fault?.sentence == "line 1001: more empty lines than samples")
    let rows = (0..<2_000).map { "\($0),0,-1,0\n\n" }.joined()
    #expect(read("time_s,x,y,z\n" + rows).samples.count == 2_000)
    let end = String(repeating: " \n", count: 1_001)
    #expect(read("time_s,x,y,z\n" + rows + end).fault?.sentence == "line 5002: more empty lines than samples")
  }

  /// A line of one block has the same length limit as one of many.
  @Test func aLongLineIsRefusedHoweverItComes() {
    let text = String(repeating: "a", count: 65_537) + "\n"
    for block in [1, 65_536, .max] {
      #expect(read(text, block: block).fault?.sentence == "line 1: longer than 65536 bytes")
    }
  }

  @Test func noBytesStopIt() {
    var random = SplitMix64(seed: 11)
    let letters = Array("time_sxyz,,,\n\n\r 0123456789.-+eE\"\u{0}\u{FEFF}é".utf8)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0 }
      var recording = GravityRecording(.android, every: .milliseconds(10))
      recording.take(Array("x,y,z\n0,0,0\n".utf8) + bytes)
      recording.finish()
      #expect(recording.samples.count >= 1 && recording.samples.allSatisfy { $0.time >= .zero })
    }
  }
}

// When poses change in a recording, and how long each lasts.

@Suite struct GravityReplayTests {
  private func sample(_ x: Double, _ y: Double, _ z: Double, _ milliseconds: Int) -> GravitySample {
    GravitySample(x: x, y: y, z: z, time: .milliseconds(milliseconds))
  }

  private let right = DevicePose(turn: .clockwise)

  @Test func changesAreAtTheSamplesThatMakeThem() {
    let samples = [
      sample(0, 0, -1, 100), sample(0, -1, 0, 200), sample(0, -1, 0, 300), sample(1, 0, 0, 450), sample(1, 0, 0, 1700),
      sample(0, -1, 0, 1800),
    ]
    let replay = GravityReplay(samples, through: .visionCameraIOS)
    #expect(
      replay.changes == [
        .init(time: .milliseconds(100), pose: nil), .init(time: .milliseconds(200), pose: .natural),
        .init(time: .milliseconds(450), pose: right), .init(time: .milliseconds(1800), pose: .natural),
      ])
    #expect(replay.gaps == 1)
    #expect(replay.totals.map(\.pose) == [.natural, right, nil])
    #expect(replay.totals.map(\.time) == [.milliseconds(250), .milliseconds(1350), .milliseconds(100)])
    #expect(replay.totals.reduce(.zero) { $0 + $1.time } == replay.end - replay.start)
  }

  @Test func aGapIsLongerThanThePolicyAllows() {
    for (milliseconds, gaps) in [(1000, 0), (1001, 1)] {
      let samples = [sample(0, -1, 0, 0), sample(0, -1, 0, milliseconds)]
      #expect(GravityReplay(samples, through: .nearest).gaps == gaps)
    }
  }

  @Test func theSeedAndTheInterfaceAreHeeded() {
    let flat = [sample(0, 0, -1, 0), sample(0, 0, -1, 10)]
    #expect(GravityReplay(flat, through: .cameraX, seed: right).changes == [.init(time: .zero, pose: right)])
    var policy = GravityPolicy.cameraX
    policy.flatBehavior = .interface
    let replay = GravityReplay(flat, through: policy, interface: right)
    #expect(replay.changes == [.init(time: .zero, pose: right)])
    #expect(replay.totals.map(\.time) == [.milliseconds(10)])
  }

  @Test func withoutSamplesThereIsNothing() {
    let replay = GravityReplay([], through: .nearest)
    #expect(replay.changes.isEmpty && replay.spans.isEmpty && replay.totals.isEmpty && replay.start == replay.end)
  }
}

// Times to the last digit.

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
