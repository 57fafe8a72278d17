// The pictures that labels speak of: found by the names that label files give them, their headers read once.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Pictures in folders, by name.
final class ImageIndex {
  /// A name, and where the label file lies that has it.
  private struct Reference: Hashable {
    let name: String
    let folder: String
  }

  /// The pictures, relatively to the folder.
  let files: [InputFile]
  /// Why pictures may be missing; nil where all could be looked for.
  private let failure: UprightError?
  private let rules: OrientationRules
  private let names: ImageNames
  private var known: [Reference: ImageFacts?] = [:]
  private var read: [Int: ImageFacts?] = [:]
  /// Why pictures could not be read that were asked for, each once: what the system says, not what is wrong with their bytes.
  private(set) var unread: [UprightError] = []

  /// The pictures in `folder` and in the folders inside; none for nil.
  init(_ folder: String?, rules: OrientationRules) {
    self.rules = rules
    (files, failure) = Self.pictures(folder)
    names = ImageNames(files)
  }

  /// The pictures in `folder`, or the one that it is, and why some may be missing.
  private static func pictures(_ folder: String?) -> ([InputFile], UprightError?) {
    guard let folder else { return ([], nil) }
    do throws(UprightError) {
      guard try FileIdentity.ofExisting(folder)?.kind == .folder else {
        return ([InputFile(path: folder, relativePath: FileName.last(of: folder))], nil)
      }
    } catch { return ([], error) }
    let walk = FolderWalk(folder, recursive: true, formats: Set(ContainerFormat.allCases))
    return (walk.pictures, walk.unreadable.first)
  }

  /// The pictures of a folder that was named.
  ///
  /// - Throws: the exit code, where it is not there, or something in it cannot be looked into; that is said then.
  static func named(_ folder: String?, _ rules: OrientationRules) throws(ExitCode) -> ImageIndex {
    if let folder { _ = try exitOnError(folder) { () throws(UprightError) in try FileIdentity(path: folder) } }
    let index = ImageIndex(folder, rules: rules)
    if let failure = index.failure {
      // The folder's own name says nothing where a place deep inside is meant.
      let place = if case .io(let path, _) = failure { path } else { folder ?? "" }
      try exitOnError(place) { () throws(UprightError) in throw failure }
    }
    return index
  }

  /// Whether there are any.
  var isEmpty: Bool { files.isEmpty }

  /// Where the picture lies that labels call `name`; nil where none is called so, or several are.
  func path(of name: String) -> String? { index(of: name).map { files[$0].path } }

  /// The pictures that none of `names` calls, relatively to the folder.
  func unreferenced(by names: some Sequence<String>) -> [String] {
    let called = Set(names.compactMap { index(of: $0) })
    return files.indices.filter { !called.contains($0) }.map { files[$0].relativePath }
  }

  private func index(of name: String, in folder: String = ".") -> Int? {
    guard let match = names.match(name, in: folder), match.fit.isPossible, match.pictures.count == 1 else { return nil }
    return match.pictures[0]
  }

  /// The name of the picture's file that labels call `name`, relatively to the folder; the same where it is not there.
  func name(of name: String) -> String { index(of: name).map { files[$0].relativePath } ?? name }

  /// A name that means everywhere what `name` means in a label file in `folder`.
  func name(of name: String, in folder: String) -> String {
    let index = index(of: name, in: folder)
    guard index != self.index(of: name) else { return name }
    return index.map { files[$0].relativePath } ?? FileName.joined(folder, name)
  }

  /// What the header of the picture says that labels in `folder` call `name`; nil where it is not there, or cannot be read.
  func facts(of name: String, in folder: String = ".") -> ImageFacts? {
    let mention = Reference(name: name, folder: folder)
    if let facts = known[mention] { return facts }
    let facts = index(of: name, in: folder).flatMap { self.facts(ofFile: $0) }
    known[mention] = .some(facts)
    return facts
  }

  /// What a header says, read once for all names that it has.
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
  /// What a header says; nil where it states no size, because labels have no place in such an image.
  init?(_ probe: Probe) {
    do throws(UprightError) { try probe.checkSizeIsKnown() } catch { return nil }
    self.init(size: probe.storedSize, orientation: probe.orientation)
  }
}
