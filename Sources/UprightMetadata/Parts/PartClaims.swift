// Who keeps which bytes if claims to ranges overlap: the first claim does.

/// Resolves overlapping claims in one sweep, so that the time grows hardly faster than the number of claims.
enum PartClaims {
  /// A range that a part claims.
  struct Claim {
    /// Whose it is.
    let owner: Int
    /// The bytes.
    let range: Range<Int>
  }

  /// The bytes that each claim keeps, in order of position, and those of the file that nobody claims.
  static func resolved(
    _ claims: [Claim], byteCount: Int
  ) -> (kept: [(claim: Int, range: Range<Int>)], gaps: [Range<Int>]) {
    let byStart = claims.indices.sorted {
      (claims[$0].range.lowerBound, $0) < (claims[$1].range.lowerBound, $1)
    }
    var (kept, gaps): ([(claim: Int, range: Range<Int>)], [Range<Int>]) = ([], [])
    var (active, next, at) = (SmallestFirst(), 0, 0)
    while at < byteCount {
      while next < byStart.count, claims[byStart[next]].range.lowerBound <= at {
        active.insert(byStart[next])
        next += 1
      }
      while let first = active.first, claims[first].range.upperBound <= at { active.removeFirst() }
      let start = next < byStart.count ? min(byteCount, claims[byStart[next]].range.lowerBound) : byteCount
      guard let first = active.first else {
        gaps.append(at..<start)
        at = start
        continue
      }
      let end = min(claims[first].range.upperBound, start)
      if let last = kept.last, last.claim == first, last.range.upperBound == at {
        kept[kept.count - 1].range = last.range.lowerBound..<end
      } else {
        kept.append((first, at..<end))
      }
      at = end
    }
    return (kept, gaps)
  }
}

/// Numbers of which the smallest is found at once: a binary heap.
private struct SmallestFirst {
  private var numbers: [Int] = []

  /// The smallest.
  var first: Int? { numbers.first }

  mutating func insert(_ number: Int) {
    numbers.append(number)
    var at = numbers.count - 1
    while at > 0, numbers[at] < numbers[(at - 1) / 2] {
      numbers.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = numbers.popLast(), !numbers.isEmpty else { return }
    numbers[0] = last
    var at = 0
    while 2 * at + 1 < numbers.count {
      var child = 2 * at + 1
      if child + 1 < numbers.count, numbers[child + 1] < numbers[child] { child += 1 }
      guard numbers[child] < numbers[at] else { return }
      numbers.swapAt(at, child)
      at = child
    }
  }
}
