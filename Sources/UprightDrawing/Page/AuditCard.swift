// One image of an audit's page: stored beside displayed, or a drawing if it cannot be decoded.

package import Upright
package import UprightBatch
import UprightFiles

/// What a page shows of a file.
package struct AuditCard: Sendable {
  /// Pixels of the box that each side fits into.
  package static let box = 144
  /// The maximum number of images on a page.
  package static let imageLimit = 120

  /// The two sides.
  package enum Sides: Hashable, Sendable {
    /// Both as JPEGs.
    case images(stored: [UInt8], displayed: [UInt8])
    /// Only a drawing of the orientation.
    case drawing
  }

  package let probe: Probe
  package let sides: Sides
  /// Whether the images show only what could be read.
  package let damage: SourceDamage

  /// Reads the file at `path` again; nil if that fails now.
  package init?(path: String, rules: OrientationRules, pipeline: Pipeline) {
    guard let file = try? FileBytes(path: path), let probe = try? file.probe(rules: rules) else {
      return nil
    }
    self.probe = probe
    (sides, damage) = Self.images(of: probe, from: file, pipeline) ?? (.drawing, .none)
  }

  /// The paths of the images on a page: examples of each finding, up to the maximum.
  package static func paths(in tally: AuditTally) -> [String] {
    var paths: [String] = []
    var seen: Set<String> = []
    for (_, group) in tally.rankedFindings {
      for example in group.examples where paths.count < imageLimit && seen.insert(example.path).inserted {
        paths.append(example.path)
      }
    }
    return paths
  }

  private static func images(
    of probe: Probe, from file: FileBytes, _ pipeline: Pipeline
  ) -> (Sides, SourceDamage)? {
    guard ContainerFormat.decoded.contains(probe.format),
      let pair = try? ImagePair(of: probe, from: file, pipeline, box: box),
      let stored = try? jpeg(pair.stored), let displayed = try? jpeg(pair.displayed)
    else { return nil }
    return (.images(stored: stored, displayed: displayed), pair.damage)
  }

  private static func jpeg(_ canvas: Canvas) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnJPEG(canvas: canvas).write(into: &bytes)
    return bytes
  }
}
