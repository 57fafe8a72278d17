// A sample picture as a file of one format: stored the way its tag says, the tag in its Exif block.

import Upright
import UprightFixtures

/// One file of the sample set.
struct SampleFile: Sendable {
  let sample: SampleSet.Sample
  let format: ContainerFormat

  /// All samples in one format, or in each that can be written.
  static func all(in format: ContainerFormat?) -> [SampleFile] {
    (format.map { [$0] } ?? ContainerFormat.written).flatMap { format in
      SampleSet.all.map { SampleFile(sample: $0, format: format) }
    }
  }

  /// Its file name.
  var name: String { "\(sample.name).\(format.fileExtension)" }

  /// Writes the file's bytes.
  ///
  /// - Throws: what the codec or `sink` throws.
  func write(into sink: inout some ByteSink) throws(UprightError) {
    switch format {
    case .png: try DrawnPNG(canvas: Canvas(sample.stored), exif: sample.exif.bytes).write(into: &sink)
    default: try sink.write(sample.jpeg)
    }
  }
}
