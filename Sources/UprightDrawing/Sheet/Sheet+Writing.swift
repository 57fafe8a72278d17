// A contact sheet as a PNG file, within limits.

package import Upright
import UprightFiles

extension Sheet {
  /// Checks that the sheet is within the limits.
  ///
  /// - Throws: `.limit`.
  package func check(_ limits: Limits) throws(UprightError) {
    let pixels = size.pixelCount ?? .max
    guard pixels <= limits.pixels else { throw .limit(.pixels, asked: pixels, allowed: limits.pixels) }
    guard pixels <= limits.memoryBytes / 6 else {
      throw .limit(.memory, asked: 6 * pixels, allowed: limits.memoryBytes)
    }
  }

  /// Writes the sheet to a file that is no more open than the files that it shows.
  ///
  /// - Throws: `.exists`, `.io`, `.limit`.
  package func write(to path: String, overwriting: Bool, limits: Limits) throws(UprightError) {
    try check(limits)
    try SafeReplace.create(path, noMoreOpenThan: Set(cells.map(\.access)), overwriting: overwriting) {
      (sink: inout FileSink) throws(UprightError) in
      try DrawnPNG(canvas: drawn()).write(into: &sink, limits: limits)
    }
  }
}
