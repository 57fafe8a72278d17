// `upright crop`: a displayed region, cropped without rotating the whole image.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of `crop`.
struct CropArguments: RenditionArguments {
  typealias Companions = LabelCompanions

  static let verb = "crop"
  static let abstract = "Crop images, in displayed coordinates."
  static let discussion = """
    The result is upright, with tag 1. Only the needed part is decoded. If a region of a JPEG starts on a block \
    boundary, nothing is decoded. Its last blocks then still contain up to 15 columns and rows outside the region; no \
    viewer displays them, and --explain reports them. Use --format png for exactly the region. A region that extends \
    beyond the image is clipped, and the output line reports it; --pad fills it instead, and is required with --size \
    WxH: upright crop -20,-20,400,400 --pad white photo.jpg -o out.jpg

    16:9, 4:3, 1.85:1 and square are the largest region of that ratio: one side equals the displayed image's, the \
    other is rounded to the nearest pixel. It is in the middle, where --gravity puts it, or centered on --focus as far \
    as the image allows. WxH is a region of that size, at the same places. All of this refers to the displayed image, \
    so it is the same for all tags.

    --also crops more regions of each image, as if each were a crop of its own: -o parts/ makes NAME-1, NAME-2 …, and \
    -o 'part-{n}.jpg' names them. All names are checked before the first result is written. A region that fails does \
    not stop the others; the exit code is then 2.

    With --viewport, regions are in points of a view that shows the image, and rounded outward to pixels. With \
    --picker, a region is the crop that a photo picker reported, and the result is what its window showed: a gap \
    beside the image is filled with black, or with --pad. Both accept decimals.

    Animations: the first frame is used, or the one given by --frame; the output says which.

    Examples:
      upright crop 100,50,640,480 photo.jpg -o detail.jpg
      upright crop --cache indexes pct:40,40,5,5 scan.jpg -o tile.png
      upright crop --lossless outward 100,50,640,480 photo.jpg -o detail.jpg
      upright crop square --size 512x512 --recursive people -o avatars/
      upright crop 16:9 --gravity north --size 1280x photo.jpg -o banner.jpg
      upright crop 4:5 --focus pct:70,30 photo.jpg -o portrait.jpg
      upright crop 640x480 --focus 1200,800 photo.jpg -o around.jpg
      upright crop 0,0,512,512 --also 512,0,512,512 photo.jpg -o 'tile-{n}.jpg'
      upright crop --picker 0,0,320,200 --size 512x512 photo.jpg -o avatar.jpg
      upright crop 0,0,640,640 --labels coco.json --min-visible 30% photos -o parts/
    """
  static let planExample = "upright plan crop 10,10,200,200 photo.jpg"

  @Argument(
    help: "x,y,w,h in pixels; pct:x,y,w,h in percent; WxH; or the largest of a ratio such as 16:9, or square.",
    transform: RegionParameter.typed)
  var region: RegionParameter

  @Option(
    help: ArgumentHelp(
      "Crop this region too, as a result of its own; can be given several times.", valueName: "region"),
    transform: RegionParameter.typed)
  var also: [RegionParameter] = []

  @Option(
    help: ArgumentHelp(
      "Regions are in points of a view that shows the image: WxH, or X,Y,W,H as in its parent.", valueName: "WxH"))
  var viewport: ViewportArgument?

  @Option(help: "How that view fits the image (default: aspect-fit).")
  var mode: ModeName?

  @Flag(help: "Regions are crops that a photo picker reported: what the window showed, gap included. Needs --size WxH.")
  var picker = false

  @Option(help: "Where a ratio, square or WxH is, as displayed (default: center).")
  var gravity: RegionPosition.Gravity?

  @Option(
    help: ArgumentHelp(
      "Center a ratio, square or WxH on this point, as displayed: a pixel, or pct:x,y in percent.", valueName: "x,y"),
    transform: { text in
      guard let focus = RegionPosition(focus: text) else {
        throw ValidationError("--focus needs a pixel x,y, or pct:x,y with numbers 0…100")
      }
      return focus
    })
  var focus: RegionPosition?

  @Option(
    help: ArgumentHelp(
      "Scale the region to exactly this size; Wx, xH and P% keep its shape.", valueName: "WxH|Wx|xH|P%"))
  var size: SizeParameter?

  @Option(help: "Whether x,y,w,h refers to the image as displayed or as stored in the file.")
  var space: CropRequest.RegionSpace = .displayed

  @Option(
    help: ArgumentHelp(
      "Fill the area outside the image with this color: a CSS name, transparent, #rgb, #rrggbb or #rrggbbaa.",
      valueName: "color"))
  var pad: Rendition.Color?

  @Option(
    help: ArgumentHelp(
      "Crop without loss, or not at all: JPEG blocks are copied. If the region's edges are inside blocks, move them.",
      discussion: """
        outward: to the smallest region that contains it. inward: to the largest one inside it. fail: report an error. \
        Formats without such blocks are re-encoded if that is lossless.
        """))
  var lossless: Rendition.BlockSnapping?

  @OptionGroup var encoding: QualityArguments

  func validate() throws(ValidationError) { try request.check() }

  @OptionGroup var staleOption: StaleOption
  @OptionGroup var animation: FrameOption
  @OptionGroup var pages: PageOption
  @OptionGroup var caching: CacheOption

  var cache: String? { caching.cache }

  var page: PageChoice? { pages.page }

  var request: Request {
    var request = Request(.crop(region))
    (request.also, request.space, request.size, request.padding) = (also, space, size, pad)
    (request.viewport, request.mode, request.isPicked) = (viewport?.bounds, mode, picker)
    (request.gravity, request.focus, request.lossless) = (gravity, focus, lossless)
    (request.quality, request.stale) = (encoding.quality?.level, staleOption.stale)
    (request.frame, request.settings.page) = (animation.frame, page)
    return request
  }
}
