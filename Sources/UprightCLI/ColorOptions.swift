// `--to-srgb`, `--linear` and `--tone-map`: in which colours a result is, in which values it is scaled, and how HDR becomes SDR.

public import ArgumentParser
public import Upright
import UprightBatch

/// What is asked of colours.
struct ColorOptions: ParsableArguments {
  @Flag(
    name: .customLong("to-srgb"),
    help: "Convert colours to sRGB by the picture's profile, which then stays behind; otherwise they stay as they are.")
  var toSRGB = false

  @Flag(
    help: "Scale amounts of light instead of encoded values: thin lines keep their brightness, and it takes longer.")
  var linear = false

  @Option(
    help: ArgumentHelp(
      "How HDR (PQ, HLG) becomes SDR, which is then in sRGB: bt2390 compresses highlights, clip cuts them at white (203 nits), none refuses. Default: bt2390, and it is said.",
      valueName: "method"))
  var toneMap: Rendition.ToneMap?

  /// Refuses them where no pixel changes.
  ///
  /// - Throws: what to say.
  func check(changesPixels: Bool) throws(ValidationError) {
    if toSRGB || linear || toneMap != nil, !changesPixels {
      throw ValidationError(
        "\(toSRGB ? "--to-srgb" : linear ? "--linear" : "--tone-map") is for pixels, and none changes here")
    }
  }

  /// The rendition with these wishes.
  func applied(to rendition: Rendition) -> Rendition {
    var rendition = rendition
    if toSRGB { rendition.colors = .srgb }
    if linear { rendition.light = .linear }
    rendition.toneMap = toneMap
    return rendition
  }
}

extension Rendition.ToneMap: ExpressibleByArgument {}
