// Which orientation fields are used, if the standard's choice is to be overridden.

import ArgumentParser
import Upright

/// `--prefer` and `--xmp`.
struct RuleOptions: ParsableArguments {
  enum Preferred: String, ExpressibleByArgument, CaseIterable {
    case exif
  }

  @Option(help: "Trust Exif over the container's own orientation (HEIF, AVIF, JPEG XL).")
  var prefer: Preferred?

  @Flag(help: "Use XMP's orientation when nothing else gives one (few readers do).")
  var xmp = false

  /// The rules for a probe.
  var rules: OrientationRules { OrientationRules(prefersExif: prefer == .exif, readsXMP: xmp) }
}
