// The report of an audit of labels: their space, their defects, and where the parts were found.

package import Upright
import UprightBatch
import UprightFiles
package import UprightLabels

/// An audit of labels, as lines for people and for programs.
package struct LabelAuditReport {
  /// The maximum number of defects listed per kind.
  private static let named = 5

  package let audit: LabelAudit
  package let files: LabelFiles
  /// The location of labels and images.
  package let place: LabelDataSet
  package let set: LabelSet<Labelled>
  /// What could not be read of the labels.
  package let unread: [LabelFinding]
  /// Whether all labels and images could be read.
  package let isRead: Bool

  /// Memberwise initializer.
  package init(
    audit: LabelAudit, files: LabelFiles, place: LabelDataSet, set: LabelSet<Labelled>, unread: [LabelFinding],
    isRead: Bool
  ) {
    self.audit = audit
    self.files = files
    self.place = place
    self.set = set
    self.unread = unread
    self.isRead = isRead
  }

  /// The lines for people; only the first few defects of each kind, unless all are requested.
  package func text(namingAll verbose: Bool) -> [String] {
    let counts = audit.counts.map { "\($0.count) \($0.kind.rawValue)" }
    let found = "\(CountedNoun("region", set.regionCount)) of \(CountedNoun("image", audit.images.count))"
    var lines = ["\(audit.verdict.rawValue): \(found)"]
    if audit.verdict == .nothing, let ambiguity = audit.ambiguity { lines.append("nothing was decided: \(ambiguity)") }
    if place.isFound { lines.append("found: " + place.parts(files).map(\.words).joined(separator: ", ")) }
    if !counts.isEmpty { lines.append("pictures: " + counts.joined(separator: ", ")) }
    for ambiguity in audit.verdict == .undecidable ? audit.ambiguities(files.format.unit) : [] {
      lines.append("undecidable: \(CountedNoun("image", ambiguity.count)): \(ambiguity.words)")
    }
    if let evidence = audit.weakEvidence {
      let names = audit.images.filter { $0.decidingBoxCount > 0 }.prefix(Self.named).map(\.name)
      lines.append("not enough evidence: \(evidence) (\(TerminalText.plain(names.joined(separator: ", "))))")
    }
    if audit.verdict == .undecidable { lines.append("what to do: \(LabelAudit.undecidableHelp)") }
    for code in LabelDefect.Code.allCases {
      let defects = audit.defects.filter { $0.code == code }
      guard !defects.isEmpty else { continue }
      lines.append("\(code.rawValue): \(defects.reduce(0) { $0 + $1.count })")
      let named = files.named(Array(defects.prefix(verbose ? .max : Self.named)), set.files)
      lines += named.map { "  " + $0.text(set.files, files.format) }
      if !verbose, defects.count > Self.named { lines.append("  …; \(option: .verbose) lists all") }
    }
    return lines
  }

  /// The lines for programs.
  package var json: [String] {
    audit.images.map { $0.json.line }
      + files.named(audit.defects, set.files).map { $0.json(set.files, files.format).line }
      + [
        JSONLine.object(
          [.schema, .init("verdict", .text(audit.verdict.rawValue))]
            + (audit.ambiguity.map { [.init("why", .text($0))] } ?? [])
            + (audit.verdict == .undecidable
              ? [.init("doubts", .list(audit.ambiguities(files.format.unit).map(\.json)))] : [])
            + (place.isFound ? place.parts(files).map { .init($0.part, .text($0.path)) } : []) + [
              .init("pictures", .number(audit.images.count)), .init("regions", .number(set.regionCount)),
              .init("defects", .number(audit.defects.reduce(0) { $0 + $1.count })),
              .init("findings", .number(unread.count)),
              .init("clean", .flag(audit.isClean && isRead)),
            ]
        ).line
      ]
  }
}

extension LabelDataSet {
  /// A part of the data set, and where it was found.
  package struct LocatedPart {
    package let part: String
    package let path: String

    /// `images in photos`.
    package var words: String { "\(part) in \(TerminalText.plain(path))" }
  }

  /// What was found, and where.
  fileprivate func parts(_ files: LabelFiles) -> [LocatedPart] {
    [LocatedPart(part: "images", path: images), LocatedPart(part: "labels", path: labels)]
      + (files.namesPath.map { [LocatedPart(part: "names", path: $0)] } ?? [])
  }
}

extension LabelAudit.Ambiguities {
  fileprivate var json: JSONLine {
    .object([
      .init("why", .text(ambiguity.rawValue)), .init("pictures", .number(count)), .init("message", .text(words)),
    ])
  }
}

extension LabelAudit.AuditedImage {
  fileprivate var json: JSONLine {
    var members: [JSONLine.Member] = [.schema, .init("picture", .text(name))]
    members += [.init("space", .text(verdict.word)), .init("regions", .number(regionCount))]
    switch verdict {
    case .undecidable(let ambiguity): members.append(.init("why", .text(ambiguity.rawValue)))
    case .contradiction(let note): members.append(.init("why", .text(note)))
    default: break
    }
    return .object(members)
  }
}

extension LabelDefect {
  fileprivate func json(_ files: [String], _ format: LabelFormatName) -> JSONLine {
    var members: [JSONLine.Member] = [.schema, .init("defect", .text(code.rawValue))]
    if !image.isEmpty { members.append(.init("picture", .text(image))) }
    if let origin = origin(files, format) {
      members.append(.init("file", .text(origin.file)))
      if let line = origin.line { members.append(.init("line", .number(line))) }
      members += origin.row?.members ?? []
    }
    return .object(members + [.init("message", .text(note))])
  }
}

// The verdict of an audit in words, and the space that follows from it (docs/labels.md).

extension LabelAudit {
  /// The number of images per verdict, without verdicts that none has.
  package var counts: [(kind: LabelSpaceVerdict.Kind, count: Int)] {
    LabelSpaceVerdict.Kind.allCases.map { (kind: $0, count: count($0)) }.filter { $0.count > 0 }
  }

  /// Why the whole set is undecided, in words; nil if it is decided, or if each image has its own reason.
  package var ambiguity: String? {
    verdict == .nothing ? "no image with readable labels was found" : weakEvidence
  }

  /// Images that cannot be decided for the same reason.
  package struct Ambiguities {
    package let ambiguity: LabelSpaceVerdict.Ambiguity
    package let count: Int
    package let words: String
  }

  /// Why images cannot be decided, in plain words, with the number of images per reason.
  package func ambiguities(_ unit: LabelUnit) -> [Ambiguities] {
    LabelSpaceVerdict.Ambiguity.allCases.compactMap { ambiguity in
      let count = images.count { $0.verdict == .undecidable(ambiguity) }
      return count == 0 ? nil : Ambiguities(ambiguity: ambiguity, count: count, words: ambiguity.words(unit))
    }
  }

  /// What to do if the labels cannot be decided.
  package static let undecidableHelp: Phrase =
    """
    look at a few images with `\(command: "upright labels overlay", .doubtful)`, which draws labels in both spaces, \
    then give the right one: \(option: .fromSpace) for convert, \(option: .space) for crop and overlay
    """

  /// The verdict in words, with the reason if it is undecided.
  package var reason: String { verdict.rawValue + (ambiguity.map { ": " + $0 } ?? "") }

  /// How labels contradict themselves, or those of most images, by image name.
  package var contradictions: [String: String] {
    Dictionary(
      defects.lazy.filter { $0.code == .space }.map { ($0.image, $0.note) }, uniquingKeysWith: { first, _ in first })
  }

  /// The space of all labels; as `LabelAudit.Verdict.space`.
  package func space(
    either: LabelSpaceName = .displayed, option: RequestOption = .space, hint: String
  ) throws(UprightError) -> LabelSpaceName {
    try verdict.space(either: either, option: option, hint: hint, reason: reason)
  }
}

extension LabelAudit.Verdict {
  /// The space of all labels.
  ///
  /// - Parameters:
  ///   - either: The space if all images are displayed as stored, or if there are none.
  ///   - option: The option that decides if nothing else does.
  ///   - hint: What helps to decide, as the words before the option.
  ///   - reason: Why it is undecided; nil for the verdict's words.
  /// - Throws: `.unanswerable` if nothing decides it.
  package func space(
    either: LabelSpaceName = .displayed, option: RequestOption = .space, hint: String, reason: String? = nil
  ) throws(UprightError) -> LabelSpaceName {
    switch self {
    case .stored: return .stored
    case .displayed: return .displayed
    case .either, .nothing: return either
    case .contradiction, .undecidable:
      throw .unanswerable(
        field: "\(field: option)",
        reason: """
          cannot tell whether these labels are of the stored or the displayed images (\(reason ?? rawValue)); \(hint) \
          give \(option: option, "stored") or \(option: option, "displayed")
          """)
    }
  }
}

extension LabelSpaceVerdict.Ambiguity {
  /// The reason in plain words, for labels in `unit`.
  fileprivate func words(_ unit: LabelUnit) -> String {
    switch self {
    case .sameShape:
      "rotation keeps their width and height, so everything fits both the stored and the displayed image"
    case .allFitsBoth where unit == .shares:
      "the labels are fractions without an image size, so every box fits both the stored and the displayed image"
    case .allFitsBoth:
      "the labels state no size, and every box fits both the stored and the displayed image"
    case .nothingThere: "they have no labels and no stated size"
    }
  }
}
