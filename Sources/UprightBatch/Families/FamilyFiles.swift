// The files of a batch as families: other members of named files are added, and members are processed together.

package import Upright
package import UprightFiles

/// A batch's files, family by family.
package struct FamilyFiles: Sendable {
  /// A family and its files.
  package struct Unit: Sendable {
    package let family: Family
    /// The file of each member.
    package let files: [InputFile]
    /// Whether each member was changed before, according to the journal of the batch.
    package let areDone: [Bool]

    /// The file by which the unit is queued; its own failure is one of the family.
    package var first: InputFile {
      var file = files[0]
      file.failure = nil
      return file
    }
  }

  /// The families with something left to do.
  package let units: [Unit]
  /// The number of all families.
  package let totalCount: Int

  /// The number of files that were changed before, and others of their families were not.
  package var begunCount: Int { units.reduce(0) { $0 + $1.areDone.count(where: \.self) } }

  /// The families of `files`; those with nothing in `left` are omitted.
  ///
  /// - Parameter left: The files that are still to be processed, with what is known to fail.
  package init(_ files: [InputFile], left: [InputFile]) {
    let left = Dictionary(left.map { (Array($0.path.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    var folders: [[UInt8]: [InputFile]] = [:]
    var order: [[UInt8]] = []
    for file in files {
      let folder = Array(FileName.folder(of: file.path).utf8)
      if folders[folder] == nil { order.append(folder) }
      folders[folder, default: []].append(file)
    }
    var (units, count): ([Unit], Int) = ([], 0)
    for files in order.compactMap({ folders[$0] }) {
      let names = files.map { FileName.last(of: $0.path) }
      let families = Family.families(of: names)
      let members = Set(families.flatMap(\.members).map(\.index))
      let others = names.indices.filter { !members.contains($0) }.map { Family(alone: names[$0], index: $0) }
      let all = (families + others).sorted { $0.firstIndex < $1.firstIndex }
      for family in all {
        count += 1
        let own = family.members.map { files[$0.index] }
        let rest = own.map { left[Array($0.path.utf8)] }
        guard rest.contains(where: { $0 != nil }) else { continue }
        units.append(
          Unit(family: family, files: zip(own, rest).map { $1 ?? $0 }, areDone: rest.map { $0 == nil }))
      }
    }
    (self.units, totalCount) = (units, count)
  }
}

extension InputFiles {
  /// Adds the other members of each file's family, from its folder. If a folder cannot be read, its files fail.
  package mutating func addFamilies() {
    func key(_ path: String) -> [UInt8] { Array(path.utf8) }
    var known = Set(files.map { key($0.path) })
    var folders: [[UInt8]: Result<FamilyFolder, UprightError>] = [:]
    var all: [InputFile] = []
    for var file in files {
      guard file.failure == nil, !file.isStandardInput else {
        all.append(file)
        continue
      }
      let folder = key(FileName.folder(of: file.path))
      if folders[folder] == nil {
        folders[folder] = Result { [location = file.location] () throws(UprightError) in try FamilyFolder(location) }
      }
      switch folders[folder] {
      case .success(let found)?:
        all.append(file)
        for member in found.relatives(of: FileName.last(of: file.path)) {
          let added = InputFile(file.location.renamed(member.name))
          guard known.insert(key(added.path)).inserted else { continue }
          all.append(member.isLink ? added.failing(FamilyFolder.linkError) : added)
        }
      case .failure(let error)?:
        file.failure = error
        all.append(file)
      case nil: all.append(file)
      }
    }
    files = all
    refuseSecondNames()
  }

  /// Makes files fail that have a second name: only the family of one name would change with them.
  private mutating func refuseSecondNames() {
    var places: [FileKey: [Int]] = [:]
    for (index, file) in files.enumerated() where file.failure == nil && !file.isStandardInput {
      let own = FileLocation(path: file.path, followingLinks: false)
      if let identity = try? FileIdentity(own), identity.kind == .link {
        files[index].failure = FamilyFolder.linkError
      } else if let identity = try? FileIdentity(file.location) {
        places[FileKey(identity), default: []].append(index)
      }
    }
    for same in places.values {
      for index in same {
        guard let other = same.first(where: { !files[$0].path.utf8.elementsEqual(files[index].path.utf8) }) else {
          continue
        }
        let name = TerminalText.plain(files[other].path)
        files[index].failure = .unanswerable(
          field: "\(field: .families)", reason: "it is the same file as \(name); name one of them only")
      }
    }
  }
}

/// The families of a folder.
package struct FamilyFolder: Sendable {
  private let names: [FolderName]
  private let families: [Family]
  private let places: [[UInt8]: Int]

  /// A link is not followed: what it leads to may have a family of its own.
  static let linkError = UprightError.unanswerable(
    field: "\(field: .families)", reason: "it is a symbolic link; name the file that it leads to")

  /// The families in the folder of `location`.
  ///
  /// - Throws: `.io` if it cannot be read.
  package init(_ location: FileLocation) throws(UprightError) {
    names = try location.siblings()
    families = Family.families(of: names.map(\.name))
    places = Dictionary(
      families.enumerated().flatMap { place, family in family.members.map { (Array($0.name.utf8), place) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The family of the file with this name; nil if it belongs to none.
  package func family(of name: String) -> Family? { places[Array(name.utf8)].map { families[$0] } }

  /// All members of its family.
  func relatives(of name: String) -> [FolderName] { (family(of: name)?.members ?? []).map { names[$0.index] } }
}

extension InputFile {
  fileprivate func failing(_ error: UprightError) -> InputFile {
    var file = self
    file.failure = error
    return file
  }
}
