// What all commands about labels take: the labels, their format, the pictures.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// LABELS and `--from`.
struct LabelSource: ParsableArguments {
  @Argument(help: ArgumentHelp("A label file, or a folder of them.", valueName: "labels"), completion: .file())
  var labels: String

  @Option(
    help: ArgumentHelp("The format of the labels; otherwise what the files or their names show.", valueName: "format"))
  var from: LabelFormatName?

  /// The files, with what their classes are called.
  ///
  /// - Throws: the exit code, where `LabelFiles.init` throws, which is said.
  func files(_ classes: ClassNames, _ memory: ByteCountArgument?) throws(ExitCode) -> LabelFiles {
    try classes.files(labels, format: from, memory)
  }
}

/// `--names`.
struct ClassNames: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file that names YOLO's classes; otherwise data.yaml or classes.txt in the folder of the labels or above it.",
      valueName: "file"),
    completion: .file())
  var names: String?

  /// The label files at `path`.
  ///
  /// - Throws: the exit code, where `LabelFiles.init` throws, which is said.
  func files(
    _ path: String, format: LabelFormatName?, _ memory: ByteCountArgument?
  ) throws(ExitCode) -> LabelFiles {
    try exitOnError(path) { () throws(UprightError) in
      var format = format
      if format == nil { format = try .shown(by: path) }
      return try LabelFiles(path, format: format, names: names, memory: memory?.bytes)
    }
  }
}

/// `--max-memory` of commands that read labels alone.
struct LabelLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Memory that labels may take; labels that need more are refused. Unless said, 12 times the bytes of their files, and 2G at most; K, M and G are understood.",
      valueName: "bytes"))
  var maxMemory: ByteCountArgument?
}

/// LABELS, `--from`, `--images`, `--names`, `--prefer-exif` and the like.
struct LabelOptions: ParsableArguments {
  @OptionGroup var source: LabelSource

  @Option(
    help: ArgumentHelp(
      "The folder of the pictures; they are found by the names in the labels, or by those of the label files. Only their headers are read.",
      valueName: "folder"),
    completion: .directory)
  var images: String?

  @OptionGroup var classes: ClassNames
  @OptionGroup var ruleOptions: RuleOptions

  /// What was given as LABELS.
  var labels: String { source.labels }

  /// The files.
  ///
  /// - Throws: the exit code, where `LabelFiles.init` throws, which is said.
  func files(_ memory: ByteCountArgument?) throws(ExitCode) -> LabelFiles { try source.files(classes, memory) }

  /// The pictures.
  ///
  /// - Throws: the exit code, where the folder is not there; that is said then.
  func pictures() throws(ExitCode) -> ImageIndex { try ImageIndex.named(images, ruleOptions.rules) }
}

/// What is said of labels on standard error, and how the command ends by it.
struct LabelReport {
  /// So many findings are named one by one.
  private static let named = 20

  let isJSON: Bool
  private(set) var code: Int32 = 0

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// Names what is odd; rows that are lost or broken make the exit code 2.
  mutating func take(_ findings: [LabelFinding], _ broken: [LabelFault] = []) {
    let faults = findings.map(LabelFault.init) + broken
    if faults.contains(where: \.isBroken) { code = 2 }
    let shown = isJSON ? faults : Array(faults.prefix(Self.named))
    for fault in shown { Self.printFault(fault, isJSON: isJSON) }
    if shown.count < faults.count { Console.note(["\(faults.count - shown.count) more; --json names all"]) }
  }

  /// Names the pictures that labels speak of and that could not be read; each makes the exit code 2.
  mutating func takeUnread(_ pictures: ImageIndex) {
    for error in pictures.unread {
      guard case .io(let path, _) = error else { continue }
      code = 2
      if isJSON {
        try? StandardStream.error.write(error.line(about: path) + "\n")
      } else {
        Console.note(["\(TerminalText.plain(path)): \(error.sentence(about: path))"])
      }
    }
  }

  /// Ends the command where something was lost.
  func end() throws(ExitCode) { if code != 0 { throw ExitCode(code) } }

  private static func printFault(_ fault: LabelFault, isJSON: Bool) {
    guard isJSON else { return Console.note([fault.text]) }
    try? StandardStream.error.write(fault.json.line + "\n")
  }
}

/// Does something that stops with a sentence, as all commands say it.
func exitOnError<Result>(_ path: String, _ work: () throws(UprightError) -> Result) throws(ExitCode) -> Result {
  do throws(UprightError) { return try work() } catch {
    Console.note([TerminalText.plain("\(path): \(error.sentence(about: path))")])
    throw ExitCode(error.codes.exitCode)
  }
}
