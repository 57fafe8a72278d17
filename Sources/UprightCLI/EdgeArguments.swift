// What happens to edges whose blocks no lossless transform can move (ITU T.81, A.2.4: the last blocks are padded).

public import ArgumentParser
public import Upright

/// `--edge` and `--quality`, for commands that rotate pixels.
struct EdgeArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do if edge blocks cannot move without loss (default: \(EdgeMode.auto.rawValue)).",
      discussion: """
        auto re-encodes the image with its own quantization tables (CMYK and RGB: at quality 92) if the original stays \
        available (-o, or -i with --journal), and keeps the orientation tag with -i alone. keep-tag always keeps the \
        tag, trim cuts off the partial blocks, recode re-encodes, fail reports an error.
        """))
  var edge: EdgeMode?

  @OptionGroup var encoding: QualityArguments

  /// Rejects options that would be ignored because no pixel moves.
  ///
  /// - Throws: `ValidationError` with the option and `reason`.
  func checkUnused(because reason: String) throws(ValidationError) {
    for (option, isGiven) in [("--edge", edge != nil), ("--quality", encoding.quality != nil)] where isGiven {
      throw ValidationError("\(option) has no effect \(reason)")
    }
  }

  /// An upright still image from one frame of an animation.
  func still(
    _ frame: Int, rotation: Orientation<Displayed, Displayed> = .identity, format: ContainerFormat?
  ) -> Rendition {
    var rendition = Rendition(rotation: rotation, upright: .pixels, quality: encoding.rendition, format: format)
    rendition.frame = .number(frame)
    return rendition
  }

  /// The rendition of a rotated image; a change of format always re-encodes.
  func rendition(
    rotation: Orientation<Displayed, Displayed>, of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original,
    bakes: Bool = false
  ) -> Rendition {
    let changesFormat = format != nil && format != probe.format
    let said = edge ?? .auto
    let mode = changesFormat || (bakes && said == .auto) ? .recode : said
    var rendition = mode.rendition(rotation: rotation, of: probe.format, original: original)
    rendition.quality = encoding.rendition
    rendition.format = format
    return rendition
  }
}

extension EdgeMode: ExpressibleByArgument {}

/// `--quality`.
struct QualityArguments: ParsableArguments {
  @Option(help: "Quality 1…100 for JPEGs that are re-encoded (default: like the source).")
  var quality: QualityArgument?

  /// The quality of a rendition.
  var rendition: Rendition.Quality { quality.map { .level($0.level) } ?? .asSource }
}
