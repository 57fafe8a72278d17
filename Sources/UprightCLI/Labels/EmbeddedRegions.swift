// Regions that pictures have in themselves, as files of XMP that lie beside them would have them (MWG 2.0, 5.9; XMP Specification Part 3).

import Upright
import UprightFiles
import UprightLabels

/// Packets of XMP in pictures.
enum EmbeddedRegions {
  /// The packets of the pictures in a folder that mark regions, each named as the file beside its picture: `a.jpg.xmp`.
  ///
  /// - Parameters:
  ///   - folder: Where the pictures lie; pictures whose headers cannot be read have none.
  ///   - sidecars: The files of XMP in the same folder. A picture that has one beside it is left to it: that is the one programs edit.
  static func files(in folder: String, besides sidecars: [String]) -> [(file: LabelFile, access: FileAccess)] {
    let taken = Set(sidecars.map(LabelFile.withoutExtension))
    return FolderWalk(folder, recursive: true, formats: Set(ContainerFormat.allCases)).pictures.compactMap { picture in
      let name = picture.relativePath
      guard !taken.contains(name), !taken.contains(LabelFile.withoutExtension(name)) else { return nil }
      return file(picture.path, named: picture.relativePath)
    }
  }

  /// The packet of one picture, and who may do what with that; nil where it is no picture, or marks nothing.
  static func file(_ path: String, named name: String) -> (file: LabelFile, access: FileAccess)? {
    guard let picture = try? FileBytes(path: path),
      let packet = (try? picture.probe(rules: OrientationRules()))?.markedPackets.first
    else { return nil }
    return (LabelFile(name: name + ".xmp", bytes: packet), FileAccess(of: picture))
  }
}
