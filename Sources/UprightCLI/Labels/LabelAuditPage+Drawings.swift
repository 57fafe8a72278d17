// The images of an audit page, drawn in parallel.

import Upright
import UprightBatch
import UprightLabelJobs

extension LabelAuditPage {
  /// Draws the images to check by eye; those that cannot be decoded, or only in part, are listed on standard error, and
  /// have an exit code.
  static func drawings(
    _ world: World, of views: LabelViews, rules: OrientationRules, pipeline: Pipeline, width: Int
  ) -> (drawings: [String: [Drawing]], code: ExitStatus) {
    let ambiguous = ambiguous(views)
    var drawings: [String: [Drawing]] = [:]
    var runner = BatchRunner(world, width: width, json: false)
    runner.total = views.views.count
    let code = runner.run(ambiguous.map(\.file)) {
      [names = views.names] (index, _) throws(UprightError) in
      try Self.drawings(of: ambiguous[index], names: names, rules: rules, pipeline: pipeline)
    } report: { (file, drawn, console) throws(UprightError) in
      drawings[file.path] = drawn
      if let first = drawn.first { console.tell(first.damage, of: file.path) }
    } shortfall: {
      $0.first?.damage.exitCode
    }
    return (drawings, code)
  }
}
