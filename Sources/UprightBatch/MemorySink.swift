// A result that is kept in memory until it is whole, within the memory that is allowed.

package import Upright

/// Bytes in memory, no more than there is room for besides the work on them.
package struct MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  private let others, allowed: Int

  /// Nothing yet.
  ///
  /// - Parameters:
  ///   - others: Bytes that the work takes besides.
  ///   - allowed: Bytes that both may take.
  package init(besides others: Int, within allowed: Int) {
    self.others = others
    self.allowed = allowed
  }

  package mutating func write(_ next: [UInt8]) throws(UprightError) {
    try check(bytes.count + next.count)
    bytes += next
  }

  /// Makes room for a result whose size is known, so that it need not move while it grows.
  ///
  /// - Throws: `.limit` where there is not so much.
  package mutating func reserve(_ count: Int) throws(UprightError) {
    try check(count)
    bytes.reserveCapacity(count)
  }

  private func check(_ count: Int) throws(UprightError) {
    let (sum, isTooMuch) = others.addingReportingOverflow(count)
    guard !isTooMuch, sum <= allowed else {
      throw .limit(name: "bytes of memory", asked: isTooMuch ? .max : sum, allowed: allowed)
    }
  }
}
