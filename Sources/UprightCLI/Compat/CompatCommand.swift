// `upright compat`: runs other programs' command lines.

import ArgumentParser
import UprightBatch

/// The command `compat`.
struct CompatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compat",
    abstract: "Accept the command lines of other programs.",
    discussion: """
      For scripts that call jhead or exiftran: the same options, the same images. In addition, a power cut loses no \
      file, one bad file does not stop the rest, and the exit code shows whether everything worked.

      Examples:
        upright compat jhead -autorot *.jpg
        upright compat exiftran -ai *.jpg
      """,
    subcommands: [Jhead.self, Exiftran.self])

  /// Other programs' arguments are not parsed for Upright's, so `--help` must be detected.
  private static func help(_ words: [String], _ command: any ParsableCommand.Type) throws {
    if words == ["--help"] || words == ["-h"] { throw CleanExit.helpRequest(command) }
  }

  /// `compat jhead`.
  struct Jhead: ProgramCommand {
    static let configuration = CommandConfiguration(
      abstract: "Accept jhead's -autorot, -norot and -q.",
      discussion: """
        -autorot rotates pixels without loss, cuts off partial blocks at the edges (jpegtran -trim), and sets the tag \
        to 1. -norot sets the tag to 1 and leaves the pixels unchanged. -q prints nothing for files without problems.

        Examples:
          upright compat jhead -autorot photo.jpg
          upright compat jhead -q -norot photo.jpg
        """)

    @Argument(
      parsing: .captureForPassthrough, help: "Options and files, as for the original program.",
      completion: .jpegs)
    var words: [String] = []

    func run(in world: World) throws {
      try CompatCommand.help(words, Self.self)
      try JheadLine.parse(PathRuns.unfolded(words)).run(in: world)
    }
  }

  /// `compat exiftran`.
  struct Exiftran: ProgramCommand {
    static let configuration = CommandConfiguration(
      abstract: "Accept exiftran's rotation options.",
      discussion: """
        -a rotates by the tag. The others transform the stored image, whatever its tag: -9, -1, -2 rotate by 90°, \
        180°, 270° clockwise; -f, -F mirror; -t, -T transpose. `upright rotate --bake` does that to the displayed \
        image. The tag becomes 1. -i changes files in place, -b keeps a backup, -p keeps the time, -o writes to FILE.

        If blocks at an edge cannot be rotated without loss, exiftran leaves them in the wrong place. Here, such a \
        file fails and stays unchanged, and the message names the alternative: `fix --edge` or `rotate --bake --edge`. \
        -np cuts off the blocks. Only JPEGs are processed.

        Examples:
          upright compat exiftran -ai photo.jpg
          upright compat exiftran -9 -np -o rotated.jpg photo.jpg
        """)

    @Argument(
      parsing: .captureForPassthrough, help: "Options and files, as for the original program.",
      completion: .jpegs)
    var words: [String] = []

    func run(in world: World) throws {
      try CompatCommand.help(words, Self.self)
      try ExiftranLine.parse(PathRuns.unfolded(words)).run(in: world)
    }
  }
}
