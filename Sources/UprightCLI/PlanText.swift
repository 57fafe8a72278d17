// Plans in words: what will be done, why nothing cheaper, what it costs.

import Upright

extension Plan {
  /// What will be done, in one line.
  var summary: String {
    switch route {
    case .copy: remaining.isIdentity ? "copy: the file is what is wanted already" : "copy: the file stays as it is"
    case .retag(let patch): "retag: \(Self.summary(of: patch))"
    case .transform(let transform): "transform: \(Self.summary(of: transform))"
    case .transcode(let transcode): "transcode: \(Self.summary(of: transcode))"
    }
  }

  /// The summary, the result, the rejected routes and the memory, one line each.
  var explanation: [String] {
    let tag = remaining.exif
    return [summary, "result: \(format.rawValue), displayed as \(outputSize), tag \(tag.rawValue)"]
      + rejections.map { "not \($0.route.rawValue): \($0.reason)" }
      + ["memory: at most \(Self.megabytes(peakBytes))"]
  }

  /// The members of a JSON report.
  var json: [JSONLine.Member] {
    [
      .init("route", .text(route.name.rawValue)),
      .init(
        "rejections",
        .list(
          rejections.map {
            .object([.init("route", .text($0.route.rawValue)), .init("reason", .text($0.reason))])
          })),
      .init("orientation", .number(Int(remaining.exif.rawValue))),
      .init("size", .size(outputSize)),
      .init("peakBytes", .number(peakBytes)),
    ]
  }

  private static func summary(of patch: BytePatch) -> String {
    let changed = patch.changedByteCount
    let bytes = changed == 1 ? "1 byte changes" : "\(changed) bytes change"
    let places = patch.edits.map { String($0.offset) }.joined(separator: ", ")
    return patch.isInPlace
      ? "\(bytes) at offset \(places)" : "the file grows by \(patch.growth) bytes at offset \(places)"
  }

  private static func summary(of transform: Transform) -> String {
    let (region, orientation) = (transform.job.region, transform.job.orientation)
    let turn = orientation.isIdentity ? "moves blocks" : "moves blocks by \(orientation.exif.word)"
    let trimmed = transform.trimmed
    return turn + " without loss, stored region \(region)"
      + (trimmed.width == 0 && trimmed.height == 0
        ? "" : ", trims \(trimmed.width) columns and \(trimmed.height) rows as displayed")
  }

  private static func summary(of transcode: Transcode) -> String {
    let (pass, orientation) = (transcode.pass, transcode.orientation)
    let fraction = pass.denominator == 1 ? "" : " at 1/\(pass.denominator)"
    var steps = ["decodes the stored region \(pass.region)\(fraction)"]
    if transcode.scaled.description != pass.size.description { steps.append("scales to \(transcode.scaled)") }
    if !orientation.isIdentity {
      let same = Orientation<Stored, Displayed>(
        mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
      steps.append("turns by \(same.exif.word)")
    }
    return (steps + ["encodes"]).joined(separator: ", ")
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes + 52_428) / 104_858
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}
