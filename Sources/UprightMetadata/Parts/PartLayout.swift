// Makes a file's parts of what a walker finds in it: no gap, no overlap, however damaged the file is (Design.md). Who
// keeps which bytes if claims to ranges overlap: the first claim does.

/// Collects the parts of one file.
///
/// A walker claims ranges; where two claims overlap, the first one keeps the bytes. Bytes that nobody claims become
/// padding if they say nothing, the trailer if they follow the end, and unknown bytes otherwise.
struct PartLayout {
  /// A part as its walker found it.
  private struct Draft {
    let kind: FilePart.Kind
    let name: String
    var ranges: [Range<Int>]
    /// The draft that contains it; nil if it claims bytes of the file.
    var owner: Int?
  }

  /// Number of bytes in the file.
  let byteCount: Int
  private var drafts: [Draft] = []
  private var rangeCount = 0
  /// The part with what precedes the contents of segments, chunks and boxes.
  private var headers: Int?
  /// The parts of the file itself, as opposed to those inside others.
  private var ownCount = 0
  /// Numbers of parts of the file, and of parts inside each part, that are not listed.
  private var left = 0
  private var leftInside: [Int: Int] = [:]
  /// Where the file ends according to its structure; nil if that is its last byte, or unknown.
  var end: Int?

  /// Maximum numbers of parts and ranges: as many parts of the file itself as parts inside others, so that neither take
  /// the other's room. What is more is joined.
  private static let (partLimit, rangeLimit) = (8_192, 1 << 17)

  /// No parts, of a file of this length.
  init(byteCount: Int) { self.byteCount = byteCount }

  /// Whether a part more inside another would be listed.
  var hasRoom: Bool { drafts.count - ownCount < Self.partLimit && rangeCount < Self.rangeLimit }

  private var hasOwnRoom: Bool { ownCount < Self.partLimit && rangeCount < Self.rangeLimit }

  /// Claims ranges of the file. Returns the part's place, by which others can be nested in it; nil if there are too
  /// many parts.
  @discardableResult
  mutating func claim(_ kind: FilePart.Kind, _ name: String = "", _ ranges: [Range<Int>]) -> Int? {
    add(Draft(kind: kind, name: name, ranges: ranges, owner: nil))
  }

  /// Adds a part inside another. If `owner` was left out, so is this.
  @discardableResult
  mutating func nest(
    _ kind: FilePart.Kind, _ name: String = "", _ ranges: [Range<Int>], in owner: Int?
  ) -> Int? {
    guard let owner else { return nil }
    return add(Draft(kind: kind, name: name, ranges: ranges, owner: owner))
  }

  /// Claims further bytes for a part.
  mutating func extend(_ part: Int?, by range: Range<Int>) {
    guard let part, drafts.indices.contains(part) else { return }
    let range = range.clamped(to: 0..<byteCount)
    guard !range.isEmpty else { return }
    if let last = drafts[part].ranges.last, last.upperBound == range.lowerBound {
      drafts[part].ranges[drafts[part].ranges.count - 1] = last.lowerBound..<range.upperBound
    } else if rangeCount < Self.rangeLimit {
      drafts[part].ranges.append(range)
      rangeCount += 1
    } else {
      left += 1
    }
  }

  /// Claims what precedes or follows a content: lengths, types, identifiers, checksums. All of them are one part.
  mutating func claimHeader(_ range: Range<Int>) {
    headers = headers ?? claim(.structure, "headers", [])
    extend(headers, by: range)
  }

  private mutating func add(_ draft: Draft) -> Int? {
    guard draft.owner == nil ? hasOwnRoom : hasRoom else {
      if let owner = draft.owner { leftInside[owner, default: 0] += 1 } else { left += 1 }
      return nil
    }
    if draft.owner == nil { ownCount += 1 }
    var draft = draft
    let ranges = draft.ranges
    draft.ranges = []
    drafts.append(draft)
    for range in ranges { extend(drafts.count - 1, by: range) }
    return drafts.count - 1
  }
}

// MARK: - The list

extension PartLayout {
  /// The parts, in the file's order; each is followed by those inside it.
  ///
  /// - Throws: `.unreadable`.
  func parts(in source: some ByteSource) throws(MetadataError) -> [FilePart] {
    var layout = self
    layout.joinDensities()
    let claimed = layout.resolved()
    try layout.fill(claimed.gaps, in: source)
    return layout.listed(claimed.own)
  }

  /// A container and its Exif block may both state the density of the pixels; they count as one.
  private mutating func joinDensities() {
    let places = drafts.indices.filter { drafts[$0].kind == .field && drafts[$0].name == PixelDensity.part }
    for place in places.dropFirst() {
      let further = drafts[place]
      drafts[place] = Draft(kind: .structure, name: further.name, ranges: further.ranges, owner: further.owner)
    }
  }

  /// The bytes that each draft keeps, and those that nobody claims.
  private mutating func resolved() -> (own: [[Range<Int>]], gaps: [Range<Int>]) {
    var claims: [PartClaims.Claim] = []
    for (place, draft) in drafts.enumerated() where draft.owner == nil {
      for range in draft.ranges { claims.append(PartClaims.Claim(owner: place, range: range)) }
    }
    let (kept, gaps) = PartClaims.resolved(claims, byteCount: byteCount)
    var own = [[Range<Int>]](repeating: [], count: drafts.count)
    // In the order in which the walker claimed them.
    for (claim, range) in kept.sorted(by: { ($0.claim, $0.range.lowerBound) < ($1.claim, $1.range.lowerBound) }) {
      own[claims[claim].owner].extend(by: range)
    }
    adoptCovered(own)
    return (own, gaps)
  }

  /// A part whose bytes others claimed first is inside the one that has its first byte.
  private mutating func adoptCovered(_ own: [[Range<Int>]]) {
    let covered = drafts.indices.filter { drafts[$0].owner == nil && own[$0].isEmpty && !drafts[$0].ranges.isEmpty }
    guard !covered.isEmpty else { return }
    var held: [(range: Range<Int>, place: Int)] = []
    for (place, ranges) in own.enumerated() { held += ranges.map { ($0, place) } }
    held.sort { $0.range.lowerBound < $1.range.lowerBound }
    for place in covered {
      let first = drafts[place].ranges[0].lowerBound
      var (low, high) = (0, held.count)
      while low < high {
        let middle = (low + high) / 2
        if held[middle].range.upperBound <= first { low = middle + 1 } else { high = middle }
      }
      if low < held.count, held[low].range.contains(first) { drafts[place].owner = held[low].place }
    }
  }

  /// Number of bytes that are read to tell padding from unknown bytes.
  private static let paddingLimit = 1 << 20

  /// Adds parts for the bytes that nobody claims.
  private mutating func fill(_ gaps: [Range<Int>], in source: some ByteSource) throws(MetadataError) {
    var (padding, trailer, rest): ([Range<Int>], [Range<Int>], [Range<Int>]) = ([], [], [])
    var budget = Self.paddingLimit
    for gap in gaps {
      let (before, behind) = (gap.lowerBound..<min(gap.upperBound, max(gap.lowerBound, end ?? .max)), end ?? .max)
      if !before.isEmpty {
        if try isPadding(before, in: source, &budget) { padding.append(before) } else { rest.append(before) }
      }
      let after = max(gap.lowerBound, min(behind, gap.upperBound))..<gap.upperBound
      guard !after.isEmpty else { continue }
      let isInside = after.upperBound < byteCount
      if isInside, try isPadding(after, in: source, &budget) { padding.append(after) } else { trailer.append(after) }
    }
    let isLastUnclaimed = !trailer.isEmpty || rest.last?.upperBound == byteCount
    let isListDamaged = isLastUnclaimed && ConcatenatedTrailer.isDamaged(in: source)
    let list = isListDamaged ? ConcatenatedTrailer.damagedName : ""
    // The end of some formats, such as TIFF, is not known.
    let last = isListDamaged && trailer.isEmpty ? [rest.removeLast()] : []
    for (kind, name, ranges) in [
      (FilePart.Kind.structure, "padding", padding), (.trailer, list, trailer),
      (.unknown, left > 0 ? Self.name(ofFurther: left) : "", rest), (.unknown, list, last),
    ] where !ranges.isEmpty {
      drafts.append(Draft(kind: kind, name: name, ranges: ranges, owner: nil))
    }
    for (owner, count) in leftInside.sorted(by: { $0.key < $1.key }) {
      drafts.append(Draft(kind: .unknown, name: Self.name(ofFurther: count), ranges: [], owner: owner))
    }
  }

  /// A name that others do not share: if some of them are lost, the part is too.
  private static func name(ofFurther count: Int) -> String { "\(count) further parts" }

  /// Whether bytes are all 0 or all 0xFF, as between values and before markers.
  private func isPadding(
    _ range: Range<Int>, in source: some ByteSource, _ budget: inout Int
  ) throws(MetadataError) -> Bool {
    guard range.count <= budget else { return false }
    budget -= range.count
    let bytes = try source.read(range)
    guard let first = bytes.first, first == 0 || first == 0xFF else { return false }
    return bytes.allSatisfy { $0 == first }
  }

  /// The list, with distinct names and owners before what they own.
  private func listed(_ own: [[Range<Int>]]) -> [FilePart] {
    let names = distinctNames()
    var inside = [[Int]](repeating: [], count: drafts.count)
    var top: [(start: Int, place: Int)] = []
    for (place, draft) in drafts.enumerated() {
      if let owner = draft.owner {
        inside[owner].append(place)
      } else {
        let ranges = place < own.count ? own[place] : draft.ranges
        top.append((ranges.map(\.lowerBound).min() ?? byteCount, place))
      }
    }
    top.sort { ($0.start, $0.place) < ($1.start, $1.place) }
    var (parts, stack): ([FilePart], [(place: Int, owner: Int?)]) = ([], top.reversed().map { ($0.place, nil) })
    while let (place, owner) = stack.popLast() {
      let draft = drafts[place]
      var ranges = draft.ranges
      if let owner {
        ranges = parts[owner].ranges.isEmpty ? [] : Self.clipped(ranges, to: parts[owner].ranges)
      } else if place < own.count {
        ranges = own[place]
      }
      stack += inside[place].reversed().map { ($0, parts.count) }
      parts.append(FilePart(draft.kind, name: names[place], ranges: ranges, owner: owner))
    }
    return parts
  }

  /// The parts of ranges that are inside others.
  private static func clipped(_ ranges: [Range<Int>], to outer: [Range<Int>]) -> [Range<Int>] {
    if outer.count == 1 { return ranges.map { $0.clamped(to: outer[0]) }.filter { !$0.isEmpty } }
    let sorted = outer.sorted { $0.lowerBound < $1.lowerBound }
    var result: [Range<Int>] = []
    for range in ranges {
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
      }
      while low < sorted.count, sorted[low].lowerBound < range.upperBound, result.count < rangeLimit {
        let piece = range.clamped(to: sorted[low])
        if !piece.isEmpty { result.append(piece) }
        low += 1
      }
    }
    return result
  }

  /// Names that are distinct among parts of a kind: the second of a name gets a 2. They are numbered in the walker's
  /// order, which a rewritten file keeps.
  private func distinctNames() -> [String] {
    var counts: [FilePart.Kind: [String: Int]] = [:]
    var used: [FilePart.Kind: Set<String>] = [:]
    return drafts.map { draft in
      var count = counts[draft.kind]?[draft.name] ?? 0
      var name = draft.name
      repeat {
        count += 1
        name = count == 1 ? draft.name : draft.name.isEmpty ? "\(count)" : "\(draft.name) \(count)"
      } while !used[draft.kind, default: []].insert(name).inserted
      counts[draft.kind, default: [:]][draft.name] = count
      return name
    }
  }
}

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
