// The parts of a data set in a folder: its labels, its images and the names of its classes (Ultralytics' and Roboflow's layouts for YOLO, Pascal VOC's, COCO's).

import Upright
import UprightBatch
import UprightFiles

/// Where labels and images of one data set are.
struct LabelDataSet: Hashable {
  /// A label file, or a folder of them.
  let labels: String
  /// The folder of the images.
  let images: String
  /// Whether both were found in a folder that was given for both.
  let isFound: Bool

  /// What is called so in the usual layouts, whatever the case of the letters; the first that is there is taken.
  private static let (labelFolders, imageFolders) = (["labels", "annotations"], ["images", "jpegimages"])

  /// Labels and images that are both named.
  init(labels: String, images: String) { (self.labels, self.images, isFound) = (labels, images, false) }

  /// Finds both in a folder: `images` beside `labels` or `annotations`; otherwise both are looked for in all of it, as where each of `train` and `valid` has
  /// its own `images` and `labels`, or labels lie beside their images.
  ///
  /// - Throws: `.io`; `.unanswerable` where there is no folder, or no image in it.
  init(in folder: String) throws(UprightError) {
    guard try FileIdentity(path: folder).kind == .folder else {
      throw .unanswerable(field: "--images", reason: "one label file says not where its images are: name their folder")
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
    guard try !FolderWalk(images, recursive: true, formats: Set(ContainerFormat.allCases)).all().isEmpty else {
      throw .unanswerable(
        field: "--images", reason: "there is no image in \(images); name the folder of the images with this option")
    }
  }
}
