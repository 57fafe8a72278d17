// `--stale` of commands that make another image: they follow the tag, as viewers do.

import ArgumentParser
import Upright

/// Whether to follow the tag or the pixels if the pixels look already rotated.
struct StaleOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do if the pixels look already rotated but the orientation tag was left in place.",
      discussion: """
        trust-tag follows the tag as viewers do, and reports it; trust-pixels uses the pixels as stored; skip makes no \
        image of such a file and reports an error.
        """))
  var stale = StaleTag.trustTag
}
