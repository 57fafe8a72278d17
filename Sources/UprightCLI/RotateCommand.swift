// `upright rotate`: rotates and mirrors as displayed.

import ArgumentParser
import Upright

/// The arguments of `rotate`.
struct RotateArguments: RenditionArguments {
  enum Operation: String, ExpressibleByArgument, CaseIterable {
    case mirrorHorizontal = "mirror-horizontal"
    case mirrorVertical = "mirror-vertical"
    case clockwise = "cw"
    case anticlockwise = "ccw"
    case half = "180"
    case transpose, transverse

    /// Synonyms for rotations: clockwise in degrees, or the displayed side to which the top moves.
    static let synonyms: [String: Operation] = [
      "90": .clockwise, "right": .clockwise, "270": .anticlockwise, "left": .anticlockwise,
    ]

    static let allValueStrings = allCases.map(\.rawValue) + ["90", "270", "left", "right"]

    init?(argument: String) {
      guard let found = Self(rawValue: argument) ?? Self.synonyms[argument] else { return nil }
      self = found
    }

    /// The rotation, as displayed.
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

    /// The rotation by the tag alone.
    func retagged(format: ContainerFormat? = nil) -> Rendition {
      Rendition(rotation: rotation, upright: .tagged, format: format)
    }
  }

  static let verb = "rotate"
  static let abstract = "Rotate or mirror images as displayed, by changing their tag."
  static let discussion = """
    Rotates or mirrors the displayed image, whatever its tag. mirror-horizontal swaps left and right; cw, right or 90 \
    rotates 90° clockwise; ccw, left or 270 rotates 90° counterclockwise; 180 rotates it upside down. Only the tag \
    changes, usually one byte. --bake rotates the pixels instead and never keeps the tag: if edge blocks cannot move, \
    the image is re-encoded. --strip also removes metadata, without re-encoding. An animation is rotated by its tag, \
    if its format has one; --frame makes an upright still image from one frame.

    Examples:
      upright rotate cw -i photo.jpg
      upright rotate left -i photo.jpg
      upright rotate mirror-horizontal --bake selfie.jpg -o straight.jpg
    """
  static let planExample = "upright plan rotate cw photo.jpg"

  @Argument(help: "How to rotate or mirror, as displayed.")
  var operation: Operation

  @Flag(help: "Rotate the pixels, not the tag.")
  var bake = false

  @OptionGroup var edges: EdgeArguments

  @OptionGroup var animation: FrameOption

  var frame: Int? { animation.frame }

  func validate() throws(ValidationError) {
    guard bake else { return try edges.checkUnused(because: "without --bake: only the tag changes") }
    if edges.edge == .keepTag {
      throw ValidationError("--bake rotates the pixels, and --edge keep-tag keeps them: use only one")
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
