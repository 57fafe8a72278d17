// The parts of a data set: labels, images, class names (layouts of Ultralytics, Roboflow, Pascal VOC, COCO).

package import Upright
import UprightBatch
import UprightFiles

/// The location of a data set's labels and images.
package struct LabelDataSet: Hashable {
  /// A label file, or a folder of them.
  package let labels: String
  /// The folder of the images.
  package let images: String
  /// Whether both were found in one given folder.
  package let isFound: Bool

  /// The usual folder names, in any case; the first that exists is used.
  private static let (labelFolders, imageFolders) = (["labels", "annotations"], ["images", "jpegimages"])

  /// Labels and images that are both given.
  package init(labels: String, images: String) { (self.labels, self.images, isFound) = (labels, images, false) }

  /// Finds both in a folder: `images` beside `labels` or `annotations`. Otherwise it searches the whole folder for
  /// both, as if `train` and `valid` have `images` and `labels` each, or labels are beside their images.
  ///
  /// - Throws: `.io`; `.unanswerable` if there is no folder, or no image in it.
  package init(in folder: String) throws(UprightError) {
    guard try FileIdentity(path: folder).kind == .folder else {
      throw .unanswerable(
        field: "--images", reason: "give the images' folder with --images FOLDER, because the labels are a single file")
    }
    let names = try Folder.folders(in: folder)
    func first(of known: [String]) -> String? {
      known.lazy.compactMap { known in names.first { $0.lowercased() == known } }.first
        .map { FileName.joined(folder, $0) }
    }
    isFound = true
    if let labels = first(of: Self.labelFolders), let images = first(of: Self.imageFolders) {
      (self.labels, self.images) = (labels, images)
    } else {
      (labels, images) = (folder, folder)
    }
    let walk = FolderWalk(images, recursive: true, formats: Set(ContainerFormat.allCases))
    guard !walk.files.isEmpty else {
      if let first = walk.unreadable.first { throw first }
      throw .unanswerable(
        field: "--images", reason: "no images in \(images); use this option to name the folder of the images")
    }
  }
}
