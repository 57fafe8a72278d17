// `upright crop`: a displayed region, cropped without rotating the whole image.

import ArgumentParser
import Upright

/// The arguments of `crop`.
struct CropArguments: RenditionArguments {
  enum Frame: String, ExpressibleByArgument, CaseIterable {
    case displayed, stored
  }

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
      upright crop square --size 512x512 --recursive people -o avatars/
    """
  static let planExample = "upright plan crop 10,10,200,200 photo.jpg"

  @Argument(help: "x,y,w,h in pixels; pct:x,y,w,h in percent; or square, the largest centered square.")
  var region: RegionArgument

  @Option(help: ArgumentHelp("Scale the region to exactly this size.", valueName: "WxH"))
  var size: SizeArgument<Output>?

  @Option(help: "Whether x,y,w,h refers to the image as displayed or as stored in the file.")
  var space: Frame = .displayed

  @Option(help: ArgumentHelp("Fill the area outside the image with this color.", valueName: "#rrggbb"))
  var pad: ColorArgument?

  @OptionGroup var encoding: QualityArguments

  func validate() throws(ValidationError) {
    guard space == .displayed || region.isPixels else {
      throw ValidationError("--space stored needs a region in pixels: x,y,w,h")
    }
  }

  @OptionGroup var staleOption: StaleOption
  @OptionGroup var animation: FrameOption
  @OptionGroup var caching: CacheOption

  var cache: String? { caching.cache }
  var frame: Int? { animation.frame }

  static var replacesImages: Bool { true }
  var changesPixels: Bool { true }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays) -> Rendition {
    let isStored = space == .stored || staleOption.stale == .trustPixels && probe.staleTag != nil
    var wanted = Self.rendition(
      region.region(stored: isStored, in: probe.storedSize), size: size, quality: encoding.rendition, format: format,
      pad: pad)
    wanted.frame = animation.orFirst
    return staleOption.applied(to: wanted)
  }

  /// A region, scaled if a size is given.
  static func rendition(
    _ region: Rendition.Region, size: SizeArgument<Output>?, quality: Rendition.Quality, format: ContainerFormat?,
    pad: ColorArgument? = nil
  ) -> Rendition {
    var wanted = Rendition(
      region: region, size: size.map { .exactly($0.size) } ?? .full, upright: .pixels, quality: quality,
      format: format, loss: .recode, overflow: pad.map { .pad($0.color) } ?? .clip)
    (wanted.checksPixels, wanted.frame) = (true, .first)
    return wanted
  }
}
