// The name of an orientation in every convention, for people and programs.

package import Upright
import UprightFiles

/// The names of orientations as a page, a table, CSV records or JSON Lines.
package enum OrientationNames {
  /// One line per tag, for programs.
  package static func json(_ tags: [ExifOrientation]) -> String {
    tags.map { tag in
      let names = Naming.all.map { naming in
        JSONLine.object([
          .init("title", .text(naming.title)), .init("name", .text(naming.name(of: tag))),
          .init("losesMirror", .flag(naming.losesMirror)),
        ])
      }
      let members: [JSONLine.Member] = [
        .schema, .init("orientation", .number(Int(tag.rawValue))), .init("names", .list(names)),
      ]
      return JSONLine.object(members).line + "\n"
    }.joined()
  }

  /// A record of titles, and one per tag.
  package static func csv(_ tags: [ExifOrientation]) -> String {
    CommaSeparated.record(Naming.all.map(\.title))
      + tags.map { tag in CommaSeparated.record(Naming.all.map { $0.name(of: tag) }) }.joined()
  }

  /// Every name of one orientation, after its tag.
  package static func page(_ tag: ExifOrientation) -> String { tag.line + "\n" + sections(tag) }

  /// Every name of one orientation.
  package static func sections(_ tag: ExifOrientation) -> String {
    let width = 36
    return sections { naming in
      let (title, name) = (title(of: naming), shown(naming.name(of: tag)))
      return title.count <= width
        ? ["\(Columns.padded(title, to: width))  \(name)"] : [title, Columns.padded("", to: width + 2) + name]
    }
  }

  /// Every name of all eight, in as many columns as fit.
  package static var table: String {
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
    }.joined() + "\n* cannot express mirroring; — cannot express this orientation\n"
  }

  private static func title(of naming: Naming) -> String { (naming.losesMirror ? "* " : "  ") + naming.title }

  private static func shown(_ name: String) -> String { name.isEmpty ? "—" : name }
}
