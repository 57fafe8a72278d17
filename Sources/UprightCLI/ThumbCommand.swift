// `upright thumb`: small upright pictures.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of `thumb`.
struct ThumbArguments: RenditionArguments {
  static let verb = "thumb"
  static let abstract = "Make small upright pictures."
  static let discussion = """
    The result fits the size, keeps its shape, is never enlarged, is upright, and its tag is 1. JPEG is decoded at a \
    half, a quarter or an eighth where that is enough, and only the small picture is turned. It has no metadata but \
    what its colours need, unless --keep-metadata is given.

    With --embedded-ok the thumbnail or preview that many cameras put into a JPEG is taken for the picture where it \
    has the picture's shape and orientation, is whole, and is at least as large as the result. It may show an older \
    state of the picture than the picture itself; --explain says whether it was taken, or why not.

    Of an animation the first frame is taken, or the one that --frame names; the line about the file says which.

    Examples:
      upright thumb 256 photo.jpg -o small.jpg
      upright thumb 320x240 --recursive holiday -o thumbs/
    """
  static let planExample = "upright plan thumb 256 photo.jpg"

  @Argument(help: "N for the longest edge, or WxH for a box to fit in.")
  var size: SizeArgument<Output>

  @Option(help: "JPEG quality 1…100.")
  var quality = defaultQuality

  @Flag(help: "Take the thumbnail or preview inside the file for the picture where it will do.")
  var embeddedOk = false

  @Flag(help: "Keep the metadata of the picture, made true for the small one.")
  var keepMetadata = false

  @OptionGroup var animation: FrameOption

  var frame: Int? { animation.frame }

  static var replacesImages: Bool { true }
  var changesPixels: Bool { true }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays) -> Rendition {
    var wanted = Self.rendition(size, quality, format: format)
    wanted.allowsEmbedded = embeddedOk
    if keepMetadata { wanted.strip = .none }
    wanted.frame = animation.orFirst
    return wanted
  }

  /// The quality where none is asked for.
  static let defaultQuality = QualityArgument(level: 85)

  /// A small picture within `size`.
  static func rendition(
    _ size: SizeArgument<Output>, _ quality: QualityArgument, format: ContainerFormat?
  ) -> Rendition {
    var small = Rendition.thumbnail(within: size.size, format: format)
    small.quality = .level(quality.level)
    return small
  }
}
