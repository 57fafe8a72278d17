// A sample image as a file in one format: stored according to its tag, with the tag in its Exif block.

package import Upright
package import UprightBatch
import UprightFiles
package import UprightMetadata
package import UprightSamples

/// One file of the sample set.
package struct SampleFile: Sendable {
  package let sample: SampleSet.Sample
  package let format: ContainerFormat

  /// The default formats of samples, which every reader supports.
  package static let standard = [ContainerFormat.jpeg, .png, .webp].filter(ContainerFormat.written.contains)

  /// All samples in one format, or in each of the default ones.
  package static func all(in format: ContainerFormat?) -> [SampleFile] {
    (format.map { [$0] } ?? standard).flatMap { format in
      SampleSet.all.map { SampleFile(sample: $0, format: format) }
    }
  }

  /// Its file name.
  package var name: String { "\(sample.name).\(format.fileExtension)" }

  /// Writes the file's bytes.
  ///
  /// - Throws: Errors of the codec or `sink`.
  package func write(into sink: inout some ByteSink, by codecs: [any Codec]) throws(UprightError) {
    switch format {
    case .jpeg: try sink.write(sample.jpeg)
    case .png: try DrawnPNG(canvas: Canvas(sample.stored), exif: sample.exif.bytes).write(into: &sink)
    default: try encode(into: &sink, by: codecs)
    }
  }

  /// Encodes the image, lossless if the format allows, with the tag in the format's own field.
  private func encode(into sink: inout some ByteSink, by codecs: [any Codec]) throws(UprightError) {
    let canvas = Canvas(sample.stored)
    guard let encoder = codecs.first(where: { $0.format == format })?.encoder,
      let raster = Raster<Output>(size: canvas.size, layout: SampleLayout(.rgb), bytes: canvas.bytes)
    else { throw .unsupported("samples cannot be written as \(format.name)") }
    var (bytes, exif) = ([UInt8](), sample.exif)
    // In a TIFF, the thumbnail would be a page.
    if format == .tiff { exif.thumbnail = nil }
    try encoder.encode(
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

// All samples as files in a folder.
extension SampleFile {
  /// Writes all samples, in one format or in each of the default ones, and prints their paths.
  package static func write(
    _ format: ContainerFormat?, into folder: String, overwriting: Bool, in world: World
  ) throws(ExitStatus) -> ExitStatus {
    let samples = all(in: format)
    let files = samples.map { InputFile(path: FileName.joined(folder, $0.name), relativePath: $0.name) }
    do throws(UprightError) { try Folder.make(folder) } catch {
      world.tell("\(TerminalText.plain(folder)): \(error.sentence(about: folder))")
      throw ExitStatus(error)
    }
    let (root, codecs) = (FolderRoot(resultsIn: folder), ImageCodecs.all(in: world))
    return BatchRunner(world, width: 1, json: false).changingFiles().run(files) { (index, file) throws(UprightError) in
      try SafeReplace.create(root.location(file.relativePath), overwriting: overwriting) {
        (sink: inout FileSink) throws(UprightError) in
        try samples[index].write(into: &sink, by: codecs)
      }
    } report: { (file, _, console) throws(UprightError) in
      try console.result(TerminalText.plain(file.path))
    }
  }
}
