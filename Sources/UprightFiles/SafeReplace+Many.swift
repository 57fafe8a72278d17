// Many small new files at once, each complete, flushed together (syncfs(2)): many cost little more than one.

public import Upright
import UprightSystem

/// A new file, with all its bytes in memory.
public struct NewFile: Hashable, Sendable {
  /// Its location.
  public var location: FileLocation
  /// Its contents.
  public var bytes: [UInt8]
  /// Its sources: it grants no more access than any of them (``FileAccess``).
  public var sources: Set<FileAccess>

  /// `bytes` at `location`, made from `sources`.
  public init(at location: FileLocation, bytes: [UInt8], sources: Set<FileAccess> = []) {
    (self.location, self.bytes, self.sources) = (location, bytes, sources)
  }

  /// `bytes` at `path`, in which symbolic links are followed, made from `sources`.
  public init(path: String, bytes: [UInt8], sources: Set<FileAccess> = []) {
    self.init(at: FileLocation(path: path), bytes: bytes, sources: sources)
  }

  /// The path of its location.
  public var path: String { location.path }
}

extension SafeReplace {
  /// The maximum number of files held open at a time.
  private static let batch = 256

  /// Writes new files; each appears under its name only when complete and flushed.
  ///
  /// If one fails, files of its batch without a name are removed; others may already exist.
  ///
  /// - Parameter overwriting: Whether existing files are replaced.
  /// - Throws: `UprightError` `.io` if the disk fails, with EEXIST if a name is taken; `.unsupported` for a pipe or a
  ///   device.
  public static func create(_ files: [NewFile], overwriting: Bool = false) throws(UprightError) {
    var start = 0
    while start < files.count {
      let end = min(start + batch, files.count)
      try createTogether(files[start..<end], overwriting: overwriting)
      start = end
    }
  }

  private static func createTogether(_ files: ArraySlice<NewFile>, overwriting: Bool) throws(UprightError) {
    var devices: [String: UInt64] = [:]
    // Files come folder by folder.
    var last: OpenedFolder?
    let written = try files.map { (file) throws(UprightError) in
      let isThere = last?.path.utf8.elementsEqual(FileName.folder(of: file.path).utf8) == true
      let place = try DirectoryEntry(of: file.location, in: isThere ? last : nil)
      last = place.isLink ? nil : place.folder
      return try WrittenFile(file, at: place, overwriting: overwriting, &devices)
    }
    if let error = PendingFlush.complete(written.map(\.pending)).lazy.compactMap({ $0 }).first { throw error }
    for file in written { try file.appear(overwriting: overwriting) }
    var folders: Set<String> = []
    for file in written where folders.insert(file.directoryEntry.folder.path).inserted {
      try file.directoryEntry.synchronizeFolder()
    }
  }
}

/// A file that is written but not yet named; removed with this value unless it gets its name.
private final class WrittenFile {
  let directoryEntry: DirectoryEntry
  private let path: String
  private let device: UInt64
  private var temporary: TemporaryFile

  /// - Parameter devices: The devices of folders' new files, as far as known.
  init(
    _ file: NewFile, at place: DirectoryEntry, overwriting: Bool, _ devices: inout [String: UInt64]
  ) throws(UprightError) {
    if place.kind == .other { throw .unsupported("not a regular file; pipes and devices cannot be replaced") }
    (self.directoryEntry, path) = (place, file.path)
    temporary = try place.temporaryFile()
    let descriptor = temporary.file
    let known = devices[place.folder.path]
    device = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.append(file.bytes, to: descriptor.number)
      try place.giveAccess(descriptor, from: file.sources, overwriting: overwriting, isReport: false)
      if let known { return known }
      return try Syscalls.status(of: descriptor).device
    }
    devices[place.folder.path] = device
  }

  var pending: PendingFlush { PendingFlush(path: path, file: temporary.file, device: device) }

  func appear(overwriting: Bool) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      if overwriting { try temporary.replace(directoryEntry.name) } else { try temporary.take(directoryEntry.name) }
    }
  }
}
