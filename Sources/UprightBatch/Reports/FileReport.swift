// The outcome of one file of a batch: an image, a copy, or nothing because its result exists; its parts in columns, and
// which files are listed.

package import Upright
package import UprightFiles

/// What was done with one file, or would be.
package enum FileReport: Sendable {
  /// A file that is copied unchanged.
  package struct Copy: Hashable, Sendable {
    package let output: String
    /// What it is.
    package let format: FolderWalk.Format
    package var writtenBytes: Int

    /// Memberwise initializer.
    package init(
      output: String, format: FolderWalk.Format, writtenBytes: Int
    ) {
      self.output = output
      self.format = format
      self.writtenBytes = writtenBytes
    }
  }

  /// An image was made from it.
  case image(ImageReport)
  /// It was copied.
  case copied(Copy)
  /// Its result exists, and stays.
  case skipped(NamePolicy.Skip, output: String)

  /// The image that was made from it.
  package var image: ImageReport? { if case .image(let report) = self { report } else { nil } }

  /// What must be flushed before the report is true.
  package var pending: PendingFlush? {
    get { image?.pending }
    set { change { $0.pending = newValue } }
  }

  /// What must be changed, after the journal has its intent, before the report is true.
  package var patching: Journal.Patching? {
    get { image?.patching }
    set { change { $0.patching = newValue } }
  }

  private mutating func change(_ body: (inout ImageReport) -> Void) {
    guard case .image(var report) = self else { return }
    body(&report)
    self = .image(report)
  }

  /// Whether a file changed, or something prevented the requested change.
  package var isChangeOrProblem: Bool {
    guard let image else { return false }
    return image.plan.route != .copy || image.keptTagReason != nil || image.plan.skipped != nil
      || image.hiddenOrientation != nil || image.truncation != nil
  }

  /// Whether the file at `path` changes, or would, without another in its place.
  func changesInPlace(_ path: String) -> Bool {
    image.map { $0.output == path && !$0.isUnchanged(path) && !$0.plan.keepsTag } ?? false
  }

  /// The line for people, or several if the reasons are requested; `path` is the file's.
  package func text(of path: String, explained: Bool) -> String {
    switch self {
    case .image(let report): report.text(of: path, explained: explained)
    case .copied(let copy):
      "\(Self.names(path, copy.output)): copied unchanged (\(copy.format.words))"
    case .skipped(let skip, let output): "\(Self.names(path, output)): skipped, \(skip.reason)"
    }
  }

  /// The line for programs.
  package func json(of path: String) -> JSONLine {
    switch self {
    case .image(let report): report.json(of: path)
    case .copied(let copy):
      .about(
        path,
        [.init("output", .text(copy.output)), .init("route", .text("copy"))]
          + copy.format.json)
    case .skipped(let skip, let output):
      .about(path, [.init("output", .text(output)), .init("passedOver", .text(skip.rawValue))])
    }
  }

  private static func names(_ path: String, _ output: String) -> String {
    "\(TerminalText.plain(path)) -> \(TerminalText.plain(output))"
  }
}

extension FolderWalk.Format {
  /// In a few words.
  fileprivate var words: String {
    switch self {
    case .container(let format): format.rawValue
    case .known(let format): "\(format.name): recognized, not supported"
    case .unknown: "not an image in a known format"
    }
  }

  /// `format`, or `unsupported` with the code of a format that is recognized, not supported.
  fileprivate var json: [JSONLine.Member] {
    switch self {
    case .container(let format): [.init("format", .text(format.rawValue))]
    case .known(let format): [.init("unsupported", .text(format.rawValue))]
    case .unknown: []
    }
  }
}

extension NamePolicy.Skip {
  /// In a few words.
  package var reason: String {
    switch self {
    case .exists: "the result already exists"
    case .current: "the result is not older than its source"
    }
  }

  /// In one or two words, after a number.
  package var word: String {
    switch self {
    case .exists: "already there"
    case .current: "up to date"
    }
  }
}

// A file's parts for people and for programs: `info --parts`.

extension FilePart {
  /// A line per part, with its offset, its length, its kind and its name; those inside another are indented.
  package static func lines(_ parts: [FilePart]) -> [String] {
    var depths: [Int] = []
    return parts.map { part in
      let depth = part.owner.map { depths[$0] + 1 } ?? 0
      depths.append(depth)
      let pieces = part.ranges.count > 1 ? "  (\(part.ranges.count) pieces)" : ""
      let columns = [
        Columns.padded(part.ranges.first.map { "\($0.lowerBound)" } ?? "-", to: 12, left: true),
        Columns.padded("\(part.byteCount)", to: 10, left: true),
      ]
      let name = part.name.isEmpty ? "" : "  " + TerminalText.plain(part.name)
      return columns.joined(separator: "  ") + "  " + String(repeating: "  ", count: depth) + part.kind.rawValue + name
        + pieces
    }
  }
}

extension JSONLine {
  /// `{"kind":…,"name":…,"ranges":[[start,end]…],"owner":…,"bytes":…}`.
  package static func filePart(_ part: FilePart) -> JSONLine {
    .object([
      Member("kind", .text(part.kind.rawValue)), Member("name", .text(part.name)),
      Member("ranges", .list(part.ranges.map { .list([.number($0.lowerBound), .number($0.upperBound)]) })),
      Member("owner", part.owner.map { .number($0) } ?? .null), Member("bytes", .number(part.byteCount)),
    ])
  }
}

// Text in columns of characters, for people.

/// Pads and folds text into columns.
package enum Columns {
  /// The text padded with spaces on the right or left to `width` characters.
  package static func padded(_ text: String, to width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
  }

  /// The cells in lines of 8, 4, 2 or 1, as many as fit in `width`; each column is as wide as its widest cell.
  package static func folded(_ cells: [String], width: Int) -> [String] {
    let widest = (cells.map(\.count).max() ?? 0) + 2
    let count = [8, 4, 2].first { $0 * widest - 2 <= width } ?? 1
    return stride(from: 0, to: cells.count, by: count).map { start in
      let line = cells[start..<min(start + count, cells.count)]
      return line.dropLast().map { padded($0, to: widest) }.joined() + (line.last ?? "")
    }
  }
}

// Which files of a batch are listed.

/// Which files are listed on standard output.
package enum OutputFilter: Hashable, Sendable {
  /// All.
  case everything
  /// Files that changed, and files that could not be changed as requested.
  case changes
  /// None: errors always go to standard error.
  case problems

  /// Whether a file is listed.
  package func includes(_ isChangeOrProblem: Bool) -> Bool {
    switch self {
    case .everything: true
    case .changes: isChangeOrProblem
    case .problems: false
    }
  }
}
