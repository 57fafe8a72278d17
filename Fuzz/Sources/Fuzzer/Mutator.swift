// Changes a file by its structure: lengths, types, nesting and repetition of pieces, boundary values of numbers,
// checksums made right again.

import UprightTestTools

/// A change of one input.
struct Mutator {
  private(set) var bytes: [UInt8]
  private let original: [UInt8]
  private let limit: Int
  private var random: SplitMix64

  /// A change of `bytes`, which may become `limit` long.
  init(_ bytes: [UInt8], limit: Int, seed: UInt64) {
    self.bytes = bytes
    original = bytes
    self.limit = limit
    random = SplitMix64(seed: seed)
  }

  /// Makes one change, seldom up to four; every other one is `plain`, which knows nothing of structure.
  mutating func mutate(for subject: Subject, _ plain: ([UInt8]) -> [UInt8]) {
    repeat {
      if Bool.random(using: &random) { bytes = plain(bytes) } else { changeStructure() }
    } while chance(1, of: 4)
    bytes = Array(bytes.prefix(limit))
    if !subject.takes(bytes) { keepOpening() }
    if !chance(1, of: 16) { mendChecksums() }
  }

  private mutating func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &random) < part }

  private mutating func changeStructure() {
    let outline = Outline(bytes)
    let piece = outline.pieces.randomElement(using: &random)
    let field = outline.fields.randomElement(using: &random)
    switch (piece, field) {
    case (let piece?, let field?):
      if chance(1, of: 2) { change(piece, outline) } else { set(field, outline) }
    case (let piece?, nil): change(piece, outline)
    case (nil, let field?): set(field, outline)
    case (nil, nil): setAnything(outline)
    }
  }

  private mutating func setAnything(_ outline: Outline) {
    guard let offset = bytes.indices.randomElement(using: &random) else { return }
    let width = min([1, 2, 4, 8].randomElement(using: &random) ?? 1, bytes.count - offset)
    set(Field(offset: offset, width: width, isBig: Bool.random(using: &random)), outline)
  }

  /// The file's first bytes are those of its format again, most of the time.
  private mutating func keepOpening() {
    guard !chance(1, of: 32) else { return }
    let count = min(16, original.count)
    bytes.replaceSubrange(..<min(count, bytes.count), with: original.prefix(count))
  }
}

extension Mutator {
  /// A number becomes one at which something could break.
  private mutating func set(_ field: Field, _ outline: Outline) {
    guard field.end <= bytes.count else { return }
    let old = Input(bytes).value(field) ?? 0
    write(boundary(old, width: field.width, outline), to: field)
  }

  private mutating func write(_ value: UInt64, to field: Field) {
    for index in 0..<field.width {
      let shift = 8 * (field.isBig ? field.width - 1 - index : index)
      bytes[field.offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
    }
  }

  private mutating func boundary(_ old: UInt64, width: Int, _ outline: Outline) -> UInt64 {
    let highest = UInt64.max >> UInt64(64 - 8 * width)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return UInt64.random(in: 0...18, using: &random)
    case 1: return highest &- UInt64.random(in: 0...16, using: &random)
    case 2: return (highest / 2) &+ UInt64.random(in: 0...2, using: &random)
    case 3: return old &+ UInt64.random(in: 0...2, using: &random) &- 1
    case 4: return UInt64(bytes.count) &+ UInt64.random(in: 0...24, using: &random) &- 12
    case 5: return 1 << UInt64.random(in: 0..<UInt64(8 * width), using: &random)
    case 6: return [274, 0x8769, 330, 0x0112_0003, 0x0100_0000, old &* 2, old / 2].randomElement(using: &random) ?? 0
    default: return UInt64(outline.fields.randomElement(using: &random)?.offset ?? 8)
    }
  }
}

extension Mutator {
  private mutating func change(_ piece: Piece, _ outline: Outline) {
    let other = outline.pieces.randomElement(using: &random) ?? piece
    switch Int.random(in: 0..<8, using: &random) {
    case 0: set(piece.length, outline)
    case 1: bytes.replaceSubrange(piece.kind, with: bytes[other.kind].prefix(piece.kind.count))
    case 2: replace(piece.range, with: [], outline)
    case 3: replace(piece.range.upperBound..<piece.range.upperBound, with: Array(bytes[piece.range]), outline)
    case 4: replace(piece.payload.lowerBound..<piece.payload.lowerBound, with: Array(bytes[other.range]), outline)
    case 5: replace(piece.payload, with: Array(bytes[other.payload]), outline)
    case 6: replace(piece.payload, with: Array(bytes[piece.payload].prefix(cut(piece.payload.count))), outline)
    default: replace(piece.payload, with: changed(Array(bytes[piece.payload])), outline)
    }
  }

  private mutating func cut(_ count: Int) -> Int { Int.random(in: 0...count, using: &random) }

  /// A payload with one byte another one, more or less.
  private mutating func changed(_ payload: [UInt8]) -> [UInt8] {
    let place = cut(payload.count)
    let byte = UInt8.random(in: .min ... .max, using: &random)
    return Array(payload[..<place]) + [byte] + payload.dropFirst(place + cut(2))
  }

  /// Other bytes in a range; the lengths of the pieces around it say so.
  private mutating func replace(_ range: Range<Int>, with new: [UInt8], _ outline: Outline) {
    guard bytes.count + new.count - range.count <= limit else { return }
    for piece in outline.pieces
    where piece.payload.lowerBound <= range.lowerBound && piece.payload.upperBound >= range.upperBound {
      guard piece.range != range, let old = Input(bytes).value(piece.length), old != 0 else { continue }
      write(old &+ UInt64(new.count) &- UInt64(range.count), to: piece.length)
    }
    bytes.replaceSubrange(range, with: new)
  }

  /// The checksums of a PNG's chunks.
  private mutating func mendChecksums() {
    guard Input(bytes).opens([0x89, 0x50]) else { return }
    for piece in Outline(bytes).pieces where piece.payload.upperBound + 4 == piece.range.upperBound {
      let sum = Checksum.crc32(bytes[piece.kind.lowerBound..<piece.payload.upperBound])
      write(UInt64(sum), to: Field(offset: piece.payload.upperBound, width: 4, isBig: true))
    }
  }
}
