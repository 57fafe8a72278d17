// Runs a command line of another program.

import Upright
import UprightFiles

extension CompatLine {
  /// Runs the command line.
  ///
  /// - Throws: `CompatFault` if it is incomplete, `DestinationConflict` if its result has no place, the
  ///   exit code if it failed.
  package func run() throws {
    guard !paths.isEmpty else { throw CompatFault("no files were given") }
    if output == "-" {
      throw CompatFault(
        "-o - means standard output, but this command writes a file. (For a file or folder called '-', write ./-)")
    }
    guard let rendition else { throw CompatFault("no operation was given") }
    let inputs = InputFiles(paths, recursive: false, formats: [.jpeg])
    let plan =
      try output.map { try DestinationPlan(inputs, output: $0, format: .jpeg) }
      ?? DestinationPlan(inPlace: DistinctFiles(inputs.files), notes: inputs.notes)
    Console.note(plan.notes)
    var task = ImageTask(pipeline: Pipeline(codecs: ImageCodecs.all())) { probe, _ in rendition(probe) }
    (task.delivery.existing, task.delivery.backsUp) = (.overwrite, backsUp)
    task.delivery.times = keepsTime ? .all : .none
    (task.goal.edgeAdvice, task.goal.onlyFormat) = (edgeAdvice, .jpeg)
    task.labels = LabelsBeside()
    var batch = ImageBatch(
      task: task, json: false, outputFilter: isQuiet ? .problems : .everything, onlyRetags: onlyRetags)
    batch.labels = LabelsLeft(plan.files)
    batch.advice = advice
    batch.sidecars = SidecarsBeside(offersFamilies: false)
    try inputs.ending(batch.run(plan.files, to: plan.destinations)).end()
  }
}
