// Which image of an animation becomes a still image.

import ArgumentParser
import Upright
import UprightBatch

/// `--frame`.
struct FrameOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which frame of an animation becomes a still image; 1 is the first.",
      discussion: """
        Animations are PNG, WebP, JPEG XL, and HEIF and AVIF sequences. 0 is the still image that the file holds beside \
        its frames, where it holds one. Files with one image have one frame.
        """, valueName: "N"))
  var frame: Int?

  func validate() throws(ValidationError) {
    if let frame, frame < 0 { throw ValidationError("--frame counts from 1: 1 is the first frame") }
  }

  /// The frame that is asked for; without one, the first.
  var orFirst: Rendition.Frame { frame.map { .number($0) } ?? .first }
}
