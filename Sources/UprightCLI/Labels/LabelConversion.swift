// Labels on their way into another format or space: turned where they stand, or read, turned and written.

import Upright
import UprightLabels

/// Decides how labels are converted, and does it in memory.
struct LabelConversion {
  /// What came of it.
  struct Output {
    var files: [LabelFile] = []
    var findings: [LabelFinding] = []
    var rowCount = 0
  }

  let files: LabelFiles
  let format: LabelFormatName
  let pictures: PictureIndex
  let space: LabelSpaceArgument?

  /// Converts.
  ///
  /// - Throws: `.unsupported` where a file cannot be read at all; `.unanswerable` where the space matters and nothing says it.
  func output() throws(UprightError) -> Output {
    var wanted = space
    if wanted == nil { wanted = try found() }
    guard let space = wanted else { return try inPlace(turned: nil) }
    if format == files.format { return try inPlace(turned: space) }
    switch (space.from, space.to) {
    case (.stored, .stored): return try rewritten(stored, applying: Self.kept)
    case (.displayed, .displayed): return try rewritten(displayed, applying: Self.kept)
    case (.stored, .displayed): return try rewritten(stored) { [pictures] in pictures.facts(of: $0)?.orientation }
    case (.displayed, .stored):
      return try rewritten(displayed) { [pictures] in pictures.facts(of: $0)?.orientation.inverse }
    }
  }

  /// The space that the labels are in, where that matters; nil where they are to stay as they are.
  private func found() throws(UprightError) -> LabelSpaceArgument? {
    guard format != files.format else { return nil }
    guard !pictures.isEmpty else { return LabelSpaceArgument(.displayed) }
    let (set, _) = files.unplaced(pictures)
    let audit = LabelAudit(set, unit: files.format.unit, facts: pictures.facts)
    switch audit.verdict {
    case .stored: return LabelSpaceArgument(.stored)
    case .displayed, .either: return LabelSpaceArgument(.displayed)
    case .contradiction, .undecidable:
      throw .unanswerable(
        field: "--space",
        reason:
          "nothing says whether these labels are of the pictures as stored or as displayed (\(audit.verdict.rawValue)); "
          + "`upright labels audit` says why; --space stored or --space displayed decides")
    }
  }

  private func stored(_ name: String) -> PixelSize<Stored>? { pictures.facts(of: name)?.size }

  private func displayed(_ name: String) -> PixelSize<Displayed>? { pictures.facts(of: name)?.displayedSize }

  private static func kept<S: Space>(_: String) -> Orientation<S, S>? { .some(Orientation(clockwise: 0)) }

  /// Reads into one space, carries over to the other, writes.
  private func rewritten<From: Space, To: Space>(
    _ size: @escaping (String) -> PixelSize<From>?, applying orientation: (String) -> Orientation<From, To>?
  ) throws(UprightError) -> Output {
    let coding = files.format.coding(keypoints: files.names?.keypoints)
    var set = LabelSet<From>(names: files.names?.names ?? [])
    for file in files.files {
      do throws(LabelError) { try coding.read(file, into: &set, size: size) } catch { throw .labels(error) }
    }
    for index in set.pictures.indices {
      set.pictures[index].name = pictures.name(of: set.pictures[index].name)
    }
    let turned = set.applying(orientation)
    let written = format.coding(keypoints: files.names?.keypoints).written(turned)
    return Output(files: written.files, findings: turned.findings + written.findings, rowCount: turned.regionCount)
  }

  /// Changes numbers where they stand; none where the space stays.
  private func inPlace(turned: LabelSpaceArgument?) throws(UprightError) -> Output {
    var output = Output(files: files.companions)
    let coding = files.format.coding(keypoints: files.names?.keypoints)
    for file in files.files {
      let edit: LabelEdit
      do throws(LabelError) {
        switch (turned?.from, turned?.to) {
        case (.stored?, .displayed?):
          edit = try coding.turned(file) { [pictures] name in
            pictures.facts(of: name).map { PictureTurn(size: $0.size, orientation: $0.orientation) }
          }
        case (.displayed?, .stored?):
          edit = try coding.turned(file) { [pictures] name in
            pictures.facts(of: name).map { PictureTurn(size: $0.displayedSize, orientation: $0.orientation.inverse) }
          }
        default:
          output.files.append(file)
          continue
        }
      } catch { throw .labels(error) }
      output.files.append(LabelFile(name: file.name, bytes: edit.bytes))
      output.findings += edit.findings
      output.rowCount += edit.turnedRows
    }
    return output
  }
}
