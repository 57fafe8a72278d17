// What happens to edges whose blocks no lossless turn can move (ITU T.81, A.2.4: the last blocks are padded).

import ArgumentParser
import Upright

/// `--edge` and `--quality`, for commands that turn pixels.
struct EdgeArguments: ParsableArguments {
  enum Edge: String, ExpressibleByArgument, CaseIterable {
    case keepTag = "keep-tag"
    case trim, recode, fail
  }

  @Option(
    help: ArgumentHelp(
      "Where edge blocks cannot be moved without loss.",
      discussion: """
        keep-tag leaves the pixels and lets the tag say how to turn them, trim cuts the ragged edge off, recode encodes \
        the picture anew, fail is an error.
        """))
  var edge: Edge = .keepTag

  @OptionGroup var encoding: QualityArguments

  /// How a turned picture is wanted; a change of format encodes anew in any case.
  func rendition(turn: Orientation<Displayed, Displayed>, of probe: Probe, format: ContainerFormat?) -> Rendition {
    let changesFormat = format != nil && format != probe.format
    let (upright, loss): (Rendition.Uprightness, Rendition.Loss) =
      switch edge {
      case _ where changesFormat: (.pixels, .recode)
      case .keepTag: (.pixelsWherePossible, .none)
      case .trim: (.pixels, .trim)
      case .recode: (.pixels, .recode)
      case .fail: (.pixels, .none)
      }
    return Rendition(turn: turn, upright: upright, quality: encoding.rendition, format: format, loss: loss)
  }
}

/// `--quality`.
struct QualityArguments: ParsableArguments {
  @Option(help: "Quality 1…100 where a JPEG has to be encoded; otherwise as the source was.")
  var quality: Int?

  func validate() throws {
    guard quality.map({ (1...100).contains($0) }) ?? true else {
      throw ValidationError("--quality is a number from 1 to 100")
    }
  }

  /// The same for a rendition.
  var rendition: Rendition.Quality { quality.map(Rendition.Quality.level) ?? .asSource }
}
