// The crop of each labeled region: its whole pixels of the displayed image, its rendition, and its name.

package import Upright
package import UprightBatch
package import UprightFiles
package import UprightLabels

/// The crop of one region.
package struct LabelCrop: Sendable {
  /// The image; its relative path is the result's path inside the folder.
  package let file: InputFile
  /// The number of the region in the image, from 1.
  package let index: Int
  /// Its label; nil for none.
  package let label: String?
  /// Its area, in displayed pixels.
  package let area: PixelRect<Displayed>

  /// The pixels that a box touches, plus a border, clipped to the image; nil if there are none.
  ///
  /// Edges that extend beyond a whole pixel only by the rounding of their digits are snapped to that pixel.
  package static func area(
    of region: Region<Displayed>, border: Double, in size: PixelSize<Displayed>
  ) -> PixelRect<Displayed>? {
    let box = region.box.standardized
    guard box.x.isFinite, box.y.isFinite, box.maxX.isFinite, box.maxY.isFinite else { return nil }
    let across = inset(box.width, by: 2 * Double(region.precision.across)) - box.width * border
    let down = inset(box.height, by: 2 * Double(region.precision.down)) - box.height * border
    let padded = Rect2D<Displayed>(
      x: box.x + across, y: box.y + down, width: box.width - 2 * across, height: box.height - 2 * down)
    guard padded.width > 0, padded.height > 0 else { return nil }
    return padded.clipped(to: size)?.pixels(.outward).clipped(to: size)
  }

  private static func inset(_ side: Double, by slack: Double) -> Double { side > 4 * slack ? slack : 0 }

  /// The crops of all regions of all images; regions without a pixel become findings.
  package static func all(
    of views: LabelViews, in space: LabelSpaceName, border: Double, name: CropName
  ) -> (crops: [LabelCrop], findings: [LabelFinding]) {
    var (crops, findings): ([LabelCrop], [LabelFinding]) = ([], [])
    for view in views.views {
      for (index, region) in view.regions(space).enumerated() {
        guard let area = area(of: region, border: border, in: view.facts.displayedSize) else {
          let note = "region \(index + 1) \(fault(of: region)), so nothing is cut out"
          findings.append(LabelFinding(.notExpressible, in: view.name, note: note))
          continue
        }
        let label = LabelViews.name(of: region.label, in: views.names)
        let path = name.name(path: view.file.relativePath, index: index + 1, label: label)
        let file = InputFile(view.file.location, relativePath: path)
        crops.append(LabelCrop(file: file, index: index + 1, label: label, area: area))
      }
    }
    return (crops, findings)
  }

  /// Why a region without a pixel has none.
  private static func fault(of region: Region<Displayed>) -> String {
    let box = region.box.standardized
    guard box.x.isFinite, box.y.isFinite, box.maxX.isFinite, box.maxY.isFinite else { return "has no finite box" }
    if box.width > 0, box.height > 0 { return "is outside the image" }
    return box.width > 0 || box.height > 0 ? "has no area" : "is a point, which has no area"
  }

  /// The first two crops with the same name; nil for none.
  package static func duplicates(_ crops: [LabelCrop]) -> (LabelCrop, LabelCrop)? {
    var seen: [String: Int] = [:]
    for (index, crop) in crops.enumerated() {
      if let first = seen.updateValue(index, forKey: crop.file.relativePath) { return (crops[first], crop) }
    }
    return nil
  }
}

extension LabelCrop {
  /// The line for programs.
  package func json(_ report: ImageReport) -> JSONLine {
    let label = label.map { [JSONLine.Member("label", .text($0))] } ?? []
    let numbers = [area.x, area.y, area.width, area.height].map { JSONLine.number($0) }
    return .about(
      file.path,
      [.init("output", .text(report.output ?? "")), .init("index", .number(index))] + label
        + [.init("region", .list(numbers))] + report.plan.json
        + (report.isDamaged ? [.init("damaged", .flag(true))] : []))
  }
}

// How a labeled region is cut out: its rendition and its destination.

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

// Names of cropped images: a pattern, with words from label files that never leave the folder.

/// A pattern such as `{label}/{stem}-{index}`.
package struct CropName: Hashable, Sendable {
  /// The fields of a pattern.
  package enum Field: String, CaseIterable, Sendable {
    /// The image's name without folder and extension.
    case stem
    /// The image's path inside the folder, with dashes between folders.
    case path
    /// The number of the region in the image, from 1.
    case index
    /// The region's label.
    case label
  }

  /// The default pattern.
  package static let standard = CropName(unchecked: "{stem}-{index}-{label}")
  /// The maximum bytes of one field; file names have at most 255.
  private static let longest = 80

  /// The pattern, as typed.
  package let pattern: String
  private let template: NameTemplate<Field>?

  /// A pattern; nil if it leaves the folder, or contains an unknown field, or a brace.
  package init?(pattern: String) {
    guard !pattern.contains("{{"), !pattern.contains("}}"), let template = try? NameTemplate<Field>(pattern),
      !pattern.hasPrefix("/"), !pattern.hasSuffix("/"),
      pattern.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    (self.pattern, self.template) = (pattern, template)
  }

  private init(unchecked pattern: String) { (self.pattern, template) = (pattern, try? NameTemplate(pattern)) }

  /// The name of one region's crop, without an extension: a path below the folder, whatever the label contains.
  package func name(path: String, index: Int, label: String?) -> String {
    let text =
      template?.filled { field in
        switch field {
        case .stem: Self.safe(LabelFile.withoutExtension(FileName.last(of: path)))
        case .path: Self.safe(LabelFile.withoutExtension(path).replacing("/", with: "-"))
        case .index: String(index)
        case .label: Self.safe(label ?? "unlabelled")
        }
      } ?? ""
    return text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Self.harmless)
      .joined(separator: "/")
  }

  /// The word without characters that separate folders or are special to a shell, a terminal or another system.
  package static func safe(_ word: String) -> String {
    var result = ""
    for scalar in word.unicodeScalars {
      let next = isOrdinary(scalar) ? String(scalar) : "_"
      guard result.utf8.count + next.utf8.count <= longest else { break }
      result += next
    }
    return result.isEmpty ? "_" : result
  }

  private static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: !"/\\:*?\"<>|$`'".unicodeScalars.contains(scalar)
    }
  }

  /// A folder or file name that is not hidden, not an option, and not a parent folder.
  private static func harmless(_ part: String.UnicodeScalarView.SubSequence) -> String {
    guard let first = part.first else { return "_" }
    return ".-~ ".unicodeScalars.contains(first) ? "_" + String(part.dropFirst()) : String(part)
  }
}
