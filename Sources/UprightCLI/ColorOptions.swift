// `--to-srgb` and `--linear`: in which colours a result is, and in which values it is scaled.

import ArgumentParser
import Upright

/// What is asked of colours.
struct ColorOptions: ParsableArguments {
  @Flag(
    name: .customLong("to-srgb"),
    help: "Convert colours to sRGB by the picture's profile, which then stays behind; otherwise they stay as they are.")
  var toSRGB = false

  @Flag(
    help: "Scale amounts of light instead of encoded values: thin lines keep their brightness, and it takes longer.")
  var linear = false

  /// Refuses them where no pixel changes.
  ///
  /// - Throws: what to say.
  func check(changesPixels: Bool) throws(ValidationError) {
    if toSRGB || linear, !changesPixels {
      throw ValidationError("\(toSRGB ? "--to-srgb" : "--linear") is for pixels, and none changes here")
    }
  }

  /// The rendition with these wishes.
  func applied(to rendition: Rendition) -> Rendition {
    var rendition = rendition
    if toSRGB { rendition.colors = .srgb }
    if linear { rendition.light = .linear }
    return rendition
  }
}
