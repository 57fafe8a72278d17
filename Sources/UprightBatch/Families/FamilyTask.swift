// Carries a family's decision out: all members are examined before one is written, and a failure restores the others.

package import Upright
package import UprightFiles
import UprightSystem

/// Changes families, each as one.
package struct FamilyTask: Sendable {
  private let task: ImageTask
  private let isPartial: Bool
  private let normalizes: Bool

  /// Does what `task` does, in place, with each member.
  ///
  /// - Parameters:
  ///   - isPartial: Whether members that can be changed may change without the others.
  ///   - normalizes: Whether sidecars are made to agree even if no image changes.
  package init(_ task: ImageTask, isPartial: Bool, normalizes: Bool) {
    (self.task, self.isPartial, self.normalizes) = (task, isPartial, normalizes)
  }

  /// What was found out about a member before anything is written.
  private struct Member {
    let file: InputFile
    var state: FamilyDecision.MemberState
    /// The image, and what is planned for it.
    var probed: ProbedFile?
    var planned: ImageReport?
    /// The sidecar.
    var sidecar: (file: FileBytes, bytes: [UInt8], xmp: XMPSidecar)?
  }

  /// Examines all members of a family, and changes all of them or none.
  package func run(_ unit: FamilyFiles.Unit) -> FamilyReport {
    if unit.family.isTooLarge {
      return report(
        unit,
        failing: .unanswerable(
          field: "\(field: .families)",
          reason: "\(unit.files.count) files share this name; at most \(Family.memberLimit) are processed as one"))
    }
    if unit.areDone.contains(true) {
      var areLeft = unit.areDone.map { !$0 }
      let members = examined(unit, areLeft)
      let isWhole = isDone(members, areLeft) { _ in false }
      if !isPartial, isDone(members, areLeft, but: { if case .fault = $0.state { true } else { false } }),
        let report = faultReport(unit, members, areLeft)
      {
        return report
      }
      if isWhole || task.delivery.isDryRun { return finish(unit, members, areLeft, changing: !isWhole) }
      // A killed run left it half done: it begins again from the start.
      if let error = restored(unit.files.indices.filter { !areLeft[$0] }, of: unit) {
        return report(unit, failing: error)
      }
      areLeft = areLeft.map { _ in true }
      return finish(unit, examined(unit, areLeft), areLeft, changing: true)
    }
    let all = unit.files.map { _ in true }
    return finish(unit, examined(unit, all), all, changing: true)
  }

  /// Whether no member that is left needs a change, apart from some.
  private func isDone(_ members: [Member], _ areLeft: [Bool], but isIgnored: (Member) -> Bool) -> Bool {
    zip(members, areLeft).allSatisfy { !$1 || isIgnored($0) || isFinished($0) }
  }

  /// The report of a family that is done, to which a member has come that cannot be changed; nil for others.
  private func faultReport(_ unit: FamilyFiles.Unit, _ members: [Member], _ areLeft: [Bool]) -> FamilyReport? {
    for place in members.indices where areLeft[place] {
      guard case .fault(let error) = members[place].state else { continue }
      let name = unit.family.members[place].name
      return report(unit, nil, omitting: areLeft, because: [place]) {
        .failure($0 == place ? error : Self.refusal(because: name))
      }
    }
    return nil
  }

  /// Whether a member that the journal does not name needs no change. Sidecars are written before images.
  private func isFinished(_ member: Member) -> Bool {
    if case .fault = member.state { return isPartial }
    return member.planned.map { $0.plan.route == .copy } ?? true
  }

  // MARK: Examining

  private func examined(_ unit: FamilyFiles.Unit, _ areLeft: [Bool]) -> [Member] {
    unit.files.indices.map { index in
      let (file, role) = (unit.files[index], unit.family.members[index].role)
      var member = Member(file: file, state: .sidecar([]))
      do throws(UprightError) {
        if let failure = file.failure { throw failure }
        switch role {
        case .image(let kind): try examine(&member, kind, isLeft: areLeft[index])
        case .sidecar:
          let sidecar = try SidecarFile.read(file.location)
          (member.sidecar, member.state) = (sidecar, .sidecar(sidecar.xmp.statements))
        }
      } catch { member.state = .fault(error.naming(file.path)) }
      return member
    }
  }

  private func examine(_ member: inout Member, _ kind: FamilyName.Kind, isLeft: Bool) throws(UprightError) {
    let probed = try ProbedFile(FileBytes(member.file.location), rules: task.rules)
    let (now, stored, shown) = (probed.probe.orientation.exif, probed.probe.storedSize, probed.probe.displayedSize)
    guard isLeft else {
      member.state = .image(
        FamilyDecision.Image(
          now: now, after: now, stored: stored, shown: shown,
          shownAfter: PixelSize(width: shown.width, height: shown.height), changes: false, isRaw: kind == .raw))
      return
    }
    let planned = try task.rehearsed.run(member.file, to: .inPlace)
    let moves = [.transform, .transcode].contains(planned.plan.route.name)
    member.probed = probed
    member.planned = planned
    member.state = .image(
      FamilyDecision.Image(
        now: now, after: planned.plan.remaining.exif, stored: stored, shown: shown,
        shownAfter: planned.plan.outputSize, changes: planned.plan.route != .copy, movesPixels: moves,
        isRaw: kind == .raw))
  }

  // MARK: Changing

  private func finish(
    _ unit: FamilyFiles.Unit, _ members: [Member], _ areLeft: [Bool], changing: Bool
  ) -> FamilyReport {
    let decision = FamilyDecision(
      unit.family, members.map(\.state), isPartial: isPartial, normalizes: normalizes && changing)
    if decision.isRefused {
      let causes = decision.actions.indices.filter { if case .leave = decision.actions[$0] { true } else { false } }
      let name = unit.family.members[causes.first ?? 0].name
      return report(unit, decision, because: causes) { index in
        if case .leave(let error) = decision.actions[index] { return .failure(error) }
        return .failure(Self.refusal(because: name))
      }
    }
    var sidecars: [Int: Result<FamilyReport.MemberResult, UprightError>] = [:]
    for index in members.indices {
      guard case .sidecar = members[index].state else { continue }
      let result = Result { () throws(UprightError) in
        try rewrite(members[index], decision.actions[index], unit.family.members[index], members)
      }
      sidecars[index] = result
      if case .failure(let error) = result { return undone(unit, decision, error, at: index) }
    }
    let images = members.indices.filter { areLeft[$0] && members[$0].planned != nil }
    var outcomes: [Result<FileReport, UprightError>] = []
    for index in images {
      let outcome = Result { () throws(UprightError) in try process(members[index]) }
      outcomes.append(outcome)
      if case .failure(let error) = outcome { return undone(unit, decision, error, at: index) }
    }
    outcomes = task.commit(outcomes)
    for (index, outcome) in zip(images, outcomes) {
      if case .failure(let error) = outcome { return undone(unit, decision, error, at: index) }
    }
    return report(unit, decision, omitting: areLeft) { index in
      if let place = images.firstIndex(of: index) { return outcomes[place].map { .image($0) } }
      if case .leave(let error) = decision.actions[index] { return Self.left(error) }
      return sidecars[index] ?? .success(.sidecar(nil, isRewritten: false, writtenBytes: 0))
    }
  }

  /// Processes an image as planned.
  ///
  /// - Throws: `.malformed` if it does not end as planned, because its data turned out to be damaged.
  private func process(_ member: Member) throws(UprightError) -> FileReport {
    guard let planned = member.planned else { throw .changedUnderneath(member.file.path) }
    if task.delivery.isDryRun { return .image(planned) }
    let report = try task.run(member.file, to: .inPlace)
    guard report.plan.remaining == planned.plan.remaining, report.plan.outputSize == planned.plan.outputSize else {
      throw report.abandoned == nil
        ? .changedUnderneath(member.file.path) : .malformed(MetadataError(.corruptData, at: 0))
    }
    return .image(report)
  }

  /// Rewrites a sidecar as decided, if that changes a byte.
  private func rewrite(
    _ member: Member, _ action: FamilyDecision.MemberAction, _ place: Family.Member, _ members: [Member]
  ) throws(UprightError) -> FamilyReport.MemberResult {
    guard let sidecar = member.sidecar else { return .sidecar(nil, isRewritten: false, writtenBytes: 0) }
    let now = sidecar.xmp.statements.first ?? nil
    guard case .set(let tag) = action else { return .sidecar(now, isRewritten: false, writtenBytes: 0) }
    let described = place.described.lazy.map { members[$0] }.first { $0.planned != nil }
    let bytes = try SidecarFile.rewritten(
      sidecar.bytes, sidecar.xmp, to: tag, with: described?.probed, described?.planned)
    let after = XMPSidecar(bytes)?.statements.first ?? nil
    guard bytes != sidecar.bytes else { return .sidecar(now, isRewritten: false, writtenBytes: 0) }
    if !task.delivery.isDryRun {
      try SafeReplace.rewrite(
        sidecar.file, byteCount: bytes.count, partingHardLinks: task.delivery.breaksHardLinks,
        keepingTime: task.delivery.times == .all, journal: task.delivery.journal
      ) { (sink: inout FileSink) throws(UprightError) in try sink.write(bytes) }
    }
    return .sidecar(after, isRewritten: true, writtenBytes: bytes.count)
  }

  // MARK: Restoring

  /// The report after a failure: all other members are as they were, or it says which are not.
  private func undone(
    _ unit: FamilyFiles.Unit, _ decision: FamilyDecision, _ error: UprightError, at failed: Int
  ) -> FamilyReport {
    let rest = task.delivery.isDryRun ? nil : restored(Array(unit.files.indices), of: unit)
    let name = unit.family.members[failed].name
    return report(unit, decision, because: [failed]) { index in
      if index == failed { return .failure(error) }
      return .failure(rest ?? Self.restoring(because: name))
    }
  }

  /// Undoes what the journal says was changed in some of a family's files.
  ///
  /// - Returns: Why a file could not be restored.
  private func restored(_ indices: [Int], of unit: FamilyFiles.Unit) -> UprightError? {
    guard let journal = task.delivery.journal else { return nil }
    var first: UprightError?
    do throws(UprightError) {
      let history = try journal.reread()
      // Either all of them or none.
      for index in indices {
        let path = unit.files[index].path
        do throws(UprightError) { _ = try history.entry(of: FileName.absolute(path))?.undo(isDryRun: true) } catch {
          return error.naming(path)
        }
      }
      for index in indices {
        do throws(UprightError) {
          guard let entry = try history.entry(of: FileName.absolute(unit.files[index].path)) else { continue }
          try entry.undo().pending?.complete()
          journal.note([.undone(entry.number)])
        } catch { first = first ?? error.naming(unit.files[index].path) }
      }
    } catch { first = first ?? error }
    return first
  }

  // MARK: Reporting

  private static func refusal(because name: String) -> UprightError {
    .unanswerable(
      field: "\(field: .families)",
      reason: """
        unchanged, because \(name) cannot be changed with it; \(option: .partialFamilies) changes it all the same
        """)
  }

  private static func restoring(because name: String) -> UprightError {
    .unanswerable(field: "\(field: .families)", reason: "unchanged, because \(name) could not be changed")
  }

  /// A member that stays although others change: an error unless its format is the reason.
  private static func left(_ error: UprightError) -> Result<FamilyReport.MemberResult, UprightError> {
    switch error {
    case .unsupported, .unanswerable: .success(.left(error))
    default: error.codes.exitCode == 69 ? .success(.left(error)) : .failure(error)
    }
  }

  private func report(_ unit: FamilyFiles.Unit, failing error: UprightError) -> FamilyReport {
    report(unit, nil) { _ in .failure(error) }
  }

  private func report(
    _ unit: FamilyFiles.Unit, _ decision: FamilyDecision?, omitting areLeft: [Bool]? = nil,
    because causes: [Int]? = nil,
    _ outcome: (Int) -> Result<FamilyReport.MemberResult, UprightError>
  ) -> FamilyReport {
    let stem = unit.family.members.count > 1 ? unit.family.stem : nil
    return FamilyReport(
      unit.files.indices.filter { areLeft?[$0] ?? true }.map { index in
        FamilyReport.MemberOutcome(
          path: unit.files[index].path, outcome: outcome(index).mapError { $0.naming(unit.files[index].path) },
          isConsequence: causes?.contains(index) == false,
          findings: (decision?.remarks ?? []).filter { $0.member == index }.map(\.finding), stem: stem)
      })
  }
}

// Which changes of a batch with families are not undone, because another member cannot be restored with them.

/// Undoes families as they were changed: all members or none.
package enum FamilyUndo {
  /// The option by which a journal's first line shows that its batch changed families.
  package static let option = "families"

  /// The error for each change, by number, whose family cannot be restored as a whole. Empty for other batches.
  ///
  /// All members of a family are examined before the first one is restored.
  package static func refusals(_ history: JournalHistory) -> [Int: UprightError] {
    guard history.operation?.contains("--\(option)") == true else { return [:] }
    var folders: [[UInt8]: [(position: Int, name: String)]] = [:]
    for (position, entry) in history.entries.enumerated() {
      guard let path = try? entry.get().intent.path else { continue }
      folders[Array(FileName.folder(of: path).utf8), default: []].append((position, FileName.last(of: path)))
    }
    var refusals: [Int: UprightError] = [:]
    let families = folders.values.flatMap { files in
      Family.families(of: files.map(\.name)).map { $0.members.map { files[$0.index].position } }
    }
    for family in families where family.count > 1 {
      let entries = family.compactMap { try? history.entries[$0].get() }
      guard let (failed, error) = entries.lazy.compactMap({ entry in failure(entry).map { (entry, $0) } }).first else {
        continue
      }
      for entry in entries where entry.number != failed.number { refusals[entry.number] = naming(failed, error) }
    }
    return refusals
  }

  private static func failure(_ entry: JournalHistory.Entry) -> UprightError? {
    do throws(UprightError) {
      _ = try entry.undo(isDryRun: true)
      return nil
    } catch { return error }
  }

  private static func naming(_ entry: JournalHistory.Entry, _ error: UprightError) -> UprightError {
    let name = FileName.last(of: entry.intent.path)
    return .unanswerable(
      field: "undo", reason: "left as it is, because \(name) cannot be restored with it: \(error.sentence)")
  }
}
