// As typed: what happens to edges whose blocks no lossless transform can move (ITU T.81, A.2.4: the last blocks are
// padded), and the quality of JPEGs.

public import ArgumentParser
public import Upright
import UprightBatch

/// `--edge` and `--quality`, for commands that rotate pixels.
struct EdgeArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do if edge blocks cannot move without loss (default: \(EdgeMode.auto.rawValue)).",
      discussion: """
        auto re-encodes the image if the original stays available (-o, or -i with --journal), and keeps the \
        orientation tag with -i alone. keep-tag always keeps the tag, trim cuts off the partial blocks, recode \
        re-encodes, fail reports an error. Re-encoding uses the image's own quantization tables; CMYK and RGB get \
        quality 92.
        """))
  var edge: EdgeMode?

  @OptionGroup var encoding: QualityArguments

  /// The first option that is given; nil for none.
  var given: String? { edge != nil ? "--edge" : encoding.quality != nil ? "--quality" : nil }

  /// States the options in a request.
  func state(in request: inout Request) { (request.edge, request.quality) = (edge, encoding.quality?.level) }
}

extension EdgeMode: ExpressibleByArgument {}

/// `--quality`.
struct QualityArguments: ParsableArguments {
  @Option(help: "Quality 1…100 for JPEGs that are re-encoded (default: like the source).")
  var quality: QualityArgument?
}

// A JPEG quality as typed: 1…100 on the scale of the Independent JPEG Group.

/// How much an encoder may lose.
struct QualityArgument: ExpressibleByArgument, Hashable {
  let level: Int

  /// A quality that is known to be valid.
  init(level: Int) { self.level = level }

  init?(argument: String) {
    guard let level = Int(argument), Rendition.Quality.levels.contains(level) else { return nil }
    self.level = level
  }

  var defaultValueDescription: String { String(level) }
}
