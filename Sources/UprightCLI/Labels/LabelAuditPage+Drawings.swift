// The images of an audit page, drawn in parallel.

import Upright
import UprightBatch
import UprightLabelJobs

extension LabelAuditPage {
  /// Draws the images to check by eye; those that cannot be decoded are listed on standard error.
  static func drawings(
    of views: LabelViews, rules: OrientationRules, pipeline: Pipeline, width: Int
  ) -> [String: [Drawing]] {
    let ambiguous = ambiguous(views)
    var drawings: [String: [Drawing]] = [:]
    _ = BatchRunner(width: width, json: false).run(ambiguous.map(\.file)) {
      [names = views.names] (index, _) throws(UprightError) in
      try Self.drawings(of: ambiguous[index], names: names, rules: rules, pipeline: pipeline)
    } report: { (file, drawn, _) throws(UprightError) in
      drawings[file.path] = drawn
    }
    return drawings
  }
}
