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
      .init("orientation", .number(Int(remaining.exif.rawValue))),
      .init("size", .size(outputSize)),
      .init("peakBytes", .number(peakBytes)),
    ].compactMap(\.self)
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
