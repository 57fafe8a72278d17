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
    path.split(separator: "/").dropLast().contains { names.contains($0.lowercased()) }
  }

  /// Whether a folder of this name has photos in common data sets, beside folders of their labels.
  package static func isOfPhotos(_ folder: String) -> Bool { photoNames.contains(folder.lowercased()) }

  /// Folders of photos in common data sets, in lower case.
  package static let photoNames: Set<String> = ["images", "jpegimages", "leftimg8bit"]

  /// Whether a path names a PNG.
  package static func isPNG(_ path: String) -> Bool { FileName.fileExtension(of: path).lowercased() == "png" }

  /// A file's name without its extension.
  static func stem(of name: String) -> String {
    let ending = FileName.fileExtension(of: name)
    return ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
  }

  /// The name of a mask's photo, without extension: without what tools add to it, as `MaskFormat` names it.
  package static func photo(ofMask name: String) -> String {
    let stem = stem(of: name)
    for mark in ["_gtFine_", "_gtCoarse_"] {
      if let place = stem.firstRange(of: mark) { return stem[..<place.lowerBound] + "_leftImg8bit" }
    }
    for ending in endings where stem.utf8.count > ending.utf8.count && stem.lowercased().hasSuffix(ending) {
      return String(stem.dropLast(ending.count))
    }
    return stem
  }

  /// What tools add to the name of a photo for its masks, in lower case.
  package static let endings = [
    "_mask", "-mask", "_masks", "_segmentation", "_seg", "_gt", "_instance", "_semantic",
  ]
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
