// Which page of a TIFF is used.

import ArgumentParser
import Upright
import UprightBatch

/// `--page`.
struct PageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which page of a TIFF is used; 1 is the first, and all makes one result of each.",
      discussion: """
        Without it, a TIFF of several pages stays one file, and a crop or thumbnail shows its first page. Files of \
        other formats have one page.
        """, valueName: "N|all"),
    transform: { text in
      guard let choice = PageChoice(text) else {
        throw ValidationError("--page needs a number, 1 for the first page, or all")
      }
      return choice
    })
  var page: PageChoice?
}
