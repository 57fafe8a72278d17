// `upright names`: what every convention calls an orientation.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `names`.
struct NamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Say what every format, library and program calls an orientation.",
    discussion: """
      Apple, Android, OpenCV, Pillow, libvips, ImageMagick, jpegtran, HEIF, movies, CSS, SVG, IIIF and more, for one \
      orientation or for all eight. A * marks conventions that have no words for mirrors: what they say of a mirrored \
      orientation says something else, or nothing (—).

      Examples:
        upright names 6
        upright names mirror-horizontal --json
        upright names --table
        upright names --table --csv
      """)

  @Argument(help: "The orientation: a tag, a word of rotate, or IIIF's rotation.")
  var orientation: OrientationArgument?

  @Flag(help: "All eight.")
  var table = false

  @Flag(help: "With --table, comma-separated values: a row for each tag.")
  var csv = false

  @Flag(help: "One JSON object per orientation and line, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if (orientation == nil) != table {
      throw ValidationError("say one orientation, or --table for all eight" + (table ? ", not both" : ""))
    }
    if csv, !table { throw ValidationError("--csv is for --table") }
    if csv, json { throw ValidationError("--csv and --json are two formats of one answer; choose one") }
  }

  func run() throws {
    let tags = orientation.map { [$0.exif] } ?? ExifOrientation.allCases
    try Console.answer(json ? Self.json(tags) : csv ? Self.csv(tags) : table ? Self.table : Self.page(tags[0]))
  }

  /// One line for each tag, for programs.
  static func json(_ tags: [ExifOrientation]) -> String {
    tags.map { tag in
      let names = Naming.all.map { naming in
        JSONLine.object([
          .init("title", .text(naming.title)), .init("name", .text(naming.name(of: tag))),
          .init("losesMirror", .flag(naming.losesMirror)),
        ])
      }
      let members: [JSONLine.Member] = [
        .init("schema", .number(1)), .init("orientation", .number(Int(tag.rawValue))), .init("names", .list(names)),
      ]
      return JSONLine.object(members).line + "\n"
    }.joined()
  }

  /// A record of titles, and one for each tag.
  static func csv(_ tags: [ExifOrientation]) -> String {
    CommaSeparated.record(Naming.all.map(\.title))
      + tags.map { tag in CommaSeparated.record(Naming.all.map { $0.name(of: tag) }) }.joined()
  }

  /// Every name of one orientation.
  static func page(_ tag: ExifOrientation) -> String {
    let width = 36
    return tag.line + "\n"
      + sections { naming in
        let (title, name) = (title(of: naming), shown(naming.name(of: tag)))
        return title.count <= width
          ? ["\(Columns.padded(title, to: width))  \(name)"] : [title, Columns.padded("", to: width + 2) + name]
      }
  }

  /// Every name of all eight, as many beside one another as fit.
  static var table: String {
    ExifOrientation.allCases.map { $0.line + "\n" }.joined()
      + sections { naming in
        let cells = ExifOrientation.allCases.map { "\($0.rawValue) \(shown(naming.name(of: $0)))" }
        return [title(of: naming)] + Columns.folded(cells, width: 74).map { "    \($0)" }
      }
  }

  private static func sections(_ lines: (Naming) -> [String]) -> String {
    Naming.Topic.allCases.map { topic in
      let namings = Naming.all.filter { $0.topic == topic }
      return "\n\(topic.rawValue)\n" + namings.flatMap(lines).map { $0 + "\n" }.joined()
    }.joined() + "\n* has no words for mirrors; — says nothing of this one\n"
  }

  private static func title(of naming: Naming) -> String { (naming.losesMirror ? "* " : "  ") + naming.title }

  private static func shown(_ name: String) -> String { name.isEmpty ? "—" : name }
}
