// The destinations of results, from `-o` and `-i`.

import Upright
import UprightBatch

extension DestinationPlan {
  /// The destinations from the options; `chosen` plans results as far as their names need it.
  ///
  /// - Throws: `DestinationConflict` if names conflict or a result would destroy a source.
  init(
    _ inputs: InputFiles, options: WriteOptions, names: ResultNames, format: ContainerFormat?,
    chosen: ChosenFormat
  ) throws(DestinationConflict) {
    if options.inPlace, format != nil { throw DestinationConflict("-i keeps the format; use -o to change it") }
    if options.toStandardOutput {
      try self.init(toStandardOutput: inputs, format: format)
    } else if let output = names.output, let template = names.template {
      try self.init(inputs, in: output, named: template, format: format, facts: chosen.facts)
    } else if let output = names.output {
      try self.init(inputs, output: output, format: format, chosen: chosen.format)
    } else if options.inPlace {
      try self.init(inPlace: inputs, partingHardLinks: options.breakHardLinks)
    } else {
      try DistinctFiles(inputs.files).checkNames(partingHardLinks: options.breakHardLinks)
      self.init(nowhere: inputs, format: format)
    }
  }
}
