// `upright compat`: other programs' command lines, done by this one.

import ArgumentParser

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

  /// `compat jhead`.
  struct Jhead: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "-autorot, -norot and -q of jhead.",
      discussion: """
        -autorot turns pixels without loss, cuts off the ragged edges that cannot be turned so (jpegtran -trim), and sets the \
        tag to 1. -norot sets the tag to 1 and leaves the pixels. -q says nothing of files that went well.
        """)

    @Argument(parsing: .captureForPassthrough, help: "Options and files as jhead takes them.")
    var words: [String] = []

    func run() throws { try JheadLine.parse(ManyPaths.unfolded(words)).run() }
  }

  /// `compat exiftran`.
  struct Exiftran: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The turns of exiftran.",
      discussion: """
        -a as the tag says, -9 -1 -2 quarter turns clockwise, -f -F mirrors, -t -T transposes, as displayed; -i in place, \
        -b with a backup, -p keeping the time, -o FILE. Ragged edges are cut off; with -np such a picture keeps its tag.
        """)

    @Argument(parsing: .captureForPassthrough, help: "Options and files as exiftran takes them.")
    var words: [String] = []

    func run() throws { try ExiftranLine.parse(ManyPaths.unfolded(words)).run() }
  }
}
