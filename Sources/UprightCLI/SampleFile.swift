// A sample picture as a file of one format: stored the way its tag says, the tag in its Exif block.

import Upright
import UprightCodecs
import UprightFixtures

/// One file of the sample set.
struct SampleFile: Sendable {
  let sample: SampleSet.Sample
  let format: ContainerFormat

  /// The formats of samples.
  static let formats = SystemCodecs.all.filter(\.capabilities.encodes).map(\.format)

  /// All samples in one format, or in each.
  static func all(in format: ContainerFormat?) -> [SampleFile] {
    (format.map { [$0] } ?? formats).flatMap { format in
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
    case .jpeg: try sink.write(sample.jpeg)
    case .png: try DrawnPNG(canvas: Canvas(sample.stored), exif: sample.exif.bytes).write(into: &sink)
    default: try encode(into: &sink)
    }
  }

  /// Encodes the picture without loss.
  private func encode(into sink: inout some ByteSink) throws(UprightError) {
    let canvas = Canvas(sample.stored)
    guard let codec = SystemCodecs.all.first(where: { $0.format == format && $0.capabilities.encodes }),
      let raster = Raster<Output>(size: canvas.size, layout: SampleLayout(.rgb), bytes: canvas.bytes)
    else { throw .unsupported("samples as \(format.rawValue)") }
    try codec.encode(
      raster, settings: EncodeSettings(format: format, fidelity: .exact, sampling: .none),
      metadata: CarriedMetadata(exif: sample.exif.bytes), limits: Limits(), into: &sink)
  }
}
