// `upright thumb`: small upright images.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of `thumb`.
struct ThumbArguments: RenditionArguments {
  typealias Companions = LabelCompanions

  static let verb = "thumb"
  static let abstract = "Make small, upright images."
  static let discussion = """
    The result fits the size, keeps its proportions, is never enlarged, and is upright with tag 1. JPEGs are decoded \
    at 1/2, 1/4 or 1/8 if that is enough, and only the small image is rotated. It has no metadata except its color \
    profile, unless --keep-metadata is given.

    --embedded-ok uses the thumbnail or preview that many cameras store in a JPEG; previews of HEIC, AVIF and TIFF are \
    not used. The preview must be intact, at least as large as the result, and have the image's shape and orientation. \
    It may show an older version of the image; --explain states whether it was used, or why not.

    Animations: the first frame is used, or the one given by --frame; the output says which.

    Examples:
      upright thumb 256 photo.jpg -o small.jpg
      upright thumb 320x240 --recursive holiday -o thumbs/
      upright thumb x200 --recursive holiday -o row/
    """
  static let planExample = "upright plan thumb 256 photo.jpg"

  @Argument(help: "N for the longest edge; WxH for a box to fit into; Wx or xH for one side; P% of the displayed size.")
  var size: SizeParameter

  @Option(help: "JPEG quality 1…100.")
  var quality = QualityArgument(level: ThumbRequest.defaultQuality)

  @Flag(help: "Use the thumbnail or preview embedded in the file if it is good enough.")
  var embeddedOk = false

  @Flag(help: "Keep the image's metadata, updated for the small image.")
  var keepMetadata = false

  @OptionGroup var staleOption: StaleOption
  @OptionGroup var animation: FrameOption
  @OptionGroup var pages: PageOption

  func validate() throws(ValidationError) { try request.check() }

  var page: PageChoice? { pages.page }

  var request: Request {
    var request = Request(.thumb(size))
    (request.quality, request.stale) = (quality.level, staleOption.stale)
    (request.allowsEmbedded, request.keepsMetadata) = (embeddedOk, keepMetadata)
    (request.frame, request.settings.page) = (animation.frame, page)
    return request
  }
}
