// What must be known of a result before it is named: its format if none is requested and the source's is not written,
// and what a template states.

package import Upright
import UprightFiles

/// The planned format of files whose names do not have an extension of a written format.
package struct ChosenFormat {
  package let pipeline: Pipeline
  package let rules: OrientationRules
  package let rendition: @Sendable (Probe, InputFile) -> Rendition

  /// Memberwise initializer.
  package init(
    pipeline: Pipeline, rules: OrientationRules, rendition: @escaping @Sendable (Probe, InputFile) -> Rendition
  ) {
    self.pipeline = pipeline
    self.rules = rules
    self.rendition = rendition
  }

  /// The format of the file's result if it differs from the source's; nil if it stays, or if there is no result.
  package func format(_ file: InputFile) -> ContainerFormat? {
    let named = ContainerFormat(fileExtension: FileName.fileExtension(of: file.path))
    if let named, ContainerFormat.written.contains(named) { return nil }
    guard let probe = try? FileBytes(file.location).probe(rules: rules),
      let plan = try? pipeline.plan(rendition(probe, file), for: probe), plan.unwrittenFormat != nil
    else { return nil }
    return plan.format
  }

  /// What a template states of the file's planned result.
  ///
  /// - Throws: Why there is no plan.
  package func facts(_ file: InputFile) throws(UprightError) -> OutputTemplate.Facts {
    let probe = try FileBytes(file.location).probe(rules: rules)
    let plan = try pipeline.plan(rendition(probe, file), for: probe)
    return OutputTemplate.Facts(size: plan.outputSize, format: plan.format, orientation: probe.orientation.exif)
  }
}

// Which formats are decoded and written.

extension ContainerFormat {
  /// The formats that can be written from pixels.
  package static let written = ImageCodecs.all().filter(\.capabilities.encodes).map(\.format)

  /// The formats whose pixels can be read.
  package static let decoded = ImageCodecs.decoded
}
