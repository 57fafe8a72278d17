// A change of bytes as data: which bytes at which offsets are replaced. The caller applies it.

/// Non-overlapping replacements of byte ranges of one source, in order.
public struct BytePatch: Hashable, Sendable {
  /// One replacement.
  public struct Edit: Hashable, Sendable {
    /// Offset in the source.
    public let offset: Int
    /// The bytes that are there now.
    public let old: [UInt8]
    /// The bytes that replace them.
    public let new: [UInt8]

    /// Replaces `old` at `offset` with `new`.
    public init(offset: Int, old: [UInt8], new: [UInt8]) {
      self.offset = offset
      self.old = old
      self.new = new
    }
  }

  /// The replacements, in ascending order of offset.
  public let edits: [Edit]

  /// Takes replacements in any order; an insertion sorts before a replacement at the same offset.
  public init(_ edits: [Edit]) {
    self.edits = edits.sorted { ($0.offset, $0.old.count) < ($1.offset, $1.old.count) }
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { edits.allSatisfy { $0.old == $0.new } }

  /// Whether no byte moves, so that every edit can be written in place.
  public var isInPlace: Bool { edits.allSatisfy { $0.old.count == $0.new.count } }

  /// By how many bytes the result is longer than the source.
  public var growth: Int { edits.reduce(0) { $0 + $1.new.count - $1.old.count } }

  /// How many bytes differ; meaningful only if `isInPlace`.
  public var changedByteCount: Int {
    edits.reduce(0) { sum, edit in
      sum + zip(edit.old, edit.new).count { $0 != $1 } + max(0, edit.new.count - edit.old.count)
    }
  }

  /// The patch that restores the source from the result, bit for bit.
  public var inverse: BytePatch {
    var shift = 0
    return BytePatch(
      edits.map { edit in
        defer { shift += edit.new.count - edit.old.count }
        return Edit(offset: edit.offset + shift, old: edit.new, new: edit.old)
      })
  }

  /// The source with the replacements applied.
  ///
  /// - Throws: `MetadataError` `.fieldNotWritable` if the source does not contain the bytes that the patch expects.
  public func applied(to source: [UInt8]) throws(MetadataError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + max(0, growth))
    var from = 0
    for edit in edits {
      guard edit.offset >= from, edit.offset + edit.old.count <= source.count,
        source[edit.offset..<edit.offset + edit.old.count].elementsEqual(edit.old)
      else { throw MetadataError(.fieldNotWritable, at: edit.offset) }
      result += source[from..<edit.offset]
      result += edit.new
      from = edit.offset + edit.old.count
    }
    return result + source[from...]
  }
}
