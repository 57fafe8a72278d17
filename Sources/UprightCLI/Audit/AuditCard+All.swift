// The images of an audit's page, decoded in parallel.

import Upright
import UprightBatch
import UprightDrawing

extension AuditCard {
  /// The cards for the examples of `tally`, by path, up to the maximum number.
  static func all(in tally: AuditTally, rules: OrientationRules, width: Int) -> [String: AuditCard] {
    let files = paths(in: tally).map { InputFile(path: $0, relativePath: $0) }
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    var cards: [String: AuditCard] = [:]
    _ = BatchRunner(width: width, json: false).run(files) { (_, file) throws(UprightError) in
      AuditCard(path: file.path, rules: rules, pipeline: pipeline)
    } report: { (file, card, _) throws(UprightError) in
      cards[file.path] = card
    }
    return cards
  }
}
