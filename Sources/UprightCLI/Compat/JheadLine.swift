// The options of jhead 3.06 that are about orientation; each is a word of its own.

import ArgumentParser
import Upright
import UprightBatch

/// The words behind `jhead`.
enum JheadLine {
  /// What `words` ask for.
  ///
  /// - Throws: `ValidationError` for what is not done here.
  static func parse(_ words: [String]) throws(ValidationError) -> CompatLine {
    var line = CompatLine()
    line.changesInPlace = true
    var (autorot, norot) = (false, false)
    for word in words {
      switch word {
      case "-autorot": autorot = true
      case "-norot": norot = true
      case "-q": line.isQuiet = true
      case _ where word.hasPrefix("-"):
        throw ValidationError("\(word): of jhead's options only -autorot, -norot and -q are done here")
      default: line.paths.append(word)
      }
    }
    if autorot {
      line.rotate(.identity, edge: .trim)
    } else if norot {
      line.onlyRetags = true
      line.rendition = { probe in
        Rendition(rotation: Orientation<Displayed, Displayed>(asDisplayed: probe.orientation).inverse, upright: .tagged)
      }
    }
    return line
  }
}
