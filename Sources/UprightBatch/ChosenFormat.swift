// The format of a result where none is asked for and the source's own is not written: it has to be known before its name.

package import Upright
import UprightFiles

/// What the planner makes of files whose names say no format that is written.
package struct ChosenFormat {
  package let pipeline: Pipeline
  package let rules: OrientationRules
  package let rendition: @Sendable (Probe) -> Rendition

  /// A value with these members.
  package init(
    pipeline: Pipeline, rules: OrientationRules, rendition: @escaping @Sendable (Probe) -> Rendition
  ) {
    self.pipeline = pipeline
    self.rules = rules
    self.rendition = rendition
  }

  /// The format of the file's result where it is another than the source's; nil where it stays, or nothing comes of the file.
  package func format(_ file: InputFile) -> ContainerFormat? {
    let named = ContainerFormat(fileExtension: FileName.fileExtension(of: file.path))
    if let named, ContainerFormat.written.contains(named) { return nil }
    guard let probe = try? FileBytes(file.location).probe(rules: rules),
      let plan = try? pipeline.plan(rendition(probe), for: probe), plan.formatReason != nil
    else { return nil }
    return plan.format
  }
}
