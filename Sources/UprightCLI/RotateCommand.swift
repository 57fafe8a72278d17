// `upright rotate`: turns and mirrors as seen.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of `rotate`.
struct RotateArguments: RenditionArguments {
  enum Operation: String, ExpressibleByArgument, CaseIterable {
    case mirrorHorizontal = "mirror-horizontal"
    case mirrorVertical = "mirror-vertical"
    case clockwise = "cw"
    case anticlockwise = "ccw"
    case half = "180"
    case transpose, transverse

    /// Other words for a quarter or half turn: clockwise in degrees, or the side to which the top goes, as displayed.
    static let synonyms: [String: Operation] = [
      "90": .clockwise, "right": .clockwise, "270": .anticlockwise, "left": .anticlockwise,
    ]

    static let allValueStrings = allCases.map(\.rawValue) + ["90", "270", "left", "right"]

    init?(argument: String) {
      guard let found = Self(rawValue: argument) ?? Self.synonyms[argument] else { return nil }
      self = found
    }

    /// The turn, as displayed.
    var rotation: Orientation<Displayed, Displayed> {
      switch self {
      case .mirrorHorizontal: .mirrorHorizontal
      case .mirrorVertical: .mirrorVertical
      case .clockwise: .rotate90
      case .anticlockwise: .rotate270
      case .half: .rotate180
      case .transpose: .transpose
      case .transverse: .transverse
      }
    }

    /// The turn by the tag alone.
    func retagged(format: ContainerFormat? = nil) -> Rendition {
      Rendition(rotation: rotation, upright: .tagged, format: format)
    }
  }

  static let verb = "rotate"
  static let abstract = "Turn or mirror pictures as you see them, by their tag."
  static let discussion = """
    What you see is turned or mirrored, whatever the file holds: mirror-horizontal swaps left and right as displayed, \
    cw, right or 90 turns a quarter clockwise as displayed, ccw, left or 270 a quarter counter-clockwise, 180 half \
    around. Only the tag changes, usually one byte; --bake rotates the pixels instead, and never changes the \
    tag in their place: where edge blocks cannot be moved, the image is re-encoded. \
    --strip takes metadata out along with it, and encodes nothing anew. An animation is rotated by its tag, where its \
    format has one; --frame makes an upright still image of one frame instead.

    Examples:
      upright rotate cw -i photo.jpg
      upright rotate left -i photo.jpg
      upright rotate mirror-horizontal --bake selfie.jpg -o straight.jpg
    """
  static let planExample = "upright plan rotate cw photo.jpg"

  @Argument(help: "The turn or mirror, as displayed.")
  var operation: Operation

  @Flag(help: "Turn the pixels, not the tag.")
  var bake = false

  @OptionGroup var edges: EdgeArguments

  @OptionGroup var animation: FrameOption

  var frame: Int? { animation.frame }

  func validate() throws(ValidationError) {
    guard bake else { return try edges.checkUnused(because: "without --bake: only the tag changes") }
    if edges.edge == .keepTag {
      throw ValidationError("--bake rotates the pixels, and --edge keep-tag would not: leave one of them out")
    }
  }

  var changesPixels: Bool { bake || frame != nil }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    if let frame { return edges.still(frame, rotation: operation.rotation, format: format) }
    if bake {
      return edges.rendition(rotation: operation.rotation, of: probe, format: format, original: original, bakes: true)
    }
    return operation.retagged(format: format)
  }
}
