// A plan in words, as a database's EXPLAIN prints a query's: the route, what it does, and why not more cheaply.

extension Plan: CustomStringConvertible {
  /// One line per fact; the same plan gives the same text.
  public var description: String { ([summary] + details + rejections.map(\.description)).joined(separator: "\n") }

  /// The route and the result, in one line.
  public var summary: String {
    let tag = remaining.isIdentity ? "upright" : "tag \(remaining.exif.rawValue)"
    return "\(route.name.rawValue): \(format.rawValue) \(outputSize), \(tag), \(Self.megabytes(peakBytes)) of memory"
  }

  /// What the route does, one line per step.
  public var details: [String] {
    switch route {
    case .copy: ["  nothing changes"]
    case .retag(let patch): [Self.describe(patch)]
    case .transform(let transform): transform.lines
    case .transcode(let transcode): transcode.lines
    }
  }

  private static func describe(_ patch: BytePatch) -> String {
    let places = patch.edits.map { "\($0.offset)" }.joined(separator: ", ")
    let changed = patch.changedByteCount
    guard patch.growth != 0 else {
      return changed == 1 ? "  1 byte changes, at \(places)" : "  \(changed) bytes change, at \(places)"
    }
    return "  \(patch.growth > 0 ? "\(patch.growth) bytes are inserted" : "\(-patch.growth) bytes are taken out")"
      + ", at \(places)"
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MiB" }
}

extension Plan.Rejection: CustomStringConvertible {
  /// `not copy: the result is turned`.
  public var description: String { "  not \(route.rawValue): \(reason)" }
}

extension Plan.Transform {
  fileprivate var lines: [String] {
    var lines = ["  blocks of stored \(job.region) move by \(job.orientation); no pixel is decoded"]
    if !(trimmed.width == 0 && trimmed.height == 0) {
      lines.append("  trimmed as displayed: \(trimmed.width) of the width, \(trimmed.height) of the height")
    }
    return lines + carry.lines
  }
}

extension Plan.Transcode {
  fileprivate var lines: [String] {
    var lines = ["  decode stored \(pass.region) at 1/\(pass.denominator) → \(pass.size) \(pass.layout.channels)"]
    if scales { lines.append("  scale to \(scaled) (\(Self.filter))") }
    if !orientation.isIdentity { lines.append("  turn by \(orientation)") }
    if placement != carry.size.bounds { lines.append("  lay at \(placement) on \(carry.size)") }
    return lines + [settings.line] + carry.lines
  }
}

extension EncodeSettings {
  fileprivate var line: String {
    guard format == .jpeg else { return "  encode \(format.rawValue)" }
    let quality =
      switch fidelity {
      case .level(let level): "quality \(level)"
      case .tables: "the source's tables"
      }
    let scans = progressive ? ", progressive" : ""
    return "  encode jpeg, \(quality), chroma \(sampling.horizontal)x\(sampling.vertical)\(scans)"
  }
}

extension Plan.Carry {
  fileprivate var lines: [String] {
    var lines: [String] = []
    if case .turn = thumbnail { lines.append("  the thumbnail turns along") }
    if !keepsProfile { lines.append("  the colour profile stays behind: the channels change") }
    return lines
  }
}
