// A source that another process can read for itself: an open file can be handed over, a path cannot (unix(7), SCM_RIGHTS).

/// A source whose bytes are those of an open regular file, from the first on.
package protocol DescriptorSource: ByteSource {
  /// Lends the number of the open file, which can only be read; nil where there is none that cannot be written to.
  func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
