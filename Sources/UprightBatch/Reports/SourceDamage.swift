// Whether a file's image is damaged, and what everything that shows its readable part says and ends with.

package import Upright
package import UprightFiles

/// Whether only a part of an image could be read.
package struct SourceDamage: Hashable, Sendable {
  /// The image is whole, as far as it was read.
  package static let none = Self(isFound: false)
  /// The exit code of a command that used the readable part of its only image.
  static let exitCode = UprightError.malformed(MetadataError(.truncated, at: 0)).codes.exitCode

  /// Whether it is damaged.
  package let isFound: Bool

  /// Memberwise initializer.
  package init(isFound: Bool) { self.isFound = isFound }

  /// The exit code that the image contributes to its command; nil if it is whole.
  package var exitCode: Int32? { isFound ? Self.exitCode : nil }

  /// The member for programs.
  package var json: [JSONLine.Member] { isFound ? [JSONLine.Member("damaged", .flag(true))] : [] }

  /// The sentence about the file at `path`; nil if its image is whole.
  package func sentence(of path: String) -> String? {
    isFound ? "\(TerminalText.plain(path)): damaged; results show what could be read of it" : nil
  }
}

extension Console {
  /// Writes that only a part of the image at `path` could be read, if that is so.
  package mutating func tell(_ damage: SourceDamage, of path: String) {
    if let sentence = damage.sentence(of: path) { printError(sentence) }
  }
}

extension Pipeline {
  /// The pixels of a rendition; of a damaged image, what can be read.
  ///
  /// - Throws: As `raster(_:of:from:)`.
  package func readable(
    _ rendition: Rendition, of probe: Probe, from source: some ByteSource
  ) throws(UprightError) -> (raster: Raster<Output>, damage: SourceDamage) {
    let isStated = probe.isTruncated || probe.hiddenOrientation != nil
    do throws(UprightError) {
      let raster = try tolerating(warnings: 0).raster(rendition, of: probe, from: source)
      return (raster, SourceDamage(isFound: isStated))
    } catch {
      guard case .malformed = error else { throw error }
    }
    return (try raster(rendition, of: probe, from: source), SourceDamage(isFound: true))
  }
}
