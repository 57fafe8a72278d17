// The images that labels refer to, found by the names in label files; each header is read once.

public import Upright
package import UprightBatch
import UprightFiles
public import UprightLabels

/// The images of a folder, by name.
public final class ImageIndex {
  /// A name, and the folder of the label file that contains it.
  private struct Reference: Hashable {
    let name: String
    let folder: String
  }

  /// The images, relative to the folder.
  package let files: [InputFile]
  private let rules: OrientationRules
  private let names: ImageNames
  private var known: [Reference: ImageFacts?] = [:]
  private var read: [Int: ImageFacts?] = [:]
  /// Folders that cannot be searched, and system errors on reading requested images, once each. Errors in images' bytes
  /// are not included.
  public private(set) var unread: [UprightError]

  /// The images in `folder` and its subfolders; none for nil.
  public convenience init(_ folder: String?, rules: OrientationRules) { self.init(folder, rules: rules, besides: []) }

  /// The same without the files at the paths `masks`, which are labels.
  package init(_ folder: String?, rules: OrientationRules, besides masks: Set<String>) {
    self.rules = rules
    let (found, unread) = Self.images(folder)
    let excluded = FilePlaces(masks)
    files = masks.isEmpty ? found : found.filter { !excluded.contains($0.path) }
    self.unread = unread
    names = ImageNames(files)
  }

  /// These images, by their names.
  package init(_ files: [InputFile], rules: OrientationRules) {
    (self.files, self.rules, unread, names) = (files, rules, [], ImageNames(files))
  }

  /// The images in `folder`, or the single image at that path, and the folders whose images are missing.
  private static func images(_ folder: String?) -> ([InputFile], [UprightError]) {
    guard let folder else { return ([], []) }
    do throws(UprightError) {
      guard try FileIdentity.ofExisting(folder)?.kind == .folder else {
        return ([InputFile(path: folder, relativePath: FileName.last(of: folder))], [])
      }
    } catch { return ([], [error]) }
    let walk = FolderWalk(folder, recursive: true, formats: Set(ContainerFormat.allCases))
    return (walk.files, walk.unreadable)
  }

  /// The images of a named folder; none for nil.
  ///
  /// - Throws: `.io` if the folder does not exist, or if nothing but folders that cannot be searched was found.
  public static func opening(_ folder: String?, rules: OrientationRules) throws(UprightError) -> ImageIndex {
    try opening(folder, rules: rules, besides: [])
  }

  /// The same without the files at the paths `masks`, which are labels.
  ///
  /// - Throws: As `opening(_:rules:)`.
  package static func opening(
    _ folder: String?, rules: OrientationRules, besides masks: Set<String>
  ) throws(UprightError) -> ImageIndex {
    if let folder { _ = try FileIdentity(path: folder) }
    let index = ImageIndex(folder, rules: rules, besides: masks)
    if index.isEmpty, let failure = index.unread.first { throw failure }
    return index
  }

  /// Whether there are none.
  public var isEmpty: Bool { files.isEmpty }

  /// The path of the image that labels call `name`; nil if there is none, or several.
  public func path(of name: String) -> String? { index(of: name).map { files[$0].path } }

  /// The images that none of `names` refers to, relative to the folder, without those that are masks.
  package func unreferenced(by names: some Sequence<String>, besides masks: [InputFile] = []) -> [String] {
    let called = Set(names.compactMap { index(of: $0) })
    let masks = Set(masks.map(\.path))
    return files.indices.filter { !called.contains($0) && !masks.contains(files[$0].path) }
      .map { files[$0].relativePath }
  }

  /// The images that `name` may mean, if there are several.
  package func ambiguity(of name: String) -> [InputFile]? {
    guard let match = names.match(name, in: "."), match.fit.isPossible, match.images.count > 1 else { return nil }
    return match.images.map { files[$0] }
  }

  private func index(of name: String, in folder: String = ".") -> Int? {
    guard let match = names.match(name, in: folder), match.fit.isPossible, match.images.count == 1 else { return nil }
    return match.images[0]
  }

  /// The file name, relative to the folder, of the image that labels call `name`; `name` itself if there is none.
  package func name(of name: String) -> String { index(of: name).map { files[$0].relativePath } ?? name }

  /// A name that means the same image as `name` in a label file in `folder`, from any folder.
  package func name(of name: String, in folder: String) -> String {
    let index = index(of: name, in: folder)
    guard index != self.index(of: name) else { return name }
    return index.map { files[$0].relativePath } ?? FileName.joined(folder, name)
  }

  /// The header facts of the image that labels in `folder` call `name`; nil if it is missing or unreadable.
  public func facts(of name: String, in folder: String = ".") -> ImageFacts? {
    let mention = Reference(name: name, folder: folder)
    if let facts = known[mention] { return facts }
    let facts = index(of: name, in: folder).flatMap { self.facts(ofFile: $0) }
    known[mention] = .some(facts)
    return facts
  }

  /// The header facts of a file, read once for all its names.
  private func facts(ofFile index: Int) -> ImageFacts? {
    if let facts = read[index] { return facts }
    var facts: ImageFacts?
    do throws(UprightError) {
      facts = ImageFacts(try ProbedFile(FileBytes(files[index].location), rules: rules).probe)
    } catch {
      if case .io = error { unread.append(error) }
    }
    read[index] = .some(facts)
    return facts
  }
}

extension ImageFacts {
  /// The facts from a header; nil if it states no size, because labels cannot be placed in such an image.
  package init?(_ probe: Probe) {
    do throws(UprightError) { try probe.checkSizeIsKnown() } catch { return nil }
    self.init(size: probe.storedSize, orientation: probe.orientation)
  }
}
