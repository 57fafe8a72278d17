// What the program's help leaves out, but a manual has: files and environment, by the options that concern them.

/// Sections of a page that do not come from the help.
enum PageNotes {
  struct Note {
    let name: String
    let text: String
  }

  /// Programs that do some of the same.
  static let otherPrograms = ["exiftran", "jhead", "jpegtran"]

  /// Commands that belong together: the page of each refers to the others.
  static let related: [[String]] = [
    ["info", "audit", "plan", "names"], ["fix", "rotate", "orient", "compat", "plan"], ["crop", "thumb", "index"],
    ["watch", "fix", "rotate", "thumb", "undo"],
    ["show", "sheet", "samples", "serve"], ["conformance", "samples", "verify", "names"], ["verify", "digest"],
    ["undo", "recover", "fix"],
    ["config", "info", "fix", "thumb"],
    ["names", "compose", "rotate"],
    ["map", "camera", "labels", "names"], ["batch", "worker", "fix"],
  ]

  /// The files that a command uses besides those it is given.
  static func files(_ command: Command) -> [Note] {
    let isRoot = command.words.count == 1
    let last = command.words[command.words.count - 1]
    var notes: [Note] = []
    if isRoot || command.takes("--sandbox") {
      notes.append(
        Note(
          name: "upright-worker",
          text: """
            The program that decodes formats whose libraries may crash on damaged or hostile files. It is in the \
            folder of upright, or in ../libexec/upright/ as seen from there.
            """))
    }
    if isRoot || last == "serve" {
      notes.append(
        Note(
          name: "upright-server",
          text: "The program that serves images. It is where upright-worker is, and may be a package of its own."))
    }
    if isRoot || last == "conformance" {
      notes.append(
        Note(name: "upright-conformance", text: "The program that tests other programs. It is where upright-worker is.")
      )
    }
    if isRoot || last == "config" {
      notes.append(
        Note(
          name: "~/.config/upright/config.toml",
          text: "Your defaults of options. $XDG_CONFIG_HOME is used in place of ~/.config if it is set."))
      notes.append(
        Note(
          name: ".upright.toml",
          text: """
            Defaults for the current folder, which only lower limits. It is ignored unless it is yours and only you \
            may write to it.
            """))
    }
    if isRoot || last == "recover" || command.takes("--output") {
      notes.append(
        Note(
          name: ".upright-*",
          text: """
            Hidden files in the folder of a result while it is written. If the program is killed, they may remain; \
            `upright recover` removes them.
            """))
    }
    if isRoot || ["recover", "undo"].contains(last) || command.takes("--journal") {
      notes.append(
        Note(
          name: ".upright-kept-*",
          text: """
            Originals of files that a batch with --journal rewrote, in the folder of each file. `upright undo` puts \
            them back or, with --discard, removes them.
            """))
    }
    return notes
  }

  /// The environment that a command reads.
  static func environment(_ command: Command) -> [Note] {
    if command.words.count == 1 || command.words.last == "config" { return settings }
    guard command.takes("--protocol") else { return [] }
    return [
      Note(
        name: "TERM, TERM_PROGRAM, KITTY_WINDOW_ID",
        text: "Show which image protocol the terminal understands; --protocol overrides them."),
      Note(name: "COLORTERM", text: "Shows whether blocks of text may have all colors: truecolor or 24bit."),
      Note(name: "TMUX, STY", text: "If one is set, or TERM names screen or tmux, images are drawn in blocks of text."),
    ]
  }

  private static let settings = [
    Note(
      name: "UPRIGHT_JOBS, UPRIGHT_MAX_MEMORY, UPRIGHT_MAX_PIXELS, UPRIGHT_MAX_SECONDS",
      text: "Defaults of --jobs, --max-memory, --max-pixels and --max-seconds."),
    Note(
      name: "UPRIGHT_COLOR, UPRIGHT_PROGRESS, UPRIGHT_QUALITY, UPRIGHT_CACHE",
      text: "Defaults of --color, of progress (true or false), of the quality of thumbnails, and of --cache."),
    Note(
      name: "UPRIGHT_CONFIG", text: "The path of your file of defaults; an empty one means none."),
  ]

  /// Names that this file states, but the program does not know.
  static func unknownNames(in root: Command) -> [String] {
    let commands = Set(root.subcommands.map { $0.words[1] })
    let options = ["--journal", "--output", "--protocol", "--sandbox"]
    return related.joined().filter { !commands.contains($0) }
      + options.filter { option in !root.all.contains { $0.takes(option) } }
  }
}
