// Values as bytes and back, and invalid bytes.

import Testing
import Upright
@testable import UprightSandbox
import UprightTestTools

@Suite struct WireTests {
  @Test func whatIsPutIsRead() throws {
    var wire = WireWriter()
    for number in [0, 1, -1, Int.max, Int.min, 255, 256] { wire.put(number) }
    wire.put(true)
    wire.put([1, 2, 3])
    wire.put("käfig")
    wire.put([[1], []]) { $0.put($1) }
    wire.put(Int?.none) { $0.put($1) }
    wire.put(7) { $0.put($1) }
    var reader = WireReader(wire.bytes)
    for number in [0, 1, -1, Int.max, Int.min, 255, 256] { #expect(try reader.number() == number) }
    #expect(try reader.flag())
    #expect(try reader.block() == [1, 2, 3])
    #expect(try reader.text() == "käfig")
    #expect(try reader.list { wire throws(ProtocolViolation) in try wire.block() } == [[1], []])
    #expect(try reader.optional { wire throws(ProtocolViolation) in try wire.number() } == nil)
    #expect(try reader.optional { wire throws(ProtocolViolation) in try wire.number() } == 7)
    try reader.end()
    #expect(throws: ProtocolViolation.self) { try reader.byte() }
  }

  @Test func lengthsThatLieTakeNoMemory() {
    for count in [4, Int.max, -1, Int.min, 1 << 40] {
      var wire = WireWriter()
      wire.put(count)
      wire.put([1, 2, 3].count)
      let bytes = Array(wire.bytes.prefix(11))
      #expect(throws: ProtocolViolation.self) {
        var reader = WireReader(bytes)
        _ = try reader.block()
      }
      #expect(throws: ProtocolViolation.self) {
        var reader = WireReader(bytes)
        _ = try reader.list { wire throws(ProtocolViolation) in try wire.number() }
      }
    }
  }

  @Test func whatIsNeitherYesNorNoIsNothing() {
    for byte in 2...255 {
      var reader = WireReader([UInt8(byte)])
      #expect(throws: ProtocolViolation.self) { try reader.flag() }
    }
  }
}

/// Messages with one error: every prefix, every bit flipped, and random bytes.
enum Damage {
  static func all(of message: [UInt8], seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    let prefixes = message.indices.map { Array(message[..<$0]) }
    let flips = message.indices.flatMap { place in
      (0..<8).map { bit in
        var bytes = message
        bytes[place] ^= 1 << bit
        return bytes
      }
    }
    let mixtures = (0..<300).map { _ in
      var bytes = message
      for _ in 0...random.next() % 4 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      return bytes
    }
    return prefixes + flips + mixtures + [message + [0]]
  }
}

// Slots for bands of rows: enough for any band, no more than the image has.

@Suite struct SlotLayoutTests {
  @Test func slotsHoldABandEach() {
    for height in [1, 63, 64, 65, 128, 129, 193, 5000] {
      let slots = SlotLayout(PixelSize<Decoded>(width: 10, height: height), bytesPerPixel: 3)
      #expect(slots?.bytes == 30 * min(height, 64))
      #expect(slots?.count == min(3, (height + 63) / 64))
      #expect(slots?.byteCount == slots.map { $0.count * $0.bytes })
    }
  }

  @Test func imagesThatNoMemoryHoldsHaveNone() {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (Int.max, 1), (Int.max / 64, Int.max), (1 << 40, 64)] {
      #expect(SlotLayout(PixelSize<Decoded>(width: width, height: height), bytesPerPixel: 8) == nil)
    }
    for (count, bytes) in [(0, 1), (4, 1), (1, 0), (1, -1), (3, 1 << 41), (Int.max, Int.max)] {
      #expect(SlotLayout(count: count, bytes: bytes) == nil)
    }
  }
}
