// JPEGs that are read by two threads: the bands, and the errors, of one thread and of libjpeg.

import Synchronization
import Testing
import Upright
import UprightJPEG
import UprightTestTools

@testable import UprightCodecs

@Suite struct JPEGThreadsTests {
  /// A decode by libjpeg, or without it by `threads`; `stopsAt` is a row whose callback throws.
  private func outcome(
    _ source: some ByteSource, _ pass: DecodePass, by threads: WalkThreads? = nil, limits: Limits = Limits(),
    index: RegionIndex? = nil, stopsAt: Int? = nil
  ) -> DecodeOutcome {
    var codec = JPEGCodec()
    if let index { codec = JPEGCodec(index: index) }
    codec.threads = { threads ?? .one }
    codec.usesOnlyLibjpeg = threads == nil
    var outcome = DecodeOutcome()
    do throws(UprightError) {
      try codec.decode(pass, from: source, limits: limits) { (band, row) throws(UprightError) in
        if row == stopsAt { throw .io(path: "a band", systemError: 5) }
        outcome.bytes += Samples(band).bytes
        outcome.rows.append(row)
      }
    } catch { outcome.error = error }
    return outcome
  }

  private func pass(_ file: CodedJPEG, denominator: Int = 1, region: PixelRect<Stored>? = nil) -> DecodePass {
    DecodePass(
      region: region ?? PixelRect(x: 0, y: 0, width: file.width, height: file.height), denominator: denominator,
      layout: layout(file.factors.count))
  }

  private static let factors: [[(across: Int, down: Int)]] = [
    [(1, 1)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)],
    [(4, 1), (1, 1), (1, 1)],
  ]

  @Test(arguments: factors.indices, [0, 1, 7])
  func everySamplingHasTheBandsOfLibjpeg(number: Int, restarts: Int) throws {
    for (seed, tables) in CodedJPEG.Tables.allCases.enumerated() {
      let file = CodedJPEG(
        width: 301, height: 1_003, factors: Self.factors[number], tables: tables, restartInterval: restarts,
        seed: UInt64(seed + 1))
      let jpeg = file.bytes
      for denominator in [1, 2, 4, 8] {
        for region in [nil, PixelRect<Stored>(x: 40, y: 136, width: 208, height: 720)] {
          let pass = pass(file, denominator: denominator, region: region)
          let expected = outcome(jpeg, pass)
          #expect(expected.error == nil && expected.rows.count > 1)
          for threads in [WalkThreads.two, .twoInTurn] {
            let isSame = outcome(jpeg, pass, by: threads) == expected
            #expect(isSame, "\(file.testDescription) at 1/\(denominator), \(threads)")
          }
        }
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)], [0, 1, 7])
  func everySamplingHasThePlanesOfLibjpeg(luma: (Int, Int), restarts: Int) throws {
    let chroma = Subsampling(horizontal: luma.0, vertical: luma.1)
    let file = CodedJPEG(
      width: 301, height: 1_003, factors: [(luma.0, luma.1), (1, 1), (1, 1)], restartInterval: restarts, seed: 4)
    let jpeg = file.bytes
    func planes(_ region: PixelRect<Stored>, by threads: WalkThreads? = nil) throws -> Planes {
      var codec = JPEGCodec()
      codec.threads = { threads ?? .one }
      codec.usesOnlyLibjpeg = threads == nil
      return try decodePlanes(jpeg, region, chroma, by: codec)
    }
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 301, height: 1_003), PixelRect(x: 40, y: 128, width: 208, height: 720),
      PixelRect(x: 41, y: 192, width: 259, height: 811), PixelRect(x: 40, y: 136, width: 208, height: 720),
    ] {
      let expected = try planes(region)
      for threads in [WalkThreads.one, .two, .twoInTurn] {
        let isSame = try planes(region, by: threads) == expected
        #expect(isSame, "\(region), \(threads)")
      }
    }
  }

  /// A flipped bit or a truncation.
  @Test func damageInPlanesGivesTheSameBandsAndError() throws {
    let chroma = Subsampling(horizontal: 2, vertical: 2)
    let jpeg = CodedJPEG(width: 301, height: 1_003, factors: Self.factors[4], seed: 9).bytes
    let region = PixelRect<Stored>(x: 0, y: 0, width: 301, height: 1_003)
    func outcome(_ bytes: [UInt8], by threads: WalkThreads?) -> (rows: [Int], planes: [UInt8], error: UprightError?) {
      var codec = JPEGCodec()
      codec.threads = { threads ?? .one }
      codec.usesOnlyLibjpeg = threads == nil
      let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
      var (rows, planes): ([Int], [UInt8]) = ([], [])
      do throws(UprightError) {
        try codec.decodePlanes(pass, chroma: chroma, from: bytes, limits: Limits(warnings: 0)) { band, first in
          rows.append(first)
          planes += Planes(band).all.flatMap(\.bytes)
        }
      } catch { return (rows, planes, error) }
      return (rows, planes, nil)
    }
    var faults = 0
    for offset in stride(from: 700, to: jpeg.count, by: jpeg.count / 40) {
      var flipped = jpeg
      flipped[offset] ^= 4
      for bytes in [flipped, Array(jpeg.prefix(offset))] {
        let (one, two, other) = (outcome(bytes, by: .one), outcome(bytes, by: .twoInTurn), outcome(bytes, by: nil))
        let isSame = one.rows == two.rows && one.planes == two.planes && one.error == two.error
        #expect(isSame, "byte \(offset)")
        #expect(one.error == other.error && one.rows.starts(with: other.rows), "byte \(offset)")
        if one.error != nil { faults += 1 }
      }
    }
    #expect(faults >= 40)
  }

  @Test func anIndexGivesTheSameBands() throws {
    for restarts in [0, 4] {
      let file = CodedJPEG(width: 301, height: 1_003, restartInterval: restarts, seed: 5)
      let (jpeg, pass) = (file.bytes, pass(file))
      let index = try RegionIndex(ofBytes: jpeg)
      let expected = outcome(jpeg, pass)
      for threads in [WalkThreads.two, .twoInTurn] {
        let isSame = outcome(jpeg, pass, by: threads, index: index) == expected
        #expect(isSame)
      }
    }
  }

  /// Damage and truncation: the same bands and the same error.
  @Test(arguments: [0, Limits().warnings], [0, 5])
  func damageEndsAsWithOneThread(warnings: Int, restarts: Int) throws {
    let file = CodedJPEG(width: 120, height: 600, restartInterval: restarts, seed: 9)
    let (jpeg, pass) = (file.bytes, pass(file))
    var limits = Limits()
    limits.warnings = warnings
    var random = SplitMix64(seed: 4)
    var files: [[UInt8]] = (1...20).map { Array(jpeg[..<(jpeg.count * $0 / 21)]) }
    files +=
      (1...4).map { Array(jpeg.dropLast($0)) } + [jpeg + [1, 2, 3], Array(jpeg.dropLast(2)) + [1, 2, 0xFF, 0xD9]]
    for _ in 0..<120 {
      var damaged = jpeg
      damaged[Int.random(in: 2..<jpeg.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      files.append(damaged)
    }
    for (number, bytes) in files.enumerated() {
      let expected = outcome(bytes, pass, by: .one, limits: limits)
      #expect(expected.error == outcome(bytes, pass, limits: limits).error, "file \(number)")
      for threads in [WalkThreads.two, .twoInTurn] {
        let isSame = outcome(bytes, pass, by: threads, limits: limits) == expected
        #expect(isSame, "file \(number), \(threads)")
      }
    }
  }

  @Test func aCallbackThatThrowsEndsItWithItsError() throws {
    let file = CodedJPEG(width: 301, height: 1_003, seed: 7)
    let (jpeg, pass) = (file.bytes, pass(file))
    for row in [0, 64, 576, 640, 704, 960] {
      for threads in [WalkThreads.two, .twoInTurn] {
        let found = outcome(jpeg, pass, by: threads, stopsAt: row)
        #expect(found.error == .io(path: "a band", systemError: 5))
        #expect(found.rows == Array(stride(from: 0, to: row, by: 64)))
      }
    }
  }

  @Test func passesThatDoNotFitTheImageAreRefusedAsByLibjpeg() throws {
    let file = CodedJPEG(width: 120, height: 300, seed: 2)
    let jpeg = file.bytes
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 121, height: 300), PixelRect(x: 0, y: .max, width: 8, height: 300),
      PixelRect(x: 0, y: 0, width: 8, height: .max), PixelRect(x: 0, y: -8, width: 8, height: 300),
    ] {
      let pass = pass(file, region: region)
      #expect(outcome(jpeg, pass, by: .twoInTurn) == outcome(jpeg, pass), "\(region)")
    }
  }

  /// A source that two threads may read, which waits before each read, or cancels the task of the first thread.
  private struct SharedSlowSource: SharedSource {
    let bytes: [UInt8]
    var pause = Duration.zero
    var byteCount: Int { bytes.count }

    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      let clock = ContinuousClock()
      let end = clock.now + pause
      while clock.now < end {}
      return try bytes.read(range)
    }
  }

  @Test(arguments: [WalkThreads.two, .twoInTurn])
  func timeRunsOut(threads: WalkThreads) throws {
    let file = CodedJPEG(width: 301, height: 1_403, seed: 3, density: 20)
    let slow = SharedSlowSource(bytes: file.bytes, pause: .milliseconds(30))
    let found = outcome(slow, pass(file), by: threads, limits: Limits(seconds: 0.04))
    guard case .limit(.seconds, _, _) = found.error else {
      Issue.record("\(String(describing: found.error))")
      return
    }
  }

  @Test(arguments: [WalkThreads.two, .twoInTurn], [0, 64, 576, 640, 768])
  func itEndsWithItsTask(threads: WalkThreads, row: Int) async throws {
    let file = CodedJPEG(width: 301, height: 1_003, seed: 7)
    let (jpeg, region) = (file.bytes, PixelRect<Stored>(x: 0, y: 0, width: 301, height: 1_003))
    let task = Task { () -> (error: UprightError?, last: Int) in
      var codec = JPEGCodec()
      codec.threads = { threads }
      let pass = DecodePass(region: region, denominator: 1, layout: layout(3))
      var last = -1
      let error = failure {
        try codec.decode(pass, from: jpeg, limits: Limits()) { _, first in
          last = first
          if first == row { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
      }
      return (error, last)
    }
    let (error, last) = await task.value
    #expect(error == .cancelled)
    #expect(last == row)
  }

  @Test func aTaskThatWasCancelledDecodesNothing() async throws {
    let file = CodedJPEG(width: 301, height: 1_003, seed: 7)
    let (jpeg, pass) = (file.bytes, pass(file))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return outcome(jpeg, pass, by: .two)
    }
    task.cancel()
    let found = await task.value
    #expect(found.error == .cancelled && found.rows.isEmpty)
  }
}

extension CountingSource: SharedSource {}
