// Plans for programs.

import Upright

extension Plan {
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
}
