// Large metadata are read by as many threads at once as the memory allows, small ones by all.

import Dispatch
import Foundation
import Synchronization
import Testing
import Upright
import UprightFixtures

@testable import UprightBatch

@Suite struct HeaderMeterTests {
  private static let rules = OrientationRules()

  private static func png(_ count: Int) -> [UInt8] {
    TinyPNG(.sixColors, chunks: [.xmp([UInt8](repeating: UInt8(ascii: " "), count: count))]).bytes
  }

  @Test func smallMetadataWaitForNobody() throws {
    let memory = Admission(bytes: 1_000)
    let all = memory.take(1_000)
    defer { withExtendedLifetime(all) {} }
    let meter = HeaderMeter(memory)
    #expect(try meter.probe(Self.png(1_000), rules: Self.rules).format == .png)
    #expect(try HeaderMeter(nil).probe(Self.png(2 << 20), rules: Self.rules).format == .png)
  }

  @Test func whatTakesMoreThanThereIsIsRefused() throws {
    let memory = Admission(bytes: 8 << 20)
    let source = Self.png(3 << 20)
    let outcome = Result { () throws(UprightError) in try HeaderMeter(memory).probe(source, rules: Self.rules) }
    if case .failure(.limit(let limit, let asked, let allowed)) = outcome {
      #expect(limit == .memory && allowed == 8 << 20 && asked > 12 << 20 && asked < 13 << 20)
    } else {
      Issue.record("\(outcome)")
    }
    #expect(memory.take(8 << 20).bytes == 8 << 20, "nothing is kept")
    #expect(try HeaderMeter(Admission(bytes: 13 << 20)).probe(source, rules: Self.rules).format == .png)
  }

  @Test func largeOnesTakeTurns() throws {
    let memory = Admission(bytes: 10 << 20)
    let source = Self.png(2 << 20)
    let inside = Atomic(0)
    let most = Atomic(0)
    let done = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let meter = HeaderMeter(memory)
      guard (try? meter.probe(source, rules: Self.rules)) != nil else { return }
      most.max(inside.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      _ = try? meter.with(3 << 20) { () throws(UprightError) in done.add(1, ordering: .relaxed) }
      inside.subtract(1, ordering: .relaxed)
      meter.giveBack()
    }
    #expect(done.load(ordering: .relaxed) == 4)
    #expect(most.load(ordering: .relaxed) == 1, "eight of ten megabytes are one file's")
  }

  @Test func filesOfABatchTakeTurnsInItsMemory() {
    let files = (0..<6).map { InputFile(path: "\($0).png", relativePath: "\($0).png") }
    let inside = Mutex((now: 0, most: 0))
    var delivered: [Int] = []
    _ = FileQueue(Admission(bytes: 10 << 20, width: 3)).run(files) { (index, _) throws(UprightError) in
      try HeaderMeter(.current).with(8 << 20) { () throws(UprightError) in
        inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        usleep(2_000)
        inside.withLock { $0.now -= 1 }
        return index
      }
    } deliver: { (_, _, outcome: Result<Int, UprightError>) in
      delivered.append((try? outcome.get()) ?? -1)
      return true
    }
    #expect(delivered == Array(0..<6))
    #expect(inside.withLock { $0 == (0, 1) }, "eight of ten megabytes are one file's")
  }

  @Test func whoNeedsMoreThanItsShareAsksAnew() throws {
    let memory = Admission(bytes: 40 << 20)
    let meter = HeaderMeter(memory)
    _ = try meter.probe(Self.png(2 << 20), rules: Self.rules)
    try meter.with(30 << 20) { () throws(UprightError) in #expect(memory.take(10 << 20).bytes == 10 << 20) }
    #expect(memory.take(40 << 20).bytes == 40 << 20)
  }
}
