// Labels on their way into another format or space: turned where they stand, or read, turned and written.

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Decides how labels are converted (`route`), and does it in memory (`output`).
struct LabelConversion {
  /// What came of it.
  struct Output {
    var files: [LabelFile] = []
    /// Who may do what with what a file of a name is made from.
    var access: @Sendable (String) -> Set<FileAccess>
    var findings: [LabelFinding] = []
    /// Rows that break a rule by themselves and that no finding names.
    var broken: [LabelFault] = []
    var rowCount = 0
  }

  let files: LabelFiles
  let format: LabelFormatName
  let pictures: ImageIndex
  /// Which space the labels are in; nil for what an audit finds.
  let from: LabelSpaceName?
  /// Which they are wanted in; nil for the same.
  let to: LabelSpaceName?

  /// What is to be done with the files.
  enum Route: Equatable {
    /// They stay byte for byte.
    case keep
    /// Numbers change where they stand.
    case reorient(LabelSpaceChange)
    /// They are read into the one space, carried over into the other, and written.
    case rewrite(LabelSpaceChange)

    /// What becomes of rows that break a rule.
    var brokenRowsNote: String {
      switch self {
      case .keep: "rows that break a rule stay as they are"
      case .reorient: "of rows that break a rule what can be read is turned, and the rest stays as it is"
      case .rewrite: "rows that break a rule are left out"
      }
    }
  }

  /// Decides, from the formats, what is asked for, and, where nobody says the space, from what the audit finds.
  ///
  /// - Throws: `.unanswerable` where the space matters and nothing says it.
  func route() throws(UprightError) -> Route {
    if format == files.format {
      guard let to else { return .keep }
      let from = try known()
      return from == to ? .keep : .reorient(LabelSpaceChange(from: from, to: to))
    }
    let from = try known()
    return .rewrite(LabelSpaceChange(from: from, to: to ?? from))
  }

  /// Does it, in memory.
  ///
  /// - Throws: `.malformedText` where a file cannot be read at all.
  func output(by route: Route) throws(UprightError) -> Output {
    switch route {
    case .keep:
      return Output(
        files: files.companions + files.files, access: { [files] in files.access(of: $0) },
        broken: try files.brokenRows())
    case .reorient(let space):
      var output = try inPlace(turned: space)
      let named = Set(output.findings.map { LabelFault($0).withoutNote })
      output.broken = try files.brokenRows().filter { !named.contains($0.withoutNote) }
      return output
    case .rewrite(let space):
      switch (space.from, space.to) {
      case (.stored, .stored): return try rewritten(stored, applying: Self.kept)
      case (.displayed, .displayed): return try rewritten(displayed, applying: Self.kept)
      case (.stored, .displayed): return try rewritten(stored) { [pictures] in pictures.facts(of: $0)?.orientation }
      case (.displayed, .stored):
        return try rewritten(displayed) { [pictures] in pictures.facts(of: $0)?.orientation.inverse }
      }
    }
  }

  /// The space that the labels are in, as somebody says it, or as it is found.
  private func known() throws(UprightError) -> LabelSpaceName {
    if let from { return from }
    return try found()
  }

  /// The space that the labels are in.
  private func found() throws(UprightError) -> LabelSpaceName {
    guard !pictures.isEmpty else { return .displayed }
    let (set, _) = files.unplaced(pictures)
    return try LabelAudit(set, unit: files.format.unit) { pictures.facts(of: $0) }.space(
      option: "--from-space", hint: "`upright labels audit` says why;")
  }

  private func stored(_ name: String) -> PixelSize<Stored>? { pictures.facts(of: name)?.size }

  private func displayed(_ name: String) -> PixelSize<Displayed>? { pictures.facts(of: name)?.displayedSize }

  private static func kept<S: Space>(_: String) -> Orientation<S, S>? { .some(Orientation(clockwise: 0)) }

  /// Reads into one space, carries over to the other, writes.
  private func rewritten<From: Space, To: Space>(
    _ size: @escaping (String) -> PixelSize<From>?, applying orientation: (String) -> Orientation<From, To>?
  ) throws(UprightError) -> Output {
    var set = LabelSet<From>(names: files.names?.names ?? [])
    for file in files.files {
      let (first, folder) = (set.images.count, FileName.folder(of: file.name))
      let known = set.files.isEmpty ? 0 : set.names.count
      do throws(LabelError) {
        try files.coding.read(file, into: &set) { [pictures] in size(pictures.name(of: $0, in: folder)) }
      } catch { throw .labels(error) }
      set.noteLongTexts(of: file.name, fromName: known, picture: first)
      for index in first..<max(first, set.images.count) {
        set.images[index].name = pictures.name(of: set.images[index].name, in: folder)
      }
    }
    drop(of: &set, size)
    let broken = set.takeBroken(files)
    for index in set.images.indices {
      set.images[index].name = pictures.name(of: set.images[index].name)
    }
    let turned = set.applying(orientation)
    let written = format.coding(keypoints: files.names?.keypoints).written(turned)
    return Output(
      files: written.files, access: { [all = files.access] _ in all },
      findings: turned.findings + written.findings, broken: broken, rowCount: turned.regionCount)
  }

  /// Leaves out pictures that the labels state another size of than the header says in this space: they may lie in the other one.
  private func drop<S: Space>(of set: inout LabelSet<S>, _ size: (String) -> PixelSize<S>?) {
    guard set.findings.contains(where: { [.sizeContradicts, .more, .moreLost].contains($0.code) }) else { return }
    var others: [String: String] = [:]
    for picture in files.unplaced(calling: pictures.name, { _ in nil }).0.images {
      guard let stated = picture.size, let known = size(picture.name), !files.format.unit.allows(stated, of: known)
      else { continue }
      others[picture.name] = "\(stated) is stated, in this space it is \(known); its labels are left out"
    }
    for picture in set.images {
      guard let note = others[picture.name] else { continue }
      set.findings.append(LabelFinding(.imageUnknown, in: picture.name, note: note))
    }
    set.images.removeAll { others[$0.name] != nil }
  }

  /// Changes numbers where they stand.
  private func inPlace(turned space: LabelSpaceChange) throws(UprightError) -> Output {
    var output = Output(files: files.companions, access: { [files] in files.access(of: $0) })
    for file in files.files {
      let folder = FileName.folder(of: file.name)
      let edit: LabelEdit
      do throws(LabelError) {
        edit =
          if space.from == .stored {
            try files.coding.reoriented(file) { [pictures] name in
              pictures.facts(of: name, in: folder).map(LabelReorientation.init)
            }
          } else {
            try files.coding.reoriented(file) { [pictures] name in
              pictures.facts(of: name, in: folder).map {
                LabelReorientation(size: $0.displayedSize, orientation: $0.orientation.inverse)
              }
            }
          }
      } catch { throw .labels(error) }
      output.files.append(LabelFile(name: file.name, bytes: edit.bytes))
      output.findings += edit.findings
      output.rowCount += edit.reorientedRows
    }
    return output
  }
}
