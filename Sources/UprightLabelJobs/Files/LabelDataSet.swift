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

  /// Labels and images that are both given. If the labels are a data set's folder, they are in its subfolder for
  /// labels.
  ///
  /// - Throws: `.io` if the labels' folder cannot be searched.
  package init(labels: String, images: String) throws(UprightError) {
    self.images = images
    isFound = false
    self.labels = try Self.labelFolder(in: labels) ?? labels
  }

  /// The subfolder for labels of a data set's folder; nil if it has none, or files with labels beside it.
  private static func labelFolder(in folder: String) throws(UprightError) -> String? {
    guard folder != StandardInput.path, try FileIdentity.ofExisting(folder)?.kind == .folder else { return nil }
    let names = try Folder.folders(in: folder)
    guard let found = first(of: labelFolders, in: names, of: folder) else { return nil }
    let own = Folder.files(in: folder, recursive: false).filter {
      !LabelFiles.areNames($0) && LabelFormatName(fileExtension: FileName.fileExtension(of: $0)) != nil
    }
    return own.isEmpty ? found : nil
  }

  private static func first(of known: [String], in names: [String], of folder: String) -> String? {
    known.lazy.compactMap { known in names.first { $0.lowercased() == known } }.first
      .map { FileName.joined(folder, $0) }
  }

  /// Finds both in a folder: `images` beside `labels` or `annotations`. Otherwise it searches the whole folder for
  /// both, as if `train` and `valid` have `images` and `labels` each, or labels are beside their images.
  ///
  /// - Throws: `.io`; `.unanswerable` if there is no folder, or no image in it.
  package init(in folder: String) throws(UprightError) {
    guard try FileIdentity(path: folder).kind == .folder else {
      throw .unanswerable(
        field: "\(field: .images)",
        reason: "give the images' folder with \(option: .images, "FOLDER"), because the labels are a single file")
    }
    let names = try Folder.folders(in: folder)
    isFound = true
    if let labels = Self.first(of: Self.labelFolders, in: names, of: folder),
      let images = Self.first(of: Self.imageFolders, in: names, of: folder)
    {
      (self.labels, self.images) = (labels, images)
    } else {
      (labels, images) = (folder, folder)
    }
    let walk = FolderWalk(images, recursive: true, formats: Set(ContainerFormat.allCases))
    guard !walk.files.isEmpty else {
      if let first = walk.unreadable.first { throw first }
      throw .unanswerable(
        field: "\(field: .images)", reason: "no images in \(images); use this option to name the folder of the images")
    }
  }
}
