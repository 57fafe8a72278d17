// Plans for programs.

import Upright
import UprightFiles

extension Plan {
  /// The members of a JSON report.
  var json: [JSONLine.Member] {
    [
      .init("route", .text(route.name.rawValue)),
      form.map { .init("form", .text($0)) },
      .init(
        "rejections",
        .list(
          rejections.map {
            .object([.init("route", .text($0.route.rawValue)), .init("reason", .text($0.reason))])
          })),
      carried.isEmpty ? nil : .init("carried", .list(carried.map { .text($0) })),
      .init("orientation", .number(Int(remaining.exif.rawValue))),
      .init("size", .size(outputSize)),
      .init("peakBytes", .number(peakBytes)),
    ].compactMap(\.self)
  }

  /// What becomes of what goes with the picture.
  private var carried: [String] {
    switch route {
    case .transform(let transform): transform.carry.steps
    case .transcode(let transcode): transcode.carry.steps
    case .copy, .retag: []
    }
  }

  /// How pixels travel, where there are any: "samples" or "planes".
  private var form: String? {
    guard case .transcode(let transcode) = route else { return nil }
    switch transcode.form {
    case .samples: return "samples"
    case .planes: return "planes"
    }
  }
}
