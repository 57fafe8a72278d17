// `--strip`: what of the metadata a new picture is to be without.

public import ArgumentParser
public import Upright

extension Strip: ExpressibleByArgument {}

/// What is taken out.
struct StripOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Leave metadata out: small pictures, or where it was taken (Exif and XMP), or all that its colours do not need. Pixels \
      are turned upright then, because the picture is written anew; JPEG blocks are moved without loss.
      """, valueName: "none|thumbnails|gps|all-but-color"))
  var strip = Strip.none

  /// The rendition without it.
  func applied(to rendition: Rendition) -> Rendition {
    var rendition = rendition
    rendition.strip = strip
    if strip != .none, rendition.upright == .pixelsWherePossible { rendition.upright = .pixels }
    return rendition
  }
}
