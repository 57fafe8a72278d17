// What a mutation can aim at in a file: its pieces (boxes, chunks, segments) and the numbers that say where and how
// much.

/// A number of `width` bytes.
struct Field: Hashable {
  var offset: Int
  var width: Int
  var isBig: Bool

  var end: Int { offset + width }
}

/// A box, chunk or segment.
struct Piece: Hashable {
  /// All of it.
  var range: Range<Int>
  /// What is inside.
  var payload: Range<Int>
  /// Its type.
  var kind: Range<Int>
  /// Its length, whatever that counts.
  var length: Field
}

/// The pieces and numbers that a scan finds; scans believe nothing and stop early.
struct Outline {
  var pieces: [Piece] = []
  var fields: [Field] = []

  /// How much is listed at most.
  private static let limit = 400

  var isFull: Bool { pieces.count + fields.count > Self.limit }

  /// Scans for everything that there can be.
  init(_ bytes: [UInt8]) {
    let input = Input(bytes)
    if input.opens([0xFF, 0xD8]) {
      addSegments(input)
    } else if input.opens([0x89, 0x50]) {
      addChunks(input, from: 8, isBig: true)
    } else if input.opens(Array("RIFF".utf8)) {
      addChunks(input, from: 0, isBig: false)
    } else {
      addBoxes(input, in: bytes.indices, depth: 0)
    }
    addDirectories(input)
  }
}

/// Bytes, read with care.
struct Input {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func opens(_ signature: [UInt8], at offset: Int = 0) -> Bool {
    bytes.dropFirst(offset).starts(with: signature)
  }

  /// A number; nil where it does not lie in the input or is beyond its length.
  func place(_ field: Field) -> Int? {
    guard let value = value(field), value <= UInt64(bytes.count) else { return nil }
    return Int(value)
  }

  /// A number; nil where it does not lie in the input.
  func value(_ field: Field) -> UInt64? {
    guard field.offset >= 0, field.end <= bytes.count else { return nil }
    let number = bytes[field.offset..<field.end]
    return (field.isBig ? Array(number) : number.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
