// A source that another process can read directly: an open descriptor can be passed on, a path cannot (unix(7),
// SCM_RIGHTS).

/// A source whose bytes are those of an open regular file, starting at offset 0.
package protocol DescriptorSource: ByteSource {
  /// Lends a read-only file descriptor; nil if no such descriptor exists.
  func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
