// One line of input of `map`, and its output.

package import Upright

/// The content of one line of input.
package enum MapInput: Hashable {
  case rect(Rect2D<FromSpace>)
  case point(Point2D<FromSpace>)
  /// Percent of the displayed image (IIIF's `pct:`).
  case percent(Rect2D<FromSpace>)
  /// The whole image.
  case full
  /// The largest centered square of the displayed image.
  case square
  /// `null`: nothing was selected.
  case nothing
  /// An empty line.
  case blank
}

/// The output for one line.
package enum MapOutput: Hashable {
  case rect(Rect2D<Wanted>)
  case point(Point2D<Wanted>)
  /// Nothing of the image.
  case nothing
  /// An empty line for an empty line.
  case blank
}

/// Why a line has no output.
package struct MapInputError: Error, Hashable {
  package enum Reason: String {
    case noPlace = "expected x,y,w,h or x,y, [x,y,w,h] or {\"x\":…}"
    case noNumber = "expected a number"
    case tooLarge = "this number is too large"
    case noComma = "expected a comma"
    case noColon = "expected a colon"
    case noName = "expected a field name in quotation marks"
    case noValue = "expected a value"
    case unclosed = "a quotation mark or bracket is not closed"
    case otherExtent = "this number may be a width or height; those are called \"width\" and \"height\""
    case twice = "duplicate field"
    case incomplete = "x and y are required, and either both width and height or neither"
    case trailing = "expected the end of the line"
    case onlyIIIF = "this is a IIIF region"
    case tooLong = "the line is longer than 65536 bytes"
    case lost = "the result is too large for a number"

    /// The words, with what helps.
    var phrase: Phrase {
      self == .onlyIIIF ? "\(rawValue); read it with \(option: .from, "iiif")" : Phrase(rawValue)
    }
  }

  package let reason: Reason
  /// The offset in the line, in bytes from 0.
  package let offset: Int

  package init(_ reason: Reason, at offset: Int = 0) { (self.reason, self.offset) = (reason, offset) }

  /// The error for line or value (`unit`) number `number`.
  package func error(_ unit: String, _ number: Int) -> UprightError {
    .unanswerable(field: "\(unit) \(number), column \(offset + 1)", reason: reason.phrase)
  }
}
