// Checks that all results of a batch can be written, before the first one is (open(2), rename(2)).

package import Upright
package import UprightFiles

extension DestinationPlan {
  /// Checks that no result has the name of a folder nor, unless `overwriting`, of an existing file.
  ///
  /// - Throws: `.io` for the first conflict, with EISDIR for a folder, with EEXIST for a file.
  package func checkNew(overwriting: Bool) throws(UprightError) {
    for case .file(let location) in destinations { try location.checkNew(overwriting: overwriting) }
  }
}

extension FileLocation {
  /// Checks that a new file may have this name.
  ///
  /// - Returns: The existing file that will be replaced; nil for none.
  /// - Throws: `.io`, with EISDIR for a folder, with EEXIST for a file that may not be replaced.
  @discardableResult
  package func checkNew(overwriting: Bool) throws(UprightError) -> FileIdentity? {
    guard let found = try? FileIdentity(self) else { return nil }
    if found.kind == .folder { throw .isFolder(path) }
    guard overwriting else { throw .exists(path) }
    return found
  }
}
