// A file of which some places change and everything else stays byte for byte.

/// A copy of a file that grows as its places are replaced, from its beginning to its end.
struct PatchedBytes {
  private let source: [UInt8]
  private(set) var bytes: [UInt8] = []
  private var copied = 0

  init(_ source: [UInt8]) {
    self.source = source
    bytes.reserveCapacity(source.count + source.count / 16)
  }

  /// Replaces a place, which has to lie behind all before.
  mutating func replace(_ place: Range<Int>, with new: [UInt8]) {
    bytes += source[copied..<place.lowerBound]
    bytes += new
    copied = place.upperBound
  }

  /// Replaces places by turned numbers of `tokens`, in the tokens' order.
  mutating func replace(_ tokens: [NumberToken], with numbers: [ReorientedNumber]) {
    for (token, number) in zip(tokens, numbers) {
      switch number {
      case .kept(let index) where tokens[index].range == token.range: continue
      case .kept(let index): replace(token.range, with: Array(source[tokens[index].range]))
      case .written(let text): replace(token.range, with: text)
      }
    }
  }

  /// The whole file.
  mutating func finished() -> [UInt8] {
    bytes += source[copied...]
    copied = source.count
    return bytes
  }
}

/// A place of a file and what comes there; collected where they are not found in order.
struct ByteEdit {
  let range: Range<Int>
  let text: [UInt8]
}

extension PatchedBytes {
  /// Replaces many places, in whatever order they are listed; none may overlap.
  mutating func replace(_ places: [ByteEdit]) {
    for place in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      replace(place.range, with: place.text)
    }
  }
}

extension [NumberToken] {
  /// What their places become.
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
