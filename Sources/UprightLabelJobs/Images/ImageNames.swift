// Which image a name in a label file refers to: a file name or a part of its path (dot segments: RFC 3986, 5.2.4).

import Upright
package import UprightBatch
import UprightFiles
import UprightLabels

/// Images, found by their names in label files.
package struct ImageNames: Sendable {
  /// How well a name matches an image's path.
  package struct MatchQuality: Comparable, Hashable, Sendable {
    /// How the extension matches.
    package enum ExtensionMatch: Int, Hashable, Sendable { case differs, missing, otherCase, agrees }

    package let ending: ExtensionMatch
    /// Whether the folders are only those of the label file: the name itself has none.
    package let isImplied: Bool
    /// Whether the name has a folder that the image is not in.
    package let contradicts: Bool
    /// Whether it is the image's whole path, or its whole path inside the given folder.
    package let isExact: Bool
    /// The number of matching folders.
    package let depth: Int

    /// Whether nothing contradicts the match.
    package var isPossible: Bool { ending != .differs && !contradicts }

    private var ranks: [Int] { [isPossible ? 1 : 0, ending.rawValue, isExact ? 1 : 0, depth] }

    package static func < (one: Self, other: Self) -> Bool { one.ranks.lexicographicallyPrecedes(other.ranks) }
  }

  /// The images that a name matches best.
  package struct Match: Hashable, Sendable {
    /// Their indexes, ascending.
    package let images: [Int]
    /// The names among all names of the images that it matches, ascending.
    package let names: [Int]
    package let fit: MatchQuality
    /// The name with its folders, the innermost last.
    package let path: String
  }

  private struct NamedImage: Sendable {
    /// The index of the image, which may have several names.
    let image: Int
    let last: String
    /// The folders from the root, the innermost first, and those inside the given folder.
    let folders, ownFolders: [String]
  }

  private var images: [NamedImage] = []
  private var byName: [String: [Int]] = [:]
  private var byStem: [String: [Int]] = [:]

  /// The names of `files`.
  ///
  /// - Parameter excluded: Paths of files that no name refers to: they are labels themselves.
  package init(_ files: [InputFile], besides excluded: Set<String> = []) {
    let excluded = FilePlaces(excluded)
    var folders: [String: [String]] = [:]
    images.reserveCapacity(files.count)
    for (index, file) in files.enumerated() {
      add(file.path, file.relativePath, of: index, besides: excluded, &folders)
      for name in file.otherNames { add(name.path, name.relativePath, of: index, besides: excluded, &folders) }
    }
  }

  private mutating func add(
    _ path: String, _ relativePath: String, of image: Int, besides excluded: FilePlaces,
    _ folders: inout [String: [String]]
  ) {
    let (folder, last) = (FileName.folder(of: path), FileName.last(of: path))
    let all = folders[folder] ?? Self.parts((try? FileName.absolute(folder)) ?? folder)
    folders[folder] = all
    let own = min(all.count, Self.parts(FileName.folder(of: relativePath)).count)
    if !excluded.contains(path) {
      byName[Self.folded(last), default: []].append(images.count)
      byStem[LabelFile.withoutExtension(last), default: []].append(images.count)
    }
    images.append(NamedImage(image: image, last: last, folders: all, ownFolders: Array(all.prefix(own))))
  }

  /// The index of the image with a name of `Match.names`.
  package func image(named name: Int) -> Int { images[name].image }

  /// The images that `name` matches best; nil if no image matches, in any folder and with any extension.
  ///
  /// A name without a folder is taken to be in its label file's folder, unless that folder is named after its contents
  /// (`labels`, `images`).
  ///
  /// - Parameter folder: The label file's folder inside the folder of labels.
  package func match(_ name: String, in folder: String = ".") -> Match? {
    let reference = PathReference(name, in: folder)
    let (last, stem) = (reference.last, LabelFile.withoutExtension(reference.last))
    let candidates = Set((byName[Self.folded(last)] ?? []) + (byStem[last] ?? []) + (byStem[stem] ?? []))
    let fits = candidates.map { ($0, reference.fit(images[$0].last, images[$0].folders, images[$0].ownFolders)) }
    guard let best = fits.map(\.1).max() else { return nil }
    let chosen = fits.filter { $0.1 == best }.map(\.0).sorted()
    return Match(images: Set(chosen.map(image)).sorted(), names: chosen, fit: best, path: reference.path)
  }

  /// The parts of a path, the last first.
  package static func parts(_ path: String) -> [String] {
    var parts: [String] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.reversed()
  }

  private static let namedAfterContents = MaskFolders.names.union(MaskFolders.photoNames)

  /// Folders other than those named after their contents.
  package static func reading(_ folders: [String]) -> [String] {
    folders.filter { !namedAfterContents.contains($0.lowercased()) }
  }

  /// The name with its extension in lower case.
  private static func folded(_ name: String) -> String {
    let stem = LabelFile.withoutExtension(name)
    return stem + name.dropFirst(stem.count).lowercased()
  }
}

/// The parts of an image's path that a label file contains.
private struct PathReference {
  private enum Root { case none, disk, address }

  private let root: Root
  private let isImplied: Bool
  private let isElsewhere: Bool
  private let resolved: [String]?
  let last: String
  /// The stated or implied folders, the innermost first.
  let folders: [String]

  init(_ name: String, in folder: String) {
    var name = name
    if name.hasPrefix("file://") { name.removeFirst("file://".count) }
    let hasScheme = name.contains("://")
    if hasScheme { name = String(name.prefix { $0 != "?" && $0 != "#" }) }
    let hasDrive = name.dropFirst().first == ":" && name.first?.isASCII == true && name.first?.isLetter == true
    root = hasScheme ? .address : hasDrive || name.hasPrefix("/") || name.hasPrefix("\\") ? .disk : .none
    let parts = ImageNames.parts(name)
    last = parts.first ?? ""
    isImplied = root == .none && parts.count < 2
    folders = isImplied ? ImageNames.reading(ImageNames.parts(folder)) : Array(parts.dropFirst())
    resolved = root == .disk ? (try? FileName.absolute(name)).map(ImageNames.parts) : nil
    isElsewhere = root == .disk && (try? FileIdentity(path: name)) != nil
  }

  /// A key that is equal for equal paths.
  var path: String { (folders.reversed() + [last]).joined(separator: "/") }

  func fit(_ file: String, _ all: [String], _ own: [String]) -> ImageNames.MatchQuality {
    let isExact =
      root == .disk
      ? [folders, Array((resolved ?? []).dropFirst())].contains(all)
      : root == .none && (folders == own || isImplied && folders == ImageNames.reading(own))
    var depth = Self.common(folders, all)
    if isImplied { depth = max(depth, Self.common(folders, ImageNames.reading(all))) }
    let contradicts =
      switch root {
      case .none: depth < folders.count
      case .disk: !isExact && (depth == 0 || isElsewhere)
      case .address: false
      }
    return ImageNames.MatchQuality(
      ending: ending(file), isImplied: isImplied, contradicts: contradicts, isExact: isExact, depth: depth)
  }

  private func ending(_ file: String) -> ImageNames.MatchQuality.ExtensionMatch {
    if last == file { return .agrees }
    if last == LabelFile.withoutExtension(file) { return .missing }
    return last.lowercased() == file.lowercased() ? .otherCase : .differs
  }

  private static func common(_ one: [String], _ other: [String]) -> Int { zip(one, other).prefix { $0 == $1 }.count }
}
