// How failures of the system become errors that name the path as it was given.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension UprightError {
  /// The file is not what it was when it was read (ESTALE).
  public static func changedUnderneath(_ path: String) -> Self { .io(path: path, systemError: ESTALE) }

  /// The file has several names, and a rewrite would part them (EMLINK).
  public static func hardLinked(_ path: String) -> Self { .io(path: path, systemError: EMLINK) }

  /// The name is taken, and overwriting was not asked for (EEXIST).
  public static func exists(_ path: String) -> Self { .io(path: path, systemError: EEXIST) }

  /// The same error, with `path` where a failed reading could not know it.
  public func naming(_ path: String) -> Self {
    if case .io(path: "", let number) = self { .io(path: path, systemError: number) } else { self }
  }

  /// The system's sentence for an error number.
  public static func systemSentence(_ number: Int32) -> String { Syscalls.sentence(number) }

  /// Carries out system calls that concern `path`, which their error then names.
  static func naming<Result>(_ path: String, _ body: () throws(SystemError) -> Result) throws(Self) -> Result {
    do { return try body() } catch { throw .io(path: path, systemError: error.number) }
  }
}
