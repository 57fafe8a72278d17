// The paths for a command, by name or in a list; the files that shells offer; which orientation fields are used.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// `PATHS…` and `--files0-from`.
struct NamedPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Images or videos, folders of them, or - for standard input.", valueName: "paths"),
    completion: .images)
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

  @OptionGroup var input: StandardInputOption

  /// Whether standard input is one of the images.
  var readStandardInput: Bool { paths.contains(StandardInput.path) }

  func validate() throws(ValidationError) {
    if paths.isEmpty, list == nil { throw ValidationError("Missing expected argument '<paths> ...'") }
  }

  /// All paths, those of the list last.
  ///
  /// - Throws: The exit code if the list cannot be read, after printing the error.
  func all(in world: World) throws(ExitStatus) -> InputNames {
    try world.exitOnError(list ?? StandardInput.path) { () throws(UprightError) in
      try InputNames(PathRuns.unfolded(paths), list: list, atMost: input.most)
    }
  }
}

/// `--max-bytes`.
struct StandardInputOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Refuse more bytes than this on standard input. Accepts K, M and G. (default: 1G)", valueName: "bytes"))
  var maxBytes: ByteCountArgument?

  /// The maximum number of bytes.
  var most: Int { maxBytes?.bytes ?? StandardInput.usualLimit }
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
  ///   - families: Whether all formats and XMP files are processed together.
  ///   - requiringResults: Whether an image that cannot be processed is to fail, not to be copied.
  ///   - world: Where the error is printed.
  /// - Throws: As `NamedPaths.all(in:)`.
  func expanded(
    _ formats: Set<ContainerFormat> = Set(ContainerFormat.allCases), copying copied: CopiedFiles = .none,
    to output: String? = nil, families: Bool = false, requiringResults: Bool = false, in world: World
  ) throws(ExitStatus) -> InputFiles {
    let names = try named.all(in: world)
    return InputFiles(
      names.paths, recursive: recursive, formats: families ? Set(ContainerFormat.allCases) : formats, copying: copied,
      follows: !named.noFollow, to: output, standardInput: names.standardInput,
      with: Set((families ? [.takesSidecars] : []) + (requiringResults ? [.requiresResults] : [])))
  }
}

// Which files shells offer for an argument.

extension CompletionKind {
  /// Folders, and images and videos by their extensions.
  static let images = file(extensions: ContainerFormat.allCases.flatMap(\.fileExtensions))

  /// Folders and JPEGs.
  static let jpegs = file(extensions: ContainerFormat.jpeg.fileExtensions)

  /// Folders and label files.
  static let labels = file(extensions: JournalPlan.endings)
}

// Which orientation fields are used, if the standard's choice is to be overridden.

/// `--prefer` and `--xmp`.
struct RuleOptions: ParsableArguments {
  enum Preferred: String, ExpressibleByArgument, CaseIterable {
    case exif
  }

  @Option(help: "Trust Exif over the container's own orientation (HEIF, AVIF, JPEG XL).")
  var prefer: Preferred?

  @Flag(help: "Use XMP's orientation when nothing else gives one (few readers do).")
  var xmp = false

  /// The rules for a probe.
  var rules: OrientationRules { OrientationRules(prefersExif: prefer == .exif, readsXMP: xmp) }
}
