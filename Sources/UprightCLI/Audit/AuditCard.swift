// One picture of an audit's page: as stored beside as displayed, or a drawing of how it lies where it is not decoded.

import Upright
import UprightBatch
import UprightFiles

/// What a page shows of one file.
struct AuditCard: Sendable {
  /// Pixels of the box that each side fits into.
  static let box = 144
  /// Pictures on one page, at most.
  static let imageLimit = 120

  /// The two sides.
  enum Sides: Hashable, Sendable {
    /// JPEGs of their own.
    case pictures(stored: [UInt8], displayed: [UInt8])
    /// Only how they lie.
    case drawing
  }

  let probe: Probe
  let sides: Sides

  /// Reads the file at `path` once more; nil where that fails now.
  init?(path: String, rules: OrientationRules, pipeline: Pipeline) {
    guard let file = try? FileBytes(path: path), let probe = try? file.probe(rules: rules) else {
      return nil
    }
    self.probe = probe
    sides = Self.pictures(of: probe, from: file, pipeline) ?? .drawing
  }

  /// The cards for the examples of `tally`, by their paths, as many as there may be.
  static func all(in tally: AuditTally, rules: OrientationRules, width: Int) -> [String: AuditCard] {
    var paths: [String] = []
    var seen: Set<String> = []
    for (_, group) in tally.rankedFindings {
      for example in group.examples where paths.count < imageLimit && seen.insert(example.path).inserted {
        paths.append(example.path)
      }
    }
    let files = paths.map { InputFile(path: $0, relativePath: $0) }
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    var cards: [String: AuditCard] = [:]
    _ = BatchRunner(width: width, json: false).run(files) { (_, file) throws(UprightError) in
      AuditCard(path: file.path, rules: rules, pipeline: pipeline)
    } report: { (file, card, _) throws(UprightError) in
      cards[file.path] = card
    }
    return cards
  }

  private static func pictures(of probe: Probe, from file: FileBytes, _ pipeline: Pipeline) -> Sides? {
    guard ContainerFormat.decoded.contains(probe.format),
      let pair = try? ImagePair(of: probe, from: file, pipeline, box: box),
      let stored = try? jpeg(pair.stored), let displayed = try? jpeg(pair.displayed)
    else { return nil }
    return .pictures(stored: stored, displayed: displayed)
  }

  private static func jpeg(_ canvas: Canvas) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnJPEG(canvas: canvas).write(into: &bytes)
    return bytes
  }
}
