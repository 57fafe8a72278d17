// What came of one file of a batch: an image, a copy, or nothing because its result exists.

package import Upright
package import UprightFiles

/// What was done with one file, or would be.
package enum FileReport: Sendable {
  /// A file that went along as it is.
  package struct Copy: Hashable, Sendable {
    package let output: String
    /// Nil for a file of no format that is recognized.
    package let format: ContainerFormat?
    package var writtenBytes: Int

    /// A value with these members.
    package init(
      output: String, format: ContainerFormat?, writtenBytes: Int
    ) {
      self.output = output
      self.format = format
      self.writtenBytes = writtenBytes
    }
  }

  /// An image was made of it.
  case image(ImageReport)
  /// It was copied.
  case copied(Copy)
  /// Its result exists, and stays.
  case skipped(NamePolicy.Skip, output: String)

  /// The image that was made of it.
  package var image: ImageReport? { if case .image(let report) = self { report } else { nil } }

  /// What is still to be flushed before the report is true.
  package var pending: PendingFlush? {
    get { image?.pending }
    set { change { $0.pending = newValue } }
  }

  /// What is still to be changed, once the journal knows of it, before the report is true.
  package var patching: Journal.Patching? {
    get { image?.patching }
    set { change { $0.patching = newValue } }
  }

  private mutating func change(_ body: (inout ImageReport) -> Void) {
    guard case .image(var report) = self else { return }
    body(&report)
    self = .image(report)
  }

  /// Whether a file became another one, or something keeps it from becoming what was asked for.
  package var isChangeOrProblem: Bool {
    guard let image else { return false }
    return image.plan.route != .copy || image.keptTagReason != nil || image.plan.skipped != nil
  }

  /// The line for people, or lines where the reasons are wanted; `path` is the file's.
  package func text(of path: String, explained: Bool) -> String {
    switch self {
    case .image(let report): report.text(of: path, explained: explained)
    case .copied(let copy):
      "\(Self.names(path, copy.output)): copied as it is (\(copy.format?.rawValue ?? "no image of a known format"))"
    case .skipped(let skip, let output): "\(Self.names(path, output)): passed over, \(skip.reason)"
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
          + (copy.format.map { [.init("format", .text($0.rawValue))] } ?? []))
    case .skipped(let skip, let output):
      .about(path, [.init("output", .text(output)), .init("passedOver", .text(skip.rawValue))])
    }
  }

  private static func names(_ path: String, _ output: String) -> String {
    "\(TerminalText.plain(path)) -> \(TerminalText.plain(output))"
  }
}

extension NamePolicy.Skip {
  /// In a few words.
  package var reason: String {
    switch self {
    case .exists: "the result exists already"
    case .current: "the result is not older than its source"
    }
  }

  /// In one or two, behind a number.
  package var word: String {
    switch self {
    case .exists: "already there"
    case .current: "up to date"
    }
  }
}
