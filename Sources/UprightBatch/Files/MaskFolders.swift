// Images whose pixels are numbers of classes or objects, by their folders (Pascal VOC, Cityscapes, and others).

package import Upright
import UprightFiles

/// Recognizes masks.
package enum MaskFolders {
  /// Folders of masks in common data sets, in lower case.
  package static let names: Set<String> = [
    "masks", "mask", "segmentationclass", "segmentationobject", "segmentationclassaug", "segmentationclassraw",
    "gtfine",
    "gtcoarse", "gt", "trimaps", "annotations", "labels", "segmentation", "segmentations", "semantic", "instance",
  ]

  /// Whether a folder of the path is one of them.
  package static func contain(_ path: String) -> Bool {
    folders(of: path).contains { names.contains($0.lowercased()) }
  }

  /// The folders that a path's file is in, the outermost first, as far as the path states them.
  package static func folders(of path: String) -> [String] {
    var folders: [String] = []
    for part in path.split(separator: "/").dropLast() where part != "." {
      if part == "..", folders.last.map({ $0 != ".." }) ?? false {
        folders.removeLast()
      } else {
        folders.append(String(part))
      }
    }
    return folders
  }

  /// Whether a folder of this name has photos in common data sets, beside folders of their labels.
  package static func isOfPhotos(_ folder: String) -> Bool { photoNames.contains(folder.lowercased()) }

  /// Folders of photos in common data sets, in lower case.
  package static let photoNames: Set<String> = ["images", "jpegimages", "leftimg8bit"]

  /// Whether a path names a PNG.
  package static func isPNG(_ path: String) -> Bool { FileName.fileExtension(of: path).lowercased() == "png" }

  /// Whether a path names a TIFF.
  static func isTIFF(_ path: String) -> Bool {
    ["tif", "tiff"].contains(FileName.fileExtension(of: path).lowercased())
  }

  /// A file's name without its extension.
  static func stem(of name: String) -> String {
    let ending = FileName.fileExtension(of: name)
    return ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
  }

  /// The name of a mask's photo, without extension: without what tools add to it.
  package static func photo(ofMask name: String) -> String { MaskName.photo(of: stem(of: name)) }

  /// Whether a name is that of a mask wherever it is: a PNG or TIFF whose name shows it
  /// (`a_mask.png`).
  package static func isMarked(_ name: String) -> Bool {
    (isPNG(name) || isTIFF(name)) && MaskName.markedPhoto(of: stem(of: FileName.last(of: name))) != nil
  }
}

extension Rendition {
  /// The rendition of a file: a PNG in a folder of masks, gray or with a palette, is scaled without new values.
  package func sparingMask(_ probe: Probe, of file: InputFile) -> Self {
    guard let png = probe.png, png.colorType == .palette || png.colorType == .gray, MaskFolders.contain(file.path)
    else {
      return self
    }
    var result = self
    result.scaling = .nearest
    return result
  }
}
