// The paths for a command, by name or in a list.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// `PATHS…` and `--files0-from`.
struct NamedPaths: ParsableArguments {
  @Argument(help: ArgumentHelp("Images or videos, or folders of them.", valueName: "paths"), completion: .file())
  var paths: [String] = []

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      """
      Read more paths from this file, each ending in a zero byte, as find -print0 writes them; - reads standard input.
      """,
      valueName: "file"),
    completion: .file())
  var list: String?

  @Flag(
    help:
      """
      Do not follow symbolic links: skip those in folders, and refuse paths that contain one. By default, links to \
      files are followed, and the links are kept.
      """
  )
  var noFollow = false

  func validate() throws(ValidationError) {
    if paths.isEmpty, list == nil { throw ValidationError("Missing expected argument '<paths> ...'") }
  }

  /// All paths, those of the list last.
  ///
  /// - Throws: The exit code if the list cannot be read, after printing the error.
  func all() throws(ExitStatus) -> [String] {
    let named = PathRuns.unfolded(paths)
    guard let list else { return named }
    return try named + exitOnError(list) { () throws(UprightError) in try NameList.read(list) }
  }
}

/// Paths and `--recursive`.
struct InputPaths: ParsableArguments {
  @OptionGroup var named: NamedPaths

  @Flag(name: .shortAndLong, help: "Include subfolders.")
  var recursive = false

  /// The files, with those of folders in name order; from folders, only files of `formats`.
  ///
  /// A path that does not exist stays in the list and fails in its turn. A folder without images is not an error, but
  /// is noted.
  ///
  /// - Parameters:
  ///   - copied: Which other files of folders are included, to be copied unchanged.
  ///   - output: The folder for results, which is not walked.
  /// - Throws: As `NamedPaths.all()`.
  func expanded(
    _ formats: Set<ContainerFormat> = Set(ContainerFormat.allCases), copying copied: CopiedFiles = .none,
    to output: String? = nil
  ) throws(ExitStatus) -> InputFiles {
    InputFiles(
      try named.all(), recursive: recursive, formats: formats, copying: copied, follows: !named.noFollow, to: output)
  }
}
