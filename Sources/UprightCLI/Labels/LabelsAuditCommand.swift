// `upright labels audit`: which space labels are in, as far as that can be told, and what is wrong with them.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The command `labels audit`.
struct LabelsAuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Decide which space labels are in, and list what is wrong with them.",
    discussion: """
      Decides for each picture, from its header, the size that the labels state and where boxes lie: stored, displayed, \
      either (the picture is displayed as it is stored), undecidable (both fit: a turn that keeps the shape, or shares \
      of the picture), or a contradiction. Nothing is decided that cannot be told. Then boxes that are empty, inverted, \
      out of bounds or there twice, classes that are not listed or not used, pictures that are missing, listed twice or \
      not labelled. Of the folder of a data set it finds images, labels and data.yaml itself, also where train and valid \
      have their own; --images names another folder of images. Where nothing can tell the space, it says why. --html writes a page with all that, and shows the pictures that somebody has to look at with their \
      labels in both spaces. Where no picture is there whose labels could be read, the answer is none.

      The exit code is 0 where all is well, 1 where something was found or the space was not told, 2 where a picture \
      could not be read.

      Examples:
        upright labels audit dataset
        upright labels audit --images photos coco.json
        upright labels audit --images photos --html report.html labels
      """)

  @OptionGroup var options: LabelOptions

  @Flag(help: "One JSON object per picture and defect, and one at the end.")
  var json = false

  @Flag(name: .shortAndLong, help: "Name all pictures and defects, not only the first few of each kind.")
  var verbose = false

  @OptionGroup var quietOption: QuietOption

  @OptionGroup var page: PageOptions

  @OptionGroup var parallel: JobsOption
  @OptionGroup var limits: LabelLimitOptions

  /// Defects of each kind that are named.
  private static let named = 5

  func run() throws {
    if let html = page.html { try exitOnError(html) { () throws(UprightError) in try page.check(html) } }
    let place = try exitOnError(options.labels) { () throws(UprightError) in
      if let images = options.images { return LabelDataSet(labels: options.labels, images: images) }
      return try LabelDataSet(in: options.labels)
    }
    let files = try options.classes.files(place.labels, format: options.source.from, limits.maxMemory)
    let pictures = try ImageIndex.named(place.images, options.ruleOptions.rules)
    let (set, findings) = files.unplaced(pictures)
    let audit = LabelAudit(
      set, unit: files.format.unit, further: pictures.unreferenced(by: set.images.lazy.map(\.name))
    ) { pictures.facts(of: $0) }
    let unread = findings.filter { $0.code != .classMissing }
    var report = LabelReport(isJSON: json)
    report.take(unread)
    report.takeUnread(pictures)
    let isRead = unread.isEmpty && pictures.unread.isEmpty
    if !quietOption.quiet || !audit.isClean || !isRead {
      for line in json ? lines(audit, files, place, set, unread, isRead: isRead) : text(audit, files, place, set) {
        try StandardStream.output.write(line + "\n")
      }
    }
    if let html = page.html { try write(audit, files, LabelViews(files, pictures), unread, to: html) }
    if !pictures.unread.isEmpty { throw ExitCode.partial }
    if !audit.isClean || !unread.isEmpty { throw ExitCode.negative }
  }

  private func write(
    _ audit: LabelAudit, _ files: LabelFiles, _ views: LabelViews, _ unread: [LabelFinding], to path: String
  ) throws(ExitCode) {
    try exitOnError(path) { () throws(UprightError) in
      let pipeline = Pipeline(codecs: ImageCodecs.all())
      let drawings = LabelAuditPage.drawings(
        of: views, rules: options.ruleOptions.rules, pipeline: pipeline, width: parallel.width)
      let text = LabelAuditPage(
        title: options.labels, files: files, views: views, unread: unread, audit: audit, drawings: drawings
      ).text
      let shown = drawings.values.joined().map(\.access)
      try page.write(text, to: path, noMoreOpenThan: files.access.union(shown))
    }
  }

  private func text(_ audit: LabelAudit, _ files: LabelFiles, _ place: LabelDataSet, _ set: LabelSet<Labelled>)
    -> [String]
  {
    let counts = audit.counts.map { "\($0.count) \($0.kind.rawValue)" }
    let found = "\(CountedNoun("region", set.regionCount)) of \(CountedNoun("picture", audit.images.count))"
    var lines = ["\(audit.verdict.rawValue): \(found)"]
    if audit.verdict == .nothing, let ambiguity = audit.ambiguity { lines.append("nothing was decided: \(ambiguity)") }
    if place.isFound { lines.append("found: " + place.parts(files).map(\.words).joined(separator: ", ")) }
    if !counts.isEmpty { lines.append("pictures: " + counts.joined(separator: ", ")) }
    for ambiguity in audit.verdict == .undecidable ? audit.ambiguities(files.format.unit) : [] {
      lines.append("undecidable: \(CountedNoun("picture", ambiguity.count)): \(ambiguity.words)")
    }
    if let evidence = audit.weakEvidence {
      let names = audit.images.filter { $0.decidingBoxCount > 0 }.prefix(Self.named).map(\.name)
      lines.append("too little to decide: \(evidence) (\(TerminalText.plain(names.joined(separator: ", "))))")
    }
    if audit.verdict == .undecidable { lines.append("what to do: \(LabelAudit.undecidableHelp)") }
    for code in LabelDefect.Code.allCases {
      let defects = audit.defects.filter { $0.code == code }
      guard !defects.isEmpty else { continue }
      lines.append("\(code.rawValue): \(defects.reduce(0) { $0 + $1.count })")
      let named = files.named(Array(defects.prefix(verbose ? .max : Self.named)), set.files)
      lines += named.map { "  " + $0.text(set.files, files.format) }
      if !verbose, defects.count > Self.named { lines.append("  …; --verbose names all") }
    }
    return lines
  }

  private func lines(
    _ audit: LabelAudit, _ files: LabelFiles, _ place: LabelDataSet, _ set: LabelSet<Labelled>,
    _ unread: [LabelFinding],
    isRead: Bool
  ) -> [String] {
    audit.images.map { $0.json.line }
      + files.named(audit.defects, set.files).map { $0.json(set.files, files.format).line }
      + [
        JSONLine.object(
          [.init("schema", .number(1)), .init("verdict", .text(audit.verdict.rawValue))]
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
  /// Where a part of it was found.
  struct Part {
    let part: String
    let path: String

    /// `images in photos`.
    var words: String { "\(part) in \(TerminalText.plain(path))" }
  }

  /// What was found, and where.
  fileprivate func parts(_ files: LabelFiles) -> [Part] {
    [Part(part: "images", path: images), Part(part: "labels", path: labels)]
      + (files.namesPath.map { [Part(part: "names", path: $0)] } ?? [])
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
    var members: [JSONLine.Member] = [.init("schema", .number(1)), .init("picture", .text(name))]
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
    var members: [JSONLine.Member] = [.init("schema", .number(1)), .init("defect", .text(code.rawValue))]
    if !image.isEmpty { members.append(.init("picture", .text(image))) }
    if let origin = origin(files, format) {
      members.append(.init("file", .text(origin.file)))
      if let line = origin.line { members.append(.init("line", .number(line))) }
      members += origin.row?.members ?? []
    }
    return .object(members + [.init("message", .text(note))])
  }
}
