// `upright crop`: a region as seen, cut without turning the whole picture.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of `crop`.
struct CropArguments: RenditionArguments {
  enum Frame: String, ExpressibleByArgument, CaseIterable {
    case displayed, stored
  }

  static let verb = "crop"
  static let abstract = "Cut a region out of pictures, in the coordinates you see."
  static let discussion = """
    The result is upright and its tag is 1. Only the part that is needed is decoded, and nothing at all where a \
    region of a JPEG begins on a block: its last blocks then still hold up to 15 columns and rows beyond it, which \
    no viewer displays and --explain names; --format png holds the region alone. A region that reaches beyond the picture is clipped, unless --pad fills it up; \
    with --size it needs --pad, because it would be stretched. A region that begins with a minus sign comes after two dashes: upright crop --pad '#ffffff' -o out.jpg -- \
    -20,-20,400,400 photo.jpg

    Of an animation the first frame is taken, or the one that --frame names; the line about the file says which.

    Examples:
      upright crop 100,50,640,480 photo.jpg -o detail.jpg
      upright crop square --size 512x512 --recursive people -o avatars/
    """
  static let planExample = "upright plan crop 10,10,200,200 photo.jpg"

  @Argument(help: "x,y,w,h in pixels; pct:x,y,w,h in percent; or square, the largest in the middle.")
  var region: RegionArgument

  @Option(help: ArgumentHelp("Scale the region to exactly this size.", valueName: "WxH"))
  var size: SizeArgument<Output>?

  @Option(help: "In which picture x,y,w,h is meant: as you see it, or as the file holds it.")
  var space: Frame = .displayed

  @Option(help: ArgumentHelp("Fill what lies beyond the picture with this colour.", valueName: "#rrggbb"))
  var pad: ColorArgument?

  @OptionGroup var encoding: QualityArguments

  func validate() throws(ValidationError) {
    guard space == .displayed || region.isPixels else {
      throw ValidationError("--space stored needs a region in pixels: x,y,w,h")
    }
  }

  @OptionGroup var animation: FrameOption

  var frame: Int? { animation.frame }

  static var replacesImages: Bool { true }
  var changesPixels: Bool { true }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays) -> Rendition {
    var wanted = Self.rendition(
      region.region(stored: space == .stored), size: size, quality: encoding.rendition, format: format, pad: pad)
    wanted.frame = animation.orFirst
    return wanted
  }

  /// A region, scaled where a size is asked for.
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
