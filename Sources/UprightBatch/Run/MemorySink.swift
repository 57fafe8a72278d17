// A result that is kept in memory until complete, within the allowed memory.

package import Upright

/// Bytes in memory, limited together with the memory of the work on them.
package struct MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  private let others, allowed: Int

  /// An empty sink.
  ///
  /// - Parameters:
  ///   - others: Bytes that the work needs.
  ///   - allowed: Bytes that both may take.
  package init(besides others: Int, within allowed: Int) {
    self.others = others
    self.allowed = allowed
  }

  package mutating func write(_ next: [UInt8]) throws(UprightError) {
    try check(bytes.count + next.count)
    bytes += next
  }

  /// Reserves space for a result of known size, so that it need not be moved while it grows.
  ///
  /// - Throws: `.limit` if there is not enough.
  package mutating func reserve(_ count: Int) throws(UprightError) {
    try check(count)
    bytes.reserveCapacity(count)
  }

  private func check(_ count: Int) throws(UprightError) {
    let (sum, isTooMuch) = others.addingReportingOverflow(count)
    guard !isTooMuch, sum <= allowed else {
      throw .limit(.memory, asked: isTooMuch ? .max : sum, allowed: allowed)
    }
  }
}
