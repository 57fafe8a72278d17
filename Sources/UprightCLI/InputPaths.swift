// The paths a command is given, by name or in a list.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// `PATHS…` and `--files0-from`.
struct NamedPaths: ParsableArguments {
  @Argument(help: ArgumentHelp("Pictures or movies, or folders of them.", valueName: "paths"), completion: .file())
  var paths: [String] = []

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "More paths, from this file; each ends in a zero byte, as find -print0 writes them. - is standard input.",
      valueName: "file"),
    completion: .file())
  var list: String?

  @Flag(
    help:
      "Follow no symbolic link: those in folders are passed over, and a path through one is refused. Otherwise what links to files lead to is worked on, and the links stay."
  )
  var noFollow = false

  func validate() throws(ValidationError) {
    if paths.isEmpty, list == nil { throw ValidationError("Missing expected argument '<paths> ...'") }
  }

  /// All paths, those of the list last.
  ///
  /// - Throws: the exit code where the list cannot be read, which is said then.
  func all() throws(ExitCode) -> [String] {
    let named = PathRuns.unfolded(paths)
    guard let list else { return named }
    do throws(UprightError) { return try named + NameList.read(list) } catch {
      Console.note([TerminalText.plain("\(list): \(error.sentence(about: list))")])
      throw ExitCode(error.codes.exitCode)
    }
  }
}

/// Paths and `--recursive`.
struct InputPaths: ParsableArguments {
  @OptionGroup var named: NamedPaths

  @Flag(name: .shortAndLong, help: "Walk folders inside folders too.")
  var recursive = false

  /// The files, those of folders in the order of their names; of those only the ones of `formats`.
  ///
  /// What cannot be found stays in the list and fails in its turn; a folder without pictures is nothing to do, and noted.
  ///
  /// - Parameters:
  ///   - copied: Which other files of folders go along as they are.
  ///   - output: Where results go: this folder is not walked.
  /// - Throws: as `NamedPaths.all()`.
  func expanded(
    _ formats: Set<ContainerFormat> = Set(ContainerFormat.allCases), copying copied: CopiedFiles = .none,
    to output: String? = nil
  ) throws(ExitCode) -> InputFiles {
    InputFiles(
      try named.all(), recursive: recursive, formats: formats, copying: copied, follows: !named.noFollow, to: output)
  }
}
