// What a line asks to be mapped, and what comes of it.

import Upright
import UprightBatch

/// What one line of input holds.
enum MapInput: Hashable {
  case rect(Rect2D<FromSpace>)
  case point(Point2D<FromSpace>)
  /// Percent of the displayed picture (IIIF's `pct:`).
  case percent(Rect2D<FromSpace>)
  /// The whole picture.
  case full
  /// The largest square in the middle of the displayed picture.
  case square
  /// `null`: nothing was selected.
  case nothing
  /// An empty line.
  case blank
}

/// What a line is answered with.
enum MapOutput: Hashable {
  case rect(Rect2D<Wanted>)
  case point(Point2D<Wanted>)
  /// Nothing of the picture.
  case nothing
  /// An empty line for an empty line.
  case blank
}

/// Why a line has no answer.
struct MapInputError: Error, Hashable {
  enum Reason: String {
    case noPlace = "x,y,w,h or x,y, [x,y,w,h] or {\"x\":…} is expected"
    case noNumber = "a number is expected"
    case tooLarge = "this number is too large"
    case noComma = "a comma is expected"
    case noColon = "a colon is expected"
    case noName = "the name of a member is expected, in quotation marks"
    case noValue = "a value is expected"
    case unclosed = "a quotation mark or bracket is not closed by its own"
    case otherExtent = "this number may be an extent; extents are \"width\" and \"height\""
    case twice = "this is there twice"
    case incomplete = "x and y are needed, and width and height both or neither"
    case trailing = "the line should end here"
    case onlyIIIF = "this is a region of IIIF, which --from iiif reads"
    case tooLong = "the line is longer than 65536 bytes"
    case lost = "the result is too large for a number"
  }

  let reason: Reason
  /// Where in the line, in bytes from its start, 0 for the first.
  let offset: Int

  init(_ reason: Reason, at offset: Int = 0) { (self.reason, self.offset) = (reason, offset) }

  /// As an error of a line or value, `unit`, of this number.
  func error(_ unit: String, _ number: Int) -> UprightError {
    .unanswerable(field: "\(unit) \(number), column \(offset + 1)", reason: reason.rawValue)
  }
}
