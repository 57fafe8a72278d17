// Changed files that could still be lost in a power cut, flushed together (fsync(2), syncfs(2)): for many that costs little more than for one.

public import Upright

/// A file that was changed and not yet flushed to its disk. It is locked until this value goes.
public struct PendingFlush: Sendable {
  /// The file's path.
  public let path: String
  let file: Descriptor
  let device: UInt64

  #if os(Linux)
    /// From how many files of one file system on all of it is flushed, in one call.
    static let crowd = 8
  #else
    /// There is no such call.
    static let crowd = Int.max
  #endif

  /// Flushes all of `changes`.
  ///
  /// - Returns: For each, the error where it may be lost in a power cut: `UprightError` `.io`. It is never tried again, because a second call would succeed
  ///   without having written.
  public static func complete(_ changes: [PendingFlush]) -> [UprightError?] {
    var errors = [UprightError?](repeating: nil, count: changes.count)
    for places in Dictionary(grouping: changes.indices, by: { changes[$0].device }).values {
      let all = places.map { changes[$0] }
      let answers =
        all.count < crowd ? all.map(\.separately) : Array(repeating: all[0].withItsFileSystem, count: all.count)
      for (place, answer) in zip(places, answers) {
        errors[place] = answer.map { .io(path: changes[place].path, systemError: $0.number) }
      }
    }
    return errors
  }

  /// Flushes this one.
  ///
  /// - Throws: `UprightError` `.io`.
  public func complete() throws(UprightError) {
    if let error = separately { throw .io(path: path, systemError: error.number) }
  }

  private var separately: SystemError? {
    do throws(SystemError) { try Syscalls.synchronize(file) } catch { return error }
    return nil
  }

  private var withItsFileSystem: SystemError? {
    do throws(SystemError) { try Syscalls.synchronizeFileSystem(of: file) } catch { return error }
    return nil
  }
}
