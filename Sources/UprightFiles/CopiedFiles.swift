// Which files of a folder go along unchanged when its images are written into another folder.

public import Upright

/// The files that are copied though no image is made of them.
public enum CopiedFiles: Hashable, Sendable {
  /// None: they are passed over.
  case none
  /// Images and videos of formats that are recognized and not worked on.
  case recognized
  /// All regular files that are not hidden.
  case all

  /// Whether a file is copied whose format is `format`, nil for one that is not recognized.
  public func contains(_ format: ContainerFormat?) -> Bool {
    switch self {
    case .none: false
    case .recognized: format != nil
    case .all: true
    }
  }
}

extension SafeReplace {
  /// Writes a copy of a file, byte for byte, with the time of its last change; mode and owner are decided as for any new file (``FileAccess``).
  ///
  /// - Parameters:
  ///   - overwriting: Whether a file that is there already is replaced.
  ///   - journal: Told beforehand; a file that is replaced is kept then.
  /// - Returns: How many bytes were written.
  /// - Throws: as `create`.
  @discardableResult
  public static func copy(
    _ source: FileBytes, to location: FileLocation, overwriting: Bool = false, journal: Journal? = nil
  ) throws(UprightError) -> Int {
    try create(location, from: source, overwriting: overwriting, keepingTime: true, journal: journal) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(contentsOf: source)
    }
    return source.byteCount
  }
}
