// Which picture a name in a label file means: no format says more than a file's name, or a part of its path (RFC 3986, 5.2.4, takes the dots out).

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Pictures, found by the names that label files have for them.
struct ImageNames: Sendable {
  /// How well a name fits a picture's path.
  struct MatchQuality: Comparable, Hashable, Sendable {
    /// What becomes of the extension.
    enum ExtensionMatch: Int, Hashable, Sendable { case differs, missing, otherCase, agrees }

    let ending: ExtensionMatch
    /// Whether the folders are only those that the label file lies in: the name itself states none.
    let isImplied: Bool
    /// Whether a folder is stated that the picture does not lie in.
    let contradicts: Bool
    /// Whether it is the picture's whole path, or all of it inside the folder that was given.
    let isExact: Bool
    /// How many folders agree.
    let depth: Int

    /// Whether nothing speaks against it.
    var isPossible: Bool { ending != .differs && !contradicts }

    private var ranks: [Int] { [isPossible ? 1 : 0, ending.rawValue, isExact ? 1 : 0, depth] }

    static func < (one: Self, other: Self) -> Bool { one.ranks.lexicographicallyPrecedes(other.ranks) }
  }

  /// The pictures that a name fits best.
  struct Match: Hashable, Sendable {
    /// Their numbers, rising.
    let pictures: [Int]
    let fit: MatchQuality
    /// The name with its folders, the innermost last.
    let path: String
  }

  private struct NamedImage: Sendable {
    let last: String
    /// The folders from the root on, the innermost first, and those of them inside the folder that was given.
    let folders, ownFolders: [String]
  }

  private var pictures: [NamedImage] = []
  private var byName: [String: [Int]] = [:]
  private var byStem: [String: [Int]] = [:]

  /// The names of `files`.
  init(_ files: [InputFile]) {
    var folders: [String: [String]] = [:]
    pictures.reserveCapacity(files.count)
    for (index, file) in files.enumerated() {
      let (folder, last) = (FileName.folder(of: file.path), FileName.last(of: file.path))
      let all = folders[folder] ?? Self.parts((try? FileName.absolute(folder)) ?? folder)
      folders[folder] = all
      let own = min(all.count, Self.parts(FileName.folder(of: file.relativePath)).count)
      pictures.append(NamedImage(last: last, folders: all, ownFolders: Array(all.prefix(own))))
      byName[Self.folded(last), default: []].append(index)
      byStem[LabelFile.withoutExtension(last), default: []].append(index)
    }
  }

  /// The pictures that `name` fits best; nil where none is called so, in whatever folder and with whatever extension.
  ///
  /// A name that states no folder counts as one in the folder of its label file, where that is not called after what lies in it (`labels`, `images`).
  ///
  /// - Parameter folder: Where the label file lies inside the folder of the labels.
  func match(_ name: String, in folder: String = ".") -> Match? {
    let reference = PathReference(name, in: folder)
    let (last, stem) = (reference.last, LabelFile.withoutExtension(reference.last))
    let candidates = Set((byName[Self.folded(last)] ?? []) + (byStem[last] ?? []) + (byStem[stem] ?? []))
    let fits = candidates.map { ($0, reference.fit(pictures[$0].last, pictures[$0].folders, pictures[$0].ownFolders)) }
    guard let best = fits.map(\.1).max() else { return nil }
    return Match(pictures: fits.filter { $0.1 == best }.map(\.0).sorted(), fit: best, path: reference.path)
  }

  /// The parts of a path, the last first.
  static func parts(_ path: String) -> [String] {
    var parts: [String] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.reversed()
  }

  /// Folders that are not only called after what lies in them.
  static func reading(_ folders: [String]) -> [String] {
    folders.filter { !["labels", "annotations", "images", "jpegimages"].contains($0.lowercased()) }
  }

  /// The name with its extension in small letters.
  private static func folded(_ name: String) -> String {
    let stem = LabelFile.withoutExtension(name)
    return stem + name.dropFirst(stem.count).lowercased()
  }
}

/// What a label file says of one picture's path.
private struct PathReference {
  private enum Root { case none, disk, address }

  private let root: Root
  private let isImplied: Bool
  private let isElsewhere: Bool
  private let resolved: [String]?
  let last: String
  /// The folders that are stated or implied, the innermost first.
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

  /// What stands for the same path.
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
