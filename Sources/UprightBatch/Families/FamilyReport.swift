// The outcome of a family: a line for each member, what was found about it, and what contradicts it.

package import Upright
package import UprightFiles

/// What was done with a family, or would be.
package struct FamilyReport: Sendable {
  /// What was done with a member that did not fail.
  package enum MemberResult: Sendable {
    case image(FileReport)
    /// A sidecar's orientation, nil if it states none; whether it was rewritten, and how many bytes were written.
    case sidecar(ExifOrientation?, isRewritten: Bool, writtenBytes: Int)
    /// It stays as it is, because it cannot be changed and the others may be changed without it.
    case left(UprightError)
  }

  /// A member's outcome.
  package struct MemberOutcome: Sendable {
    package let path: String
    package let outcome: Result<MemberResult, UprightError>
    /// Whether it failed only because another member did.
    package var isConsequence = false
    /// What contradicts another member.
    package var findings: [Finding] = []
    /// What the members have in common; nil for a file on its own.
    package var stem: String?
  }

  package private(set) var parts: [MemberOutcome]

  init(_ parts: [MemberOutcome]) { self.parts = parts }

  /// The exit code of the member that failed first, or of the first image that has one toward `goal`; nil for none.
  package func exitCode(toward goal: ImageGoal) -> Int32? {
    let failure = (parts.first { $0.error != nil && !$0.isConsequence } ?? parts.first { $0.error != nil })?.error
    if let failure { return failure.codes.exitCode }
    return parts.lazy.compactMap { $0.image?.image?.exitCode(toward: goal) }.first
  }
}

extension FamilyReport.MemberOutcome {
  /// Why it failed.
  package var error: UprightError? { if case .failure(let error) = outcome { error } else { nil } }

  /// The image that was processed.
  package var image: FileReport? { if case .success(.image(let report)) = outcome { report } else { nil } }

  /// Whether it changed, or could not be changed as requested.
  package var isChangeOrProblem: Bool {
    switch outcome {
    case .success(.image(let report)): report.isChangeOrProblem || !findings.isEmpty
    case .success(.sidecar(_, let isRewritten, _)): isRewritten || !findings.isEmpty
    case .success(.left), .failure: true
    }
  }

  /// Notes for the user, one sentence each.
  package var notes: [String] {
    let complaints = image?.image?.complaints ?? []
    let left =
      if case .success(.left(let error)) = outcome { ["left as it is: \(error.sentence(about: path))"] } else {
        [String]()
      }
    return (findings.map(\.message) + complaints + left).map {
      "\(TerminalText.plain(path)): \(TerminalText.plain($0))"
    }
  }

  /// The line for people; nil if a note says it all.
  package func text(explained: Bool) -> String? {
    switch outcome {
    case .success(.image(let report)): return report.text(of: path, explained: explained)
    case .success(.sidecar(let tag, let isRewritten, _)):
      let words = [isRewritten ? "sidecar" : "sidecar unchanged"] + (tag.map { ["tag \($0.rawValue)"] } ?? [])
      return "\(TerminalText.plain(path)): \(words.joined(separator: ", "))"
    case .success(.left), .failure: return nil
    }
  }

  /// The line for programs.
  package var json: JSONLine {
    let own: JSONLine
    switch outcome {
    case .success(.image(let report)): own = report.json(of: path)
    case .success(.sidecar(let tag, let isRewritten, _)):
      own = .about(
        path,
        [.init("output", .text(path)), .init("route", .text(isRewritten ? "rewrite" : "copy"))]
          + (tag.map { [.init("orientation", .number(Int($0.rawValue)))] } ?? []))
    case .success(.left(let error)): own = .about(path, [.init("left", error.json(about: path))])
    case .failure(let error): own = .about(path, [.init("error", error.json(about: path))])
    }
    guard case .object(let members) = own else { return own }
    let found = findings.map { finding in
      JSONLine.object([.init("code", .text(finding.code.rawValue)), .init("message", .text(finding.message))])
    }
    return .object(
      members + (stem.map { [.init("family", .text($0))] } ?? [])
        + (found.isEmpty ? [] : [.init("findings", .list(found))]))
  }
}

// What contradicts a file among the other members of its family.

/// Compares files with the other members of their families.
package struct FamilyAudit: Sendable {
  private let folders: [[UInt8]: FamilyFolder]

  /// The families in the folders of `files`; a folder that cannot be listed has none.
  package init(_ files: [InputFile]) {
    var folders: [[UInt8]: FamilyFolder] = [:]
    for file in files where file.failure == nil && !file.isStandardInput {
      let folder = Self.folder(file)
      if folders[folder] == nil { folders[folder] = try? FamilyFolder(file.location) }
    }
    self.folders = folders
  }

  private static func folder(_ file: InputFile) -> [UInt8] { Array(FileName.folder(of: file.path).utf8) }

  /// The probed file with what contradicts it.
  package func compared(_ probed: ProbedFile, _ file: InputFile, rules: OrientationRules) -> ProbedFile {
    let name = FileName.last(of: file.path)
    guard let family = folders[Self.folder(file)]?.family(of: name), family.members.count > 1, !family.isTooLarge,
      let own = family.members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return probed }
    let image = Self.image(probed, family.members[own])
    var findings: [Finding] = []
    for (index, member) in family.members.enumerated() where index != own {
      let location = file.location.renamed(member.name)
      switch member.role {
      case .image:
        guard let other = try? ProbedFile(FileBytes(location), rules: rules),
          let message = FamilyDecision.contradiction(of: image, to: Self.image(other, member), named: member.name)
        else { continue }
        findings.append(Finding(.familyConflict, message))
      case .sidecar where member.described.contains(own):
        let tags = member.described.filter { $0 != own }.compactMap { place in
          try? ProbedFile(FileBytes(file.location.renamed(family.members[place].name)), rules: rules)
        }.map(\.probe.orientation.exif)
        findings += Self.findings(of: location, member.name, tagged: [image.now] + tags)
      case .sidecar: continue
      }
    }
    return probed.adding(findings)
  }

  private static func image(_ probed: ProbedFile, _ member: Family.Member) -> FamilyDecision.Image {
    let (tag, shown) = (probed.probe.orientation.exif, probed.probe.displayedSize)
    return FamilyDecision.Image(
      now: tag, after: tag, stored: probed.probe.storedSize, shown: shown,
      shownAfter: PixelSize(width: shown.width, height: shown.height), changes: false, isRaw: member.kind == .raw)
  }

  private static func findings(
    of location: FileLocation, _ name: String, tagged tags: [ExifOrientation]
  ) -> [Finding] {
    do throws(UprightError) {
      let values = try SidecarFile.read(location).xmp.statements
      guard let value = values.first(where: { value in !tags.contains { $0 == value } }) else { return [] }
      let stated = value.map { "\($0.rawValue)" } ?? "no valid orientation"
      return [Finding(.sidecarConflict, "\(name) states \(stated), and the image has tag \(tags[0].rawValue)")]
    } catch { return [Finding(.metadataDamaged, "\(name) cannot be read: \(error.sentence)")] }
  }
}
