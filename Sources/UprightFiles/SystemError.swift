// What a system call answered when it failed (POSIX.1-2017, 2.3, errno).

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The error number of a failed system call.
struct SystemError: Error, Hashable {
  let number: Int32

  /// Whether it means that names cannot change places here.
  var meansNoExchange: Bool { [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(number) }

  /// Whether link(2) says by it that files have one name only here, or that this one has as many as it can.
  var meansNoSecondNames: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(number) }
}
