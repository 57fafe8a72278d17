// Label files and masks that describe photos, found by their names where data sets keep them (YOLO, Pascal VOC, COCO,
// LabelMe, Cityscapes).

import Synchronization
package import Upright
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
  /// The number of JSON files, and of XML files, of a folder that are looked at as labels of many images.
  private static let mostLists = 16
  /// How many folders are remembered.
  private static let mostFolders = 256
  private static let lifetime = Duration.seconds(10)
  /// How many bytes of a folder's labels of many images are searched for the names of images.
  private static let mostListBytes = 32 << 20
  /// How many bytes of such labels are remembered, in all folders.
  private static let mostKnownBytes = 128 << 20

  /// What a folder contains.
  private struct Listing: Sendable {
    let made = ContinuousClock.now
    /// Files with extensions of labels, by their names without extensions.
    var labels: [String: [String]] = [:]
    /// PNGs, by their names without extensions.
    var images: [String: [String]] = [:]
    /// PNGs and TIFFs whose names show that they are masks, by the names of their photos without extensions.
    var masks: [String: [String]] = [:]
    /// Files that may be labels of many images.
    var lists: [String] = []
    /// Those that are; nil if they were not looked at.
    var known: [LabelList]?
    /// How many bytes of those were searched.
    var knownBytes = 0
    /// Subfolders of labels or masks.
    var folders: [String] = []
    /// The parts of data sets that subfolders are named after.
    var parts: Set<DataSetPart> = []
  }

  /// A folder that may have labels of a photo.
  private struct SearchedFolder {
    enum Content { case all, labels, lists }

    let path: String
    let content: Content
    /// The folder from which the photo was looked for, and the names that lead to the photo's folder from there.
    let above: String
    let names: [String]
  }

  private let listings = Mutex<[String: Listing]>([:])
  /// Held while lists are read, so that threads neither read the same ones nor fill memory together.
  private let reading = Mutex(())

  /// A finder that knows no folder yet.
  package init() {}

  /// The labels and masks of a photo, by each of the names by which it was given.
  func describing(_ file: InputFile) -> [String] {
    let found = describing(file.path)
    guard !file.otherNames.isEmpty else { return found }
    return Set(found + file.otherNames.flatMap { describing($0.path) })
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths of the labels and masks of the photo at `path`, or of photos in its folder, in byte order.
  package func describing(_ path: String) -> [String] {
    let name = FileName.last(of: path)
    let isInMaskFolder = MaskFolders.contain(path)
    if isInMaskFolder, MaskFolders.isPNG(name) { return [] }
    let folders = Self.folders(of: path)
    let parts = folders.map { $0.split(separator: "/").map(String.init) }
    var found: Set<String> = []
    for folder in folders {
      for place in searchedFolders(of: folder, hasMasks: isInMaskFolder) {
        found.formUnion(files(of: place, describing: name))
        for list in lists(of: place.path) where names(list, name, in: parts, from: place) { found.insert(list.path) }
      }
    }
    if folders.count > 1 { found = Set(found.map(Self.withoutLinks)) }
    return Self.asGiven(found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, path: path)
  }

  /// The labels and masks of one photo.
  private func files(of place: SearchedFolder, describing name: String) -> [String] {
    let listing = listing(of: place.path)
    let stem = MaskFolders.stem(of: name)
    var found: [String] = []
    if place.content != .lists {
      found = (listing.labels[stem] ?? []).filter { LabelText.isLabels(at: FileName.joined(place.path, $0)) }
      found += listing.masks[stem] ?? []
    }
    if place.content == .all { found += (listing.images[stem] ?? []) + (listing.images[name] ?? []) }
    return found.map { FileName.joined(place.path, $0) }
  }

  /// Whether a list has, or may have, labels of the photo with this name.
  private func names(_ list: LabelList, _ name: String, in folders: [[String]], from place: SearchedFolder) -> Bool {
    switch list.mention(of: name, in: folders) {
    case .none: false
    case .certain: true
    case .possible: !isOfOtherPart(list, place)
    }
  }

  /// Whether the name of a list states another part of the data set than the photo's folder, and that part has a folder
  /// beside the photo's.
  private func isOfOtherPart(_ list: LabelList, _ place: SearchedFolder) -> Bool {
    guard let part = list.part else { return false }
    var above = place.above
    for name in place.names {
      if let own = DataSetPart(of: name), own != part, listing(of: above).parts.contains(part) { return true }
      above = FileName.joined(above, name)
    }
    return false
  }

  /// The photo's folder without links, and as its path states it, if that differs.
  private static func folders(of path: String) -> [String] {
    let folder = FileName.folder(of: path)
    guard let real = resolved(folder), let current = folder.hasPrefix("/") ? "" : resolved(".") else { return [] }
    let parts = folder.split(separator: "/").filter { $0 != "." }
    guard !parts.contains("..") else { return [real] }
    let stated = parts.reduce(current) { "\($0 == "/" ? "" : $0)/\($1)" }
    return stated.isEmpty || stated == real ? [real] : [real, stated]
  }

  /// A folder's path from the root without links.
  private static func resolved(_ folder: String) -> String? {
    (try? FileName.absolute(FileName.joined(folder, "."))).map(FileName.folder)
  }

  private static func withoutLinks(_ path: String) -> String {
    resolved(FileName.folder(of: path)).map { FileName.joined($0, FileName.last(of: path)) } ?? path
  }

  /// The folder itself, and folders of labels and masks in it and in those above: there directly, and under the names
  /// that lead to it from there. A folder above one of photos may have lists.
  private func searchedFolders(of folder: String, hasMasks: Bool) -> [SearchedFolder] {
    var searchedFolders = [SearchedFolder(path: folder, content: hasMasks ? .all : .labels, above: folder, names: [])]
    var (above, names) = (folder, [String]())
    for level in 0...Self.levels {
      func add(_ path: String, _ content: SearchedFolder.Content) {
        searchedFolders.append(SearchedFolder(path: path, content: content, above: above, names: names))
      }
      let isAbovePhotos = names.first.map(MaskFolders.isOfPhotos) ?? false
      if isAbovePhotos { add(above, .lists) }
      for name in listing(of: above).folders where name != names.first {
        let place = FileName.joined(above, name)
        if level < 2 {
          add(place, .all)
          continue
        }
        if isAbovePhotos { add(place, .lists) }
        add(names.dropFirst().reduce(place, FileName.joined), .all)
      }
      guard above != "/" else { break }
      names.insert(FileName.last(of: above), at: 0)
      above = FileName.folder(of: above)
    }
    return searchedFolders
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

  /// A folder's labels of many images.
  private func lists(of folder: String) -> [LabelList] {
    if let known = listing(of: folder).known { return known }
    return reading.withLock { _ in
      let now = listing(of: folder)
      if let known = now.known { return known }
      var bytes = Self.mostListBytes
      let known = now.lists.map { FileName.joined(folder, $0) }.filter(LabelText.isList(at:)).map {
        LabelList($0, reading: &bytes)
      }
      remember(known, of: Self.mostListBytes - bytes, in: folder)
      return known
    }
  }

  /// Remembers the lists of a folder; if that is too much, those of no other folder.
  private func remember(_ known: [LabelList], of byteCount: Int, in folder: String) {
    listings.withLock { listings in
      let others = listings.values.reduce(0) { $0 + $1.knownBytes }
      if others + byteCount > Self.mostKnownBytes {
        for other in Array(listings.keys) {
          listings[other]?.known = nil
          listings[other]?.knownBytes = 0
        }
      }
      listings[folder]?.known = known
      listings[folder]?.knownBytes = byteCount
    }
  }

  private static func listed(_ folder: String) -> Listing {
    var listing = Listing()
    guard let names = Folder.names(in: folder, atMost: mostNames) else { return listing }
    listing.folders = names.folders.filter { MaskFolders.names.contains($0.lowercased()) }
    listing.parts = Set(names.folders.compactMap(DataSetPart.init(of:)))
    var lists: [String: [String]] = [:]
    for name in names.files {
      let (ending, stem) = (FileName.fileExtension(of: name).lowercased(), MaskFolders.stem(of: name))
      if ending == "png" { listing.images[stem, default: []].append(name) }
      if MaskFolders.isMarked(name) { listing.masks[MaskFolders.photo(ofMask: name), default: []].append(name) }
      if LabelText.endings.contains(ending) { listing.labels[stem, default: []].append(name) }
      if LabelText.listEndings.contains(ending) { lists[ending, default: []].append(name) }
    }
    listing.lists = lists.values.flatMap { names in
      let likely = names.count > mostLists ? names.filter(LabelText.isNamedAsList) : names
      return likely.sorted().prefix(mostLists)
    }
    return listing
  }

  /// Absolute paths, relative to the working folder if the photo's path is and they are below it.
  private static func asGiven(_ found: [String], path: String) -> [String] {
    guard !path.hasPrefix("/"), let current = resolved(".") else { return found }
    let base = FileName.joined(current, "")
    let lead = path.hasPrefix("./") ? "./" : ""
    return found.map { $0.hasPrefix(base) ? lead + $0.dropFirst(base.count) : $0 }
  }
}

// Images whose pixels are numbers of classes or objects, by their folders (Pascal VOC, Cityscapes, and others).

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
