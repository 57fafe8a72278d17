// What a system call answered when it failed (POSIX.1-2017, 2.3, errno).

/// The error number of a failed system call.
struct SystemError: Error, Hashable {
  let number: Int32
}
