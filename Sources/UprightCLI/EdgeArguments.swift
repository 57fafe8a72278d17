// What happens to edges whose blocks no lossless turn can move (ITU T.81, A.2.4: the last blocks are padded).

import ArgumentParser
import Upright

/// `--edge` and `--quality`, for commands that turn pixels.
struct EdgeArguments: ParsableArguments {
  enum Edge: String, ExpressibleByArgument, CaseIterable {
    case keepTag = "keep-tag"
    case trim, recode, fail

    /// What applies unless something else is said.
    static let standard = keepTag

    /// How a turned picture in the source's format is wanted.
    func rendition(turn: Orientation<Displayed, Displayed> = .identity) -> Rendition {
      let (upright, loss): (Rendition.Uprightness, Rendition.Loss) =
        switch self {
        case .keepTag: (.pixelsWherePossible, .none)
        case .trim: (.pixels, .trim)
        case .recode: (.pixels, .recode)
        case .fail: (.pixels, .none)
        }
      return Rendition(turn: turn, upright: upright, loss: loss)
    }
  }

  @Option(
    help: ArgumentHelp(
      "Where edge blocks cannot be moved without loss; \(Edge.standard.rawValue) unless said.",
      discussion: """
        keep-tag leaves the pixels and lets the tag say how to turn them, trim cuts the ragged edge off, recode encodes \
        the picture anew, fail is an error.
        """))
  var edge: Edge?

  @OptionGroup var encoding: QualityArguments

  /// Refuses what would be ignored, where no pixel is turned.
  ///
  /// - Throws: `ValidationError` that names the option and `reason`.
  func checkUnused(because reason: String) throws(ValidationError) {
    for (option, isGiven) in [("--edge", edge != nil), ("--quality", encoding.quality != nil)] where isGiven {
      throw ValidationError("\(option) means nothing \(reason)")
    }
  }

  /// How a turned picture is wanted; a change of format encodes anew in any case.
  func rendition(turn: Orientation<Displayed, Displayed>, of probe: Probe, format: ContainerFormat?) -> Rendition {
    let changesFormat = format != nil && format != probe.format
    var rendition = (changesFormat ? .recode : edge ?? .standard).rendition(turn: turn)
    rendition.quality = encoding.rendition
    rendition.format = format
    return rendition
  }
}

/// `--quality`.
struct QualityArguments: ParsableArguments {
  @Option(help: "Quality 1…100 where a JPEG has to be encoded; otherwise as the source was.")
  var quality: QualityArgument?

  /// The same for a rendition.
  var rendition: Rendition.Quality { quality.map { .level($0.level) } ?? .asSource }
}
