// Converts labels to another format or space: reoriented in place, or read, reoriented and written.

public import Upright
package import UprightFiles
public import UprightLabels

/// Decides how labels are converted (`route`), and converts them in memory (`output`).
public struct LabelConversion {
  /// The result of a conversion.
  public struct Output: Sendable {
    /// The label files, relative to a folder of the caller's choice.
    public var files: [LabelFile] = []
    /// The permissions of a result file's sources, by its name.
    package var access: @Sendable (String) -> Set<FileAccess>
    /// Problems of rows or images, by file and line.
    public var findings: [LabelFinding] = []
    /// Invalid rows that no finding lists.
    package var broken: [LabelFault] = []
    /// The number of rows that were reoriented or written.
    public var rowCount = 0
    /// Invalid rows that were written anyway: their empty box was replaced by their outline's box.
    package var mended: [LabelFault] = []
    /// Whether none of the images that the labels name was found, so that nothing was converted.
    package var foundNoImage = false

    /// The bytes of the only file, for standard output.
    ///
    /// - Throws: `.unanswerable` if there are several files, or none.
    package func onlyFile() throws(UprightError) -> [UInt8] {
      guard files.count == 1 else {
        throw .unanswerable(
          field: "\(option: .output, "-")",
          reason: "the result has \(files.count) files; use \(option: .output, "FOLDER"), or a format with one file")
      }
      return files[0].bytes
    }
  }

  package let files: LabelFiles
  package let format: LabelFormatName
  package let images: ImageIndex
  /// The space of the labels; nil to use the audit.
  package let from: LabelSpaceName?
  /// The requested space; nil for the same.
  package let to: LabelSpaceName?
  /// Which size is used for an image if the labels state that of the other space; nil for the file's if only that one
  /// holds the boxes.
  package let sizeFrom: StatedSizeSource?

  /// Memberwise initializer.
  public init(
    files: LabelFiles, format: LabelFormatName, images: ImageIndex, from: LabelSpaceName?, to: LabelSpaceName?,
    sizeFrom: StatedSizeSource? = nil
  ) {
    self.sizeFrom = sizeFrom
    self.files = files.naming(images)
    self.format = format
    self.images = images
    self.from = from
    self.to = to
  }

  /// How the files are converted.
  public enum Route: Hashable, Sendable {
    /// The files stay unchanged, byte for byte.
    case keep
    /// Numbers change in place.
    case reorient(LabelSpaceChange)
    /// The files are read in one space, converted to the other, and written.
    case rewrite(LabelSpaceChange)

    /// What happens to invalid rows.
    package var brokenRowsNote: String {
      switch self {
      case .keep: "invalid rows were left unchanged"
      case .reorient: "invalid rows: readable numbers were converted, the rest was left unchanged"
      case .rewrite: "invalid rows were left out"
      }
    }
  }

  /// Decides by the formats, the request and, if the space is not given, the audit.
  ///
  /// - Throws: `.unanswerable` if the space matters and nothing decides it.
  public func route() throws(UprightError) -> Route {
    if format == files.format {
      guard let to else { return .keep }
      let from = try known()
      return from == to ? .keep : .reorient(LabelSpaceChange(from: from, to: to))
    }
    let from = try known()
    return .rewrite(LabelSpaceChange(from: from, to: to ?? from))
  }

  /// Converts in memory.
  ///
  /// - Throws: `.malformedText` if a file cannot be read at all.
  public func output(by route: Route) throws(UprightError) -> Output {
    var output = try converted(by: route)
    if output.rowCount == 0, output.findings.contains(where: { $0.code == .imageUnknown }) {
      output.foundNoImage = findsNoImage
    }
    return output
  }

  /// Whether none of the images that the labels name is there; readers leave out those whose size they need.
  private var findsNoImage: Bool {
    files.unplaced(images).0.images.allSatisfy { images.facts(of: $0.name) == nil }
  }

  private func converted(by route: Route) throws(UprightError) -> Output {
    switch route {
    case .keep:
      return Output(
        files: files.companions + files.files, access: { [files] in files.access(of: $0) },
        broken: try files.brokenRows(), rowCount: files.unplaced(images).0.regionCount)
    case .reorient(let space):
      var output = try inPlace(turned: space)
      let named = Set(output.findings.map { LabelFault($0).withoutNote })
      output.broken = try files.brokenRows().filter { !named.contains($0.withoutNote) }
      return output
    case .rewrite(let space):
      switch (space.from, space.to) {
      case (.stored, .stored): return try rewritten(stored, applying: Self.kept)
      case (.displayed, .displayed): return try rewritten(displayed, applying: Self.kept)
      case (.stored, .displayed): return try rewritten(stored) { [images] in images.facts(of: $0)?.orientation }
      case (.displayed, .stored):
        return try rewritten(displayed) { [images] in images.facts(of: $0)?.orientation.inverse }
      }
    }
  }

  /// The space of the labels, as given or as audited.
  private func known() throws(UprightError) -> LabelSpaceName {
    if let from { return from }
    return try found()
  }

  /// The space of the labels, as audited.
  ///
  /// If all images that were found are displayed as stored, it is the one that is not requested: the conversion then
  /// changes none of their labels, and reports the images that were not found.
  private func found() throws(UprightError) -> LabelSpaceName {
    let either: LabelSpaceName = to == .displayed ? .stored : .displayed
    guard !images.isEmpty else { return either }
    let (set, _) = files.unplaced(images)
    return try LabelAudit(set, unit: files.format.unit) { images.facts(of: $0) }.space(
      either: either, option: .fromSpace, hint: "`upright labels audit` explains why;")
  }

  private func stored(_ name: String) -> PixelSize<Stored>? { images.facts(of: name)?.size }

  private func displayed(_ name: String) -> PixelSize<Displayed>? { images.facts(of: name)?.displayedSize }

  private static func kept<S: Space>(_: String) -> Orientation<S, S>? { .some(Orientation(clockwise: 0)) }

  /// Reads in one space, converts to the other, writes.
  private func rewritten<From: Space, To: Space>(
    _ size: @escaping (String) -> PixelSize<From>?, applying orientation: (String) -> Orientation<From, To>?
  ) throws(UprightError) -> Output {
    let (turned, mended, broken) = try read(size, applying: orientation)
    let written = format.coding(keypoints: files.names?.keypoints).written(turned)
    return Output(
      files: written.files, access: { [all = files.access] _ in all },
      findings: turned.findings + written.findings, broken: broken,
      rowCount: turned.regionCount - turned.omittedCount(by: written.findings), mended: mended)
  }

  /// Reads in one space and converts to the other; separate from writing, which then holds only one set in memory.
  private func read<From: Space, To: Space>(
    _ size: @escaping (String) -> PixelSize<From>?, applying orientation: (String) -> Orientation<From, To>?
  ) throws(UprightError) -> (set: LabelSet<To>, mended: [LabelFault], broken: [LabelFault]) {
    var set = LabelSet<From>(names: files.names?.names ?? [])
    for file in files.files {
      let (first, folder) = (set.images.count, FileName.folder(of: file.name))
      let known = set.files.isEmpty ? 0 : set.names.count
      do throws(LabelError) {
        try files.coding.read(file, into: &set) { [images] in size(images.name(of: $0, in: folder)) }
      } catch { throw .labels(error) }
      set.noteLongTexts(of: file.name, fromName: known, image: first)
      for index in first..<max(first, set.images.count) {
        set.images[index].name = images.name(of: set.images[index].name, in: folder)
      }
    }
    drop(of: &set, size, From.self == Stored.self ? .stored : .displayed)
    let (mended, broken) = (set.mendBoxes(files), set.takeBroken(files))
    for index in set.images.indices {
      set.images[index].name = images.name(of: set.images[index].name)
    }
    return (set.applying(orientation), mended, broken)
  }

  /// Removes images whose stated size in the labels differs from the header's in this space: their labels may be in the
  /// other space.
  private func drop<S: Space>(
    of set: inout LabelSet<S>, _ size: (String) -> PixelSize<S>?, _ space: LabelSpaceName
  ) {
    guard set.findings.contains(where: { [.sizeContradicts, .more, .moreLost].contains($0.code) }) else { return }
    var others: [String: String] = [:]
    for image in files.unplaced(calling: images.name, { _ in nil }).0.images {
      guard let stated = image.size, let known = size(image.name), !files.format.unit.allows(stated, of: known),
        !overridesStatedSize(image, in: space)
      else { continue }
      others[image.name] =
        "the labels state \(stated), but the image is \(known) in this space; its labels are left out"
    }
    for image in set.images {
      guard let note = others[image.name] else { continue }
      set.findings.append(LabelFinding(.imageUnknown, in: image.name, note: note))
    }
    set.images.removeAll { others[$0.name] != nil }
  }

  /// Whether an image's labels are in `space` although they state the size that it has in the other one.
  private func overridesStatedSize(_ image: LabelledImage<Labelled>, in space: LabelSpaceName) -> Bool {
    guard sizeFrom != .labels, let stated = image.size, let facts = images.facts(of: image.name) else { return false }
    let (own, other) = (facts.labelledSize(space), facts.labelledSize(space == .stored ? .displayed : .stored))
    guard stated == other, stated != own else { return false }
    return sizeFrom == .file || files.format.unit == .pixels && image.fitsOnly(own, not: other)
  }

  /// The images whose labels are in `space` although they state the size of the other one, by name.
  private func overriddenSizes(_ space: LabelSpaceName) -> Set<String> {
    guard sizeFrom != .labels, from != nil || sizeFrom == .file else { return [] }
    return Set(
      files.unplaced(calling: images.name, { _ in nil }).0.images.lazy.filter { overridesStatedSize($0, in: space) }
        .map(\.name))
  }

  /// Changes numbers in place.
  private func inPlace(turned space: LabelSpaceChange) throws(UprightError) -> Output {
    let overridden = overriddenSizes(space.from)
    var output = Output(files: files.companions, access: { [files] in files.access(of: $0) })
    for file in files.files {
      let folder = FileName.folder(of: file.name)
      let edit: LabelEdit
      do throws(LabelError) {
        edit =
          if space.from == .stored {
            try files.coding.reoriented(file) { [images] name in
              images.facts(of: name, in: folder).map {
                LabelReorientation(
                  size: $0.size, orientation: $0.orientation,
                  overridesStatedSize: overridden.contains(images.name(of: name, in: folder)))
              }
            }
          } else {
            try files.coding.reoriented(file) { [images] name in
              images.facts(of: name, in: folder).map {
                LabelReorientation(
                  size: $0.displayedSize, orientation: $0.orientation.inverse,
                  overridesStatedSize: overridden.contains(images.name(of: name, in: folder)))
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

extension LabelSet {
  /// How many of its regions a writer left out: for a finding without a line, all of an image.
  func omittedCount(by findings: [LabelFinding]) -> Int {
    let refused = findings.filter { $0.code == .imageUnknown || $0.code == .notExpressible }
    let wholeImages = Set(refused.filter { $0.line == nil }.map(\.file))
    let rows = refused.count { $0.line != nil && !wholeImages.contains($0.file) }
    return images.reduce(rows) { $0 + (wholeImages.contains($1.name) ? $1.regions.count : 0) }
  }
}

// The space of labels, and the space they are converted to.

/// The space of labels: the image to which their numbers refer.
public enum LabelSpaceName: String, CaseIterable, Sendable {
  /// The image as its file stores it.
  case stored
  /// The image as it is displayed.
  case displayed
}

/// Which size is used if labels state that of the other space.
public enum StatedSizeSource: String, CaseIterable, Sendable {
  /// That of the image file: the labels' size is wrong.
  case file
  /// That of the labels: they may already be in the other space, and are left as they are.
  case labels
}

/// A change of space, or none.
public struct LabelSpaceChange: Hashable, Sendable {
  /// The current space.
  public let from: LabelSpaceName
  /// The requested space.
  public let to: LabelSpaceName

  /// Labels that change from one space to another.
  public init(from: LabelSpaceName, to: LabelSpaceName) { (self.from, self.to) = (from, to) }

  /// Labels that stay in their space.
  public init(_ both: LabelSpaceName) { (from, to) = (both, both) }

  /// Parses the former single argument, `stored:displayed`, also with `->` or `→` in place of the colon.
  package init?(old argument: String) {
    let words = argument.replacing("->", with: ":").replacing("→", with: ":")
      .split(separator: ":", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    let spaces = words.compactMap { LabelSpaceName(rawValue: String($0)) }
    guard spaces.count == words.count, let from = spaces.first, spaces.count <= 2 else { return nil }
    (self.from, self.to) = (from, spaces.last ?? from)
  }

  /// The options that express it.
  package var options: String {
    "\(option: .fromSpace, from.rawValue)" + (to == from ? "" : " \(option: .toSpace, to.rawValue)")
  }
}
