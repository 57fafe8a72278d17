// The destinations of results, from `-o` and `-i`.

import ArgumentParser
import Upright
import UprightBatch

extension DestinationPlan {
  /// The destinations from the options; `chosen` supplies the format of a result if none is requested and the source's
  /// does not stay.
  ///
  /// - Throws: `ValidationError` if names conflict or a result would destroy a source.
  init(
    _ inputs: InputFiles, options: WriteOptions, format: ContainerFormat?,
    chosen: (InputFile) -> ContainerFormat? = { _ in nil }
  ) throws(ValidationError) {
    if options.inPlace, format != nil { throw ValidationError("-i keeps the format; use -o to change it") }
    self = try Self.valid { () throws(DestinationConflict) in
      if options.toStandardOutput { return try Self(toStandardOutput: inputs, format: format) }
      if let output = options.output { return try Self(inputs, output: output, format: format, chosen: chosen) }
      guard options.inPlace else {
        try DistinctFiles(inputs.files).checkNames(partingHardLinks: options.breakHardLinks)
        return Self(nowhere: inputs, format: format)
      }
      return try Self(inPlace: inputs, partingHardLinks: options.breakHardLinks)
    }
  }

  /// Reports a name conflict as a usage error.
  ///
  /// - Throws: `ValidationError` with the same sentence.
  static func valid<Value>(_ make: () throws(DestinationConflict) -> Value) throws(ValidationError) -> Value {
    do throws(DestinationConflict) { return try make() } catch { throw ValidationError(error.reason) }
  }
}
