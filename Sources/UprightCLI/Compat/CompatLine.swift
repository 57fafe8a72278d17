// A command line of another program, and what it asks of this one.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// What is to be done, in terms that do not know whose words they were.
struct CompatLine {
  /// Which picture is wanted of each.
  var rendition: (@Sendable (Probe) -> Rendition)?
  /// Whether the files themselves change.
  var changesInPlace = false
  /// The one file to write instead.
  var output: String?
  /// Whether only tags change.
  var onlyRetags = false
  /// Whether the old file stays, with a tilde behind its name.
  var backsUp = false
  var keepsTime = false
  /// What to do instead where blocks at an edge cannot be moved, and where that ends the line for a file.
  var edgeAdvice: String?
  /// Whether nothing is said of files that were done.
  var isQuiet = false
  var paths: [String] = []

  /// Does it.
  ///
  /// - Throws: `ValidationError` where it makes no sense, the exit code where it failed.
  func run() throws {
    guard !paths.isEmpty else { throw ValidationError("no files are named") }
    try StandardOutputName.refuse(output, because: "here the result is a file")
    guard let rendition else { throw ValidationError("nothing is said of what to do") }
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
      keepsTime: keepsTime, edgeAdvice: edgeAdvice)
    try ImageBatch(task: task, json: false, outputFilter: isQuiet ? .problems : .everything, onlyRetags: onlyRetags)
      .run(plan.files, to: plan.destinations).end()
  }

  /// Rotates pixels and sets the tag to 1, as the originals do; `edge` says what becomes of blocks that cannot be moved.
  mutating func rotate(_ turn: Orientation<Displayed, Displayed>, edge: EdgeMode) {
    rendition = { _ in edge.rendition(rotation: turn) }
  }
}
