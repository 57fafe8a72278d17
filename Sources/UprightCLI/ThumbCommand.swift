// `upright thumb`: small upright pictures.

import ArgumentParser
import Upright

/// The arguments of `thumb`.
struct ThumbArguments: RenditionArguments {
  static let verb = "thumb"
  static let abstract = "Make small upright pictures."
  static let discussion = """
    The result fits the size, keeps its shape, is never enlarged, is upright, and its tag is 1. JPEG is decoded at a \
    half, a quarter or an eighth where that is enough, and only the small picture is turned.

    Examples:
      upright thumb 256 photo.jpg -o small.jpg
      upright thumb 320x240 --recursive holiday -o thumbs/
    """
  static let planExample = "upright plan thumb 256 photo.jpg"

  @Argument(help: "N for the longest edge, or WxH for a box to fit in.")
  var size: SizeArgument<Output>

  @Option(help: "JPEG quality 1…100.")
  var quality = usualQuality

  static var replacesPictures: Bool { true }
  var changesPixels: Bool { true }

  func rendition(of probe: Probe, format: ContainerFormat?) -> Rendition {
    Self.rendition(size, quality, format: format)
  }

  /// The quality where none is asked for.
  static let usualQuality = QualityArgument(level: 85)

  /// A small picture within `size`.
  static func rendition(
    _ size: SizeArgument<Output>, _ quality: QualityArgument, format: ContainerFormat?
  ) -> Rendition {
    Rendition(
      size: .within(size.size), upright: .pixels, quality: .level(quality.level), format: format, loss: .recode)
  }
}
