// `--strip`: what of the metadata a new picture is to be without.

public import ArgumentParser
public import Upright
import UprightBatch

extension Strip: ExpressibleByArgument {}

/// What is taken out.
struct StripOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Leave metadata out: small pictures, or where it was taken (Exif, XMP and what cannot be read; names of places \
      stay), or all that its colours and its orientation do not need. That alone encodes nothing anew: where pixels need not change, the \
      coded picture stays byte for byte. none unless said; of thumb, all-but-color.
      """, valueName: "none|thumbnails|gps|all-but-color"))
  var strip: Strip?

  /// Whether something is left out.
  var stripsAnything: Bool { strip.map { $0 != .none } ?? false }

  /// The rendition without it.
  func applied(to rendition: Rendition) -> Rendition {
    var rendition = rendition
    if let strip { rendition.strip = strip }
    return rendition
  }
}
