// What happens where the name of a new file is taken already: decided before any work goes into the file.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is done where a file of a result's name exists.
public enum NamePolicy: Hashable, Sendable {
  /// It is an error.
  case refuse
  /// The result takes its place.
  case overwrite
  /// It stays, and no result is made.
  case skip
  /// The result takes its place where the source was changed after it; else it stays, and no result is made.
  case update

  /// Why no result is made.
  public enum Skip: String, Hashable, Sendable, CaseIterable {
    /// A file of its name exists.
    case exists
    /// A file of its name exists, and its source is not newer.
    case current
  }

  /// Whether a file that exists may be replaced.
  public var overwrites: Bool { self == .overwrite || self == .update }

  /// Decides what becomes of the result of a source.
  ///
  /// - Parameters:
  ///   - location: Where the result is to lie; links are followed where they may be.
  ///   - source: The state of what it is made from.
  /// - Returns: Why it is not made; nil where it is.
  /// - Throws: `UprightError` `.io`: EEXIST where the name is taken and has to stay free, or leads to no regular file; or why the system does not say
  ///   whether it is taken.
  public func skip(_ location: FileLocation, madeFrom source: FileIdentity) throws(UprightError) -> Skip? {
    guard self != .overwrite, let there = try Self.identity(location) else { return nil }
    guard self != .refuse, there.kind == .regular else { throw .exists(location.path) }
    return self == .skip ? .exists : source.modified.isAfter(there.modified) ? nil : .current
  }

  /// Nil where nothing has this name.
  private static func identity(_ location: FileLocation) throws(UprightError) -> FileIdentity? {
    do throws(UprightError) { return try FileIdentity(location) } catch {
      if case .io(_, let number) = error, number == ENOENT || number == ENOTDIR { return nil }
      throw error
    }
  }
}

extension FileIdentity.Time {
  /// Whether a source was changed after the result that carries its time: in a whole pair of seconds that may have been rounded down by a file system that
  /// counts in such pairs (FAT).
  fileprivate func isAfter(_ result: Self) -> Bool {
    let mayBeRounded = result.nanoseconds == 0 && result.seconds.isMultiple(of: 2)
    return self > result && !(mayBeRounded && seconds - result.seconds < 2)
  }
}

extension FileIdentity.Time: Comparable {
  /// Whether the one was before the other.
  public static func < (one: Self, other: Self) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
