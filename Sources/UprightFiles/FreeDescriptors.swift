// How many more files the process may open (RLIMIT_NOFILE, getrlimit(2)).

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The descriptors that a process has left.
public enum FreeDescriptors {
  /// As many as a command needs: below that libraries fail without a word, and Dispatch ends the process with a trap.
  public static let needed = 32

  /// How many files may be open at once; nil where nothing bounds them.
  public static var limit: Int? {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit < 0 ? nil : limit
  }

  /// How many are left, counted up to `most`.
  public static func count(upTo most: Int = needed) -> Int {
    guard let limit else { return most }
    var (free, number) = (0, 0)
    while free < most, number < limit {
      if fcntl(Int32(clamping: number), F_GETFD) == -1 { free += 1 }
      number += 1
    }
    return free
  }

  /// Makes sure that enough are left.
  ///
  /// - Throws: `UprightError` `.io` with EMFILE.
  public static func check() throws(UprightError) {
    if count() < needed { throw .io(path: "", systemError: EMFILE) }
  }
}
