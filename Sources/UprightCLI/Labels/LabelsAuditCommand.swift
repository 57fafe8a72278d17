// `upright labels audit`: which space labels are in, as far as that can be told, and what is wrong with them.

import ArgumentParser
import Upright
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
      not labelled. --html writes a page with all that, and shows the pictures that somebody has to look at with their \
      labels in both spaces. Where no picture is there whose labels could be read, the answer is none.

      The exit code is 0 where all is well, 1 where something was found or the space was not told.

      Examples:
        upright labels audit --images photos coco.json
        upright labels audit --images photos --html report.html labels
      """)

  @OptionGroup var options: LabelOptions

  @Flag(help: "One JSON object per picture and defect, and one at the end.")
  var json = false

  @Flag(name: .shortAndLong, help: "Name all pictures and defects, not only the first few of each kind.")
  var verbose = false

  @OptionGroup var page: PageOptions

  @OptionGroup var parallel: JobsOption

  /// Defects of each kind that are named.
  private static let named = 5

  func validate() throws(ValidationError) {
    if options.images == nil { throw ValidationError("--images has to name the folder of the pictures") }
  }

  func run() throws {
    let files = try options.files()
    let pictures = try options.pictures()
    let (set, findings) = files.unplaced(pictures)
    let audit = LabelAudit(
      set, unit: files.format.unit, further: pictures.uncalled(by: set.pictures.lazy.map(\.name))
    ) { pictures.facts(of: $0) }
    let unread = findings.filter { $0.code != .classMissing }
    var report = LabelReport(isJSON: json)
    report.take(unread)
    for line in json ? lines(audit, set, unread) : text(audit, set) { try StandardStream.output.write(line + "\n") }
    if let html = page.html { try write(audit, LabelViews(files, pictures), unread, files.access, to: html) }
    if !audit.isClean || !unread.isEmpty { throw ExitCode(1) }
  }

  private func write(
    _ audit: LabelAudit, _ views: LabelViews, _ unread: [LabelFinding], _ access: Set<FileAccess>, to path: String
  ) throws(ExitCode) {
    try orSay(path) { () throws(UprightError) in
      try page.check(path)
      let pipeline = Pipeline(codecs: PictureCodecs.all())
      let drawings = LabelAuditPage.drawings(
        of: views, rules: options.believing.rules, pipeline: pipeline, width: parallel.width)
      let text = LabelAuditPage(
        title: options.labels, views: views, unread: unread, audit: audit, drawings: drawings
      ).text
      let shown = drawings.values.joined().map(\.access)
      try page.write(text, to: path, noMoreOpenThan: access.union(shown))
    }
  }

  private func text(_ audit: LabelAudit, _ set: LabelSet<Labelled>) -> [String] {
    let counts = audit.counts.map { "\($0.count) \($0.kind.rawValue)" }
    let found = "\(Counted("region", set.regionCount)) of \(Counted("picture", audit.pictures.count))"
    var lines = ["\(audit.verdict.rawValue): \(found)"]
    if audit.verdict == .nothing, let doubt = audit.doubt { lines.append("nothing was decided: \(doubt)") }
    if !counts.isEmpty { lines.append("pictures: " + counts.joined(separator: ", ")) }
    if let evidence = audit.thinEvidence {
      let names = audit.pictures.filter { $0.decidingBoxCount > 0 }.prefix(Self.named).map(\.name)
      lines.append("too little to decide: \(evidence) (\(TerminalText.plain(names.joined(separator: ", "))))")
    }
    for code in LabelDefect.Code.allCases {
      let defects = audit.defects.filter { $0.code == code }
      guard !defects.isEmpty else { continue }
      lines.append("\(code.rawValue): \(defects.count)")
      lines += defects.prefix(verbose ? .max : Self.named).map { "  " + $0.text(set.files) }
      if !verbose, defects.count > Self.named { lines.append("  …; --verbose names all") }
    }
    return lines
  }

  private func lines(_ audit: LabelAudit, _ set: LabelSet<Labelled>, _ unread: [LabelFinding]) -> [String] {
    audit.pictures.map { $0.json.line } + audit.defects.map { $0.json(set.files).line }
      + [
        JSONLine.object(
          [.init("schema", .number(1)), .init("verdict", .text(audit.verdict.rawValue))]
            + (audit.doubt.map { [.init("why", .text($0))] } ?? []) + [
              .init("pictures", .number(audit.pictures.count)), .init("regions", .number(set.regionCount)),
              .init("defects", .number(audit.defects.count)), .init("findings", .number(unread.count)),
              .init("clean", .flag(audit.isClean && unread.isEmpty)),
            ]
        ).line
      ]
  }
}

extension LabelAudit.Picture {
  fileprivate var json: JSONLine {
    var members: [JSONLine.Member] = [.init("schema", .number(1)), .init("picture", .text(name))]
    members += [.init("space", .text(verdict.word)), .init("regions", .number(regionCount))]
    switch verdict {
    case .undecidable(let doubt): members.append(.init("why", .text(doubt.rawValue)))
    case .contradiction(let note): members.append(.init("why", .text(note)))
    default: break
    }
    return .object(members)
  }
}

extension LabelDefect {
  /// The file and the line that it was read from; nil where it is about more than a row.
  private func origin(_ files: [String]) -> (file: String, line: Int)? {
    files.indices.contains(Int(place.file)) ? (files[Int(place.file)], Int(place.line)) : nil
  }

  func text(_ files: [String]) -> String {
    let whence = origin(files).map { "\(TerminalText.plain($0.file)), line \($0.line): " } ?? ""
    let whose = picture.isEmpty ? "" : TerminalText.plain(picture) + ": "
    return (whence.isEmpty ? whose : whence) + TerminalText.plain(note)
  }

  fileprivate func json(_ files: [String]) -> JSONLine {
    var members: [JSONLine.Member] = [.init("schema", .number(1)), .init("defect", .text(code.rawValue))]
    if !picture.isEmpty { members.append(.init("picture", .text(picture))) }
    if let origin = origin(files) {
      members += [.init("file", .text(origin.file)), .init("line", .number(origin.line))]
    }
    return .object(members + [.init("message", .text(note))])
  }
}
