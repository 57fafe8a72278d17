// Which frame of an animation becomes a still image.

import ArgumentParser
import UprightBatch
import Upright

/// `--frame`.
struct FrameOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which frame of an animation becomes a still image; 1 is the first.",
      discussion: """
        Animations are PNG, WebP, GIF, JPEG XL, and HEIF and AVIF sequences. 0 is the separate still image that some \
        of them contain. Other files have one frame.
        """, valueName: "N"), transform: CheckedNumber.whole)
  var frame: Int?

  func validate() throws(ValidationError) {
    if let fault = Request.fault(frame: frame) { throw ValidationError(fault.sentence) }
  }
}
