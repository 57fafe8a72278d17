// `--to-srgb`, `--linear`, `--tone-map` and `--background`: the colors of a result, the values in which it is scaled,
// how HDR becomes SDR, and what shows through transparent pixels.

public import ArgumentParser
public import Upright
import UprightBatch

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

  @Option(
    help: ArgumentHelp(
      """
      Show this opaque color through transparent pixels if the result has no alpha, as a JPEG: a CSS name, #rgb or \
      #rrggbb.
      """,
      valueName: "color"))
  var background: Rendition.Color?

  func validate() throws(ValidationError) {
    if let fault = Request.fault(background: background) { throw ValidationError(fault.sentence) }
  }
}

extension Rendition.ToneMap: ExpressibleByArgument {}
