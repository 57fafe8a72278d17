// Runs a command line of another program.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

extension CompatLine {
  /// Runs `parse`; a fault becomes a usage error.
  ///
  /// - Throws: `ValidationError` with the same sentence.
  static func valid(_ parse: () throws(CompatFault) -> CompatLine) throws(ValidationError) -> CompatLine {
    do throws(CompatFault) { return try parse() } catch { throw ValidationError(error.reason) }
  }

  /// Runs the command line.
  ///
  /// - Throws: `ValidationError` if it is invalid, the exit code if it failed.
  func run() throws {
    guard !paths.isEmpty else { throw ValidationError("no files were given") }
    try StandardOutputName.refuse(output, because: "this command writes a file")
    guard let rendition else { throw ValidationError("no operation was given") }
    let inputs = InputFiles(paths, recursive: false, formats: [.jpeg])
    let plan =
      try output.map { output in
        try DestinationPlan.valid { () throws(DestinationConflict) in
          try DestinationPlan(inputs, output: output, format: .jpeg)
        }
      }
      ?? DestinationPlan(inPlace: DistinctFiles(inputs.files), notes: inputs.notes)
    Console.note(plan.notes)
    let task = ImageTask(
      pipeline: Pipeline(codecs: ImageCodecs.all()), rendition: rendition, existing: .overwrite, backsUp: backsUp,
      keepsTime: keepsTime, edgeAdvice: edgeAdvice, onlyFormat: .jpeg)
    try ImageBatch(task: task, json: false, outputFilter: isQuiet ? .problems : .everything, onlyRetags: onlyRetags)
      .run(plan.files, to: plan.destinations).end()
  }
}
