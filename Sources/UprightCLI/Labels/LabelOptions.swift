// The common options of label commands: the labels, their format, the images.

public import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
public import UprightLabelJobs
import UprightLabels

/// LABELS and `--from`.
struct LabelSource: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A label file, a folder of them, or - for standard input.", valueName: "labels"),
    completion: .labels)
  var labels: String

  @Option(
    help: ArgumentHelp("The labels' format (default: detected from the files or their names).", valueName: "format"))
  var from: LabelFormatName?

  /// The files, with their class names.
  ///
  /// - Throws: The exit code if `LabelFiles.init` throws, after printing the error.
  func files(
    _ classes: ClassNames, _ memory: ByteCountArgument?, in world: World
  ) throws(ExitStatus) -> LabelFiles {
    try classes.files(labels, format: from, memory, in: world)
  }
}

/// `--names`.
struct ClassNames: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file with YOLO's class names (default: data.yaml or classes.txt in the labels' folder or above it).",
      valueName: "file"),
    completion: .file())
  var names: String?

  /// The label files at `path`.
  ///
  /// - Throws: The exit code if `LabelFiles.init` throws, after printing the error.
  func files(
    _ path: String, format: LabelFormatName?, _ memory: ByteCountArgument?, in world: World
  ) throws(ExitStatus) -> LabelFiles {
    try world.exitOnError(path) { () throws(UprightError) in
      try LabelFiles(named: path, format: format, names: names, memory: memory?.bytes)
    }
  }
}

/// `--max-memory` of commands that read only labels.
struct LabelLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Memory for labels; labels that need more are refused. Accepts K, M and G. (default: 12 times the size of their \
      files, at most 2G)
      """,
      valueName: "bytes"))
  var maxMemory: ByteCountArgument?
}

/// LABELS, `--from`, `--images`, `--names`, `--prefer-exif` and related options.
struct LabelOptions: ParsableArguments {
  @OptionGroup var source: LabelSource

  @Option(
    help: ArgumentHelp(
      """
      The folder of the images, which are matched by the names in the labels or of the label files. Only headers are \
      read.
      """,
      valueName: "folder"),
    completion: .directory)
  var images: String?

  @OptionGroup var classes: ClassNames
  @OptionGroup var ruleOptions: RuleOptions

  /// The argument LABELS.
  var labels: String { source.labels }

  /// The files.
  ///
  /// - Throws: The exit code if `LabelFiles.init` throws, after printing the error.
  func files(_ memory: ByteCountArgument?, in world: World) throws(ExitStatus) -> LabelFiles {
    try source.files(classes, memory, in: world)
  }

  /// Where the labels and their images are: as named, or as found in a data set's folder.
  ///
  /// - Throws: The exit code if `LabelDataSet.init(in:)` throws, after printing the error.
  func place(in world: World) throws(ExitStatus) -> LabelDataSet {
    try world.exitOnError(labels) { () throws(UprightError) in
      if let images { return try LabelDataSet(labels: labels, images: images) }
      return try LabelDataSet(in: labels)
    }
  }

  /// The files and the images at a place.
  ///
  /// - Throws: The exit code if `LabelFiles.init` or `ImageIndex.opening` throws, after printing the error.
  func contents(
    of place: LabelDataSet, _ memory: ByteCountArgument?, in world: World
  ) throws(ExitStatus) -> (files: LabelFiles, images: ImageIndex) {
    let files = try classes.files(place.labels, format: source.from, memory, in: world)
    let masks = files.maskPaths(in: place.labels)
    return (files, try ImageIndex.named(place.images, ruleOptions.rules, besides: masks, in: world))
  }

  /// The images.
  ///
  /// - Throws: The exit code if the folder does not exist, after printing the error.
  func imageIndex(besides masks: Set<String> = [], in world: World) throws(ExitStatus) -> ImageIndex {
    try ImageIndex.named(images, ruleOptions.rules, besides: masks, in: world)
  }
}

/// What is printed about labels on standard error, and the resulting exit code.
struct LabelReport {
  /// The maximum number of findings listed individually.
  private static let named = 20

  private let world: World
  let isJSON: Bool
  private(set) var code = ExitStatus.success
  private var unread: Set<String> = []

  init(_ world: World, isJSON: Bool) { (self.world, self.isJSON) = (world, isJSON) }

  /// Prints what is unusual; lost or invalid rows set the exit code to 2.
  mutating func take(_ findings: [LabelFinding], _ broken: [LabelFault] = []) {
    let faults = findings.map(LabelFault.init) + broken
    if faults.contains(where: \.isBroken) { code = .partial }
    let named = isJSON ? faults : faults.mergingLosses()
    let shown = isJSON ? named : Array(named.prefix(Self.named))
    for fault in shown { printFault(fault) }
    let rest = named.dropFirst(shown.count).reduce(0) { $0 + $1.count }
    if rest > 0 { world.tell("\(rest) more; --json lists all") }
  }

  /// Prints what could not be read, once each: label files, images that labels refer to, and folders. Each sets the
  /// exit code to 2.
  mutating func takeUnread(_ errors: [UprightError]) {
    for error in errors {
      guard case .io(let path, _) = error else { continue }
      code = .partial
      guard unread.insert(path).inserted else { continue }
      if isJSON {
        world.log(error.line(about: path))
      } else {
        world.tell("\(TerminalText.plain(path)): \(error.sentence(about: path))")
      }
    }
  }

  /// Ends the command if something was lost.
  func end() throws(ExitStatus) { try code.end() }

  private func printFault(_ fault: LabelFault) {
    if isJSON { world.log(fault.json.line) } else { world.tell(fault.text) }
  }
}

// The arguments of label commands: formats, spaces, names of results.

extension LabelFormatName: ExpressibleByArgument {}

extension LabelSpaceName: ExpressibleByArgument {}
extension StatedSizeSource: ExpressibleByArgument {}

extension CropName: ExpressibleByArgument {
  package init?(argument: String) { self.init(pattern: argument) }

  package static var allValueStrings: [String] { [] }

  package var defaultValueDescription: String { pattern }
}

extension ImageIndex {
  /// The images of a named folder.
  ///
  /// - Throws: The exit code if it does not exist or something in it cannot be searched, after printing the error.
  static func named(
    _ folder: String?, _ rules: OrientationRules, besides masks: Set<String> = [], in world: World
  ) throws(ExitStatus) -> ImageIndex {
    do throws(UprightError) { return try opening(folder, rules: rules, besides: masks) } catch {
      // The folder's own name would be useless if the error concerns a place deep inside.
      let place = if case .io(let path, _) = error { path } else { folder ?? "" }
      return try world.exitOnError(place) { () throws(UprightError) in throw error }
    }
  }
}

// A border around boxes, as typed: `10` or `10%`.

/// A border in percent of a box's sides, as typed: `10` or `10%`.
struct BorderArgument: ExpressibleByArgument, Hashable, Sendable {
  /// As a fraction of the side, for each end.
  let share: Double

  /// No border.
  static let none = BorderArgument(share: 0)

  private init(share: Double) { self.share = share }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Double(digits), percent.isFinite, (0...1000).contains(percent) else { return nil }
    share = percent / 100
  }

  var defaultValueDescription: String { "0%" }
}
