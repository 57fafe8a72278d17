// Incremental SHA-256 (FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.2).

/// A SHA-256 in progress: `update` adds bytes in chunks of any length, and `finish` returns the digest.
package struct SHA256: Sendable {
  private var state = initialState
  private var schedule = [UInt32](repeating: 0, count: 64)
  /// The bytes of an incomplete block, fewer than 64.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0
  private let usesInstructions: Bool

  /// A digest of no bytes so far, by the processor's instructions where it has any.
  package init() { self.init(usesInstructions: Self.hasInstructions) }

  /// A digest of no bytes so far.
  init(usesInstructions: Bool) {
    self.usesInstructions = usesInstructions
    rest.reserveCapacity(64)
  }

  /// The 32 bytes of the digest of `bytes`.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finish()
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    var used = 0
    if !rest.isEmpty {
      used = min(64 - rest.count, bytes.count)
      rest += bytes[..<used]
      guard rest.count == 64 else { return }
      take(rest, from: 0, count: 1)
      rest.removeAll(keepingCapacity: true)
    }
    let count = (bytes.count - used) / 64
    take(bytes, from: used, count: count)
    rest += bytes[(used + 64 * count)...]
  }

  /// The 32 bytes of the digest of everything added so far; more bytes may be added afterwards.
  package func finish() -> [UInt8] {
    var padded = self
    let zeros = (119 - Int(byteCount % 64)) % 64
    padded.update(
      [0x80] + [UInt8](repeating: 0, count: zeros) + BigEndian.bytes(Int(bitPattern: UInt(byteCount &* 8)), size: 8))
    return (0..<8).flatMap { BigEndian.bytes(padded.state[$0]) }
  }

  /// Section 6.2.2: blocks of 64 bytes.
  private mutating func take(_ bytes: [UInt8], from start: Int, count: Int) {
    if usesInstructions { return Self.take(bytes, from: start, count: count, into: &state) }
    for place in stride(from: start, to: start + 64 * count, by: 64) {
      Self.expand(bytes.span.extracting(place..<place + 64), into: &schedule)
      state = state &+ Self.rounds(state, schedule.span)
    }
  }

  /// The message schedule: expands a block of 64 bytes to 64 words (step 1).
  private static func expand(_ block: borrowing Span<UInt8>, into schedule: inout [UInt32]) {
    var words = schedule.mutableSpan
    for index in 0..<16 {
      let high = UInt32(block[4 * index]) << 8 | UInt32(block[4 * index + 1])
      let low = UInt32(block[4 * index + 2]) << 8 | UInt32(block[4 * index + 3])
      words[index] = high << 16 | low
    }
    for index in 16..<64 {
      let (near, far) = (words[index - 2], words[index - 15])
      let nearMixed = near.rotatedLeft(17) ^ near.rotatedLeft(19) ^ near >> 10
      let farMixed = far.rotatedLeft(7) ^ far.rotatedLeft(18) ^ far >> 3
      words[index] = nearMixed &+ words[index - 7] &+ farMixed &+ words[index - 16]
    }
    let constants = constants.span
    for index in 0..<64 { words[index] &+= constants[index] }
  }

  /// The new state after 64 rounds over the schedule (steps 2 and 3).
  private static func rounds(_ state: SIMD8<UInt32>, _ words: borrowing Span<UInt32>) -> SIMD8<UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < 64 {
      round(a, b, c, &d, e, f, g, &h, words[index])
      round(h, a, b, &c, d, e, f, &g, words[index + 1])
      round(g, h, a, &b, c, d, e, &f, words[index + 2])
      round(f, g, h, &a, b, c, d, &e, words[index + 3])
      round(e, f, g, &h, a, b, c, &d, words[index + 4])
      round(d, e, f, &g, h, a, b, &c, words[index + 5])
      round(c, d, e, &f, g, h, a, &b, words[index + 6])
      round(b, c, d, &e, f, g, h, &a, words[index + 7])
      index += 8
    }
    return SIMD8(a, b, c, d, e, f, g, h)
  }

  /// One of the 64 rounds. Instead of moving each working variable to the next, the next round renames it.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32,
    _ word: UInt32
  ) {
    h &+= (e.rotatedLeft(6) ^ e.rotatedLeft(11) ^ e.rotatedLeft(25)) &+ (g ^ e & (f ^ g)) &+ word
    d &+= h
    h &+= (a.rotatedLeft(2) ^ a.rotatedLeft(13) ^ a.rotatedLeft(22)) &+ (a & b | c & (a | b))
  }

  private static let initialState: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func rotatedLeft(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 - count) }
}
