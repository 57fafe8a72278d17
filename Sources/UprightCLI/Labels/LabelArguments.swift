// The arguments of label commands: formats, spaces, names of results.

public import ArgumentParser
import Upright
import UprightBatch
public import UprightLabelJobs

extension LabelFormatName: ExpressibleByArgument {}

extension LabelSpaceName: ExpressibleByArgument {}
extension StatedSizeSource: ExpressibleByArgument {}

extension CropName: ExpressibleByArgument {
  package init?(argument: String) { self.init(pattern: argument) }

  package static var allValueStrings: [String] { [] }

  package var defaultValueDescription: String { pattern }
}

extension ImageIndex {
  /// The images of a named folder.
  ///
  /// - Throws: The exit code if it does not exist or something in it cannot be searched, after printing the error.
  static func named(
    _ folder: String?, _ rules: OrientationRules, besides masks: Set<String> = [], in world: World
  ) throws(ExitStatus) -> ImageIndex {
    do throws(UprightError) { return try opening(folder, rules: rules, besides: masks) } catch {
      // The folder's own name would be useless if the error concerns a place deep inside.
      let place = if case .io(let path, _) = error { path } else { folder ?? "" }
      return try world.exitOnError(place) { () throws(UprightError) in throw error }
    }
  }
}
