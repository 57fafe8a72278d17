// One image with its labels drawn on it, as a file.

package import Upright
package import UprightBatch
import UprightDrawing
package import UprightFiles
import UprightLabels

/// Draws the labels of one image into a file.
package struct OverlayTask: Sendable {
  package let names: [String]
  package let space: LabelSpaceName?
  package let side: Int
  package let rules: OrientationRules
  package let pipeline: Pipeline
  /// The permissions of the labels.
  package let access: Set<FileAccess>
  package let overwrites: Bool
  package let isDryRun: Bool

  /// Memberwise initializer.
  package init(
    names: [String], space: LabelSpaceName?, side: Int, rules: OrientationRules, pipeline: Pipeline,
    access: Set<FileAccess>, overwrites: Bool, isDryRun: Bool
  ) {
    self.names = names
    self.space = space
    self.side = side
    self.rules = rules
    self.pipeline = pipeline
    self.access = access
    self.overwrites = overwrites
    self.isDryRun = isDryRun
  }

  /// The destination of each drawing: JPEGs in a folder, or one file in the format of its name.
  ///
  /// - Throws: `DestinationConflict` if two drawings would have the same name, or one that of an image.
  package static func destinations(
    of views: [LabelView], output: String, format: ContainerFormat?
  ) throws(DestinationConflict) -> DestinationPlan {
    var inputs = InputFiles([], recursive: false, formats: [])
    inputs.files = views.map(\.file)
    let isNamed = ContainerFormat(fileExtension: FileName.fileExtension(of: output)) != nil
    inputs.hasFolder = views.count != 1 || !isNamed
    let format = format ?? (isNamed && views.count == 1 ? nil : .jpeg)
    return try DestinationPlan(inputs, output: output, format: format)
  }

  /// Draws `view` and writes it to `location`, unless it is a dry run.
  ///
  /// - Returns: Whether only a part of the image could be read; a dry run does not read it.
  /// - Throws: Why it fails, with the path.
  package func write(
    _ view: LabelView, to location: FileLocation, makesFolder: Bool
  ) throws(UprightError) -> SourceDamage {
    let path = location.path
    if !overwrites, (try? FileIdentity(location)) != nil { throw .exists(path) }
    if isDryRun { return .none }
    let sheet = try OverlaySheet(
      view, names: names, spaces: view.spaces(space), side: side, rules: rules, pipeline: pipeline)
    let drawing = sheet.drawn()
    let isPNG = ContainerFormat(fileExtension: FileName.fileExtension(of: path)) == .png
    if makesFolder { try location.makeFolder() }
    try SafeReplace.create(location, noMoreOpenThan: access.union([sheet.access]), overwriting: overwrites) {
      (sink: inout FileSink) throws(UprightError) in
      if isPNG { return try DrawnPNG(canvas: drawing).write(into: &sink, limits: pipeline.limits) }
      try DrawnJPEG(canvas: drawing, quality: 90, keepsColors: true).write(into: &sink, limits: pipeline.limits)
    }
    return sheet.damage
  }
}

extension LabelView {
  /// The line for people.
  package func text(drawnTo path: String) -> String {
    "\(TerminalText.plain(file.path)) -> \(TerminalText.plain(path)): "
      + "\(verdict.word), \(CountedNoun("region", displayed.count))"
  }

  /// The line for programs.
  package func json(drawnTo path: String, _ damage: SourceDamage = .none) -> JSONLine {
    .about(
      file.path,
      [
        .init("output", .text(path)), .init("space", .text(verdict.word)), .init("regions", .number(displayed.count)),
        .init("orientation", .number(Int(facts.orientation.exif.rawValue))),
        .init("beyondAsStored", .number(extendsBeyond(.stored))),
        .init("beyondAsDisplayed", .number(extendsBeyond(.displayed))),
      ] + damage.json)
  }
}
