// A contact sheet as a PNG file, within limits.

package import Upright
package import UprightFiles

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

  /// Writes the sheet to a file that grants no more access than the files that it shows.
  ///
  /// - Throws: `.exists`, `.io`, `.limit`.
  package func write(to path: String, overwriting: Bool, limits: Limits) throws(UprightError) {
    try check(limits)
    try SafeReplace.create(path, noMoreOpenThan: Set(cells.map(\.access)), overwriting: overwriting) {
      (sink: inout FileSink) throws(UprightError) in
      try DrawnPNG(canvas: drawn()).write(into: &sink, limits: limits)
    }
  }

  /// The sheet as the bytes of a PNG.
  ///
  /// - Throws: `.limit`.
  package func png(_ limits: Limits) throws(UprightError) -> [UInt8] {
    try check(limits)
    return try png(within: limits)
  }

  /// The sheet scaled down for a terminal, as the bytes that draw it there.
  ///
  /// - Throws: As `ImagePair.init`.
  package func bytes(
    for window: TerminalWindow, by image: ImageProtocol, columns: Int, _ pipeline: Pipeline
  ) throws(UprightError) -> [UInt8] {
    let drawn = try png(within: pipeline.limits)
    var room = image.maxSize(window, columns: columns)
    room = PixelSize(width: room.width, height: max(room.height, size.height))
    let pair = try ImagePair(of: Probe(checking: drawn), from: drawn, pipeline, within: room)
    return try image.bytes(pair.displayed, window)
  }

  private func png(within limits: Limits) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnPNG(canvas: drawn()).write(into: &bytes, limits: limits)
    return bytes
  }
}
