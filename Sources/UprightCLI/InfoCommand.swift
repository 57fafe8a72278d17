// `upright info`: what a file is and which way is up.

import ArgumentParser
import Upright
import UprightFiles

/// The command `info`.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what pictures are: size as seen, tag, where it was found, what is odd.",
    discussion: """
      Reads headers only. One line per file: the size as displayed, the tag and what it does to the stored picture, \
      the tag's carrier, the path, and in brackets what is odd. --json adds the size as stored and the findings' words.

      Examples:
        upright info photo.jpg
        upright info --recursive --json holiday
      """)

  @OptionGroup var inputs: InputPaths
  @OptionGroup var running: RunOptions

  func run() async throws {
    let json = running.json
    let inputs = inputs.expanded()
    Console.note(inputs.notes)
    let code = await running.runner.run(inputs.files) { (_, file) throws(UprightError) in
      try Self.probe(file.path)
    } report: { (file, probe, console) throws(UprightError) in
      try console.result(json ? Self.json(probe, of: file.path).line : Self.text(probe, of: file.path))
    }
    try code.end()
  }

  private static func probe(_ path: String) throws(UprightError) -> Probe {
    let bytes = try FileBytes(path: path)
    do throws(UprightError) { return try Probe(checking: bytes) } catch { throw error.naming(path) }
  }

  /// The line for people.
  static func text(_ probe: Probe, of path: String) -> String {
    let tag = probe.orientation.exif
    let columns = [
      Columns.padded(probe.displayedSize.description, to: 11, left: true), "tag \(tag.rawValue)",
      Columns.padded(tag.word, to: 17), Columns.padded(probe.source.name, to: 4), TerminalText.plain(path),
    ]
    let findings = probe.findings.map(\.code.rawValue)
    return columns.joined(separator: "  ") + (findings.isEmpty ? "" : "  (\(findings.joined(separator: ", ")))")
  }

  /// The line for programs.
  static func json(_ probe: Probe, of path: String) -> JSONLine {
    .about(
      path,
      [
        .init("format", .text(probe.format.rawValue)),
        .init("stored", .size(probe.storedSize)),
        .init("displayed", .size(probe.displayedSize)),
        .init("orientation", .number(Int(probe.orientation.exif.rawValue))),
        .init("carrier", .text(probe.source.name)),
        .init(
          "findings",
          .list(
            probe.findings.map {
              .object([.init("code", .text($0.code.rawValue)), .init("message", .text($0.message))])
            })),
      ])
  }
}

extension JSONLine {
  /// `{"width":…,"height":…}`.
  static func size<S: Space>(_ size: PixelSize<S>) -> JSONLine {
    .object([Member("width", .number(size.width)), Member("height", .number(size.height))])
  }
}
