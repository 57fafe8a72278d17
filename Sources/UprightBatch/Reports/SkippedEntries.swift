// What a command leaves out of folders: entries that it skips, subfolders that it does not search, formats that are not
// supported.

package import Upright
package import UprightFiles

/// The number of skipped entries by reason and, if they are to be named, their paths.
package struct SkippedEntries: Hashable, Sendable {
  /// Why an entry is skipped.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case notAnImage, unsupported, hidden, subfolder, linkToFolder, link, device, results

    /// The reason for people.
    package var sentence: String {
      switch self {
      case .notAnImage: "not an image or video in a known format"
      case .unsupported: "an image or video in a format that is recognized, not supported"
      case .hidden: "the name begins with a dot"
      case .subfolder: "a subfolder; \(option: .recursive) includes it"
      case .linkToFolder: "a link to a folder"
      case .link: "a symbolic link, with \(option: .noFollow)"
      case .device: "a pipe, a socket or a device"
      case .results: "the output folder"
      }
    }

    /// The reason of an entry that is not walked.
    init(_ kind: Folder.NotWalked) {
      self =
        switch kind {
        case .folder: .subfolder
        case .linkToFolder: .linkToFolder
        case .device: .device
        case .results: .results
        case .hidden: .hidden
        }
    }
  }

  /// The number of entries of each reason.
  package private(set) var counts: [Reason: Int] = [:]
  /// The paths of each reason, in the order of the walk; empty if they are not to be named.
  package private(set) var paths: [Reason: [String]] = [:]
  private let areNamed: Bool

  /// No entries.
  ///
  /// - Parameter areNamed: Whether paths are kept: there may be millions.
  package init(areNamed: Bool = false) { self.areNamed = areNamed }

  /// Adds an entry.
  package mutating func add(_ path: @autoclosure () -> String, because reason: Reason) {
    counts[reason, default: 0] += 1
    if areNamed { paths[reason, default: []].append(path()) }
  }

  /// Adds the entries of another folder.
  package mutating func add(_ other: Self) {
    counts.merge(other.counts) { $0 + $1 }
    if areNamed { paths.merge(other.paths) { $0 + $1 } }
  }

  /// The lines for people: each reason with its number, then its paths.
  package var lines: [String] {
    Reason.allCases.flatMap { reason in
      guard let count = counts[reason] else { return [String]() }
      return ["skipped, \(reason.sentence): \(count)"] + (paths[reason] ?? []).map { "    \(TerminalText.plain($0))" }
    }
  }

  /// The counts for programs.
  package var json: JSONLine {
    .object(
      Reason.allCases.compactMap { reason in
        counts[reason].map { JSONLine.Member(reason.rawValue, .number($0)) }
      })
  }
}

/// Subfolders that a command does not search without `--recursive`, although images may be in them.
package struct UnsearchedFolders: Hashable, Sendable {
  /// How many there are.
  package private(set) var count = 0
  /// The paths of the first ones.
  package private(set) var paths: [String] = []

  /// How many paths are kept, and how many of them a sentence names.
  private static let (kept, named) = (100, 3)
  /// How many entries of one folder's subfolders are examined to find out whether images are there.
  static let lookingAt = 10_000

  /// None.
  package init() {}

  mutating func add(_ path: String) {
    count += 1
    if paths.count < Self.kept { paths.append(path) }
  }

  mutating func add(_ other: Self) {
    count += other.count
    paths += other.paths.prefix(Self.kept - paths.count)
  }

  /// `2 folders were not searched`.
  package var short: String { count == 1 ? "1 folder was not searched" : "\(count) folders were not searched" }

  /// The same with the first names, and what to do.
  package var sentence: String {
    let names = paths.prefix(Self.named)
    let more = count > names.count ? " and \(count - names.count) more" : ""
    return "\(short): \(names.map(TerminalText.plain).joined(separator: ", "))\(more); "
      + "\(option: .recursive) searches \(count == 1 ? "it" : "them")"
  }

  /// The number and the first paths.
  var json: JSONLine { .object([.init("count", .number(count)), .init("folders", .list(paths.map { .text($0) }))]) }
}

/// Files in formats that are recognized by their first bytes, but not supported.
package struct UnsupportedFiles: Hashable, Sendable {
  /// The number of files by format.
  package private(set) var counts: [KnownFormat: Int] = [:]
  /// The number of images among them; others are videos and documents.
  package private(set) var imageCount = 0
  /// The paths of the first images.
  private var images: [String] = []

  /// How many paths a sentence names.
  private static let named = 3

  /// None.
  package init() {}

  /// All files.
  package var count: Int { counts.values.reduce(0, +) }

  mutating func add(_ format: KnownFormat, _ path: String) {
    counts[format, default: 0] += 1
    guard format.isImage else { return }
    imageCount += 1
    if images.count < Self.named { images.append(path) }
  }

  mutating func add(_ other: Self) {
    counts.merge(other.counts, uniquingKeysWith: +)
    imageCount += other.imageCount
    images += other.images.prefix(Self.named - images.count)
  }

  /// `2 images were not looked at, because their formats are not supported: a.jp2, b.psd`; nil for none.
  var imageSentence: String? {
    guard imageCount > 0 else { return nil }
    let (were, their) =
      imageCount == 1 ? ("1 image was", "its format is") : ("\(imageCount) images were", "their formats are")
    let more = imageCount > images.count ? " and \(imageCount - images.count) more" : ""
    return "\(were) not looked at, because \(their) not supported: "
      + images.map(TerminalText.plain).joined(separator: ", ") + more
  }

  /// The formats in the table's order, with the number of files.
  private var rows: [(format: KnownFormat, count: Int)] {
    KnownFormat.allCases.compactMap { format in counts[format].map { (format, $0) } }
  }

  /// `Canon CR3 raw (2), PDF (1)`.
  package var names: String { rows.map { "\($0.format.name) (\($0.count))" }.joined(separator: ", ") }

  /// The number of files by the format's code.
  var json: JSONLine { .object(rows.map { .init($0.format.rawValue, .number($0.count)) }) }
}

extension KnownFormat {
  /// Whether it is an image that may have an orientation, not a video or a document.
  var isImage: Bool {
    switch self {
    case .eps, .pdf, .svg, .djvu, .wmf: false
    case .matroska, .avi, .flv, .asf, .ogg, .mpeg, .transportStream, .mxf: false
    default: true
    }
  }
}

/// What a command leaves out of one folder, for programs.
struct FolderAccount: Hashable, Sendable {
  let path: String
  var unsearched = UnsearchedFolders()
  var unsupported = UnsupportedFiles()

  /// The line for programs; nil if nothing is left out.
  var json: JSONLine? {
    let members =
      (unsearched.count == 0 ? [] : [JSONLine.Member("notSearched", unsearched.json)])
      + (unsupported.count == 0 ? [] : [JSONLine.Member("unsupported", unsupported.json)])
    return members.isEmpty ? nil : .about(path, [.init("folder", .object(members))])
  }
}

extension InputFiles {
  /// Prints a line for programs about each folder of which something is left out.
  ///
  /// - Parameters:
  ///   - world: Where they are printed.
  ///   - json: Whether the command prints lines for programs.
  /// - Throws: The exit code if they cannot be written.
  package func printFolders(in world: World, json: Bool) throws(ExitStatus) {
    let lines = json ? accounts.compactMap { $0.json?.line } : []
    if !lines.isEmpty { try world.answer(lines.map { $0 + "\n" }.joined()) }
  }
}
