// What a file becomes when its metadata are rewritten: replacements of ranges whose old bytes nobody has to hold.

/// Replacements of byte ranges of one source, in order, none overlapping.
public struct ByteRewrite: Hashable, Sendable {
  /// One replacement.
  public struct Edit: Hashable, Sendable {
    /// Which bytes of the source are replaced.
    public let range: Range<Int>
    /// What replaces them.
    public let new: [UInt8]
    /// How many zeros follow that; so many as a file may have, and none of them is in memory.
    public let zeroCount: Int

    package init(_ range: Range<Int>, new: [UInt8], zeroCount: Int = 0) {
      (self.range, self.new, self.zeroCount) = (range, new, zeroCount)
    }

    /// The range taken out.
    static func removal(_ range: Range<Int>) -> Edit { Edit(range, new: []) }

    /// The range filled with zeros.
    static func zeros(_ range: Range<Int>) -> Edit { Edit(range, new: [], zeroCount: range.count) }

    /// How many bytes it makes the result longer.
    var growth: Int { new.count + zeroCount - range.count }

    /// The same replacement, `distance` bytes further on.
    func shifted(by distance: Int) -> Edit {
      Edit(range.lowerBound + distance..<range.upperBound + distance, new: new, zeroCount: zeroCount)
    }
  }

  /// The replacements, by rising offset; what is inserted at a place comes before what replaces the bytes there.
  public let edits: [Edit]

  /// Replacements in any order.
  ///
  /// - Throws: `.metadataNotRemovable` where two overlap.
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

  /// Where a place of the source comes to lie: behind what is inserted there; one inside replaced bytes, as far behind their start as there
  /// are new ones.
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
  /// These ranges in order, those that touch as one.
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

  /// What others leave of these ranges, in order; in time that grows with the number of both, because files may have very many.
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

  /// What of `range` these ranges, in any order, leave over.
  func gaps(in range: Range<Int>) -> [Range<Int>] { [range].without(self) }
}

extension ByteSource {
  /// The edits that fill ranges with zeros, as far as they hold anything else.
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
  /// - Throws: `.unreadable`, `.truncated` where there are fewer.
  func whole(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let bytes = try read(range)
    guard bytes.count == range.count else { throw MetadataError(.truncated, at: range.lowerBound + bytes.count) }
    return bytes
  }
}
