// The orientation options of jhead 3.06; each is an argument of its own.

import Upright

/// The arguments of `jhead`.
package enum JheadLine {
  /// Parses `words`.
  ///
  /// - Throws: `CompatFault` for unsupported options.
  package static func parse(_ words: [String]) throws(CompatFault) -> CompatLine {
    var line = CompatLine()
    line.changesInPlace = true
    var (autorot, norot) = (false, false)
    for word in words {
      switch word {
      case "-autorot": autorot = true
      case "-norot": norot = true
      case "-q": line.isQuiet = true
      case _ where word.hasPrefix("-"):
        throw CompatFault("\(word): of jhead's options only -autorot, -norot and -q are supported")
      default: line.paths.append(word)
      }
    }
    if autorot {
      line.rotate(edge: .trim)
    } else if norot {
      line.onlyRetags = true
      line.advice = CompatAdvice(command: "upright orient 1")
      line.rendition = { probe in
        Rendition(rotation: Orientation<Displayed, Displayed>(asDisplayed: probe.orientation).inverse, upright: .tagged)
      }
    }
    return line
  }
}
