// An image on the terminal, with a line below it.

package import Upright
package import UprightBatch
import UprightFiles

/// An image as a terminal shows it.
package enum ShownImage {
  /// The image and the line below it, and whether only a part of the image could be read.
  package static func text(
    _ file: InputFile, _ frame: Rendition.Frame, within room: PixelSize<Output>, bothSides: Bool, _ pipeline: Pipeline,
    bytes: (Canvas) throws(UprightError) -> [UInt8]
  ) throws(UprightError) -> (text: String, damage: SourceDamage) {
    do throws(UprightError) {
      let source = try FileBytes(file.location)
      let probe = try source.probe()
      let side = max(1, min((room.width - 1) / 2, room.height))
      let box = bothSides ? PixelSize(width: side, height: side) : room
      let pair = try ImagePair(of: probe, from: source, pipeline, within: box, frame: frame)
      let shown = try bytes(bothSides ? pair.sideBySide : pair.displayed)
      let tag = probe.orientation.exif
      let text =
        String(decoding: shown, as: UTF8.self)
        + "\(TerminalText.plain(file.relativePath)): \(probe.displayedSize), tag \(tag.rawValue)"
        + (probe.frame(frame).map { ", \($0.words)" } ?? "")
        + (probe.staleTag.map { " (\($0.message); the tag was followed)" } ?? "")
      return (text, pair.damage)
    } catch {
      throw error.naming(file.path)
    }
  }
}
