// How a labeled region is cut out: its rendition and its destination.

package import Upright
package import UprightBatch
import UprightFiles

/// The settings that all crops share.
package struct LabelCropRequest: Sendable {
  private let size: PixelSize<Output>?
  private let quality: Int?
  /// The requested format; nil for the image's.
  private let format: ContainerFormat?

  /// Memberwise initializer; without a size, crops are not scaled.
  package init(within size: PixelSize<Output>?, quality: Int?, format: ContainerFormat?) {
    (self.size, self.quality, self.format) = (size, quality, format)
  }

  /// The rendition of an area in a format; nil for the image's.
  package func rendition(_ area: PixelRect<Displayed>, _ format: ContainerFormat?) -> Rendition {
    var wanted = Rendition(
      region: .pixels(area), size: size.map { .within($0) } ?? .full, upright: .pixels, quality: .of(quality),
      format: format, loss: .recode)
    (wanted.mayChangeFormat, wanted.frame) = (true, .first)
    return wanted
  }

  /// The destinations; a result has its image's extension, unless another format is requested or required.
  ///
  /// - Throws: `DestinationConflict` if two results would have the same name, or one would have the name of an image.
  package func destinations(
    of crops: [LabelCrop], in folder: String, _ pipeline: Pipeline, _ rules: OrientationRules
  ) throws(DestinationConflict) -> DestinationPlan {
    let whole = rendition(PixelRect(x: 0, y: 0, width: 1, height: 1), format)
    let chosen = ChosenFormat(pipeline: pipeline, rules: rules) { _, _ in whole }
    var formats: [String: ContainerFormat?] = [:]
    for crop in crops where formats[crop.file.path] == nil {
      formats[crop.file.path] = .some(chosen.format(crop.file))
    }
    var inputs = InputFiles([], recursive: false, formats: [])
    inputs.files = crops.map { crop in
      let end = FileName.fileExtension(of: crop.file.path)
      return InputFile(crop.file.location, relativePath: crop.file.relativePath + (end.isEmpty ? "" : "." + end))
    }
    inputs.hasFolder = true
    return try DestinationPlan(inputs, output: folder, format: format) { formats[$0.path] ?? nil }
  }
}
