// What happens if the name of a new file is taken, decided before any work is done.

public import Upright
import UprightSystem

/// What to do if the name of a result exists.
public enum NamePolicy: String, Hashable, Sendable, CaseIterable, Codable {
  /// Report an error.
  case refuse
  /// Replace the file.
  case overwrite
  /// Keep the file and make no result.
  case skip
  /// Replace the file if the source was changed after it; otherwise keep it and make no result.
  case update
  /// Replace the file if the source was changed after it, or got its name after it; otherwise keep it and make no result.
  case renew

  /// Why no result is made.
  public enum Skip: String, Hashable, Sendable, CaseIterable {
    /// A file with its name exists.
    case exists
    /// A file with its name exists, and its source is not newer.
    case current
  }

  /// Whether an existing file may be replaced.
  public var overwrites: Bool { [.overwrite, .update, .renew].contains(self) }

  /// Decides whether a result is made.
  ///
  /// - Parameters:
  ///   - location: The result's location; links are followed if allowed.
  ///   - source: The state of its source.
  /// - Returns: Why it is skipped; nil if it is made.
  /// - Throws: `UprightError` `.io`: EEXIST if the name is taken and must be free, or is not a regular file's; or why
  ///   the system cannot tell whether it is taken.
  public func skip(_ location: FileLocation, madeFrom source: FileIdentity) throws(UprightError) -> Skip? {
    guard self != .overwrite, let there = try Self.identity(location) else { return nil }
    guard self != .refuse, there.kind == .regular else { throw .exists(location.path) }
    if self == .skip { return .exists }
    if self == .renew, source.changed > there.changed { return nil }
    return source.modified.isAfter(there.modified) ? nil : .current
  }

  /// Nil if nothing has this name.
  private static func identity(_ location: FileLocation) throws(UprightError) -> FileIdentity? {
    do throws(UprightError) { return try FileIdentity(location) } catch {
      if case .io(_, let number) = error, number == ENOENT || number == ENOTDIR { return nil }
      throw error
    }
  }
}

extension FileIdentity.Time {
  /// Whether a source was changed after the result that carries its time. FAT rounds times down to even seconds, so an
  /// even result time covers two seconds.
  fileprivate func isAfter(_ result: Self) -> Bool {
    let mayBeRounded = result.nanoseconds == 0 && result.seconds.isMultiple(of: 2)
    return self > result && !(mayBeRounded && seconds - result.seconds < 2)
  }
}

extension FileIdentity.Time: Comparable {
  /// Whether `one` is before `other`.
  public static func < (one: Self, other: Self) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
