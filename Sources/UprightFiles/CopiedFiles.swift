// Which files of a folder are copied unchanged when its images are written to another folder.

public import Upright

/// The files that are copied although no image is made from them.
public enum CopiedFiles: Hashable, Sendable {
  /// None: they are skipped.
  case none
  /// Images and videos of formats that Upright recognizes but cannot change.
  case recognized
  /// All regular files that are not hidden.
  case all

  /// Whether a file of `format` is copied; `format` is nil for an unrecognized file.
  public func contains(_ format: ContainerFormat?) -> Bool {
    switch self {
    case .none: false
    case .recognized: format != nil
    case .all: true
    }
  }
}

extension SafeReplace {
  /// Writes a copy of a file, byte for byte, with its modification time. Mode and owner follow the rules for new files
  /// (``FileAccess``).
  ///
  /// - Parameters:
  ///   - overwriting: Whether an existing file is replaced.
  ///   - journal: Gets the intent first; a replaced file is then kept.
  /// - Returns: The number of bytes written.
  /// - Throws: As `create`.
  @discardableResult
  public static func copy(
    _ source: FileBytes, to location: FileLocation, overwriting: Bool = false, journal: Journal? = nil
  ) throws(UprightError) -> Int {
    try create(
      location, from: source, by: Replacement(overwrites: overwriting, journal: journal), keepingTime: true
    ) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(contentsOf: source)
    }
    return source.byteCount
  }
}
