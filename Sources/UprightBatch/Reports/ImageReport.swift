// The outcome of one file, as a line for people and one for programs.

package import Upright
package import UprightFiles

/// What was done with one file, or would be.
package struct ImageReport: Sendable {
  /// Why an image keeps its orientation tag although its pixels were to be rotated.
  package enum KeptTagReason: Hashable, Sendable {
    /// Edges that are not on whole blocks; trimming them would help.
    case edges
    /// Only re-encoding would do, and the file changes in place; a journal would allow it for a JPEG.
    case encoding(isJPEG: Bool)
    /// The pixels of this format cannot be decoded.
    case format(ContainerFormat)
    /// The result is to have this format, which cannot be written.
    case unwritable(ContainerFormat)
    /// More pixels or memory than allowed: which limit, what it takes, what is allowed.
    case limit(Limit, asked: Int, allowed: Int)
    /// Damaged image data.
    case damage
    /// It is an animation, of which a still image would keep one frame.
    case animation
    /// Rotating the pixels would lose this content, which is not allowed.
    case losses(contents: String, codes: String)
    /// Another reason, which the plan states.
    case other
  }

  /// How it is known that the source's end is missing.
  package enum Truncation: Hashable, Sendable {
    /// Its headers show it.
    case stated
    /// Only its coded data do.
    case found
  }

  /// The number of label files and masks that are named for programs.
  private static let mostLabels = 20

  /// The plan that was carried out, or would be.
  package let plan: Plan
  /// The path of the result, actual or planned; nil for none.
  package let output: String?
  /// The size of the source, as stored; nil if a report is made without it.
  package var storedSize: PixelSize<Stored>?
  /// The planned route, if the source turned out damaged and another was taken.
  package var abandoned: Plan.RouteName?
  /// Whether an embedded preview was to replace the image, and was damaged.
  package var isEmbeddedDamaged = false
  /// Whether the source is damaged and the result shows only its readable part.
  package var isIncomplete = false
  /// How it is known that the source's end is missing; nil if it is there.
  package var truncation: Truncation?
  /// Why the pixels were not rotated as requested; nil if they were, or if it was not requested.
  package var keptTagReason: KeptTagReason?
  /// Whether the request leaves the orientation to the tag wherever pixels cannot be rotated without loss.
  package var isTagToStay = false
  /// The header damage that may hide the orientation of an image that must become upright; nil if the orientation is
  /// known.
  package var hiddenOrientation: String?
  /// Why the source's orientation is unknown, although a result was made from it; nil if it is known.
  package var assumedUprightReason: String?
  /// Whether the source stays, because the result is another file or stream.
  package var isWrittenElsewhere = false
  /// Whether the result took its source's place.
  package var replacesOriginal = false
  /// Which of several results of the image it is, from 1; nil if it has one.
  package var part: Int?
  /// What became of every part of the source, measured in the result; nil if all of it is there but the tag, or if
  /// nothing was written.
  package var account: Account?
  /// Whether the account is a part of the output.
  package var listsParts = false
  /// Other notes in the line: a clipped region, a tag that looks stale.
  package var notes: [ImageNote] = []
  /// The label files and masks that describe the photo as it was before its pixels were rotated in place.
  package var labelsBeside: [String] = []
  /// Why a planned request could not be carried out here; nil if nothing is known to be missing.
  package var unavailableReason: String?
  /// What a written file could not keep, or hidden files that could not be removed.
  package var lostAttributes: [SafeReplace.LostAttribute] = []
  /// The complete result if it goes to standard output and not to a file.
  package var bytes: [UInt8]?
  /// Whether a result for standard output was withheld, because the image could not be made upright.
  package var isWithheld = false
  /// Whether there is no result, because the image was skipped and the result was to have another format.
  package var isMissing = false
  /// The number of bytes written; for an in-place change, of bytes changed.
  package var writtenBytes = 0
  /// What must be flushed before the report is true.
  package var pending: PendingFlush?
  /// What must be changed, after the journal has its intent, before the report is true.
  package var patching: Journal.Patching?

  /// What was done by `plan`, or would be.
  ///
  /// - Parameters:
  ///   - output: The path of the result, actual or planned; nil for none.
  ///   - abandoned: The planned route, if the source turned out damaged and another was taken.
  ///   - isEmbeddedDamaged: Whether an embedded preview was to replace the image, and was damaged.
  package init(plan: Plan, output: String?, abandoned: Plan.RouteName? = nil, isEmbeddedDamaged: Bool = false) {
    (self.plan, self.output) = (plan, output)
    (self.abandoned, self.isEmbeddedDamaged) = (abandoned, isEmbeddedDamaged)
  }

  /// Why an abandoned plan leaves the tag: damage; nil if the result is upright or was skipped.
  package var damageReason: KeptTagReason? { !plan.leavesOrientation || plan.skipped != nil ? nil : .damage }

  /// Whether the source turned out damaged.
  package var isDamaged: Bool {
    abandoned != nil || isIncomplete || hiddenOrientation != nil || assumedUprightReason != nil
      || keptTagReason == .damage || truncation != nil
  }

  /// The sentence for a missing end that no other sentence mentions.
  private var truncationSentence: String? {
    guard truncation != nil, abandoned == nil, !isIncomplete, !isEmbeddedDamaged, keptTagReason != .damage,
      hiddenOrientation == nil, assumedUprightReason == nil
    else { return nil }
    return "the file is damaged: its end is missing"
  }

  /// Whether the file at `path`, the report's subject, is unchanged.
  package func isUnchanged(_ path: String) -> Bool { plan.route == .copy && output == path }

  /// Whether pixels are moved to where the tag displays them.
  package var reorientsPixels: Bool {
    [.transform, .transcode].contains(plan.route.name) && plan.remaining.isIdentity
  }

  /// The line for people, or several if the reasons are requested; `path` is the file's.
  package func text(of path: String, explained: Bool) -> String {
    let other = output.flatMap { $0 == path ? nil : " -> " + TerminalText.plain($0) } ?? ""
    let name = TerminalText.plain(path) + other
    if explained {
      let parts = account.map { ["parts:"] + $0.lines.map { "  " + $0 } } ?? []
      return ([name] + (plan.explanation + notes.map(\.message) + parts).map { "  " + $0 }).joined(separator: "\n")
    }
    let tag = (plan.keepsTag ? "keeps tag " : "tag ") + "\(plan.remaining.exif.rawValue)"
    let operation = isUnchanged(path) ? "unchanged" : plan.route.name.rawValue
    if plan.isLeft, let skipped = plan.skipped {
      return "\(name): skipped, tag \(plan.remaining.exif.rawValue) kept: \(skipped.message)"
    }
    let pages = plan.rotatedPages.isEmpty ? nil : PageWords.keptTags(plan.rotatedPages)
    let words = [plan.skipped?.message ?? plan.frame?.words, pages, plan.toneMapping?.sentence].compactMap { $0 }
    let notes = words + self.notes.map(\.message)
    let reason = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return "\(name): \(operation), \(plan.outputSize), \(tag)\(reason)"
  }

  /// The line for programs.
  package func json(of path: String) -> JSONLine {
    let output = output.map { [JSONLine.Member("output", .text($0))] } ?? []
    let damage = SourceDamage(isFound: isDamaged).json
    let left = lostAttributes.compactMap { if case .hidden(let path) = $0 { JSONLine.text(path) } else { nil } }
    let droppedMetadata = left.isEmpty ? [] : [JSONLine.Member("leftBehind", .list(left))]
    let labels =
      labelsBeside.isEmpty
      ? [] : [JSONLine.Member("labelsBeside", .list(labelsBeside.prefix(Self.mostLabels).map { .text($0) }))]
    let remarks = notes.isEmpty ? [] : [JSONLine.Member("notes", .list(notes.map(\.json)))]
    let part = part.map { [JSONLine.Member("part", .number($0))] } ?? []
    let parts = listsParts ? account.map { [JSONLine.Member("account", $0.json)] } ?? [] : []
    return .about(
      path,
      output + part + plan.json + lossJSON + parts + damage + shortfallJSON + droppedMetadata + labels + remarks)
  }

  /// Problems, one sentence each.
  package var complaints: [String] {
    let damage =
      isEmbeddedDamaged
      ? "the embedded preview is damaged; the image itself was decoded"
      : abandoned == nil
        ? nil : "image data is damaged" + (isWithheld ? "" : "; \(outcome)")
    let gaps = isIncomplete ? ["image data is damaged; the result shows what could be decoded"] : []
    let withheld = isWithheld ? "nothing was written to standard output, because the image is not upright" : nil
    return [damage, truncationSentence, shortfallSentence, unavailableReason, withheld, lossSentence]
      .compactMap { $0 } + gaps + lostAttributes.map(Self.sentence)
      + (plan.stripsAll ? [] : plan.losses.map(\.description)) + plan.lossSentences(ofSmaller: replacesOriginal)
  }

  /// What is done if the data that a route needs is damaged.
  private var outcome: String {
    switch plan.route.name {
    case .copy: replacesOriginal ? "the file keeps its orientation" : "it was copied, and keeps its orientation"
    case .retag: "only the tag was changed"
    case .rewrite: "only metadata was changed"
    case .transform: "blocks were moved instead"
    case .transcode: "re-encoded instead"
    }
  }

  private static func sentence(_ lostAttributes: SafeReplace.LostAttribute) -> String {
    switch lostAttributes {
    case .owner: "its owner could not be preserved"
    case .group: "its group and the group's permissions could not be preserved"
    case .hidden(let path):
      "the hidden file \(TerminalText.plain(path)) could not be removed; `upright recover` tries again"
    case .attribute(let name): "its attribute \(TerminalText.plain(name)) could not be preserved"
    }
  }
}

extension Plan {
  /// Whether image and tag stay although the pixels are not upright: viewers follow the tag.
  package var keepsTag: Bool {
    if case .rewrite(let rewrite) = route { return rewrite.patch.isEmpty && !remaining.isIdentity }
    return route == .copy && !remaining.isIdentity
  }

  /// Whether nothing is done because the orientation tag looks stale.
  package var isLeft: Bool { skipped != nil && route == .copy }

  /// Whether all metadata except colors was to be removed.
  package var stripsAll: Bool {
    switch route {
    case .transform(let transform): transform.carry.strip == .allButColor
    case .transcode(let transcode): transcode.carry.strip == .allButColor
    case .copy, .retag, .rewrite: false
    }
  }
}

// A note about one image in its output line, besides the operation: a stable code and a sentence.

/// Something to know about a result that is as requested.
package struct ImageNote: Hashable, Sendable {
  /// A stable word for JSON.
  package let code: String
  /// A clause for people, without a period.
  package let message: String

  /// The region extends beyond the image, and only this part is inside.
  package static func clipped(_ asked: String, to region: PixelRect<Displayed>) -> ImageNote {
    ImageNote(
      code: "region-clipped", message: "\(asked) extends beyond the image: clipped to \(region.width)x\(region.height)")
  }

  /// The region was moved to block boundaries.
  package static func snapped(_ asked: PixelRect<Displayed>, to region: PixelRect<Displayed>) -> ImageNote {
    ImageNote(code: "region-snapped", message: "\(asked) was moved to block boundaries: \(region)")
  }

  /// The orientation tag looks stale, and the result follows it as viewers do.
  package static func followedStaleTag(_ finding: Finding) -> ImageNote {
    ImageNote(code: finding.code.rawValue, message: "\(finding.message); the tag was followed")
  }

  /// The JPEG that can be reconstructed from the result has another orientation.
  package static func reconstruction(_ finding: Finding) -> ImageNote {
    ImageNote(code: finding.code.rawValue, message: finding.message)
  }

  var json: JSONLine { .object([.init("code", .text(code)), .init("message", .text(message))]) }
}

extension ImageReport {
  /// What in the result disagrees with its image, one sentence each.
  package var disagreements: [String] {
    notes.filter { $0.code == Finding.Code.reconstructionConflict.rawValue }.map(\.message)
  }
}

extension ImageNote {
  /// The notes on a new image of the probed file.
  static func notes(on wanted: Rendition, of probe: Probe, by plan: Plan) -> [ImageNote] {
    let stated = wanted.stated.flatMap { stated in stated.clipped.map { clipped(stated.text, to: $0) } }
    let clippedNote =
      (stated ?? wanted.clippedRegion(of: probe).map { clipped(wanted.stated?.text ?? "\($0.asked)", to: $0.visible) })
      .map { [$0] } ?? []
    let cut =
      clippedNote
      + (wanted.snappedRegion(of: probe).map { [snapped($0.asked, to: $0.region)] } ?? [])
      + (plan.route.name == .retag ? plan.reconstruction.map { [reconstruction($0)] } ?? [] : [])
    guard wanted.stale == .trustTag, wanted.region != .full || wanted.size != .full, !probe.orientation.isIdentity,
      let finding = probe.staleTag
    else { return cut }
    return cut + [followedStaleTag(finding)]
  }
}
