// What happens to edges whose blocks no lossless turn can move (ITU T.81, A.2.4: the last blocks are padded).

public import ArgumentParser
public import Upright
import UprightBatch

/// `--edge` and `--quality`, for commands that turn pixels.
struct EdgeArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where edge blocks cannot be moved without loss; \(EdgeMode.auto.rawValue) unless said.",
      discussion: """
        auto re-encodes the image in its own planes and quantization tables where the original stays available (-o, or \
        -i with --journal), and keeps the orientation tag with -i alone. keep-tag keeps it always, trim cuts the partial \
        blocks off, recode re-encodes, fail is an error.
        """))
  var edge: EdgeMode?

  @OptionGroup var encoding: QualityArguments

  /// Refuses what would be ignored, where no pixel is turned.
  ///
  /// - Throws: `ValidationError` that names the option and `reason`.
  func checkUnused(because reason: String) throws(ValidationError) {
    for (option, isGiven) in [("--edge", edge != nil), ("--quality", encoding.quality != nil)] where isGiven {
      throw ValidationError("\(option) means nothing \(reason)")
    }
  }

  /// A still image of one frame of an animation, upright.
  func still(
    _ frame: Int, rotation: Orientation<Displayed, Displayed> = .identity, format: ContainerFormat?
  ) -> Rendition {
    var rendition = Rendition(rotation: rotation, upright: .pixels, quality: encoding.rendition, format: format)
    rendition.frame = .number(frame)
    return rendition
  }

  /// How a turned picture is wanted; a change of format encodes anew in any case.
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
  @Option(help: "Quality 1…100 where a JPEG has to be encoded; otherwise as the source was.")
  var quality: QualityArgument?

  /// The same for a rendition.
  var rendition: Rendition.Quality { quality.map { .level($0.level) } ?? .asSource }
}
