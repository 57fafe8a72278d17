// A copy of a file in which some ranges change and all other bytes stay the same.

/// Builds a copy of a file by replacing ranges from beginning to end.
struct PatchedBytes {
  private let source: [UInt8]
  private(set) var bytes: [UInt8] = []
  private var copied = 0

  init(_ source: [UInt8]) {
    self.source = source
    bytes.reserveCapacity(source.count + source.count / 16)
  }

  /// Replaces a range, which must come after all previous ones.
  mutating func replace(_ place: Range<Int>, with new: [UInt8]) {
    bytes += source[copied..<place.lowerBound]
    bytes += new
    copied = place.upperBound
  }

  /// Replaces ranges with the reoriented numbers of `tokens`, in the tokens' order.
  mutating func replace(_ tokens: [NumberToken], with numbers: [ReorientedNumber]) {
    for (token, number) in zip(tokens, numbers) {
      switch number {
      case .kept(let index) where tokens[index].range == token.range: continue
      case .kept(let index): replace(token.range, with: Array(source[tokens[index].range]))
      case .written(let text): replace(token.range, with: text)
      }
    }
  }

  /// The complete file.
  mutating func finished() -> [UInt8] {
    bytes += source[copied...]
    copied = source.count
    return bytes
  }
}

/// A range of a file and its replacement, for edits that are not found in order.
struct ByteEdit {
  let range: Range<Int>
  let text: [UInt8]
}

extension PatchedBytes {
  /// Replaces ranges in any order; they must not overlap.
  mutating func replace(_ places: [ByteEdit]) {
    for place in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      replace(place.range, with: place.text)
    }
  }
}

extension [NumberToken] {
  /// The edits of these tokens.
  func places(_ numbers: [ReorientedNumber], in source: [UInt8]) -> [ByteEdit] {
    zip(self, numbers).compactMap { token, number in
      switch number {
      case .kept(let index) where self[index].range == token.range: nil
      case .kept(let index): ByteEdit(range: token.range, text: Array<UInt8>(source[self[index].range]))
      case .written(let text): ByteEdit(range: token.range, text: text)
      }
    }
  }
}
