// Label files and masks that describe photos, found by their names where data sets keep them (YOLO, Pascal VOC, COCO,
// LabelMe, Cityscapes).

import Synchronization
import Upright
import UprightFiles

/// Finds the label files and masks of photos: beside them, and in folders of labels and masks in and above their folder.
///
/// It reads names, and the beginning of files that may be labels. Threads share it; what a folder contains is read again
/// after a while.
package final class LabelsBeside: Sendable {
  /// How many folders above a photo's are looked into.
  private static let levels = 3
  /// A folder of more names is not looked into.
  private static let mostNames = 200_000
  /// The number of JSON files of a folder that are looked at as labels of many images.
  private static let mostLists = 16
  /// How many folders are remembered.
  private static let mostFolders = 256
  private static let lifetime = Duration.seconds(10)

  /// What a folder contains.
  private struct Listing: Sendable {
    let made = ContinuousClock.now
    /// Files with extensions of labels, and masks, by the names of their photos without extensions.
    var (labels, masks): ([String: [String]], [String: [String]]) = ([:], [:])
    /// JSON files, which may be labels of many images.
    var lists: [String] = []
    /// The paths of those that are; nil if they were not looked at.
    var known: [String]?
    /// Subfolders of labels or masks.
    var folders: [String] = []
  }

  /// A folder that may have labels of a photo.
  private struct Place {
    enum Content { case all, labels, lists }

    let path: String
    let content: Content
  }

  private let listings = Mutex<[String: Listing]>([:])

  /// A finder that knows no folder yet.
  package init() {}

  /// The paths of the labels and masks of the photo at `path`, or of photos in its folder, in byte order.
  package func describing(_ path: String) -> [String] {
    let name = FileName.last(of: path)
    let isInMaskFolder = MaskFolders.contain(path)
    if isInMaskFolder, MaskFolders.isPNG(name) { return [] }
    guard let folder = try? FileName.absolute(FileName.folder(of: path)) else { return [] }
    let stem = MaskFolders.stem(of: name)
    var found: Set<String> = []
    for place in places(of: folder, hasMasks: isInMaskFolder) {
      let listing = listing(of: place.path)
      if place.content != .lists {
        found.formUnion(
          (listing.labels[stem] ?? []).map { FileName.joined(place.path, $0) }.filter(LabelText.isLabels(at:)))
      }
      if place.content == .all {
        found.formUnion((listing.masks[stem] ?? []).map { FileName.joined(place.path, $0) })
      }
      found.formUnion(lists(of: place.path))
    }
    let sorted = found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Self.asGiven(sorted, path: path, folder: folder)
  }

  /// The folder itself, and folders of labels and masks in it and in those above: there directly, and under the names
  /// that lead to it from there.
  private func places(of folder: String, hasMasks: Bool) -> [Place] {
    var places = [Place(path: folder, content: hasMasks ? .all : .labels)]
    var (above, names) = (folder, [String]())
    for level in 0...Self.levels {
      for name in listing(of: above).folders where name != names.first {
        let place = FileName.joined(above, name)
        if level < 2 {
          places.append(Place(path: place, content: .all))
          continue
        }
        if MaskFolders.isOfPhotos(names[0]) { places.append(Place(path: place, content: .lists)) }
        places.append(Place(path: names.dropFirst().reduce(place, FileName.joined), content: .all))
      }
      guard above != "/" else { break }
      names.insert(FileName.last(of: above), at: 0)
      above = FileName.folder(of: above)
    }
    return places
  }

  private func listing(of folder: String) -> Listing {
    let now = ContinuousClock.now
    let known = listings.withLock { $0[folder] }
    if let known, now - known.made < Self.lifetime { return known }
    let made = Self.listed(folder)
    listings.withLock {
      if $0.count >= Self.mostFolders { $0.removeAll() }
      $0[folder] = made
    }
    return made
  }

  /// The paths of a folder's labels of many images.
  private func lists(of folder: String) -> [String] {
    let listing = listing(of: folder)
    let known = listing.known ?? listing.lists.map { FileName.joined(folder, $0) }.filter(LabelText.isList(at:))
    if listing.known == nil { listings.withLock { $0[folder]?.known = known } }
    return known
  }

  private static func listed(_ folder: String) -> Listing {
    var listing = Listing()
    guard let names = Folder.names(in: folder, atMost: mostNames) else { return listing }
    listing.folders = names.folders.filter { MaskFolders.names.contains($0.lowercased()) }
    var lists: [String] = []
    for name in names.files {
      let ending = FileName.fileExtension(of: name).lowercased()
      if ending == "png" { listing.masks[MaskFolders.photo(ofMask: name), default: []].append(name) }
      if LabelText.endings.contains(ending) { listing.labels[MaskFolders.stem(of: name), default: []].append(name) }
      if ending == "json" { lists.append(name) }
    }
    if lists.count > mostLists { lists = lists.filter(LabelText.isNamedAsList) }
    listing.lists = Array(lists.sorted().prefix(mostLists))
    return listing
  }

  /// Absolute paths as paths relative to what the photo's path is relative to, where they are below that.
  private static func asGiven(_ found: [String], path: String, folder: String) -> [String] {
    let given = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let inside = FileName.folder(of: given)
    let base = inside == "." ? FileName.joined(folder, "") : String(folder.dropLast(inside.count))
    guard !path.hasPrefix("/"), inside == "." || folder.hasSuffix("/" + inside) else { return found }
    let lead = given == path ? "" : "./"
    return found.map { $0.hasPrefix(base) ? lead + $0.dropFirst(base.count) : $0 }
  }
}

/// Recognizes label files by their names, and by how they begin.
private enum LabelText {
  /// Extensions of files with the labels of one image.
  static let endings: Set<String> = ["json", "txt", "xml"]
  private static let headLength = 4_096

  private static func head(_ path: String) -> String {
    guard let file = try? FileBytes(path: path), let bytes = try? file.read(0..<headLength) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the file has labels of one image: rows of a class and numbers, XML of annotations, or JSON of shapes.
  static func isLabels(at path: String) -> Bool {
    let head = head(path)
    return switch FileName.fileExtension(of: path).lowercased() {
    case "xml": head.contains("<annotation")
    case "json":
      ["shapes", "imagePath", "annotations", "regions", "objects"].contains { head.contains("\"\($0)\"") }
    default: isRow(head.split(whereSeparator: \.isNewline).first ?? "")
    }
  }

  /// Whether a line has a class and at least a box.
  private static func isRow(_ line: Substring) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    return words.count >= 5 && words.prefix(5).allSatisfy { Double($0) != nil }
  }

  /// Whether the file is JSON that lists images and their labels, as COCO's and Create ML's.
  static func isList(at path: String) -> Bool {
    let head = head(path)
    let isArray = head.first { !$0.isWhitespace } == "["
    return (["images", "categories"] + (isArray ? ["annotations"] : [])).contains { key in
      head.contains("\"\(key)\":") || head.contains("\"\(key)\" :")
    }
  }

  /// Whether the name is usual for labels of many images.
  static func isNamedAsList(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["coco", "instances", "annotations", "keypoints"].contains { name.contains($0) }
  }
}
