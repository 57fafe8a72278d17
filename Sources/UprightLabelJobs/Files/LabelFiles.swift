// The files of a label set: one, or a folder of them, and the class names beside them.

public import Upright
package import UprightBatch
package import UprightFiles
public import UprightLabels

/// Label files, read completely, with class names for formats that store those in another file. What cannot be read in
/// a folder is left out, and listed.
public struct LabelFiles: Sendable {
  /// Their format.
  public let format: LabelFormatName
  /// The files, with names relative to the given folder.
  public private(set) var files: [LabelFile]
  /// How many of the files, at the beginning, are packets inside images.
  package private(set) var embeddedCount: Int
  /// The contents of data.yaml or classes.txt.
  public let names: YOLONames?
  /// The path of these names; nil for none.
  package private(set) var namesPath: String?
  /// Why files of the folder are missing: they, or the subfolders that contain them, cannot be read.
  public private(set) var unread: [UprightError]
  /// The file of the names if it is among the labels; it is copied with them.
  package let companions: [LabelFile]
  /// The permissions of each file, by name, and of the class name file.
  private var accesses: [String: FileAccess] = [:]
  private var accessOfNames: FileAccess?

  /// The permissions of everything the labels are read from; a result is no more open.
  package var access: Set<FileAccess> { Set(accesses.values).union(accessOfNames.map { [$0] } ?? []) }

  /// The permissions of one file; of all files for an unknown name.
  package func access(of name: String) -> Set<FileAccess> { accesses[name].map { [$0] } ?? access }

  /// Whether something names the classes; otherwise numbers take the place of their names.
  package var knowsClasses: Bool { names != nil || !format.hasNamesElsewhere }

  /// Whether a class that no region has is known to be unused.
  package var showsUnusedClasses: Bool { knowsClasses && unread.isEmpty }

  /// The coding that reads and reorients the files.
  package var coding: any LabelCoding { coding(uploads) }

  private func coding(_ uploads: Set<String>) -> any LabelCoding {
    let coding = format.coding(keypoints: names?.keypoints, uploads: uploads)
    guard hasMasks, format != .masks else { return coding }
    return coding.beside(MaskFormat(masks: .decoded), isMask: MaskFiles.isPNG)
  }

  /// The paths of the masks in the folder from which the files were read.
  package func maskPaths(in folder: String) -> Set<String> {
    guard format == .masks else { return [] }
    return Set(files.map { FileName.joined(folder, $0.name) })
  }

  /// Whether masks are among the files of another format.
  private var hasMasks = false

  /// Names of image files that begin as Label Studio's uploads do, so that labels may mean them.
  private var uploads: Set<String> = []

  /// The same labels, of images of this index.
  package func naming(_ images: ImageIndex) -> Self { naming(images.files) }

  /// The same labels, of these images.
  package func naming(_ images: [InputFile]) -> Self {
    guard format == .labelStudio else { return self }
    var result = self
    result.uploads = Set(images.lazy.map { FileName.last(of: $0.path) }.filter(LabelStudioFormat.isUpload))
    return result
  }

  /// Reads the label file or folder at `path`.
  ///
  /// - Parameters:
  ///   - format: nil to derive it from the file names.
  ///   - option: What errors name for giving it.
  ///   - names: The file of class names; nil to look in the folder and beside it.
  ///   - memory: The maximum memory for the labels in bytes, including their files; nil for twelve times the files'
  ///     size, up to the usual limit.
  /// - Throws: `.io` if nothing can be read; `.unanswerable` if the format is unknown, or no file has it; `.malformed`
  ///   if the names cannot be read.
  public init(
    _ path: String, format: LabelFormatName?, option: RequestOption = .from, names: String?, memory: Int? = nil
  ) throws(UprightError) {
    try self.init(FileLocation(path: path), format: format, option: option, names: names, memory: memory)
  }

  /// The same, with the masks in the folder.
  ///
  /// - Parameter isMask: Whether the PNG at a path is one.
  /// - Throws: As `init(_:format:option:names:memory:)`.
  package init(
    withMasks path: String, format: LabelFormatName?, option: RequestOption, isMask: (String) -> Bool
  ) throws(UprightError) {
    try self.init(FileLocation(path: path), format: format, option: option, names: nil, isMask: isMask)
  }

  /// Reads the label file or folder that `path` names on a command line, `-` for standard input, and detects its format
  /// if none is given.
  ///
  /// - Throws: As `init(_:format:option:names:memory:)`, and as `LabelFormatName.shown(by:)`.
  package init(
    named path: String, format: LabelFormatName?, names: String?, memory: Int? = nil
  ) throws(UprightError) {
    let location: FileLocation
    do throws(UprightError) {
      location = try StandardInput.location(named: path, atMost: LabelLimits().bytes)
    } catch {
      guard case .limit(.input, let asked, let allowed) = error else { throw error }
      throw .limit(.labelFile, asked: asked, allowed: allowed)
    }
    var format = format
    if format == nil { format = try .shown(by: location) }
    try self.init(location, format: format, names: names, memory: memory)
  }

  private init(
    _ location: FileLocation, format: LabelFormatName?, option: RequestOption = .from, names: String?,
    memory: Int? = nil, isMask: (String) -> Bool = { _ in false }
  ) throws(UprightError) {
    let path = location.path
    let isFolder = try FileIdentity(location).kind == .folder
    var unread = UnreadPaths()
    var all = isFolder ? Folder.files(in: path, recursive: true) { unread.add($0) } : [FileName.last(of: path)]
    if all.isEmpty, let first = unread.errors.first { throw first }
    guard let format = format ?? Self.format(of: all) ?? Self.formatOfMasks(all, in: isFolder ? path : nil) else {
      let formats = LabelFormatName.allCases.map(\.rawValue).joined(separator: ", ")
      throw .unanswerable(
        field: "\(field: option)", reason: "cannot tell the label format; it can be one of \(formats)")
    }
    if location.isUnnamed { all = ["stdin.\(format.fileExtension)"] }
    let folder = isFolder ? path : FileName.folder(of: path)
    let chosen = all.filter {
      !isFolder || (FileName.fileExtension(of: $0).lowercased() == format.fileExtension && !Self.areNames($0))
    }
    let embedded = format == .xmp ? try Self.embedded(location, isFolder: isFolder, chosen) { unread.add($0) } : []
    guard !chosen.isEmpty || !embedded.isEmpty else {
      throw unread.errors.first
        ?? .unanswerable(field: Phrase(path), reason: "no .\(format.fileExtension) file in this folder")
    }
    self.format = format
    embeddedCount = embedded.count
    let masks =
      isFolder && format != .masks ? all.filter { MaskFiles.isPNG($0) && isMask(FileName.joined(path, $0)) } : []
    hasMasks = !masks.isEmpty
    let own = (isFolder || embedded.isEmpty ? chosen : []) + masks
    var accesses = Dictionary(embedded.map { ($0.file.name, $0.access) }, uniquingKeysWith: { first, _ in first })
    let read = try Self.contents(of: own, at: location, isFolder: isFolder) { unread.add($0) }
    for (file, access) in read { accesses[file.name] = access }
    (files, self.unread) = (embedded.map(\.file) + read.map(\.file), unread.errors)
    if files.isEmpty, let first = unread.errors.first { throw first }
    let named = try Self.classNames(names, of: format, beside: folder)
    self.names = try named.map { (file) throws(UprightError) in
      try Self.names(LabelFile(name: file.path, bytes: file.bytes))
    }
    (accessOfNames, namesPath) = (named?.access, named?.path)
    companions = all.filter { isFolder && FileName.joined(folder, $0) == named?.path }.map { name in
      accesses[name] = named?.access
      return LabelFile(name: name, bytes: named?.bytes ?? [])
    }
    self.accesses = accesses
    try checkMemory(memory)
  }

  /// The files of these names in the folder at `location`, or the one there; what cannot be read of a folder is
  /// `unreadable`.
  private static func contents(
    of names: [String], at location: FileLocation, isFolder: Bool, unreadable: (UprightError) -> Void
  ) throws(UprightError) -> [(file: LabelFile, access: FileAccess)] {
    let root = isFolder ? FolderRoot(location.path) : nil
    var found: [(file: LabelFile, access: FileAccess)] = []
    for name in names {
      do throws(UprightError) {
        let (bytes, access) = try contents(of: root?.location(name) ?? location)
        found.append((LabelFile(name: name, bytes: bytes), access))
      } catch {
        guard isFolder, case .io = error else { throw error }
        unreadable(error)
      }
    }
    return found
  }

  /// The file of class names that is given, or is in or beside the folder; nil if there is none, or none is needed.
  private static func classNames(
    _ given: String?, of format: LabelFormatName, beside folder: String
  ) throws(UprightError) -> (path: String, bytes: [UInt8], access: FileAccess)? {
    guard format.hasNamesElsewhere else { return nil }
    var path = given
    if path == nil { path = try names(beside: folder) }
    guard let path else { return nil }
    let (bytes, access) = try contents(of: FileLocation(path: path))
    return (path, bytes, access)
  }

  /// Memory that small files may use whatever their size, in bytes.
  private static let minMemory = 32 << 20

  /// Checks that all files together need no more memory than allowed, before any is kept.
  private func checkMemory(_ allowed: Int?) throws(UprightError) {
    let (bytes, allowed) = (byteCount, allowed ?? defaultMemory)
    guard bytes <= allowed else { throw .limit(.memory, asked: bytes, allowed: allowed) }
    // The smallest rows take about seventy times their bytes.
    guard format == .coco, bytes > (allowed - bytes) / 80 else { return }
    let coding = COCOFormat(limits: LabelLimits(memory: allowed - bytes))
    for file in files {
      do throws(LabelError) { try coding.checkMemory(of: file) } catch {
        guard let excess = error.excess else { throw .labels(error) }
        throw .limit(.memory, asked: excess.asked + bytes, allowed: allowed)
      }
    }
  }

  private var byteCount: Int { files.reduce(0) { $0 + $1.bytes.count } }

  private var defaultMemory: Int {
    let usual = byteCount > Limits().memoryBytes / 12 ? .max : max(Self.minMemory, 12 * byteCount)
    return min(usual, Limits().memoryBytes)
  }

  /// Checks that crops of `count` regions are possible in the allowed memory: a name and a position each, beyond what
  /// the labels already use.
  ///
  /// - Throws: `.limit` if not.
  package func checkMemory(ofPieces count: Int, _ allowed: Int?) throws(UprightError) {
    let perPiece = 800
    let (allowed, own) = (allowed ?? defaultMemory, 9 * (byteCount / 2))
    guard count > max(0, allowed - own) / perPiece else { return }
    throw .limit(.memory, asked: own + perPiece * count, allowed: allowed)
  }

  /// The files for which `isWanted` returns true, by index; without packets inside images.
  package func only(_ isWanted: (Int) -> Bool) -> Self {
    var result = self
    result.files = files.indices.filter { $0 >= embeddedCount && isWanted($0) }.map { files[$0] }
    result.embeddedCount = 0
    return result
  }

  /// Regions inside images: in a folder of images, or in one named image.
  private static func embedded(
    _ location: FileLocation, isFolder: Bool, _ sidecars: [String], unreadable: (UprightError) -> Void
  ) throws(UprightError) -> [(file: LabelFile, access: FileAccess)] {
    if isFolder { return EmbeddedRegions.files(in: location.path, besides: sidecars, unreadable: unreadable) }
    return try EmbeddedRegions.file(location, named: FileName.last(of: location.path)).map { [$0] } ?? []
  }

  /// All bytes of a file.
  ///
  /// - Throws: `.limit` before reading, if it is larger than a label file may be.
  package static func bytes(of path: String, limit: Int = LabelLimits().bytes) throws(UprightError) -> [UInt8] {
    try contents(of: FileLocation(path: path), limit: limit).bytes
  }

  private static func contents(
    of location: FileLocation, limit: Int = LabelLimits().bytes
  ) throws(UprightError) -> (bytes: [UInt8], access: FileAccess) {
    let file = try FileBytes(location)
    guard file.byteCount <= limit else {
      throw .limit(.labelFile, asked: file.byteCount, allowed: limit)
    }
    do throws(MetadataError) { return (try file.read(0..<file.byteCount), FileAccess(of: file)) } catch {
      throw UprightError(error).naming(location.path)
    }
  }

  static func areNames(_ name: String) -> Bool {
    if FileName.last(of: name).lowercased().hasPrefix("readme.") { return true }
    return ["classes.txt", "obj.names", "train.txt", "val.txt", "test.txt"].contains(
      FileName.last(of: name).lowercased())
  }

  /// `.masks` for a mask, or a folder in which all PNGs are, and nothing else is a label file.
  private static func formatOfMasks(_ names: [String], in folder: String?) -> LabelFormatName? {
    guard let folder else { return names.allSatisfy(MaskFiles.isPNG) ? .masks : nil }
    guard names.allSatisfy({ LabelFormatName(fileExtension: FileName.fileExtension(of: $0)) == nil }) else {
      return nil
    }
    let images = names.filter(MaskFiles.isPNG)
    return !images.isEmpty && images.allSatisfy { MaskFiles.isMask(FileName.joined(folder, $0)) } ? .masks : nil
  }

  private static func format(of names: [String]) -> LabelFormatName? {
    let found = Set(names.compactMap { LabelFormatName(fileExtension: FileName.fileExtension(of: $0)) })
    return found.count == 1 ? found.first : nil
  }

  /// The parent of a folder.
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

/// System errors, one per path, in order.
private struct UnreadPaths {
  private(set) var errors: [UprightError] = []
  private var paths: Set<String> = []

  mutating func add(_ error: UprightError) {
    guard case .io(let path, _) = error, paths.insert(path).inserted else { return }
    errors.append(error)
  }
}

extension UprightError {
  /// A label file that cannot be read, with its position in words.
  package static func labels(_ error: LabelError) -> Self {
    error.code == .unsupported
      ? .unsupported(Phrase(TerminalText.plain(error.description)) + (error.remedy?.phrase ?? ""))
      : .malformedText(
        offset: error.offset, reason: Phrase(TerminalText.plain(error.description)) + (error.remedy?.phrase ?? ""))
  }
}

// Reads label files into one set whose space is not known yet (docs/labels.md).

extension LabelFiles {
  /// The labels with their space unknown, and why some are missing; relative coordinates are scaled by the stored size.
  public func unplaced(_ images: ImageIndex) -> (LabelSet<Labelled>, [LabelFinding]) {
    naming(images).unplaced(calling: images.name) { images.facts(of: $0)?.labelledSize(.stored) }
  }

  /// The labels in images with the sizes that `size` returns, if the format needs sizes.
  ///
  /// - Parameters:
  ///   - calling: Returns an image's identifier from its name and its label file's folder.
  ///   - rescaled: Whether relative coordinates are scaled by that size even if the file states another.
  package func unplaced(
    calling: @escaping (String, String) -> String = { name, _ in name }, rescaled: Bool = false,
    _ size: @escaping (String) -> PixelSize<Labelled>?
  ) -> (LabelSet<Labelled>, [LabelFinding]) {
    var set = LabelSet<Labelled>(names: names?.names ?? [])
    var unread: [LabelFinding] = []
    for file in files {
      do throws(LabelError) { try read(file, into: &set, calling: calling, rescaled: rescaled, size: size) } catch {
        var finding = LabelFinding(
          .rowMalformed, in: error.file, line: error.line, field: "byte \(error.offset)", note: error.note)
        finding.remedy = error.remedy
        unread.append(finding)
      }
    }
    return (set, unread + set.findings)
  }

  /// Adds a file's labels. `size` is called for images whose size the format needs and the file does not state; these
  /// stay without one.
  package func read(
    _ file: LabelFile, into set: inout LabelSet<Labelled>, calling: @escaping (String, String) -> String,
    rescaled: Bool, size: @escaping (String) -> PixelSize<Labelled>?
  ) throws(LabelError) {
    let (first, folder) = (set.images.count, FileName.folder(of: file.name))
    let known = set.files.isEmpty ? 0 : set.names.count
    defer { set.noteLongTexts(of: file.name, fromName: known, image: first) }
    let stated = try rescaled ? [] : statedNames(in: file)
    try coding.read(file, into: &set) { [format] name in
      format.unit == .pixels || stated.contains(name) ? nil : size(calling(name, folder))
    }
    for index in first..<max(first, set.images.count) {
      let name = set.images[index].name
      if format.unit == .sharesOfStatedSize, !rescaled, !stated.contains(name) { set.images[index].size = nil }
      set.images[index].name = calling(name, folder)
    }
  }

  /// The images whose size a file states beside relative coordinates.
  private func statedNames(in file: LabelFile) throws(LabelError) -> Set<String> {
    guard format.unit == .sharesOfStatedSize else { return [] }
    var set = LabelSet<Labelled>()
    try coding.read(file, into: &set) { _ in nil }
    return Set(set.images.lazy.filter { $0.size != nil }.map(\.name))
  }
}

// Label files with several names (POSIX.1-2017, 3.130: symbolic links and hard links).

/// Paths, grouped by file.
package struct LabelFileNames: Sendable {
  /// The indexes of the paths that remain after resolving symbolic links; hard links remain separate.
  package private(set) var leading: Set<Int> = []
  /// For each of these that has hard links among them, including the first, the index of the first.
  package private(set) var hardLinks: [Int: Int] = [:]

  /// Groups the files at `paths`.
  package init(_ paths: [String]) {
    var places: [[UInt8]: Int] = [:]
    for (index, path) in paths.enumerated() {
      let place = Array(((try? FileName.absolute(path)) ?? path).utf8)
      if places[place].map({ FileIdentity.isSymbolicLink(paths[$0]) && !FileIdentity.isSymbolicLink(path) }) ?? true {
        places[place] = index
      }
    }
    leading = Set(places.values)
    let identities = leading.sorted().compactMap { index in
      (try? FileIdentity(path: paths[index])).map { (index: index, key: FileKey($0)) }
    }
    for group in Dictionary(grouping: identities, by: \.key).values where group.count > 1 {
      for member in group { hardLinks[member.index] = group[0].index }
    }
  }
}
