// `upright compat`: other programs' command lines, done by this one.

import ArgumentParser
import UprightBatch

/// The command `compat`.
struct CompatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compat",
    abstract: "Take the command lines of other programs.",
    discussion: """
      For scripts that call jhead or exiftran: the same words, the same pictures, but no file is lost in a power cut, one \
      bad file does not stop the rest, and the exit code says whether all went well.

      Examples:
        upright compat jhead -autorot *.jpg
        upright compat exiftran -ai *.jpg
      """,
    subcommands: [Jhead.self, Exiftran.self])

  /// Other programs' words are not looked through for ours, so that help has to be looked for.
  private static func help(_ words: [String], _ command: any ParsableCommand.Type) throws {
    if words == ["--help"] || words == ["-h"] { throw CleanExit.helpRequest(command) }
  }

  /// `compat jhead`.
  struct Jhead: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "-autorot, -norot and -q of jhead.",
      discussion: """
        -autorot turns pixels without loss, cuts off the ragged edges that cannot be turned so (jpegtran -trim), and \
        sets the tag to 1. -norot sets the tag to 1 and leaves the pixels. -q says nothing of files that went well.

        Examples:
          upright compat jhead -autorot photo.jpg
          upright compat jhead -q -norot photo.jpg
        """)

    @Argument(parsing: .captureForPassthrough, help: "Options and files as jhead takes them.")
    var words: [String] = []

    func run() throws {
      try CompatCommand.help(words, Self.self)
      try JheadLine.parse(PathRuns.unfolded(words)).run()
    }
  }

  /// `compat exiftran`.
  struct Exiftran: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The turns of exiftran.",
      discussion: """
        -a as the tag says, -9 -1 -2 quarter turns clockwise, -f -F mirrors, -t -T transposes, as displayed; -i in \
        place, -b with a backup, -p keeping the time, -o FILE. The tag becomes 1. Where blocks at an edge cannot be rotated \
        without loss, exiftran leaves them in the wrong place; here that file fails and stays as it is, and the message \
        names what does it: `fix --edge` or `rotate --bake --edge`. With -np they are cut off.

        Examples:
          upright compat exiftran -ai photo.jpg
          upright compat exiftran -9 -np -o turned.jpg photo.jpg
        """)

    @Argument(parsing: .captureForPassthrough, help: "Options and files as exiftran takes them.")
    var words: [String] = []

    func run() throws {
      try CompatCommand.help(words, Self.self)
      try ExiftranLine.parse(PathRuns.unfolded(words)).run()
    }
  }
}
