// Which carriers are believed, where the standard's own choice is to be overridden.

import ArgumentParser
import Upright
import UprightBatch

/// `--prefer` and `--xmp`.
struct RuleOptions: ParsableArguments {
  enum Preferred: String, ExpressibleByArgument, CaseIterable {
    case exif
  }

  @Option(help: "Believe Exif where the container has an orientation of its own: HEIF, AVIF, JPEG XL.")
  var prefer: Preferred?

  @Flag(help: "Believe XMP where nothing else says how the picture lies; few readers do.")
  var xmp = false

  /// The same for a probe.
  var rules: OrientationRules { OrientationRules(prefersExif: prefer == .exif, readsXMP: xmp) }
}
