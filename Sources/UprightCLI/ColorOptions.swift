// `--to-srgb`, `--linear` and `--tone-map`: the colors of a result, the values in which it is scaled, and how HDR
// becomes SDR.

public import ArgumentParser
public import Upright

/// The color options.
struct ColorOptions: ParsableArguments {
  @Flag(
    name: .customLong("to-srgb"),
    help: "Convert colors to sRGB using the image's profile, and drop the profile.")
  var toSRGB = false

  @Flag(
    help: "Scale in linear light: thin lines keep their brightness; slower.")
  var linear = false

  @Option(
    help: ArgumentHelp(
      """
      How HDR (PQ, HLG) becomes SDR in sRGB: bt2390 compresses highlights, clip cuts them off at white (203 nits), \
      none refuses HDR images. (default: bt2390, with a message)
      """,
      valueName: "method"))
  var toneMap: Rendition.ToneMap?

  /// Rejects them if no pixel changes.
  ///
  /// - Throws: The error message.
  func check(changesPixels: Bool) throws(ValidationError) {
    if toSRGB || linear || toneMap != nil, !changesPixels {
      throw ValidationError(
        "\(toSRGB ? "--to-srgb" : linear ? "--linear" : "--tone-map") changes pixels, and this request changes none")
    }
  }
}

extension Rendition.ToneMap: ExpressibleByArgument {}
