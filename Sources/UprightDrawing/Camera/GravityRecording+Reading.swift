// A gravity recording, read from a file or from standard input, block by block.

package import Upright
package import UprightCamera
import UprightFiles

extension GravityRecording {
  private static let blockSize = 1 << 16

  /// Reads the file at `path`, or standard input for `-`, to its end or to the first invalid line.
  ///
  /// - Throws: `.io`, `.unsupported`.
  package mutating func read(_ path: String) throws(UprightError) {
    if path == "-" {
      while fault == nil {
        let block = try StandardInput.next(atMost: Self.blockSize)
        if block.isEmpty { break }
        take(block)
      }
    } else {
      let bytes = try FileBytes(path: path)
      for start in stride(from: 0, to: bytes.byteCount, by: Self.blockSize) where fault == nil {
        do throws(MetadataError) { take(try bytes.read(start..<start + Self.blockSize)) } catch {
          throw UprightError(error)
        }
      }
    }
    finish()
  }
}

extension ReplayPlot {
  /// Writes the drawing as an SVG that grants no more access than the recording.
  ///
  /// - Parameter recording: The recording's path; `-` for standard input.
  /// - Throws: `.exists`, `.io`.
  package func write(to path: String, of recording: String, overwriting: Bool) throws(UprightError) {
    let access = recording == "-" ? [] : [FileAccess(of: try FileBytes(path: recording))]
    try SafeReplace.create(path, noMoreOpenThan: Set(access), overwriting: overwriting) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(Array(drawn().text.utf8))
    }
  }
}
