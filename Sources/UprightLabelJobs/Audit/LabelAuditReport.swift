// The report of an audit of labels: their space, their defects, and where the parts were found.

import Upright
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
