// The parts of a data set: labels, images, class names (layouts of Ultralytics, Roboflow, Pascal VOC, COCO).

package import Upright
import UprightBatch
package import UprightFiles
package import UprightLabels

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

// XMP regions inside images, named like the sidecar files beside them (MWG 2.0, 5.9; XMP Specification Part 3).

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

// Files by their names and folders, however their paths are written (POSIX.1-2017, 4.13 "Pathname Resolution").

/// The places of files: equal for all paths that name the same file in the same folder.
struct FilePlaces {
  private var places: Set<String> = []
  private var names: Set<String> = []

  /// The places of the files at `paths`.
  init(_ paths: some Sequence<String>) {
    var folders: [String: String] = [:]
    for path in paths {
      let (folder, name) = (FileName.folder(of: path), FileName.last(of: path))
      let place = folders[folder] ?? Self.folder(folder)
      folders[folder] = place
      places.insert(place + name)
      names.insert(name)
    }
  }

  /// Whether the file at `path` is one of them.
  func contains(_ path: String) -> Bool {
    names.contains(FileName.last(of: path)) && places.contains(Self.place(path))
  }

  /// The path from the root, without links in its folders.
  static func place(_ path: String) -> String { folder(FileName.folder(of: path)) + FileName.last(of: path) }

  /// The folder from the root, with a slash at its end.
  private static func folder(_ path: String) -> String {
    let real = try? FileName.absolute(FileName.joined(path, "."))
    return FileName.joined(real.map(FileName.folder) ?? path, "")
  }

  /// The path without slashes and dots at its end that only repeat its folder.
  static func trimmed(_ path: String) -> String {
    var rest = path[...]
    while rest.utf8.count > 1, rest.hasSuffix("/") || rest.hasSuffix("/.") { rest.removeLast() }
    return String(rest)
  }
}
