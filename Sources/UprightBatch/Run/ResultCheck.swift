// Checks a result before it gets its name: that it reads as planned, shows what its source shows, and lacks only what it
// may lack (docs/account.md).

package import Upright
import UprightFiles

/// Checks the results of one image.
struct ResultCheck: Sendable {
  /// The source, with the rules by which its orientation was read.
  let source: SourceImage
  /// How the displayed result is rotated relative to the displayed source.
  let turn: Orientation<Displayed, Displayed>
  /// Whether what results show is compared with the source.
  let verifies: Bool
  /// Whether reports list every part of the source.
  let listsParts: Bool
  /// The limits that comparing observes, and the codecs that it uses.
  let pipeline: Pipeline

  /// Checks a written file: every byte if only its tag changed, otherwise its headers, and its parts.
  ///
  /// - Returns: What it has of its source; nil if the plan copies all bytes but those of the tag.
  /// - Throws: `.codec` if it is not as planned; `.unanswerable` if it lacks what it must not lack.
  func check(_ written: FileBytes, madeBy plan: Plan) throws(UprightError) -> Account? {
    try check(written, headed: written.head(), madeBy: plan)
  }

  /// The same for bytes anywhere; `head` contains their headers.
  func check(
    _ written: some ByteSource, headed head: some ByteSource, madeBy plan: Plan
  ) throws(UprightError) -> Account? {
    if let patch = plan.route.patch {
      try checkBytes(of: written, as: PatchedSource(source.file, patch), in: plan.format)
    } else {
      try checkHeaders(of: head, against: plan)
      if verifies { try checkContents(of: written, madeBy: plan) }
    }
    let account = try Account.measured(
      written, of: source.file, headed: source.probe, by: plan, rules: source.rules, listsParts: listsParts)
    try source.head.checkUnchanged()
    return account
  }

  /// Checks that the source with its new tag reads as planned.
  ///
  /// - Throws: `.codec`.
  func checkPlanned(_ plan: Plan) throws(UprightError) {
    guard let patch = plan.route.patch else { return }
    try checkHeaders(of: PatchedSource(source.head, patch), against: plan)
  }

  private func checkBytes(
    of written: some ByteSource, as planned: some ByteSource, in format: ContainerFormat
  ) throws(UprightError) {
    var isSame = planned.byteCount == written.byteCount
    for start in stride(from: 0, to: planned.byteCount, by: 1 << 20) where isSame {
      if Cancellation.isRequested { throw .cancelled }
      do throws(MetadataError) {
        isSame = try planned.read(start..<start + 1 << 20) == written.read(start..<start + 1 << 20)
      } catch { throw UprightError(error) }
    }
    guard isSame else { throw Self.notAsPlanned(format) }
  }

  private func checkHeaders(of written: some ByteSource, against plan: Plan) throws(UprightError) {
    let probe = try Probe(checking: written, rules: source.rules)
    let size = PixelSize<Output>(width: probe.displayedSize.width, height: probe.displayedSize.height)
    let hasAllPages = plan.pages.map { $0 == probe.furtherPages.map { $0.count + 1 } ?? 1 } ?? true
    guard probe.orientation == plan.remaining, size == plan.outputSize, hasAllPages else {
      throw Self.notAsPlanned(probe.format)
    }
  }

  /// Checks that the result shows what the source shows, rotated as requested: in every block or pixel, unless it was
  /// re-encoded.
  private func checkContents(of written: some ByteSource, madeBy plan: Plan) throws(UprightError) {
    let relation: ImageRelation?
    do throws(ComparisonFailure) {
      relation = try pipeline.relation(
        of: source.file, to: written, rules: source.rules, colors: plan.route.colors,
        toneMap: plan.toneMapping?.method, expecting: turn)
    } catch {
      throw error.error
    }
    guard let relation, relation.reorientation == turn, relation.isAcceptable(for: plan) else {
      throw .codec(
        format: plan.format,
        message: "the result does not show the same image as the original; the file was left unchanged")
    }
  }

  private static func notAsPlanned(_ format: ContainerFormat) -> UprightError {
    .codec(format: format, message: "the result cannot be read back as planned; the file was left unchanged")
  }
}

extension Account {
  /// What a written result has of a source with these headers; nil if the plan copies all bytes but those of the tag.
  ///
  /// - Parameter listsParts: Whether all parts are searched for, also where a result shows only some of them.
  /// - Throws: What reading throws.
  package static func measured(
    _ written: some ByteSource, of source: some ByteSource, headed probe: Probe, by plan: Plan,
    rules: OrientationRules = OrientationRules(), listsParts: Bool = false
  ) throws(UprightError) -> Account? {
    guard [.rewrite, .transform, .transcode].contains(plan.route.name) else { return nil }
    do throws(MetadataError) {
      let made = try Probe(written, rules: rules).fileParts(in: written)
      let parts = try probe.fileParts(in: source, searchingScans: !plan.showsLess || plan.isLimited || listsParts)
      return try Account(of: parts, in: source, by: plan, found: made, in: written)
    } catch {
      throw UprightError(error)
    }
  }

  /// What becomes of the parts of a source, as far as headers, the profile and Photoshop's resources tell.
  ///
  /// - Throws: What reading throws.
  package static func planned(
    _ plan: Plan, of probe: Probe, in file: some ByteSource
  ) throws(UprightError) -> Account {
    let foreseen = plan.foreseeing(probe, in: file)
    do throws(MetadataError) { return Account(of: try probe.fileParts(in: file), planned: foreseen) } catch {
      throw UprightError(error)
    }
  }

  /// The parts that a result must not lack, and lacks.
  func refusedParts(by plan: Plan) -> [FilePart] { losses(notAllowedBy: plan.allowedLosses ?? .all) }
}

extension [FilePart] {
  /// The codes of their kinds, each once, in the order of the kinds, with commas.
  var codes: String {
    let kinds = Set(map(\.kind))
    return FilePart.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ",")
  }
}

extension UprightError {
  /// The refusal to lose these parts.
  static func losing(_ lost: [FilePart]) -> UprightError {
    .unanswerable(
      field: "\(field: .allowedLosses)",
      reason: """
        \(Account.names(lost)) would be lost, which is not allowed; \(option: .allowedLosses, lost.codes) allows it
        """)
  }

  /// The error with the other way out of a refusal to lose parts, which depends on where the result goes.
  func advising(at destination: Destination) -> UprightError {
    let own: Phrase = "\(field: .allowedLosses)"
    guard case .unanswerable(own, let reason) = self else { return self }
    let way: Phrase =
      destination == .inPlace
      ? "write the result elsewhere with \(option: .output)" : "leave out \(option: .strictParts)"
    return .unanswerable(field: own, reason: "\(reason), or \(way)")
  }
}

extension Plan.Route {
  /// The result's colors.
  fileprivate var colors: Rendition.Colors {
    guard case .transcode(let transcode) = self else { return .asSource }
    return transcode.toneMapping == nil ? transcode.colors : .srgb
  }
}
