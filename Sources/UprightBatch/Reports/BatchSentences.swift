// The sentences at the end of a batch: how many files were left unchanged, why, and what to do.

import Upright
package import UprightFiles

/// The sentences after the lines of the files.
package enum BatchSentences {
  /// How many of `count` files were skipped because their results exist.
  package static func sentences(skippedResults: [NamePolicy.Skip: Int], of count: Int) -> [String] {
    NamePolicy.Skip.allCases.compactMap { skip in
      guard let found = skippedResults[skip] else { return nil }
      let (was, exist, are) =
        found == 1
        ? ("was", "its result already exists", "its result is")
        : ("were", "their results already exist", "their results are")
      return switch skip {
      case .exists: "\(found) of \(count) \(was) skipped: \(exist) (\(option: .skipExisting))"
      case .current: "\(found) of \(count) \(was) skipped: \(are) not older than the source (\(option: .update))"
      }
    }
  }

  /// How many of `count` files were skipped because their tags look stale, and what to do.
  package static func sentence(skipped: Int, of count: Int) -> String {
    let (files, them) = skipped == 1 ? ("was", "it") : ("were", "them")
    return
      "\(skipped) of \(count) \(files) skipped: the pixels look rotated already, but the orientation tag was left in "
      + "place. Look at \(them): \(option: .stale, "trust-tag") rotates by the tag, "
      + "\(option: .stale, "trust-pixels") sets the tag to 1"
  }

  /// How many of `count` files keep their orientation tags, and what would help.
  package static func summary(
    _ keptTagReasons: [ImageReport.KeptTagReason], of count: Int, rehearsed: Bool = false,
    isWrittenElsewhere: Bool = false
  ) -> [String] {
    func line(_ keptTagReason: ImageReport.KeptTagReason, because reason: (Bool) -> String) -> [String] {
      let found = keptTagReasons.count { $0 == keptTagReason }
      let tags = found == 1 ? "its orientation tag" : "their orientation tags"
      let kept = (rehearsed ? "would keep " : "kept ") + tags
      return found > 0 ? ["\(found) of \(count) \(kept): \(reason(found == 1))"] : []
    }
    return line(.edges) {
      "edges do not fall on whole JPEG blocks. "
        + "\(option: .edge, "recode") or \(option: .edge, "trim") rotates \($0 ? "its" : "their") pixels"
    }
      + ContainerFormat.allCases.flatMap { format in
        line(.format(format)) { _ in "\(format.name) pixels cannot be decoded yet" }
          + line(.unwritable(format)) { isOne in
            "\(format.name) cannot be written; with another format, such as .jpg, \(isOne ? "its" : "their") pixels "
              + "are rotated"
          }
      }
      + line(.animation) { isOne in
        "\(isOne ? "it is an animation" : "they are animations"), whose pixels are not rotated; "
          + "\(option: .frame, "N") makes a still image of one frame"
      }
      + lossesLine(keptTagReasons, of: count, rehearsed: rehearsed, isWrittenElsewhere: isWrittenElsewhere)
      + line(.other) { _ in "the pixels cannot be rotated without loss; see \(option: .explain)" }
      + rotationLine(keptTagReasons, rehearsed: rehearsed)
  }

  private static func lossesLine(
    _ keptTagReasons: [ImageReport.KeptTagReason], of count: Int, rehearsed: Bool, isWrittenElsewhere: Bool
  ) -> [String] {
    let found = keptTagReasons.count { if case .losses = $0 { true } else { false } }
    guard found > 0 else { return [] }
    let way = isWrittenElsewhere ? "\(option: .allowedLosses)" : "\(option: .output, "FOLDER/")"
    let (kept, tags, them) =
      found == 1 ? ("its orientation tag", "its", "it") : ("their orientation tags", "their", "them")
    return [
      "\(found) of \(count) \(rehearsed ? "would keep" : "kept") \(kept): rotating \(tags) pixels would lose other "
        + "content. \(way) rotates \(them)\(isWrittenElsewhere ? "" : " and keeps the original")"
    ]
  }

  /// How many of `count` files are damaged so that their orientation is unknown.
  package static func sentence(hiddenOrientations found: Int, of count: Int) -> String {
    found == 1
      ? "1 of \(count) is damaged, so its orientation is unknown"
      : "\(found) of \(count) are damaged, so their orientation is unknown"
  }

  /// The images that are not rotated because that takes re-encoding, because they are damaged, or because of a limit,
  /// in capitals: they look unchanged, so the failure would go unnoticed.
  private static func rotationLine(_ keptTagReasons: [ImageReport.KeptTagReason], rehearsed: Bool) -> [String] {
    let jpegs = keptTagReasons.count { $0 == .encoding(isJPEG: true) }
    let encoded = jpegs + keptTagReasons.count { $0 == .encoding(isJPEG: false) }
    let damaged = keptTagReasons.count { $0 == .damage }
    let limited = keptTagReasons.count { if case .limit = $0 { true } else { false } }
    let found = encoded + damaged + limited
    guard found > 0 else { return [] }
    /// `owned` is a noun of these photos: `their pixels`, or `the pixels of 3` if it is not all of them.
    func part(_ count: Int, _ sentence: (_ owned: (String) -> String) -> String) -> [String] {
      guard count > 0 else { return [] }
      return [sentence { count < found ? "the \($0) of \(count)" : "\(found == 1 ? "its" : "their") \($0)" }]
    }
    let journal = jpegs > 0 ? ", or add \(option: .journal, "FILE"), so that `upright undo FILE` can revert it" : ""
    let reasons =
      part(damaged) { "\($0("image data")) is damaged" }
      + part(limited) {
        "rotating \($0("pixels")) exceeds a limit; \(option: .maxMemory) or \(option: .maxPixels) allows more"
      }
      + part(encoded) {
        "rotating \($0("pixels")) means re-encoding. "
          + "Write the result elsewhere with \(option: .output, "FOLDER/")\(journal)"
      }
    let photos = found == 1 ? "PHOTO" : "PHOTOS"
    let need = rehearsed ? "WOULD STILL NEED" : found == 1 ? "STILL NEEDS" : "STILL NEED"
    return ["\(found) \(photos) \(need) ROTATION: " + reasons.joined(separator: "; ")]
  }
}
