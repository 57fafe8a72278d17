// The files that a set of labels lies in: one, or a folder of them, and the names of classes beside them.

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Label files, read whole, with the names of classes where the format keeps those elsewhere.
struct LabelFiles {
  /// The format that they are in.
  let format: LabelFormatName
  /// The files, named relatively to the folder that was given.
  private(set) var files: [LabelFile]
  /// How many of them, the first ones, are packets in the pictures themselves.
  private(set) var embeddedCount: Int
  /// What data.yaml or classes.txt says.
  let names: YOLONames?
  /// Where these names were read; nil where there are none.
  private(set) var namesPath: String?
  /// The file of the names, where it lies among the labels; it goes where they go.
  let companions: [LabelFile]
  /// Who may do what with each of the files, by their names, and with the file of the names of classes.
  private var accesses: [String: FileAccess] = [:]
  private var accessOfNames: FileAccess?

  /// Who may do what with all that the labels are read from: what is made of them is no more open.
  var access: Set<FileAccess> { Set(accesses.values).union(accessOfNames.map { [$0] } ?? []) }

  /// The same of one file; of all where there is none of this name.
  func access(of name: String) -> Set<FileAccess> { accesses[name].map { [$0] } ?? access }

  /// What reads and turns the files.
  var coding: any LabelCoding { format.coding(keypoints: names?.keypoints) }

  /// Reads what lies at `path`.
  ///
  /// - Parameters:
  ///   - format: nil for what the names of the files say.
  ///   - names: The file that names the classes; nil for one that lies in the folder or beside it.
  ///   - memory: Bytes of memory that the labels may take, their files included; nil for twelve times these, and the usual limit at most.
  /// - Throws: `.io`; `.unanswerable` where nothing says the format, or no file is of it; `.malformed` where the names cannot be read.
  init(_ path: String, format: LabelFormatName?, names: String?, memory: Int? = nil) throws(UprightError) {
    let isFolder = try FileIdentity(path: path).kind == .folder
    let all = isFolder ? try Folder.allFiles(in: path, recursive: true) : [FileName.last(of: path)]
    guard let format = format ?? Self.format(of: all) else {
      throw .unanswerable(field: "--from", reason: "the names of the files do not say their format; --from does")
    }
    let folder = isFolder ? path : FileName.folder(of: path)
    let chosen = all.filter {
      !isFolder || (FileName.fileExtension(of: $0).lowercased() == format.fileExtension && !Self.areNames($0))
    }
    let embedded = format == .xmp ? try Self.embedded(path, isFolder: isFolder, chosen) : []
    guard !chosen.isEmpty || !embedded.isEmpty else {
      throw .unanswerable(field: path, reason: "there is no .\(format.fileExtension) in this folder")
    }
    self.format = format
    embeddedCount = embedded.count
    let own = isFolder || embedded.isEmpty ? chosen : []
    var accesses = Dictionary(embedded.map { ($0.file.name, $0.access) }, uniquingKeysWith: { first, _ in first })
    files =
      try embedded.map(\.file)
      + own.map { (name) throws(UprightError) in
        let (bytes, access) = try Self.contents(of: isFolder ? FileName.joined(folder, name) : path)
        accesses[name] = access
        return LabelFile(name: name, bytes: bytes)
      }
    var found = format.hasNamesElsewhere ? names : nil
    if format.hasNamesElsewhere, found == nil { found = try Self.names(beside: folder) }
    let contents = try found.map(Self.contents)
    if let found, let contents {
      self.names = try Self.names(LabelFile(name: found, bytes: contents.bytes))
    } else {
      self.names = nil
    }
    (accessOfNames, namesPath) = (contents?.access, found)
    companions = all.filter { isFolder && FileName.joined(folder, $0) == found }.map { name in
      accesses[name] = contents?.access
      return LabelFile(name: name, bytes: contents?.bytes ?? [])
    }
    self.accesses = accesses
    try checkMemory(memory)
  }

  /// What small files may take whatever their size.
  private static let minMemory = 32 << 20

  /// Makes sure that all files together take no more memory than is allowed, before anything of them is kept.
  private func checkMemory(_ allowed: Int?) throws(UprightError) {
    let (bytes, allowed) = (byteCount, allowed ?? defaultMemory)
    guard bytes <= allowed else { throw .limit(name: "bytes of memory", asked: bytes, allowed: allowed) }
    // The smallest rows take some seventy times their bytes.
    guard format == .coco, bytes > (allowed - bytes) / 80 else { return }
    let coding = COCOFormat(limits: LabelLimits(memory: allowed - bytes))
    for file in files {
      do throws(LabelError) { try coding.checkMemory(of: file) } catch {
        guard let excess = error.excess else { throw .labels(error) }
        throw .limit(name: "bytes of memory", asked: excess.asked + bytes, allowed: allowed)
      }
    }
  }

  private var byteCount: Int { files.reduce(0) { $0 + $1.bytes.count } }

  private var defaultMemory: Int {
    let usual = byteCount > Limits().memoryBytes / 12 ? .max : max(Self.minMemory, 12 * byteCount)
    return min(usual, Limits().memoryBytes)
  }

  /// Makes sure that a piece of a picture can be cut out for each of so many regions, in as much memory as is allowed: the piece's name and place, besides
  /// what the labels themselves were seen to take.
  ///
  /// - Throws: `.limit` where it cannot.
  func checkMemory(ofPieces count: Int, _ allowed: Int?) throws(UprightError) {
    let perPiece = 800
    let (allowed, own) = (allowed ?? defaultMemory, 9 * (byteCount / 2))
    guard count > max(0, allowed - own) / perPiece else { return }
    throw .limit(name: "bytes of memory", asked: own + perPiece * count, allowed: allowed)
  }

  /// Those of the files for which `isWanted` says so, by their numbers; of packets in pictures none.
  func only(_ isWanted: (Int) -> Bool) -> Self {
    var result = self
    result.files = files.indices.filter { $0 >= embeddedCount && isWanted($0) }.map { files[$0] }
    result.embeddedCount = 0
    return result
  }

  /// Regions in the pictures themselves: in those of a folder, or in one that was named.
  private static func embedded(
    _ path: String, isFolder: Bool, _ sidecars: [String]
  ) throws(UprightError) -> [(file: LabelFile, access: FileAccess)] {
    if isFolder { return try EmbeddedRegions.files(in: path, besides: sidecars) }
    return try EmbeddedRegions.file(path, named: FileName.last(of: path)).map { [$0] } ?? []
  }

  /// All bytes of a file.
  ///
  /// - Throws: `.limit` where it is larger than a label file may be, before it is read.
  static func bytes(of path: String, limit: Int = LabelLimits().bytes) throws(UprightError) -> [UInt8] {
    try contents(of: path, limit: limit).bytes
  }

  private static func contents(of path: String) throws(UprightError) -> (bytes: [UInt8], access: FileAccess) {
    try contents(of: path, limit: LabelLimits().bytes)
  }

  private static func contents(
    of path: String, limit: Int
  ) throws(UprightError) -> (bytes: [UInt8], access: FileAccess) {
    let file = try FileBytes(path: path)
    guard file.byteCount <= limit else {
      throw .limit(name: "bytes of a label file", asked: file.byteCount, allowed: limit)
    }
    do throws(MetadataError) { return (try file.read(0..<file.byteCount), FileAccess(of: file)) } catch {
      throw UprightError(error).naming(path)
    }
  }

  private static func areNames(_ name: String) -> Bool {
    if FileName.last(of: name).lowercased().hasPrefix("readme.") { return true }
    return ["classes.txt", "obj.names", "train.txt", "val.txt", "test.txt"].contains(
      FileName.last(of: name).lowercased())
  }

  private static func format(of names: [String]) -> LabelFormatName? {
    let found = Set(names.compactMap { LabelFormatName(fileExtension: FileName.fileExtension(of: $0)) })
    return found.count == 1 ? found.first : nil
  }

  /// The folder that another one lies in.
  private static func above(_ folder: String) -> String {
    let trimmed = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let last = FileName.last(of: trimmed)
    if last.isEmpty || last == "." || last == ".." { return FileName.joined(folder, "..") }
    return FileName.folder(of: trimmed)
  }

  private static func names(beside folder: String) throws(UprightError) -> String? {
    for folder in [folder, above(folder), FileName.joined(above(folder), "..")] {
      for name in ["data.yaml", "dataset.yaml", "classes.txt"] {
        let path = FileName.joined(folder, name)
        if try FileIdentity.ofExisting(path) != nil { return path }
      }
    }
    return nil
  }

  private static func names(_ file: LabelFile) throws(UprightError) -> YOLONames {
    do throws(LabelError) { return try YOLONames(file) } catch { throw .labels(error) }
  }
}

extension UprightError {
  /// A label file that cannot be read, with its place in words.
  static func labels(_ error: LabelError) -> Self {
    .malformedText(offset: error.offset, reason: TerminalText.plain(error.description))
  }
}
