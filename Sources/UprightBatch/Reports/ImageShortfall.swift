// What the result of an image lacks: why it is not upright, which parts are lost (docs/account.md), and whether it is
// damaged.

package import Upright
package import UprightFiles

extension ImageReport {
  /// The exit code for an image that should have become upright but did not; nil if it is upright, if it is a video,
  /// which players display upright, or if its tag was to stay.
  package var shortfall: Int32? {
    if hiddenOrientation != nil { return SourceDamage.exitCode }
    if isMissing { return ExitStatus.partial.code }
    return switch keptTagReason {
    case .damage: SourceDamage.exitCode
    case .limit(let limit, let asked, let allowed):
      UprightError.limit(limit, asked: asked, allowed: allowed).codes.exitCode
    case .format(let format) where format.isMovie: nil
    case .edges, .encoding, .format, .unwritable, .animation, .losses, .other:
      isTagToStay ? nil : ExitStatus.partial.code
    case nil: nil
    }
  }

  /// The exit code that an image contributes to a command that writes: that of one that is not upright although it
  /// should be, or that of a result that is reported as damaged; nil for neither.
  package func exitCode(toward goal: ImageGoal) -> Int32? {
    (goal.makesUpright ? shortfall : nil) ?? SourceDamage(isFound: isDamaged).exitCode
  }

  /// Whether damage or a limit keeps it from becoming upright: the same file may become upright elsewhere.
  var isBrokenOff: Bool {
    switch keptTagReason {
    case .damage, .limit: true
    default: hiddenOrientation != nil
    }
  }

  /// The reason in one sentence; nil for none, or if another message names it.
  var shortfallSentence: String? {
    if let reason = hiddenOrientation ?? assumedUprightReason {
      return "the file is damaged (\(reason)), so its orientation is unknown; it was treated as upright"
    }
    if isMissing { return "there is no result, because the pixels look rotated already; choose with \(option: .stale)" }
    let kept = "kept tag \(plan.remaining.exif.rawValue)"
    switch keptTagReason {
    case .damage: return abandoned == nil ? "the file is truncated or damaged: \(kept)" : nil
    case .limit(let limit, let asked, let allowed):
      return "\(UprightError.limit(limit, asked: asked, allowed: allowed)): \(kept)"
    case .losses(let contents, let codes):
      let way =
        isWrittenElsewhere ? "leave out \(option: .strictParts)" : "use \(option: .output, "FOLDER/")"
      let allowing = "\(option: .allowedLosses, codes)"
      return "\(kept): rotating the pixels would lose \(contents); \(way), or \(allowing)"
    default: return nil
    }
  }

  /// `"notUpright":"edges"` and the like, if there is a shortfall.
  var shortfallJSON: [JSONLine.Member] {
    guard let word = hiddenOrientation == nil ? keptTagReason?.word : "unknown" else { return [] }
    return [.init("notUpright", .text(word))]
  }
}

extension ImageReport.KeptTagReason {
  /// All words of `notUpright` for programs.
  package static let words = [
    "unknown", "damage", "limit", "edges", "encoding", "format", "animation", "content-lost", "other",
  ]

  /// Its word for programs; nil for a video.
  var word: String? {
    switch self {
    case .damage: "damage"
    case .limit: "limit"
    case .edges: "edges"
    case .encoding: "encoding"
    case .format(let format): format.isMovie ? nil : "format"
    case .unwritable: "format"
    case .animation: "animation"
    case .losses: "content-lost"
    case .other: "other"
    }
  }
}

extension Probe {
  /// The damage at the file's end, if it may hide the only field that states the orientation; nil if a field was read,
  /// or if the missing part cannot contain one: JPEG and TIFF state it before their image data.
  package var hiddenOrientation: String? {
    guard source == .none, [.webp, .png, .heif, .avif].contains(format) else { return nil }
    if let finding = findings.first(where: { $0.code == .metadataDamaged }) { return finding.message }
    return isTruncated ? "it is truncated" : nil
  }

  /// Whether the headers show that the file is damaged.
  var isKnownDamaged: Bool { isTruncated || findings.contains { $0.code == .metadataDamaged } }
}

extension Plan {
  /// What the new image lacks of the source, one sentence with a count for each kind.
  ///
  /// - Parameter ofSmaller: Whether a crop or a smaller version is expected to keep everything, because it takes its
  ///   source's place.
  func lossSentences(ofSmaller: Bool) -> [String] {
    let known: [CarryNote]
    switch route {
    case .copy, .retag: known = []
    case .rewrite(let rewrite): known = rewrite.losses
    case .transform(let transform): known = transform.carry.expectedLosses(ofSmaller: ofSmaller)
    case .transcode(let transcode):
      known = ([transcode] + transcode.furtherPages).flatMap { $0.carry.expectedLosses(ofSmaller: ofSmaller) }
    }
    var sentences: [String] = []
    var counts: [String: Int] = [:]
    for note in known where note.isUnexpectedLoss && !losses.contains(note) {
      counts[note.description, default: 0] += 1
      if counts[note.description] == 1 { sentences.append(note.description) }
    }
    return sentences.map { sentence in
      let count = counts[sentence] ?? 1
      return count == 1 ? sentence : "\(sentence) (\(count) of these)"
    }
  }
}

extension Plan.Carry {
  /// The notes on an image of the whole source at full size; a crop or a smaller version is not expected to keep
  /// everything.
  fileprivate func expectedLosses(ofSmaller: Bool) -> [CarryNote] { showsLess && !ofSmaller ? [] : notes }
}

// What an image's report says of the parts that its result lacks (docs/account.md).

extension ImageReport {
  /// The parts that are lost without being asked to: as measured, or as planned if nothing was written.
  package var lostParts: [FilePart] {
    account?.losses.map(\.part) ?? plan.knownLosses.map { FilePart($0, ranges: []) }
  }

  /// `2 parts lost: comment and depth map`; nil if nothing is.
  var lossSentence: String? { Account.sentence(lostParts) }

  /// `"lossCount":2,"lost":["comment","depth-map"]`; the list only if there are any.
  var lossJSON: [JSONLine.Member] { FilePart.lossJSON(lostParts) }
}

extension FilePart {
  /// `"lossCount":2,"lost":["comment","depth-map"]` of parts that are lost; the list only if there are any.
  package static func lossJSON(_ lost: [FilePart]) -> [JSONLine.Member] {
    let kinds = Kind.allCases.filter(Set(lost.map(\.kind)).contains)
    return [.init("lossCount", .number(lost.count))]
      + (kinds.isEmpty ? [] : [.init("lost", .list(kinds.map { .text($0.rawValue) }))])
  }
}

extension Account {
  /// Each part with what became of it, for `--explain`: one line each, those inside others only if they are lost or are
  /// images or places.
  package var lines: [String] {
    listed.filter { entry in
      guard entry.part.kind != .structure else { return entry.fate.isLoss }
      guard entry.part.owner != nil else { return true }
      return entry.fate.isLoss || entry.part.kind.isView || entry.part.kind.isPlace
    }.map { entry in
      let name = entry.part.title == entry.part.kind.name && !entry.part.name.isEmpty ? " (\(entry.part.name))" : ""
      return "\(TerminalText.plain(entry.part.title + name)): \(entry.words)"
    }
  }

  /// The same for programs: all but losses inside other losses.
  package var json: JSONLine {
    .list(
      listed.map { entry in
        var members: [JSONLine.Member] = [.init("kind", .text(entry.part.kind.rawValue))]
        if !entry.part.name.isEmpty { members.append(.init("name", .text(entry.part.name))) }
        members.append(.init("fate", .text(entry.fate.code)))
        if case .lost(let note?) = entry.fate { members.append(.init("reason", .text(note.description))) }
        if !entry.part.ranges.isEmpty {
          let ranges = entry.part.ranges.map { JSONLine.list([.number($0.lowerBound), .number($0.upperBound)]) }
          members.append(.init("ranges", .list(ranges)))
        }
        return .object(members)
      })
  }
}

// Whether a file's image is damaged, and what everything that shows its readable part says and ends with.

/// Whether only a part of an image could be read.
package struct SourceDamage: Hashable, Sendable {
  /// The image is whole, as far as it was read.
  package static let none = Self(isFound: false)
  /// The exit code of a command that used the readable part of its only image.
  static let exitCode = UprightError.malformed(MetadataError(.truncated, at: 0)).codes.exitCode

  /// Whether it is damaged.
  package let isFound: Bool

  /// Memberwise initializer.
  package init(isFound: Bool) { self.isFound = isFound }

  /// The exit code that the image contributes to its command; nil if it is whole.
  package var exitCode: Int32? { isFound ? Self.exitCode : nil }

  /// The member for programs.
  package var json: [JSONLine.Member] { isFound ? [JSONLine.Member("damaged", .flag(true))] : [] }

  /// The sentence about the file at `path`; nil if its image is whole.
  package func sentence(of path: String) -> String? {
    isFound ? "\(TerminalText.plain(path)): damaged; results show what could be read of it" : nil
  }
}

extension Console {
  /// Writes that only a part of the image at `path` could be read, if that is so.
  package mutating func tell(_ damage: SourceDamage, of path: String) {
    if let sentence = damage.sentence(of: path) { printError(sentence) }
  }
}

extension Pipeline {
  /// The pixels of a rendition; of a damaged image, what can be read.
  ///
  /// - Throws: As `raster(_:of:from:)`.
  package func readable(
    _ rendition: Rendition, of probe: Probe, from source: some ByteSource
  ) throws(UprightError) -> (raster: Raster<Output>, damage: SourceDamage) {
    let isStated = probe.isTruncated || probe.hiddenOrientation != nil
    do throws(UprightError) {
      let raster = try tolerating(warnings: 0).raster(rendition, of: probe, from: source)
      return (raster, SourceDamage(isFound: isStated))
    } catch {
      guard case .malformed = error else { throw error }
    }
    return (try raster(rendition, of: probe, from: source), SourceDamage(isFound: true))
  }
}
