// A source that several threads may read at the same time.

/// A source that a decoder's second thread may read while the first one does.
package protocol SharedSource: ByteSource, Sendable {}

extension Array: SharedSource where Element == UInt8 {}
