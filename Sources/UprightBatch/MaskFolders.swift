// Images whose pixels are numbers of classes or objects, by their folders (Pascal VOC, Cityscapes, and others).

package import Upright

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
