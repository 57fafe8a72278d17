// The images of an audit's page, decoded in parallel.

import Upright
import UprightBatch
import UprightDrawing

extension AuditCard {
  /// The cards for the examples of `tally`, by path, up to the maximum number; and the exit code of the page, by what
  /// could be read of its images.
  static func all(
    _ world: World, in tally: AuditTally, rules: OrientationRules, width: Int
  ) -> (cards: [String: AuditCard], code: ExitStatus) {
    let files = paths(in: tally).map { InputFile(path: $0, relativePath: $0) }
    let pipeline = Pipeline(codecs: ImageCodecs.all(in: world))
    var cards: [String: AuditCard] = [:]
    var runner = BatchRunner(world, width: width, json: false)
    runner.total = tally.fileCount
    let code = runner.run(files) { (_, file) throws(UprightError) in
      AuditCard(path: file.path, rules: rules, pipeline: pipeline)
    } report: { (file, card, console) throws(UprightError) in
      cards[file.path] = card
      if let card { console.tell(card.damage, of: file.path) }
    } shortfall: {
      $0?.damage.exitCode
    }
    return (cards, code)
  }
}
