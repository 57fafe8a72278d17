// What came of one file, in a line for people and in one for programs.

package import Upright
package import UprightFiles

/// What was done with one file, or would be.
package struct ImageReport: Sendable {
  /// Why a picture that should have been turned in its pixels is left to its tag.
  package enum KeptTagReason: Hashable, Sendable {
    /// Edges that are not on whole blocks; trimming them would help.
    case edges
    /// Only re-encoding would do, and the file changes in place; a journal would allow it for a JPEG.
    case encoding(isJPEG: Bool)
    /// Pixels of this format, which are not decoded.
    case format(ContainerFormat)
    /// More pixels or memory than allowed.
    case limit
    /// Frames, of which a still image would keep one.
    case animation
    /// Something else, which the plan names.
    case other
  }

  /// What was carried out, or what would be.
  package let plan: Plan
  /// Where the result lies, or would lie; nil where there is none.
  package let output: String?
  /// The route that was planned, where the source turned out damaged and another was taken.
  package var abandoned: Plan.RouteName?
  /// Whether a small picture inside the source should have stood for the picture, and was damaged.
  package var isEmbeddedDamaged = false
  /// Whether the source is damaged and the result shows only what could be read of it.
  package var isIncomplete = false
  /// Why the pixels were not turned as wanted; nil where they were, or where nobody wanted it.
  package var keptTagReason: KeptTagReason?
  /// Why what was only planned could not be carried out here; nil where nothing is known to be missing.
  package var unavailableReason: String?
  /// What a written file could not keep, or could not be rid of.
  package var lostAttributes: [SafeReplace.LostAttribute] = []
  /// The whole result, where it goes to standard output and not to a file.
  package var picture: [UInt8]?
  /// Bytes that were written: of a file that changed in place those that changed, else all.
  package var writtenBytes = 0
  /// What is still to be flushed before the report is true.
  package var pending: PendingFlush?
  /// What is still to be changed, once the journal knows of it, before the report is true.
  package var patching: Journal.Patching?

  /// A value with these members.
  package init(
    plan: Plan, output: String?, abandoned: Plan.RouteName? = nil, isEmbeddedDamaged: Bool = false,
    isIncomplete: Bool = false, keptTagReason: KeptTagReason? = nil, unavailableReason: String? = nil,
    lostAttributes: [SafeReplace.LostAttribute] = [],
    picture: [UInt8]? = nil, writtenBytes: Int = 0, pending: PendingFlush? = nil, patching: Journal.Patching? = nil
  ) {
    self.plan = plan
    self.output = output
    self.abandoned = abandoned
    self.isEmbeddedDamaged = isEmbeddedDamaged
    self.isIncomplete = isIncomplete
    self.keptTagReason = keptTagReason
    self.unavailableReason = unavailableReason
    self.lostAttributes = lostAttributes
    self.picture = picture
    self.writtenBytes = writtenBytes
    self.pending = pending
    self.patching = patching
  }

  /// Whether the file at `path`, which it is about, is as it was.
  package func isUnchanged(_ path: String) -> Bool { plan.route == .copy && output == path }

  /// Whether pixels are where the tag said that they belong.
  package var reorientsPixels: Bool {
    [.transform, .transcode].contains(plan.route.name) && plan.remaining.isIdentity
  }

  /// The line for people, or lines where the reasons are wanted; `path` is the file's.
  package func text(of path: String, explained: Bool) -> String {
    let other = output.flatMap { $0 == path ? nil : " -> " + TerminalText.plain($0) } ?? ""
    let name = TerminalText.plain(path) + other
    if explained { return ([name] + plan.explanation.map { "  " + $0 }).joined(separator: "\n") }
    let tag = (plan.keepsTag ? "keeps tag " : "tag ") + "\(plan.remaining.exif.rawValue)"
    let operation = plan.isLeft ? "skipped" : isUnchanged(path) ? "unchanged" : plan.route.name.rawValue
    let notes = [plan.skipped ?? plan.frame?.words, plan.toneMapping?.sentence].compactMap { $0 }
    let reason = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return "\(name): \(operation), \(plan.outputSize), \(tag)\(reason)"
  }

  /// The line for programs.
  package func json(of path: String) -> JSONLine {
    let output = output.map { [JSONLine.Member("output", .text($0))] } ?? []
    let damage = abandoned == nil && !isIncomplete ? [] : [JSONLine.Member("damaged", .flag(true))]
    let left = lostAttributes.compactMap { if case .hidden(let path) = $0 { JSONLine.text(path) } else { nil } }
    let droppedMetadata = left.isEmpty ? [] : [JSONLine.Member("leftBehind", .list(left))]
    return .about(path, output + plan.json + damage + droppedMetadata)
  }

  /// What did not go as it should, one sentence each.
  package var complaints: [String] {
    let damage =
      isEmbeddedDamaged
      ? "the small picture inside is damaged: the picture itself was decoded"
      : abandoned.map { "the coded picture is damaged: \(plan.route.name.rawValue) instead of \($0.rawValue)" }
    let gaps = isIncomplete ? ["the coded picture is damaged: the result shows what could be read of it"] : []
    return [damage, unavailableReason].compactMap { $0 } + gaps + lostAttributes.map(Self.sentence)
      + (plan.stripsAll ? [] : plan.losses)
  }

  private static func sentence(_ lostAttributes: SafeReplace.LostAttribute) -> String {
    switch lostAttributes {
    case .owner: "its owner could not be kept"
    case .group: "its group could not be kept, nor what the group was allowed"
    case .hidden(let path):
      "the hidden file \(TerminalText.plain(path)) could not be taken away and is left behind; `upright recover` tries again"
    case .attribute(let name): "its attribute \(TerminalText.plain(name)) could not be kept"
    }
  }
}

extension Plan {
  /// Whether picture and tag stay as they are although the pixels are not upright: the tag says how to turn them.
  package var keepsTag: Bool {
    if case .rewrite(let rewrite) = route { return rewrite.patch.isEmpty && !remaining.isIdentity }
    return route == .copy && !remaining.isIdentity
  }

  /// Whether nothing is done because the orientation tag looks stale.
  package var isLeft: Bool { skipped != nil && route == .copy }

  /// Whether nothing but colours was to come along.
  package var stripsAll: Bool {
    switch route {
    case .transform(let transform): transform.carry.strip == .allButColor
    case .transcode(let transcode): transcode.carry.strip == .allButColor
    case .copy, .retag, .rewrite: false
    }
  }
}
