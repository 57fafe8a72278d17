// One box in the coordinates of all label formats, for the stored and the displayed image (`map --labels`).

package import Upright
import UprightFiles
import UprightLabels

/// A selection in the coordinates of every convention.
package struct LabelNumbers {
  private let spaces: [(space: String, size: [Int], notations: [(BoxConvention, BoxConvention.Notation?)])]

  /// The numbers for a rectangle of the displayed image.
  package init(_ box: Rect2D<Displayed>, of image: SpaceMap.MappedImage) {
    let size = image.orientation.applied(to: image.stored)
    let stored = box.applying(image.orientation.inverse, in: size)
    spaces = [
      ("stored", [image.stored.width, image.stored.height], Self.texts(stored, image.stored)),
      ("displayed", [size.width, size.height], Self.texts(box, size)),
    ]
  }

  private static func texts<S: Space>(
    _ box: Rect2D<S>, _ size: PixelSize<S>
  ) -> [(BoxConvention, BoxConvention.Notation?)] {
    BoxConvention.allCases.map { ($0, $0.notation(box, in: size)) }
  }

  /// One object on one line.
  package var json: String {
    JSONLine.object(
      spaces.map { space in
        let members = space.notations.map { convention, notation in
          JSONLine.Member(convention.rawValue, notation.map(Self.json) ?? .decimal("null"))
        }
        return JSONLine.Member(space.space, .object([.init("size", .list(space.size.map { .number($0) }))] + members))
      }
    ).line
  }

  private static func json(_ notation: BoxConvention.Notation) -> JSONLine {
    switch notation {
    case .numbers(let numbers): .list(numbers.map { .decimal($0) })
    case .text(let text): .text(text)
    }
  }

  /// A heading and a line per convention, for each space.
  package var lines: [String] {
    let widest = BoxConvention.allCases.map(\.rawValue.count).max() ?? 0
    return spaces.flatMap { space in
      ["\(space.space) \(space.size[0])x\(space.size[1])"]
        + space.notations.map { convention, notation in
          let name = convention.rawValue
          let gap = String(repeating: " ", count: widest + 2 - name.count)
          return "  \(name)\(gap)\(notation?.description ?? "null")"
        }
    }
  }
}
