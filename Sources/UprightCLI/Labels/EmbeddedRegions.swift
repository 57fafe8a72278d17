// Regions that pictures have in themselves, as files of XMP that lie beside them would have them (MWG 2.0, 5.9; XMP Specification Part 3).

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Packets of XMP in pictures.
enum EmbeddedRegions {
  /// The packets of the pictures in a folder that mark regions, each named as the file beside its picture: `a.jpg.xmp`.
  ///
  /// - Parameters:
  ///   - folder: Where the pictures lie; pictures whose headers cannot be read have none.
  ///   - sidecars: The files of XMP in the same folder. A picture that has one beside it is left to it: that is the one programs edit.
  /// - Throws: `.io` where something in the folder cannot be opened, because regions in it would be missing.
  static func files(
    in folder: String, besides sidecars: [String]
  ) throws(UprightError) -> [(file: LabelFile, access: FileAccess)] {
    let taken = Set(sidecars.map(LabelFile.withoutExtension))
    var found: [(file: LabelFile, access: FileAccess)] = []
    for picture in try FolderWalk(folder, recursive: true, formats: Set(ContainerFormat.allCases)).all() {
      let name = picture.relativePath
      guard !taken.contains(name), !taken.contains(LabelFile.withoutExtension(name)) else { continue }
      if let file = try file(picture.path, named: name) { found.append(file) }
    }
    return found
  }

  /// The packet of one picture, and who may do what with that; nil where it is no picture, or marks nothing.
  ///
  /// - Throws: `.io` where it cannot be opened.
  static func file(_ path: String, named name: String) throws(UprightError) -> (file: LabelFile, access: FileAccess)? {
    let picture = try FileBytes(path: path)
    guard let packet = (try? picture.probe(rules: OrientationRules()))?.markedPackets.first
    else { return nil }
    return (LabelFile(name: name + ".xmp", bytes: packet), FileAccess(of: picture))
  }
}
