// `upright crop`: a displayed region, cropped without rotating the whole image.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of `crop`.
struct CropArguments: RenditionArguments {
  static let verb = "crop"
  static let abstract = "Crop images, in displayed coordinates."
  static let discussion = """
    The result is upright, with tag 1. Only the needed part is decoded. If a region of a JPEG starts on a block \
    boundary, nothing is decoded. Its last blocks then still contain up to 15 columns and rows outside the region; no \
    viewer displays them, and --explain reports them. Use --format png for exactly the region. A region that extends \
    beyond the image is clipped, and the output line reports it; --pad fills it instead, and is required with --size. \
    Put a region that starts with a minus sign after two dashes: upright crop --pad '#ffffff' -o out.jpg -- \
    -20,-20,400,400 photo.jpg

    Animations: the first frame is used, or the one given by --frame; the output says which.

    Examples:
      upright crop 100,50,640,480 photo.jpg -o detail.jpg
      upright crop --cache indexes pct:40,40,5,5 scan.jpg -o tile.png
      upright crop --lossless outward 100,50,640,480 photo.jpg -o detail.jpg
      upright crop square --size 512x512 --recursive people -o avatars/
    """
  static let planExample = "upright plan crop 10,10,200,200 photo.jpg"

  @Argument(help: "x,y,w,h in pixels; pct:x,y,w,h in percent; or square, the largest centered square.")
  var region: RegionParameter

  @Option(help: ArgumentHelp("Scale the region to exactly this size.", valueName: "WxH"))
  var size: SizeArgument<Output>?

  @Option(help: "Whether x,y,w,h refers to the image as displayed or as stored in the file.")
  var space: CropRequest.RegionSpace = .displayed

  @Option(help: ArgumentHelp("Fill the area outside the image with this color.", valueName: "#rrggbb"))
  var pad: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "Crop without loss, or not at all: JPEG blocks are copied. Where the region's edges are inside blocks, move them.",
      discussion: """
        outward: to the smallest region that contains it. inward: to the largest one inside it. fail: report an error. \
        Formats that are not coded in blocks of this kind are re-encoded if that is lossless.
        """))
  var lossless: Rendition.BlockSnapping?

  @OptionGroup var encoding: QualityArguments

  func validate() throws(ValidationError) {
    if lossless != nil {
      for (option, isGiven) in [("--size", size != nil), ("--pad", pad != nil), ("--quality", encoding.quality != nil)]
      where isGiven {
        throw ValidationError("--lossless and \(option) cannot be combined: \(option) needs re-encoding")
      }
    }
    guard space == .displayed || region.isPixels else {
      throw ValidationError("--space stored needs a region in pixels: x,y,w,h")
    }
  }

  @OptionGroup var staleOption: StaleOption
  @OptionGroup var animation: FrameOption
  @OptionGroup var caching: CacheOption

  var cache: String? { caching.cache }

  var request: CropRequest {
    CropRequest(
      region, size: size?.size, space: space, padding: pad?.color, quality: encoding.quality?.level,
      stale: staleOption.stale, frame: animation.frame, lossless: lossless)
  }
}
