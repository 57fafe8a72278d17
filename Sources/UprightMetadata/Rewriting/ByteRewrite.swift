// A rewrite of a file's metadata: replacements of ranges whose old bytes need not be in memory.

/// Non-overlapping replacements of byte ranges of one source, in order.
public struct ByteRewrite: Hashable, Sendable {
  /// One replacement.
  public struct Edit: Hashable, Sendable {
    /// The replaced range of the source.
    public let range: Range<Int>
    /// The bytes that replace it.
    public let new: [UInt8]
    /// Number of zeros after `new`; as many as a file may have, without occupying memory.
    public let zeroCount: Int

    package init(_ range: Range<Int>, new: [UInt8], zeroCount: Int = 0) {
      (self.range, self.new, self.zeroCount) = (range, new, zeroCount)
    }

    /// Removes a range.
    static func removal(_ range: Range<Int>) -> Edit { Edit(range, new: []) }

    /// Zeroes a range.
    static func zeros(_ range: Range<Int>) -> Edit { Edit(range, new: [], zeroCount: range.count) }

    /// By how many bytes the result is longer.
    var growth: Int { new.count + zeroCount - range.count }

    /// The same replacement, `distance` bytes later.
    func shifted(by distance: Int) -> Edit {
      Edit(range.lowerBound + distance..<range.upperBound + distance, new: new, zeroCount: zeroCount)
    }
  }

  /// The replacements, in ascending order of offset; an insertion sorts before a replacement at the same offset.
  public let edits: [Edit]

  /// Takes replacements in any order.
  ///
  /// - Throws: `.metadataNotRemovable` if two overlap.
  init(_ edits: [Edit]) throws(MetadataError) {
    let sorted = edits.filter { !$0.range.isEmpty || !$0.new.isEmpty || $0.zeroCount > 0 }
      .sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    for (one, next) in zip(sorted, sorted.dropFirst()) where next.range.lowerBound < one.range.upperBound {
      throw MetadataError(.metadataNotRemovable, at: next.range.lowerBound)
    }
    self.edits = sorted
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { edits.isEmpty }

  /// The new position of a source offset. It comes after bytes inserted there; inside replaced bytes, the distance
  /// from their start is clipped to the new length.
  func place(of offset: Int) -> Int {
    var shift = 0
    for edit in edits {
      let start = edit.range.lowerBound
      guard start < offset || start == offset && edit.range.isEmpty else { break }
      guard edit.range.upperBound > offset else {
        shift += edit.growth
        continue
      }
      return start + shift + min(offset - start, edit.new.count + edit.zeroCount)
    }
    return offset + shift
  }
}

extension [Range<Int>] {
  /// Adds a range, or extends the last one by it if that ends where it begins.
  mutating func extend(by range: Range<Int>) {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else if !range.isEmpty {
      append(range)
    }
  }

  /// The union of these ranges, in order; adjacent ranges are merged.
  var merged: [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// These ranges minus `others`, in order; takes linear time, because files may have very many ranges.
  func without(_ others: [Range<Int>]) -> [Range<Int>] {
    let others = others.merged
    var (left, next): ([Range<Int>], Int) = ([], 0)
    for range in merged {
      var at = range.lowerBound
      while next < others.count, others[next].upperBound <= at { next += 1 }
      var place = next
      while place < others.count, others[place].lowerBound < range.upperBound {
        if others[place].lowerBound > at { left.append(at..<others[place].lowerBound) }
        at = Swift.max(at, others[place].upperBound)
        place += 1
      }
      if at < range.upperBound { left.append(at..<range.upperBound) }
    }
    return left
  }

  /// The parts of `range` that these ranges, in any order, do not cover.
  func gaps(in range: Range<Int>) -> [Range<Int>] { [range].without(self) }
}

extension ByteSource {
  /// The edits that zero ranges, as far as they contain anything else.
  ///
  /// - Throws: `.unreadable`, `.truncated`.
  func zeroing(_ ranges: [Range<Int>]) throws(MetadataError) -> [ByteRewrite.Edit] {
    var edits: [ByteRewrite.Edit] = []
    for range in ranges {
      var isZero = true
      for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 16) where isZero {
        let part = start..<Swift.min(range.upperBound, start + 1 << 16)
        let bytes = try whole(part)
        isZero = bytes.allSatisfy { $0 == 0 }
      }
      if !isZero { edits.append(.zeros(range)) }
    }
    return edits
  }

  /// All bytes of a range.
  ///
  /// - Throws: `.unreadable`, `.truncated` if there are fewer.
  func whole(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let bytes = try read(range)
    guard bytes.count == range.count else { throw MetadataError(.truncated, at: range.lowerBound + bytes.count) }
    return bytes
  }
}
