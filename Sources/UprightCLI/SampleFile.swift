// A sample picture as a file of one format: stored the way its tag says, the tag in its Exif block.

import Upright
import UprightBatch
import UprightFixtures

/// One file of the sample set.
struct SampleFile: Sendable {
  let sample: SampleSet.Sample
  let format: ContainerFormat

  /// The formats of samples where none is asked for: those that every reader knows.
  static let standard = [ContainerFormat.jpeg, .png, .webp].filter(ContainerFormat.written.contains)

  /// All samples in one format, or in each of the usual ones.
  static func all(in format: ContainerFormat?) -> [SampleFile] {
    (format.map { [$0] } ?? standard).flatMap { format in
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

  /// Encodes the picture, without loss where the format has that, and has its own carrier say the tag.
  private func encode(into sink: inout some ByteSink) throws(UprightError) {
    let canvas = Canvas(sample.stored)
    guard let codec = ImageCodecs.all().first(where: { $0.format == format && $0.capabilities.encodes }),
      let raster = Raster<Output>(size: canvas.size, layout: SampleLayout(.rgb), bytes: canvas.bytes)
    else { throw .unsupported("samples as \(format.rawValue)") }
    var (bytes, exif) = ([UInt8](), sample.exif)
    // In a TIFF it would be a page.
    if format == .tiff { exif.thumbnail = nil }
    try codec.encode(
      raster,
      settings: EncodeSettings(format: format, fidelity: format == .avif ? .level(95) : .exact, sampling: .none),
      metadata: CarriedMetadata(exif: exif.bytes), limits: Limits(), into: &bytes)
    let probe = try Probe(checking: bytes)
    let tagged: [UInt8]
    do throws(MetadataError) {
      tagged = try probe.retag(to: Orientation(exif: sample.tag), normalizing: true).applied(to: bytes)
    } catch { throw UprightError(error) }
    try sink.write(tagged)
  }
}
