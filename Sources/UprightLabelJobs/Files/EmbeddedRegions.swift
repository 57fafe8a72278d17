// XMP regions inside images, named like the sidecar files beside them (MWG 2.0, 5.9; XMP Specification Part 3).

package import Upright
import UprightBatch
package import UprightFiles
package import UprightLabels

/// XMP packets in images.
package enum EmbeddedRegions {
  /// The packets with regions from the images in a folder, each named like the image's sidecar: `a.jpg.xmp`.
  ///
  /// - Parameters:
  ///   - folder: The folder of the images; images with unreadable headers are skipped.
  ///   - sidecars: The XMP files in the same folder. An image with a sidecar is skipped, because programs edit the
  ///     sidecar.
  ///   - unreadable: Gets an error for each image and each subfolder that cannot be read, because regions may be
  ///     missing.
  package static func files(
    in folder: String, besides sidecars: [String], unreadable: (UprightError) -> Void = { _ in }
  ) -> [(file: LabelFile, access: FileAccess)] {
    let taken = Set(sidecars.map(LabelFile.withoutExtension))
    var found: [(file: LabelFile, access: FileAccess)] = []
    let walk = FolderWalk(folder, recursive: true, formats: Set(ContainerFormat.allCases))
    for image in walk.files {
      let name = image.relativePath
      guard !taken.contains(name), !taken.contains(LabelFile.withoutExtension(name)) else { continue }
      do throws(UprightError) {
        if let file = try file(FileLocation(path: image.path), named: name) { found.append(file) }
      } catch { unreadable(error) }
    }
    walk.unreadable.forEach(unreadable)
    return found
  }

  /// The packet of one image and the image's permissions; nil if it is not an image or has no regions.
  ///
  /// - Throws: `.io` if it cannot be opened.
  package static func file(_ location: FileLocation, named name: String) throws(UprightError) -> (
    file: LabelFile, access: FileAccess
  )? {
    let image = try FileBytes(location)
    guard let packet = (try? image.probe(rules: OrientationRules()))?.markedPackets.first
    else { return nil }
    return (LabelFile(name: name + ".xmp", bytes: packet), FileAccess(of: image))
  }
}
