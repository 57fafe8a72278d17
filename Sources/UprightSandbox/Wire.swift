// The encoding of values in messages between the worker and its parent: little-endian, with length prefixes
// (Design.md).

import Upright

/// A message that violates the protocol.
struct ProtocolViolation: Error, Hashable {
  let what: String

  init(_ what: String) { self.what = what }
}

/// Encodes a message.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(byte: some BinaryInteger) { bytes.append(UInt8(truncatingIfNeeded: byte)) }

  mutating func put(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func put(_ yes: Bool) { put(byte: yes ? 1 : 0) }

  mutating func put(_ block: [UInt8]) {
    put(block.count)
    bytes += block
  }

  mutating func put(_ text: String) { put(Array(text.utf8)) }

  mutating func put<Value>(_ list: [Value], each: (inout WireWriter, Value) -> Void) {
    put(list.count)
    for value in list { each(&self, value) }
  }

  mutating func put<Value>(_ value: Value?, each: (inout WireWriter, Value) -> Void) {
    put(value != nil)
    if let value { each(&self, value) }
  }
}

/// Decodes a message. Whatever the bytes are, decoding ends and takes no more memory than they do.
struct WireReader {
  private let bytes: [UInt8]
  private var place: Int

  init(_ bytes: [UInt8], from place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  /// The number of bytes left.
  var left: Int { bytes.count - place }

  mutating func byte() throws(ProtocolViolation) -> UInt8 {
    guard left >= 1 else { throw ProtocolViolation("the message ends early") }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number() throws(ProtocolViolation) -> Int {
    guard left >= 8 else { throw ProtocolViolation("the message ends early") }
    defer { place += 8 }
    return bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number within bounds.
  mutating func number(in range: ClosedRange<Int>) throws(ProtocolViolation) -> Int {
    let number = try number()
    guard range ~= number else { throw ProtocolViolation("\(number) is not in \(range)") }
    return number
  }

  mutating func flag() throws(ProtocolViolation) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw ProtocolViolation("\(byte) is not a Boolean") }
    return byte == 1
  }

  mutating func block() throws(ProtocolViolation) -> [UInt8] {
    let count = try number()
    guard 0...left ~= count else { throw ProtocolViolation("the message ends early") }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func text() throws(ProtocolViolation) -> String { String(decoding: try block(), as: UTF8.self) }

  mutating func list<Value>(
    _ each: (inout WireReader) throws(ProtocolViolation) -> Value
  ) throws(ProtocolViolation) -> [Value] {
    let count = try number()
    guard 0...left ~= count else { throw ProtocolViolation("the message ends early") }
    var values: [Value] = []
    for _ in 0..<count { values.append(try each(&self)) }
    return values
  }

  mutating func optional<Value>(
    _ each: (inout WireReader) throws(ProtocolViolation) -> Value
  ) throws(ProtocolViolation) -> Value? {
    try flag() ? try each(&self) : nil
  }

  /// A raw value of an enumeration.
  mutating func word<Word: RawRepresentable>(_ type: Word.Type) throws(ProtocolViolation) -> Word
  where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else { throw ProtocolViolation("an unknown word") }
    return word
  }

  /// Checks that nothing follows.
  func end() throws(ProtocolViolation) {
    guard left == 0 else { throw ProtocolViolation("\(left) bytes too many") }
  }
}

// The layout of the memory shared by the worker and its parent: several bands of rows (Design.md).

/// Slots of equal size, used in rotation.
struct SlotLayout: Hashable, Sendable {
  /// How many bands the worker may be ahead.
  static let maxSlots = 3
  /// More bytes than any image within the limits needs.
  private static let maxBytes = 1 << 40

  let count: Int
  /// Bytes per slot.
  let bytes: Int

  var byteCount: Int { count * bytes }

  /// Nil for slots larger than any memory.
  init?(count: Int, bytes: Int) {
    guard 1...Self.maxSlots ~= count, 1...Self.maxBytes ~= bytes else { return nil }
    (self.count, self.bytes) = (count, bytes)
  }

  /// Slots for bands of an image; nil for images larger than any memory.
  init?(_ size: PixelSize<some Space>, bytesPerPixel: Int) {
    guard !size.isEmpty else { return nil }
    let rows = min(size.height, DecodePass.bandRows)
    let (pixels, many) = size.width.multipliedReportingOverflow(by: rows)
    let (bytes, more) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    guard !many, !more else { return nil }
    self.init(count: min(Self.maxSlots, (size.height - 1) / DecodePass.bandRows + 1), bytes: bytes)
  }
}
