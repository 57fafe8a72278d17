// What became of every part of a source: planned from its headers, then measured in the result (docs/account.md).

public import UprightMetadata

/// What becomes of each part of a source in a result.
///
/// A planned account states what headers tell in advance. For a measured one, each part was looked for in the result:
/// if it is not there, it was removed on request or is lost, whatever was planned.
public struct Account: Hashable, Sendable {
  /// What becomes of a part.
  public enum Fate: Hashable, Sendable {
    /// It is in the result, byte for byte.
    case kept
    /// It is rotated, cropped or scaled along with the image.
    case moved
    /// It is in the result with other bytes.
    case rewritten
    /// It is not in the result, as requested.
    case removed
    /// It is not in the result, whose format has no place for it; it shows nothing that the result does not.
    case omitted
    /// It is not in the result, and nobody asked for that; why, if that was known in advance.
    case lost(CarryNote?)

    /// A stable code.
    public var code: String {
      switch self {
      case .kept: "kept"
      case .moved: "moved"
      case .rewritten: "rewritten"
      case .removed: "removed"
      case .omitted: "omitted"
      case .lost: "lost"
      }
    }

    /// In a few words.
    public var words: String {
      switch self {
      case .kept: "kept as it is"
      case .moved: "moved along with the image"
      case .rewritten: "written anew"
      case .removed: "removed as requested"
      case .lost(.loss(.malformedChunks)?): "lost: malformed"
      case .omitted: "not written: the format has no place for it"
      case .lost(let note): note.map { "lost: \($0)" } ?? "lost"
      }
    }

    /// Whether it is lost.
    public var isLoss: Bool { if case .lost = self { true } else { false } }

    /// Whether it is not in the result, for whatever reason.
    var isAbsent: Bool { isLoss || self == .removed || self == .omitted }
  }

  /// A part and what becomes of it.
  public struct Entry: Hashable, Sendable {
    /// The part.
    public let part: FilePart
    /// What becomes of it.
    public let fate: Fate

    /// What users should know about it in the result; nil for nothing.
    public let remark: String?

    /// A part and what becomes of it.
    public init(_ part: FilePart, _ fate: Fate, remark: String? = nil) {
      self.part = part
      self.fate = fate
      self.remark = remark
    }

    /// What becomes of it, in a few words.
    public var words: String {
      let words = part.isOpacity && fate == .removed ? "\(fate.words): flattened onto the background" : fate.words
      return remark.map { "\(words): \($0)" } ?? words
    }
  }

  /// Every part of the source, in the order of the file, then what is lost without being a part of its own.
  public let entries: [Entry]
  /// Whether each part was looked for in the result; otherwise this is what headers tell in advance.
  public let isMeasured: Bool

  /// An account with these entries.
  public init(_ entries: [Entry], isMeasured: Bool) {
    self.entries = entries
    self.isMeasured = isMeasured
  }

  /// What is lost; not what is inside something that is lost as a whole, but for IPTC records. The properties of a
  /// panorama are one part.
  public var losses: [Entry] { listed.filter(\.fate.isLoss) }

  /// The entries without losses that are a part of another loss, so that ``losses`` are those that are called lost.
  package var listed: [Entry] {
    var hasPanorama = false
    return entries.filter { entry in
      guard entry.fate.isLoss else { return true }
      if let owner = entry.part.owner, entry.part.kind != .iptc, entries.indices.contains(owner),
        entries[owner].fate.isLoss
      {
        return false
      }
      guard entry.part.kind == .panorama else { return true }
      defer { hasPanorama = true }
      return !hasPanorama
    }
  }

  /// The kinds of what is lost, each once, in the order of the kinds.
  public var lostKinds: [FilePart.Kind] {
    let lost = Set(losses.map(\.part.kind))
    return FilePart.Kind.allCases.filter(lost.contains)
  }

  /// What is lost and not allowed to be.
  package func losses(notAllowedBy allowed: AllowedLosses) -> [FilePart] {
    losses.map(\.part).filter { !allowed.allows($0.kind) }
  }

  /// `3 parts lost: comment and thumbnail (2)`; nil if nothing is.
  public var sentence: String? { Self.sentence(losses.map(\.part)) }

  /// The same for these parts.
  public static func sentence(_ lost: [FilePart]) -> String? {
    guard !lost.isEmpty else { return nil }
    return "\(lost.count) part\(lost.count == 1 ? "" : "s") lost: \(names(lost))"
  }

  /// The titles of these parts, with their numbers, as a list: `comment and thumbnail (2)`.
  package static func names(_ parts: [FilePart]) -> String {
    var (titles, counts): ([String], [String: Int]) = ([], [:])
    for part in parts {
      if counts[part.title] == nil { titles.append(part.title) }
      counts[part.title, default: 0] += 1
    }
    var names = titles.map { title in
      let count = counts[title] ?? 1
      return count == 1 ? title : "\(title) (\(count))"
    }
    let more = names.count - namedParts
    if more > 0 { names = names.prefix(namedParts) + ["\(more) more"] }
    return FilePart.Kind.list(names)
  }

  /// How many parts a sentence names.
  private static let namedParts = 6
}

extension Account {
  /// What a plan will do with the parts of its source, as far as headers tell.
  public init(of parts: [FilePart], planned plan: Plan) {
    let notes = plan.carried.filter { !$0.missingKinds.isEmpty }
    let source = SourceParts(parts)
    var open = notes
    let entries = parts.map { part in
      let fate = plan.fate(of: part, in: source, notes)
      open.removeAll { $0.concerns(part) }
      return Entry(part, fate, remark: part.isReconstruction ? plan.reconstruction?.message : nil)
    }
    let others = open.flatMap { note in
      note.missingKinds.map { Entry(FilePart($0, ranges: []), plan.fate(of: note)) }
    }
    self.init(Self.withOwners(Self.changed(entries)) + others, isMeasured: false)
  }

  /// What a plan did with the parts of its source: each is looked for in the result.
  ///
  /// - Throws: What reading throws.
  public init(
    of parts: [FilePart], in source: some ByteSource, by plan: Plan, found made: [FilePart], in result: some ByteSource
  ) throws(MetadataError) {
    let planned = Account(of: parts, planned: plan)
    let context = SourceParts(parts)
    var places: [PartName: FilePart] = [:]
    for part in made { places[PartName(part)] = places[PartName(part)] ?? part }
    var entries: [Entry] = []
    entries.reserveCapacity(planned.entries.count)
    for entry in planned.entries {
      guard let there = entry.part.find(in: places) else {
        entries.append(Entry(entry.part, plan.fate(ofMissing: entry, in: context)))
        continue
      }
      let isSame = try entry.part.isSame(in: source, as: there, in: result)
      let isCut = !isSame && (plan.cannotHold(entry.part) || (entry.fate == .kept && entry.part.isMore(than: there)))
      let isMoved = entry.fate == .moved || (entry.part.kind.isPlace && entry.part.kind != .mapLocation)
      let changed: Fate = isCut ? plan.fate(ofMissing: entry, in: context) : isMoved ? .moved : .rewritten
      entries.append(Entry(entry.part, isSame ? .kept : changed))
    }
    let hasProfile = made.contains { $0.kind == .profile }
    let settled = Self.settled(entries.map { $0.expressed(byProfile: hasProfile) }, after: planned.entries)
    self.init(Self.withOwners(Self.withPages(settled)), isMeasured: true)
  }

  /// What is inside something that is removed or omitted as a whole is not lost, but for IPTC records.
  private static func withOwners(_ entries: [Entry]) -> [Entry] {
    var list = entries
    for (index, entry) in entries.enumerated() where entry.fate.isLoss && entry.part.kind != .iptc {
      guard let owner = entry.part.owner, owner < index else { continue }
      let fate = list[owner].fate
      if fate == .removed || fate == .omitted { list[index] = Entry(entry.part, fate) }
    }
    return list
  }

  /// What belongs to a further page of a TIFF goes with it.
  private static func withPages(_ entries: [Entry]) -> [Entry] {
    var gone: [String: Fate] = [:]
    for entry in entries where entry.part.kind == .page && entry.fate.isAbsent {
      gone["page \(entry.part.name)"] = entry.fate == .removed ? .removed : .rewritten
    }
    guard !gone.isEmpty else { return entries }
    return entries.map { entry in
      let page = String(entry.part.name.prefix { $0 != ":" && $0 != "/" })
      guard entry.fate.isLoss, entry.part.kind != .page, let fate = gone[page] else { return entry }
      return Entry(entry.part, fate)
    }
  }

  /// What is kept except for something inside it is written anew.
  private static func changed(_ entries: [Entry]) -> [Entry] {
    var result = entries
    for entry in entries where entry.fate == .removed || entry.fate.isLoss {
      var owner = entry.part.owner
      while let index = owner, result.indices.contains(index), result[index].fate == .kept {
        result[index] = Entry(result[index].part, .rewritten)
        owner = result[index].part.owner
      }
    }
    return result
  }

  /// A block that is not in the result under its name, but some of whose contents are, is written anew: another
  /// container holds it otherwise. What was planned to go is gone.
  private static func settled(_ entries: [Entry], after planned: [Entry]) -> [Entry] {
    var found: Set<Int> = []
    for entry in entries where [.kept, .moved, .rewritten].contains(entry.fate) {
      if let owner = entry.part.owner { found.insert(owner) }
    }
    return entries.enumerated().map { index, entry in
      let isMissed = entry.fate.isLoss || (entry.fate == .removed && planned[index].fate != .removed)
      return found.contains(index) && isMissed ? Entry(entry.part, .rewritten) : entry
    }
  }
}

extension Account.Entry {
  /// Fields that define colors are rewritten if the result has a color profile in their place.
  fileprivate func expressed(byProfile hasProfile: Bool) -> Self {
    hasProfile && part.kind == .colors && fate == .lost(nil) ? Self(part, .rewritten) : self
  }
}

/// What pairs a part of a source with one of a result.
private struct PartName: Hashable {
  let kind: FilePart.Kind
  let name: String

  /// What a file's trailer is called depends on the file's length, so its kind is enough.
  init(_ part: FilePart) { (kind, name) = (part.kind, part.kind == .trailer ? "" : part.name) }

  init(_ kind: FilePart.Kind, _ name: String) { (self.kind, self.name) = (kind, name) }
}

extension FilePart {
  /// Whether the other has fewer bytes although parts of this kind are never written anew: some of it is missing.
  fileprivate func isMore(than other: FilePart) -> Bool {
    [.unknown, .trailer, .comment, .credentials].contains(kind) && other.byteCount < byteCount
  }

  /// The part with its kind and name.
  fileprivate func find(in parts: [PartName: FilePart]) -> FilePart? {
    parts[PartName(self)] ?? otherName.flatMap { parts[PartName(kind, $0)] }
  }

  /// What unknown bytes are called where they are, or are not, at a file's end as a damaged list; nil for other parts.
  private var otherName: String? {
    guard kind == .unknown else { return nil }
    return switch name {
    case "": ConcatenatedTrailer.damagedName
    case ConcatenatedTrailer.damagedName: ""
    default: nil
    }
  }

  /// Whether both have the same bytes.
  fileprivate func isSame(
    in source: some ByteSource, as other: FilePart, in result: some ByteSource
  ) throws(MetadataError) -> Bool {
    guard byteCount == other.byteCount, !ranges.isEmpty else { return false }
    var (own, theirs) = (PartBytes(ranges), PartBytes(other.ranges))
    while let bytes = try own.next(in: source) {
      guard try theirs.next(bytes.count, in: result) == bytes else { return false }
    }
    return true
  }
}

/// Reads the bytes of a part in chunks.
private struct PartBytes {
  private var ranges: [Range<Int>]
  private static let chunk = 1 << 18

  init(_ ranges: [Range<Int>]) { self.ranges = ranges.reversed() }

  mutating func next(in source: some ByteSource) throws(MetadataError) -> [UInt8]? {
    guard !ranges.isEmpty else { return nil }
    return try next(Self.chunk, in: source)
  }

  /// At most `count` bytes, fewer only at the end.
  mutating func next(_ count: Int, in source: some ByteSource) throws(MetadataError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, let range = ranges.popLast() {
      let part = range.lowerBound..<min(range.upperBound, range.lowerBound + (count - bytes.count))
      let read = try source.read(part)
      guard read.count == part.count else { throw MetadataError(.truncated, at: part.lowerBound + read.count) }
      bytes += read
      if part.upperBound < range.upperBound { ranges.append(part.upperBound..<range.upperBound) }
    }
    return bytes
  }
}
